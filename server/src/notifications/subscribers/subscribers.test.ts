import { day_ms, hour_ms } from '@waybill/domain/kit/dates/durations'
import {
  confirm_days,
  confirmations_per_day,
  confirmations_per_range,
  subscribers_per_parcel,
} from '@waybill/domain/notifications/subscribers'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { caughtMail, caughtSms } from '../../../dev/test-kit/fakes/caught-messages.ts'
import { jobOf } from '../../../dev/test-kit/job.ts'
import { small_parcel } from '../../../dev/test-kit/own-locker.ts'
import { newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { mailPort } from '../../kit/mail/index.ts'
import { enterStatus, lockShipment } from '../../shipments/index.ts'
import { releaseTexts } from '../sms/text-queue.ts'
import { forgetSubscribers } from './subscriptions.ts'

const mail = caughtMail()
const sms = caughtSms()
let p: TestProvider
let staff: Caller
let shipment: Shipment
let before = 0
beforeEach(async () => {
  p = await newProvider()
  mail.take(p)
  staff = await p.staff()
  shipment = await p.given.shipment({ status: 'collected' })
  await p.settle()
  before = mail.messages().length
})
afterEach(() => p.runtime.setNow(null))

const get = async (path: string) => {
  const { status, body } = await p.guest().http('GET', path)
  return { status, page: String(body) }
}
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const send = async (fields: Record<string, string>, path = '/track') => {
  const { status, headers, body } = await p
    .guest()
    .http('POST', path, Buffer.from(new URLSearchParams(fields).toString()), form)
  return { status, location: String(headers.location ?? ''), page: String(body) }
}
const subscribe = (email: string, to = shipment) =>
  send({ ref: to.short_tracking_reference, act: 'subscription', email })
/** Returns the mails of this case to an address, newest first. */
const mailsTo = (email: string) =>
  mail
    .messages()
    .slice(0, mail.messages().length - before)
    .filter(({ to }) => to.includes(email))
const tokenIn = (text = '') => /subscription=([\w-]+)/.exec(text)?.[1] ?? ''
const move = async (status: 'at-destination-hub' | 'out-for-delivery' | 'returned-to-hub') => {
  await staff.send(shipmentsApi.change, {
    id: shipment.id,
    status,
    metadata: { tracking_info: { message: 'On its way' } },
  })
  await p.settle()
}
/** Subscribes an address and confirms it; returns the secret of its links. */
async function confirmed(email: string): Promise<string> {
  expect((await subscribe(email)).location).toContain('done=subscription')
  const subscription = tokenIn(mailsTo(email)[0]?.text)
  await send({ subscription, do: 'confirm' })
  return subscription
}

describe('e-mails to subscribers of a parcel', () => {
  it('[TRACK-005] are refused with a way to reach the company while the mail server is down, and can be asked for again', async () => {
    p.runtime.runtime.adapters.set(mailPort.name, {
      send: () => Promise.reject(new Error('connect ECONNREFUSED')),
    })
    const { status, page } = await subscribe('friend@example.com')
    expect(status).toBe(400)
    expect(page).toContain('We could not send it now. Try again later, or ')
    expect(page).toContain('value="friend@example.com"')
    mail.take(p)
    await confirmed('friend@example.com')
    await move('at-destination-hub')
    expect(mailsTo('friend@example.com')).toHaveLength(2)
  })

  it('[TRACK-005] are sent only after the address was confirmed by a button, and name no person or address', async () => {
    const friend = 'friend@example.com'
    await subscribe(friend)
    const [question] = mailsTo(friend)
    expect(question?.subject).toContain('confirm your e-mails')
    const subscription = tokenIn(question?.text)
    expect((await get(`/track?subscription=${subscription}&do=confirm`)).page).toContain(
      'Yes, send me e-mails',
    )
    await move('at-destination-hub')
    expect(mailsTo(friend)).toHaveLength(1)
    expect((await send({ subscription, do: 'confirm' })).page).toContain('We write to you when parcel')
    await move('out-for-delivery')
    const [update, ...others] = mailsTo(friend)
    expect(others).toHaveLength(1)
    expect(update?.subject).toContain('out for delivery')
    const whole = JSON.stringify(update)
    for (const secret of ['Naledi', 'Riaan', 'Bath Avenue', 'Bofors', '0821234567', 'link='])
      expect(whole).not.toContain(secret)
  })

  it('[TRACK-005] end by the link in each e-mail and by the button of the mail program', async () => {
    const [first, second] = ['one@example.com', 'two@example.com']
    const [own, header] = [await confirmed(first), await confirmed(second)]
    await move('at-destination-hub')
    const [update] = mailsTo(second)
    const sent = JSON.stringify(update)
    expect(sent).toContain('List-Unsubscribe=One-Click')
    expect(sent).toContain(`/api/tracking/unsubscribe/${header}`)
    expect((await get(`/track?subscription=${own}&do=end`)).page).toContain('Unsubscribe')
    expect((await send({ subscription: own, do: 'end' })).page).toContain('You get no messages')
    const answer = await send({ 'List-Unsubscribe': 'One-Click' }, `/tracking/unsubscribe/${header}`)
    expect(answer.status).toBe(200)
    await move('out-for-delivery')
    expect([mailsTo(first), mailsTo(second)].map((mails) => mails.length)).toEqual([2, 2])
  })

  it('are limited per parcel and per address, and are not offered when the company switched them off', async () => {
    const bad = await subscribe('nobody')
    expect([bad.status, bad.page.includes('Enter an email address')]).toEqual([400, true])
    for (let one = 0; one < subscribers_per_parcel; one++) await subscribe(`friend${one}@example.com`)
    expect((await subscribe('late@example.com')).page).toContain('as many subscribers as we allow')
    for (let one = 0; one < confirmations_per_day.email; one++)
      await subscribe('busy@example.com', await p.given.shipment({ status: 'collected' }))
    const other = await p.given.shipment({ status: 'collected' })
    expect((await subscribe('busy@example.com', other)).page).toContain('entered too often')
    const off = await newProvider({ tracking_subscriptions: false })
    const { short_tracking_reference: ref } = await off.given.shipment({ status: 'collected' })
    const { body } = await off.guest().http('GET', `/track?ref=${ref}`)
    expect(String(body)).not.toContain('Get e-mails about this parcel')
  })

  it('[TRACK-005] ask one address only so often, also about the same parcel', async () => {
    for (let one = 0; one < confirmations_per_day.email; one++) await subscribe('busy@example.com')
    expect((await subscribe('busy@example.com')).page).toContain('entered too often')
    expect(mailsTo('busy@example.com')).toHaveLength(confirmations_per_day.email)
  })

  it('forget addresses that were not confirmed, and all of a parcel when its public tracking ends', async () => {
    await subscribe('waiting@example.com')
    const subscription = await confirmed('friend@example.com')
    const waiting = tokenIn(mailsTo('waiting@example.com')[0]?.text)
    const shows = async (token: string) => (await get(`/track?subscription=${token}&do=end`)).page
    const job = await jobOf(p)
    await forgetSubscribers({ ...job, now: new Date(job.now.getTime() + (confirm_days + 1) * day_ms) })
    expect(await shows(waiting)).toContain('You get no messages')
    expect(await shows(subscription)).toContain('Unsubscribe')
    await forgetSubscribers({ ...job, now: new Date(job.now.getTime() + 181 * day_ms) })
    expect(await shows(subscription)).toContain('You get no messages')
  })
})

describe('SMS to subscribers of a parcel', () => {
  const number = '082 555 0142'
  const stored = '27825550142'
  let sentBefore = 0
  const open = async (quietFrom = '00:00', quietTo = '00:00') => {
    p = await newProvider({
      tracking_sms_subscriptions: true,
      sms_sender_id: '27820001111',
      quiet_hours_from: quietFrom,
      quiet_hours_to: quietTo,
    })
    sms.take(p)
    staff = await p.staff()
    shipment = await p.given.shipment({ status: 'collected' })
    await p.settle()
    sentBefore = sms.messages().length
  }
  beforeEach(() => open())
  const ask = async (typed: string, to = shipment) => {
    const answer = await send({ ref: to.short_tracking_reference, act: 'subscription', number: typed })
    await p.settle()
    return answer
  }
  /** Returns the SMS to a number, oldest first. */
  const textsTo = (to: string) =>
    sms
      .messages()
      .slice(0, sms.messages().length - sentBefore)
      .filter((one) => one.to === to)
      .map(({ text }) => text)
      .toReversed()
  /** Follows the short link at the end of an SMS to the secret of the subscription. */
  const secretIn = async (text = '') => {
    const path = new URL(/\S+$/.exec(text)?.[0] ?? '').pathname
    const { headers } = await p.guest().http('GET', `/s?code=${path.split('/').at(-1)}`)
    return tokenIn(String(headers.location))
  }
  const confirm = async () => {
    await ask(number)
    const subscription = await secretIn(textsTo(stored)[0])
    await send({ subscription, do: 'confirm' })
    return subscription
  }
  const reply = async (text: string) => {
    const newest = sms.messages().find(({ to }) => to === stored)
    const { url, body } = sms.replyTo(newest?.id ?? '', text, {})
    await p.guest().http('POST', new URL(url).pathname.replace('/api', ''), JSON.stringify(body), {
      'content-type': 'application/json',
    })
    await p.settle()
  }

  it('[TRACK-005] are offered only where the company switched them on', async () => {
    const page = async (of: TestProvider, ref: string) =>
      String((await of.guest().http('GET', `/track?ref=${ref}`)).body)
    expect(await page(p, shipment.short_tracking_reference)).toContain('Get e-mails or SMS about this parcel')
    const off = await newProvider()
    const theirs = await off.given.shipment({ status: 'collected' })
    expect(await page(off, theirs.short_tracking_reference)).not.toContain('name="number"')
    const fields = { ref: theirs.short_tracking_reference, act: 'subscription', number }
    const { status } = await off
      .guest()
      .http('POST', '/track', Buffer.from(new URLSearchParams(fields).toString()), form)
    expect(status).toBe(400)
  })

  it('[TRACK-005] are sent only after the number was confirmed by a button, name nobody, and end by the link in each', async () => {
    expect((await ask(number)).location).toContain('done=sms')
    const [question, ...none] = textsTo(stored)
    expect([question, none]).toEqual([expect.stringContaining('do you want SMS about parcel'), []])
    await move('at-destination-hub')
    expect(textsTo(stored)).toHaveLength(1)
    const subscription = await secretIn(question)
    expect((await get(`/track?subscription=${subscription}&do=confirm`)).page).toContain('Yes, send me SMS')
    await send({ subscription, do: 'confirm' })
    await move('out-for-delivery')
    const [, update = '', ...others] = textsTo(stored)
    expect(others).toEqual([])
    expect(update).toContain('is now: out for delivery. Reply STOP to end these SMS.')
    for (const secret of ['Naledi', 'Riaan', 'Bath Avenue', '0821234567'])
      expect(update).not.toContain(secret)
    expect(await secretIn(update)).toBe(subscription)
    expect((await send({ subscription, do: 'end' })).page).toContain('You get no messages')
    await staff.send(shipmentsApi.change, { id: shipment.id, status: 'delivery-failed-attempt' })
    await p.settle()
    expect(textsTo(stored)).toHaveLength(2)
  })

  it('are sent about the status of the shipment that moving one parcel of several reaches', async () => {
    shipment = await p.given.shipment({ status: 'collected', parcels: [small_parcel(), small_parcel()] })
    await confirm()
    const [one = 0, two = 0] = shipment.parcels.map(({ id }) => id)
    const moveOne = (parcelId: number, to: 'in-transit' | 'at-destination-hub') =>
      p.inTransaction(async (ctx) =>
        enterStatus(ctx, await lockShipment(ctx, shipment.id), { to, parcel_ids: [parcelId] }),
      )
    await moveOne(one, 'in-transit')
    await moveOne(two, 'at-destination-hub')
    await p.settle()
    expect(textsTo(stored)[1]).toContain('is now: in transit.')
  })

  it('are skipped after quiet hours when the parcel has moved on', async () => {
    const noon = Date.parse(`${dayOf(new Date())}T12:00:00+02:00`)
    p.runtime.setNow(new Date(noon))
    await open('20:00', '07:00')
    await confirm()
    p.runtime.setNow(new Date(noon + 9 * hour_ms))
    await move('out-for-delivery')
    await move('returned-to-hub')
    p.runtime.setNow(new Date(noon + 20 * hour_ms))
    await releaseTexts(await jobOf(p))
    await p.settle()
    expect(textsTo(stored)).toHaveLength(1)
    const { messages } = await staff.send(notificationsApi.log, { shipment_id: shipment.id, channel: 'sms' })
    expect(messages.find(({ event }) => event === 'subscriber_update')).toMatchObject({ state: 'skipped' })
  })

  it('end when the number answers STOP, and START does not bring them back', async () => {
    const subscription = await confirm()
    await reply('Stop')
    expect((await get(`/track?subscription=${subscription}&do=end`)).page).toContain('You get no messages')
    const again = await ask(number)
    expect(again.location).toContain('done=sms')
    expect(textsTo(stored)).toHaveLength(1)
    await reply('Start')
    await move('at-destination-hub')
    expect(textsTo(stored)).toHaveLength(1)
  })

  it('do not let a subscriber change the delivery: CHANGE finds no delivery of theirs', async () => {
    await confirm()
    await move('at-destination-hub')
    await reply('Change')
    const answer = textsTo(stored).at(-1)
    expect(answer).toContain('we found no delivery to this number')
    expect(answer).not.toContain('http')
  })

  it('are limited per number and per range of numbers, and answer the same for a number that is subscribed', async () => {
    await confirm()
    expect((await ask(number)).location).toContain('done=sms')
    expect(textsTo(stored)).toHaveLength(1)
    const busy = '082 555 9900'
    for (let one = 0; one < confirmations_per_day.sms; one++) await ask(busy)
    expect((await ask(busy)).page).toContain('entered too often')
    const left = confirmations_per_range - confirmations_per_day.sms
    for (let one = 1; one <= left; one++)
      await ask(`082 555 99${String(one).padStart(2, '0')}`, await p.given.shipment({ status: 'collected' }))
    expect((await ask('082 555 9999')).page).toContain('entered too often')
    expect((await ask('021 555 0142')).page).toContain('Enter a South African mobile number')
  })
})
