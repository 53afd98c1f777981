import { driversApi } from '@waybill/domain/drivers/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { hour_ms, minute_ms } from '@waybill/domain/kit/dates/durations'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { reportsApi } from '@waybill/domain/reports/api'
import { exceptionsApi, type CareChange } from '@waybill/domain/reports/exceptions'
import type { PendingKind } from '@waybill/domain/reports/ops-dashboard'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pushService, type Browser, type PushService } from '../../dev/test-kit/fakes/push-service.ts'
import { jobOf } from '../../dev/test-kit/job.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { watchExceptions } from './exceptions.ts'

const noon = new Date('2026-11-23T10:00:00Z')

let service: PushService
let p: TestProvider
let clerk: Caller
let colleague: Caller
beforeAll(async () => {
  service = await pushService()
})
afterAll(() => service.close())
beforeEach(async () => {
  p = await newProvider()
  p.runtime.setNow(noon)
  service.pushes.length = 0
  clerk = await p.staff()
  colleague = await p.user(role_ids.administrator)
})
afterEach(() => p.runtime.setNow(null))

const at = (ms: number): void => p.runtime.setNow(new Date(noon.getTime() + ms))
const care = (shipmentId: number, change: CareChange, by = clerk) =>
  by.send(exceptionsApi.care, { shipment_id: shipmentId, change })
const listed = async (kind: PendingKind, by = clerk) =>
  (await by.send(reportsApi.pending, { kind })).shipments.map(({ shipment_id }) => shipment_id)
const rowOf = async (id: number) =>
  (await clerk.send(reportsApi.pending, { kind: 'problem' })).shipments.find(
    ({ shipment_id }) => shipment_id === id,
  )
const watch = async (): Promise<void> => {
  await watchExceptions(await jobOf(p))
  await p.settle()
}
async function subscribed(who: Caller, topics: ('panic' | 'depot' | 'exceptions')[]): Promise<Browser> {
  const { public_key } = await who.send(driversApi.pushKey, {})
  const browser = service.browser(public_key)
  await who.send(driversApi.subscribePush, { ...browser.subscription, topics })
  return browser
}
const titles = ({ messages }: Browser) => messages.map((one) => (one as { title: string }).title)

