import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { beforeEach, describe, expect, it } from 'vitest'
import { caughtSms } from '../../../dev/test-kit/fakes/caught-messages.ts'
import { jobOf } from '../../../dev/test-kit/job.ts'
import {
  address,
  errorOf,
  newProvider,
  type Caller,
  type TestProvider,
} from '../../../dev/test-kit/provider.ts'
import { saveAddresses } from '../../accounts/index.ts'
import { insertPoint } from '../../pickup-points/store.ts'
import { lockShipment, updateShipment } from '../../shipments/index.ts'
import { answerReply } from './answer-reply.ts'
import { closeReply } from './reply-store.ts'
import { insertMessages, settleMessage, type NewMessage } from '../store.ts'

const sms = caughtSms()
const always = { quiet_hours_from: '00:00', quiet_hours_to: '00:00' }
let p: TestProvider
let staff: Caller
let shipment: Shipment

beforeEach(async () => {
  p = await newProvider(always)
  sms.take(p)
  staff = await p.staff()
  shipment = await p.given.shipment({ status: 'at-hub' })
  await staff.send(shipmentsApi.resendLink, { id: shipment.id, link: 'track' })
})

const number = '27821234567'
const send = async ({ url, body }: { url: string; body: unknown }, changed: object = {}) => {
  const { status } = await p
    .guest()
    .http(
      'POST',
      new URL(url).pathname.replace('/api', ''),
      JSON.stringify({ ...(body as object), ...changed }),
      {
        'content-type': 'application/json',
      },
    )
  return status
}
/** Replies to the newest message as its receiver and returns the texts that came back. */
async function reply(text: string, about: { reply_id?: string; received_at?: Date } = {}): Promise<string[]> {
  const [newest] = sms.messages()
  if (!newest) throw new Error('No message was sent.')
  const before = sms.messages().length
  const notice = sms.replyTo(newest.id, text, about)
  expect([await send(notice), await send(notice)]).toEqual([200, 200])
  await p.settle()
  expect(await send(notice)).toBe(200)
  await p.settle()
  return sms
    .messages()
    .slice(0, sms.messages().length - before)
    .map((one) => one.text)
}
/** Returns a message that is not sent yet. */
const messageAbout = (about: { id: number; account_id: number }, recipient: string): NewMessage => ({
  shipment_id: about.id,
  account_id: about.account_id,
  channel: 'sms',
  event: 'collection_failed_attempt',
  recipient,
  subject: '',
  body: 'We could not collect.',
  once_key: `given:${about.id}`,
  status: 'queued',
  reason: null,
})
/** Adds a counter near the receiver. */
const givenPoint = () =>
  p.inTransaction(async (ctx) => {
    const near = address('7 Oxford Road', 'Rosebank', 'Johannesburg', '2196', 'GP')
    const place = { ...near, lat: -26.1458, lng: 28.0421, type: 'counter' } as const
    const [addressId = 0] = await saveAddresses(ctx, [place])
    await insertPoint(ctx, {
      pickup_point_id: 'K1',
      pickup_point_provider: 'own',
      name: 'Rosebank counter',
      type: 'counter',
      address_id: addressId,
      lat: place.lat,
      lng: place.lng,
      trading_hours: '24/7',
    })
  })
const detail = async () => (await staff.send(shipmentsApi.detail, { id: shipment.id })).shipment

