import { randomUUID } from 'node:crypto'
import { driversApi, type DriverAction } from '@waybill/domain/drivers/api'
import { driverMessagesApi } from '@waybill/domain/drivers/messages-api'
import { role_ids } from '@waybill/domain/kit/actor'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pushService, type PushService } from '../../../dev/test-kit/fakes/push-service.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'

const noon = new Date('2026-11-23T10:00:00Z')

let service: PushService
let p: TestProvider
let clerk: Caller
let driver: Caller
beforeAll(async () => {
  service = await pushService()
})
afterAll(() => service.close())
beforeEach(async () => {
  p = await newProvider()
  p.runtime.setNow(noon)
  service.pushes.length = 0
  clerk = await p.staff()
  driver = await p.driver(undefined, 'JHB')
})
afterEach(() => p.runtime.setNow(null))

const write = (text: string, shipmentId?: number, by = clerk) =>
  by.send(driverMessagesApi.send, {
    driver: driver.username,
    text,
    ...(shipmentId === undefined ? {} : { shipment_id: shipmentId }),
  })
const conversation = async () =>
  (await clerk.send(driverMessagesApi.list, { driver: driver.username })).messages
const onPhone = async () => (await driver.send(driversApi.tripSheet, {})).messages ?? []
const answer = (description: string, answersId?: number): DriverAction => ({
  action_id: randomUUID(),
  type: 'message',
  occurred_at: noon,
  payload: { description, ...(answersId === undefined ? {} : { answers_id: answersId }) },
})
const timeline = async (id: number) =>
  (await clerk.send(shipmentsApi.detail, { id })).events.map(({ message }) => message)

describe('messages between the office and a driver', () => {
  it('[DRV-006] reach the phone with the trip sheet and as a push message without the text', async () => {
    const { public_key } = await driver.send(driversApi.pushKey, {})
    const phone = service.browser(public_key)
    await driver.send(driversApi.subscribePush, phone.subscription)
    const shipment = await p.given.shipment()
    await write('The gate code is 4711.', shipment.id)
    await p.settle()
    expect(phone.messages).toEqual([
      { title: 'Message from the office', body: 'Open the app to read it.', url: '/tripsheet/messages' },
    ])
    expect(await onPhone()).toMatchObject([
      {
        is_from_driver: false,
        text: 'The gate code is 4711.',
        tracking_reference: shipment.short_tracking_reference,
        time_read: null,
      },
    ])
    expect(await timeline(shipment.id)).toContainEqual(expect.stringMatching(/^Message to .+: The gate code/))
  })

  it('[DRV-008] store once when the driver opened them, by the time of the phone', async () => {
    const { id } = await write('Please call the office.')
    const read = (at: string, clockOffset = 0) =>
      driver.send(driversApi.actions, {
        actions: [],
        read_messages: [{ up_to_id: id, at: new Date(at), clock_offset_seconds: clockOffset }],
      })
    p.runtime.setNow(new Date('2026-11-23T11:00:00Z'))
    await read('2026-11-23T10:06:00Z', 60)
    await read('2026-11-23T10:30:00Z')
    expect(await conversation()).toMatchObject([{ time_read: new Date('2026-11-23T10:05:00Z') }])
    expect(await onPhone()).toMatchObject([{ time_read: new Date('2026-11-23T10:05:00Z') }])
  })

  it('[DRV-008] take an answer once, mark the message as read and inform who wrote it', async () => {
    const shipment = await p.given.shipment()
    const { id } = await write('Can you do this stop next?', shipment.id)
    const action = answer('I will be late', id)
    const send = async () => (await driver.send(driversApi.actions, { actions: [action] })).results[0]?.result
    expect([await send(), await send()]).toEqual(['applied', 'duplicate'])
    expect(await conversation()).toMatchObject([
      { is_from_driver: true, text: 'I will be late', shipment_id: shipment.id },
      { is_from_driver: false, time_read: noon },
    ])
    const { messages } = await clerk.send(inboxApi.messages, {})
    expect(messages.filter(({ subject }) => subject.endsWith(': I will be late'))).toHaveLength(1)
    const other = await p.user(role_ids.administrator)
    const others = (await other.send(inboxApi.messages, {})).messages
    expect(others.filter(({ subject }) => subject.endsWith(': I will be late'))).toHaveLength(0)
    expect(await timeline(shipment.id)).toContainEqual(
      expect.stringMatching(/^Message of .+: I will be late$/),
    )
  })

  it('go to staff who assign drivers when nobody wrote to the driver before, and are never empty', async () => {
    const results = await driver.send(driversApi.actions, {
      actions: [answer('Please call me'), answer('  ')],
    })
    expect(results.results.map(({ result }) => result)).toEqual(['applied', 'conflict'])
    const { messages } = await clerk.send(inboxApi.messages, {})
    expect(messages.map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/: Please call me$/))
    expect(await errorOf(write('   '))).toMatchObject({ status: 400 })
  })

  it('[PERM-050] are hidden from staff of another branch and from other drivers', async () => {
    await write('Please call the office.')
    const other = await p.user(role_ids.administrator, {
      branch_id: p.map.branches.CPT,
      limit_user_to_branch: true,
    })
    expect(await errorOf(write('Hello', undefined, other))).toMatchObject({ status: 404 })
    const colleague = await p.driver(undefined, 'JHB')
    expect((await colleague.send(driversApi.tripSheet, {})).messages).toEqual([])
  })
})

describe('messages to a receiver', () => {
  const send = (id: number, channel: 'sms' | 'email', message: string) =>
    clerk.send(shipmentsApi.messageReceiver, { id, channel, message })
  const log = async (id: number) =>
    (await clerk.send(notificationsApi.log, { shipment_id: id })).messages
      .filter(({ event }) => event === 'receiver_message')
      .map(({ channel, state, text }) => ({ channel, state, text }))

  it('go out by SMS with the name of the company and by e-mail, and are on the timeline', async () => {
    const shipment = await p.given.shipment()
    await p.settle()
    await send(shipment.id, 'sms', 'Our driver is on the way to you.')
    await send(shipment.id, 'email', 'Please be at home.\nThank you.')
    await p.settle()
    expect(await log(shipment.id)).toEqual([
      { channel: 'email', state: 'sent', text: 'Please be at home.\nThank you.' },
      {
        channel: 'sms',
        state: 'sent',
        text: expect.stringMatching(/^.+: Our driver is on the way to you\.$/),
      },
    ])
    expect(await timeline(shipment.id)).toContain('SMS to the receiver: Our driver is on the way to you.')
  })

  it('keep the limits of the company: parts of an SMS, quiet hours, and ten a day', async () => {
    const shipment = await p.given.shipment()
    await p.settle()
    expect(await errorOf(send(shipment.id, 'sms', 'x'.repeat(600)))).toMatchObject({ status: 400 })
    p.runtime.setNow(new Date('2026-11-23T22:30:00Z'))
    for (let time = 0; time < 10; time += 1) await send(shipment.id, 'sms', `Message ${time}`)
    await p.settle()
    expect((await log(shipment.id)).map(({ state }) => state)).toEqual(Array(10).fill('queued'))
    expect(await errorOf(send(shipment.id, 'sms', 'One more'))).toMatchObject({ status: 429 })
  })
})
