import { day_ms } from '@waybill/domain/kit/dates/durations'
import {
  confirm_days,
  confirmations_per_day,
  subscribers_per_parcel,
} from '@waybill/domain/notifications/subscribers'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { caughtMail } from '../../../dev/test-kit/fakes/caught-messages.ts'
import { jobOf } from '../../../dev/test-kit/job.ts'
import { newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { forgetSubscribers } from './subscriptions.ts'

const mail = caughtMail()
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
const move = async (status: 'at-destination-hub' | 'out-for-delivery') => {
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
    expect((await send({ subscription: own, do: 'end' })).page).toContain('You get no e-mails')
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
    for (let one = 0; one < confirmations_per_day; one++)
      await subscribe('busy@example.com', await p.given.shipment({ status: 'collected' }))
    const other = await p.given.shipment({ status: 'collected' })
    expect((await subscribe('busy@example.com', other)).page).toContain('entered too often')
    const off = await newProvider({ tracking_subscriptions: false })
    const { short_tracking_reference: ref } = await off.given.shipment({ status: 'collected' })
    const { body } = await off.guest().http('GET', `/track?ref=${ref}`)
    expect(String(body)).not.toContain('Get e-mails about this parcel')
  })

  it('forget addresses that were not confirmed, and all of a parcel when its public tracking ends', async () => {
    await subscribe('waiting@example.com')
    const subscription = await confirmed('friend@example.com')
    const waiting = tokenIn(mailsTo('waiting@example.com')[0]?.text)
    const shows = async (token: string) => (await get(`/track?subscription=${token}&do=end`)).page
    const job = await jobOf(p)
    await forgetSubscribers({ ...job, now: new Date(job.now.getTime() + (confirm_days + 1) * day_ms) })
    expect(await shows(waiting)).toContain('You get no e-mails')
    expect(await shows(subscription)).toContain('Unsubscribe')
    await forgetSubscribers({ ...job, now: new Date(job.now.getTime() + 181 * day_ms) })
    expect(await shows(subscription)).toContain('You get no e-mails')
  })
})