describe('replies to messages', () => {
  it('CHANGE is answered once with the link, however often the gateway repeats it', async () => {
    const [answer, ...more] = await reply('Change')
    expect(more).toEqual([])
    expect(answer).toContain(`change delivery ${shipment.short_tracking_reference} here: http`)
    const { messages } = await staff.send(notificationsApi.log, { shipment_id: shipment.id })
    expect(JSON.stringify(messages)).toContain('change delivery')
  })

  it.each([
    ['the sender', '27215550142', {}],
    ['the payer', '27831112222', {}],
    ['the receiver before the number was changed', number, { mobile_number: '0839998888' }],
  ])('CHANGE and LOCKER of %s come to the inbox and get no link', async (_, sender, changed) => {
    await p.inTransaction(async (ctx) => {
      const row = await lockShipment(ctx, shipment.id)
      await updateShipment(ctx, row.id, { delivery_contact: { ...row.delivery_contact, ...changed } })
      await insertMessages(ctx, [messageAbout(row, sender)])
      await settleMessage(ctx, `given:${row.id}`, { status: 'sent', gateway_message_id: 'given' })
    })
    const before = sms.messages().length
    const { url, body } = sms.replyTo(sms.messages()[0]?.id ?? '', '')
    const result = (body as { results: object[] }).results[0]
    for (const text of ['CHANGE', 'LOCKER', 'LOCKER YES']) {
      const own = { from: sender, text, cleanText: text, messageId: `${sender} ${text}` }
      expect(await send({ url, body }, { results: [{ ...result, ...own }] })).toBe(200)
      await p.settle()
    }
    expect(sms.messages()).toHaveLength(before)
    const { messages } = await staff.send(inboxApi.messages, {})
    const passed = messages.filter(({ text }) => text.includes('not from the number of the receiver'))
    expect(passed.map(({ link }) => link)).toEqual(Array(3).fill(`/shipments/${shipment.id}`))
  })

  it('CHANGE is about the active delivery of the last message that was sent, and comes to the inbox when there is none', async () => {
    const [ended, unsent] = await Promise.all([
      p.given.shipment({ status: 'delivered' }),
      p.given.shipment({ status: 'at-hub' }),
    ])
    await staff.send(shipmentsApi.resendLink, { id: ended.id, link: 'track' })
    await p.inTransaction((ctx) => insertMessages(ctx, [messageAbout(unsent, number)]))
    const [answer] = await reply('CHANGE')
    expect(answer).toContain(`change delivery ${shipment.short_tracking_reference} here`)
    await p.inTransaction(async (ctx) => {
      for (const { id } of [shipment, unsent]) await updateShipment(ctx, id, { status: 'cancelled' })
    })
    expect(await reply('CHANGE')).toEqual([expect.stringContaining('we found no delivery')])
    const { messages } = await staff.send(inboxApi.messages, {})
    expect(messages.filter(({ text }) => text.startsWith('CHANGE\n'))).toHaveLength(1)
  })

  it('CHANGE is answered with a one-time link when the link of the messages is spent, and with the number of the company when nothing can be changed', async () => {
    await p.inTransaction((ctx) => updateShipment(ctx, shipment.id, { delivery_reschedules: 3 }))
    const [answer = ''] = await reply('CHANGE')
    const { pathname } = new URL(/https?:\S+/.exec(answer)?.[0] ?? '')
    expect(String((await p.guest().http('GET', pathname)).headers.location)).toContain('/track?link=')

    p = await newProvider({
      ...always,
      self_service_change_date: false,
      self_service_change_locker: false,
      self_service_change_address: false,
      self_service_instructions: false,
      self_service_authorised_person: false,
      self_service_correct_pin: false,
      support_phone: '021 555 0100',
    })
    sms.take(p)
    staff = await p.staff()
    const fixed = await p.given.shipment({ status: 'at-hub' })
    await staff.send(shipmentsApi.resendLink, { id: fixed.id, link: 'track' })
    const rejected = expect.stringMatching(/can no longer be changed here\. Please call us on .*555 ?0100\.$/)
    expect(await reply('CHANGE')).toEqual([rejected])
    expect(await reply('LOCKER')).toEqual([
      expect.stringMatching(/by reply\. Please call us on .*555 ?0100\.$/),
    ])
  })

  it('LOCKER names the nearest pickup point, and LOCKER YES sends the parcel there', async () => {
    expect(await reply('LOCKER YES')).toEqual([expect.stringContaining('reply LOCKER first')])
    await givenPoint()
    expect(await reply('locker')).toEqual([expect.stringContaining('is Rosebank counter, 7 Oxford Road')])
    expect((await detail()).delivery_pickup_point_id).toBeUndefined()
    expect(await reply('Locker yes')).toEqual([
      expect.stringContaining('We send you a PIN when it is there.'),
    ])
    expect((await detail()).delivery_pickup_point_id).toBe('K1')
  })

  it('an answer that the gateway accepted is stored once the job runs again, and is not sent again', async () => {
    await givenPoint()
    await reply('LOCKER')
    const newest = await p.inTransaction(async (ctx) => {
      const { id } = await ctx.db
        .selectFrom('inbound_message')
        .select('id')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      await closeReply(ctx, id, { result: '', point: '' })
      return id
    })
    const before = sms.messages().length
    await answerReply(await jobOf(p), { reply_id: newest, sender: number })
    expect(sms.messages()).toHaveLength(before)
    expect(await reply('LOCKER YES')).toEqual([expect.stringContaining('We send you a PIN')])
  })

  it('a plain yes chooses the pickup point only while the question is the last message to the number', async () => {
    await givenPoint()
    expect(await reply('Yes')).toEqual([])
    await reply('LOCKER')
    const question = { id: shipment.id, channel: 'sms', message: 'Will you be home before 3?' } as const
    await staff.send(shipmentsApi.messageReceiver, question)
    await p.settle()
    expect(await reply('Yes')).toEqual([])
    expect((await detail()).delivery_pickup_point_id).toBeUndefined()
    const { messages } = await staff.send(inboxApi.messages, {})
    expect(messages.filter(({ text }) => text.startsWith('Yes\n'))).toHaveLength(2)
    await p.inTransaction((ctx) => insertMessages(ctx, [messageAbout(shipment, number)]))
    await reply('LOCKER')
    // It waited for the end of the quiet hours.
    await p.inTransaction((ctx) =>
      settleMessage(ctx, `given:${shipment.id}`, { status: 'sent', gateway_message_id: 'given' }),
    )
    expect(await reply('Yes')).toEqual([])
    await reply('LOCKER')
    expect(await reply('Yes.')).toEqual([expect.stringContaining('We send you a PIN')])
    expect((await detail()).delivery_pickup_point_id).toBe('K1')
  })

  it('STOP ends messages until START, by the time of the replies and not of their arrival', async () => {
    const at = (minutes: number) => ({ received_at: new Date(Date.now() - minutes * 60_000) })
    const bulk = async () => {
      const before = sms.messages().length
      await staff.send(notificationsApi.bulkSms, { phone_numbers: [`+${number}`], message: 'Hello' })
      await p.settle()
      return sms.messages().length - before
    }
    expect(await reply('START', at(1))).toEqual([])
    expect(await reply('STOP', at(2))).toEqual([])
    expect(await bulk()).toBe(1)
    expect(await reply('stop')).toEqual([])
    expect(await bulk()).toBe(0)
  })

  it('other text comes to the inbox of staff who answer calls, once', async () => {
    expect(await reply('The gate code is 4711')).toEqual([])
    const { messages } = await staff.send(inboxApi.messages, {})
    expect(messages.filter(({ text }) => text.includes('The gate code is 4711'))).toMatchObject([
      {
        subject: `Reply from +${number} about ${shipment.short_tracking_reference}`,
        link: `/shipments/${shipment.id}`,
      },
    ])
  })

  it('is accepted in the format of WhatsApp and only with the secret of the company', async () => {
    const [newest] = sms.messages()
    const { url, body } = sms.replyTo(newest?.id ?? '', '')
    const result = (body as { results: object[] }).results[0]
    const { address: shown } = await staff.send(notificationsApi.replyAddress, {})
    expect(new URL(shown).pathname).toBe(new URL(url).pathname)
    const text = {
      integrationType: 'WHATSAPP',
      text: undefined,
      message: { type: 'TEXT', text: 'Where is it?' },
    }
    expect(await send({ url, body }, { results: [{ ...result, ...text, messageId: 'wa-1' }] })).toBe(200)
    await p.settle()
    const { messages } = await staff.send(inboxApi.messages, {})
    expect(JSON.stringify(messages)).toContain('Received by WhatsApp')
    expect(await send({ url: `${url}x`, body })).toBe(404)
    expect(await send({ url, body: { results: 'nothing' } })).toBe(200)
    const { status } = await errorOf((await p.driver()).send(notificationsApi.replyAddress, {}))
    expect(status).toBe(403)
  })
})