describe('exceptions with an owner', () => {
  it('[OPS-002] are taken, given with an inbox message, and released; a colleague cannot take them', async () => {
    const { id, short_tracking_reference: reference } = await p.given.shipment({ status: 'on-hold' })
    await care(id, { kind: 'take' })
    expect(await rowOf(id)).toMatchObject({ owner_username: clerk.username, time_owned: noon })
    expect(await errorOf(care(id, { kind: 'take' }, colleague))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/looks after this already/),
    })
    await care(id, { kind: 'give', username: colleague.username })
    expect([await listed('mine'), await listed('mine', colleague)]).toEqual([[], [id]])
    const { messages } = await colleague.send(inboxApi.messages, {})
    expect(messages.map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(new RegExp(`gave you ${reference}$`)),
    )
    await care(id, { kind: 'release' }, colleague)
    expect([await listed('mine', colleague), await listed('without-owner')]).toEqual([[], [id]])
    const { events } = await clerk.send(shipmentsApi.detail, { id })
    expect(events.filter(({ status }) => status === 'exception-owner')).toHaveLength(3)
  })

  it('[OPS-002] are given only to staff who can see the shipment', async () => {
    const { id } = await p.given.shipment({ status: 'on-hold' })
    const limitedTo = (branch: keyof TestProvider['map']['branches']) =>
      p.user(role_ids.administrator, { branch_id: p.map.branches[branch], limit_user_to_branch: true })
    const [near, far] = [await limitedTo('JHB'), await limitedTo('DBN')]
    const { owners } = await clerk.send(exceptionsApi.owners, { shipment_id: id })
    const offered = owners.map(({ username }) => username)
    expect(offered).toEqual(expect.arrayContaining([clerk.username, colleague.username, near.username]))
    expect(offered).not.toContain(far.username)
    expect(await errorOf(care(id, { kind: 'give', username: far.username }))).toMatchObject({ status: 400 })
    await care(id, { kind: 'give', username: near.username })
    expect(await listed('mine', near)).toEqual([id])
    expect(await errorOf(far.send(exceptionsApi.owners, { shipment_id: id }))).toMatchObject({ status: 404 })
  })

  it('[OPS-002] are given, released and snoozed by their owner, or by an administrator with a message to the owner', async () => {
    const { id, short_tracking_reference: reference } = await p.given.shipment({ status: 'on-hold' })
    const [owner, other] = [await p.user(11), await p.user(11)]
    await care(id, { kind: 'take' }, owner)
    const refused = { status: 400, message: expect.stringMatching(/looks after this already/) }
    expect(await errorOf(care(id, { kind: 'release' }, other))).toMatchObject(refused)
    expect(await errorOf(care(id, { kind: 'give', username: other.username }, other))).toMatchObject(refused)
    const until = new Date(noon.getTime() + hour_ms)
    expect(await errorOf(care(id, { kind: 'snooze', until, reason: 'Later' }, other))).toMatchObject(refused)
    expect(await listed('mine', owner)).toEqual([id])
    await care(id, { kind: 'give', username: other.username }, colleague)
    await care(id, { kind: 'release' }, colleague)
    for (const [former, what] of [
      [owner, `gave ${reference} to`],
      [other, `released ${reference}`],
    ] as const) {
      const { messages } = await former.send(inboxApi.messages, {})
      expect(messages.map(({ subject }) => subject)).toContainEqual(expect.stringContaining(what))
    }
    expect(await listed('without-owner')).toEqual([id])
  })

  it('[OPS-002] are only in their own list and counted nowhere else while they are snoozed', async () => {
    const { id } = await p.given.shipment({ status: 'on-hold' })
    const until = new Date(noon.getTime() + hour_ms)
    expect(await errorOf(care(id, { kind: 'snooze', until, reason: ' ' }))).toMatchObject({ status: 400 })
    expect(await errorOf(care(id, { kind: 'snooze', until: noon, reason: 'x' }))).toMatchObject({
      status: 400,
    })
    await care(id, { kind: 'snooze', until, reason: 'Waiting for the sender' })
    expect([await listed('problem'), await listed('on-hold'), await listed('snoozed')]).toEqual([
      [],
      [],
      [id],
    ])
    at(61 * minute_ms)
    expect([await listed('problem'), await listed('snoozed')]).toEqual([[id], []])
  })

  it('[OPS-002] lose owner and snooze once they are solved', async () => {
    const { id, version } = await p.given.shipment({ status: 'delivery-exception' })
    await care(id, { kind: 'take' })
    await clerk.send(shipmentsApi.change, {
      id,
      version,
      delivery_min_date: '2026-11-25',
      delivery_rescheduled_reason: 'Receiver away',
    })
    await watch()
    expect(await errorOf(care(id, { kind: 'take' }))).toMatchObject({ status: 404 })
    await p.inTransaction(async (ctx) => {
      expect(await ctx.db.selectFrom('exception_care').select('shipment_id').execute()).toEqual([])
    })
  })
})

describe('push messages about exceptions', () => {
  it('[DRV-006] are sent once for new exceptions that nobody has taken for 15 minutes, to staff who chose the topic', async () => {
    const browser = await subscribed(clerk, ['exceptions'])
    const other = await subscribed(colleague, ['panic'])
    const free = await p.given.shipment({ status: 'delivery-failed-attempt' })
    const taken = await p.given.shipment({ status: 'delivery-failed-attempt' })
    await care(taken.id, { kind: 'take' })
    at(10 * minute_ms)
    await watch()
    expect(browser.messages).toEqual([])
    at(16 * minute_ms)
    await watch()
    at(30 * minute_ms)
    await watch()
    expect([titles(browser), titles(other)]).toEqual([['An exception has no owner'], []])
    expect(browser.messages).toMatchObject([{ hidden_while_open: true }])
    expect(await listed('without-owner')).toEqual([free.id])
  })
})
