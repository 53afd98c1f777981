import { blockedListApi } from '@waybill/domain/blocked-list/api'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { receiver_link_days, receiver_links_per_hour } from '@waybill/domain/shipments/receiver/receiver-link'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { caughtMail, caughtSms } from '../../dev/test-kit/fakes/caught-messages.ts'
import { jobOf } from '../../dev/test-kit/job.ts'
import { booking, errorOf, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { deleteOldLinks } from '../shipments/receiver/receiver-link.ts'

const mail = caughtMail()
const sms = caughtSms()
let p: TestProvider
let staff: Caller
/** The numbers of messages that were caught before the case. */
let before = { mails: 0, texts: 0 }
beforeEach(async () => {
  p = await newProvider()
  mail.take(p)
  sms.take(p)
  staff = await p.staff()
  before = { mails: mail.messages().length, texts: sms.messages().length }
})
/** Returns the messages of this case; catchers list the newest first. */
const ofCase = <One>(messages: readonly One[], earlier: number): readonly One[] =>
  messages.slice(0, messages.length - earlier)
afterEach(() => p.runtime.setNow(null))

const get = async (path: string) => {
  const { status, headers, body } = await p.guest().http('GET', path)
  return { status, location: String(headers.location ?? ''), page: String(body) }
}
const send = async (fields: Record<string, string>) => {
  const { status, headers, body } = await p
    .guest()
    .http('POST', '/track', Buffer.from(new URLSearchParams(fields).toString()), {
      'content-type': 'application/x-www-form-urlencoded',
    })
  return { status, location: String(headers.location ?? ''), page: String(body) }
}
const personal = ['Naledi', '/reschedule/']
/** Returns the secrets of the one-time links in the mails to the receiver of a parcel, newest first. */
const mailedLinks = ({ short_tracking_reference: reference }: Shipment) =>
  ofCase(mail.messages(), before.mails)
    .filter(
      ({ to, subject, text }) => to.join().includes('naledi@') && `${subject} ${text}`.includes(reference),
    )
    .flatMap(({ text }) => /\/track\?link=(\S+)/.exec(text)?.[1] ?? [])
/** Has staff send a link again, and returns its secret. */
async function linkOf(shipment: Shipment): Promise<string> {
  await staff.send(shipmentsApi.resendLink, { id: shipment.id, link: 'open' })
  const [link] = mailedLinks(shipment)
  if (!link) throw new Error('No link was sent.')
  return link
}

describe('one-time link of a receiver', () => {
  it('[TRACK-005] shows nothing personal until it is used, and signs in one device, once', async () => {
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const link = await linkOf(shipment)
    for (const _attempt of [1, 2, 3]) {
      const opened = await get(`/track?link=${link}`)
      expect([opened.status, opened.page.includes('Open my parcel')]).toEqual([200, true])
      for (const text of personal) expect(opened.page).not.toContain(text)
    }
    const used = await send({ link })
    expect(used.status).toBe(303)
    const view = await get(used.location)
    for (const text of personal) expect(view.page).toContain(text)
    const again = await send({ link })
    expect(again.status).toBe(410)
    for (const text of ['This link was used. Enter the last digits of the phone number', 'Send me a link'])
      expect(again.page).toContain(text)
    for (const text of personal) expect(again.page).not.toContain(text)
    expect((await get(`/track?link=${link}`)).status).toBe(410)
    await deleteOldLinks(await jobOf(p))
    expect((await send({ link })).status).toBe(410)
  })

  it('works in every status, and ends with its time, with another number, and when it is changed', async () => {
    const shipment = await p.given.shipment({ status: 'out-for-delivery' })
    const [first, second, third] = [await linkOf(shipment), await linkOf(shipment), await linkOf(shipment)]
    expect(new Set([first, second, third]).size).toBe(3)
    expect((await send({ link: first })).status).toBe(303)
    expect((await send({ link: `${second.slice(0, -4)}AAAA` })).status).toBe(404)
    p.runtime.setNow(new Date(Date.now() + (receiver_link_days + 1) * day_ms))
    const late = await send({ link: second })
    expect([late.status, late.page.includes('This link has expired.')]).toEqual([410, true])
    p.runtime.setNow(null)
    await staff.send(shipmentsApi.change, {
      id: shipment.id,
      delivery_contact: { ...booking().delivery_contact, mobile_number: '0835550199' },
    })
    expect((await send({ link: third })).status).toBe(404)
  })

  it('[TRACK-005] is sent to the contact of the parcel on request, a limited number of times an hour', async () => {
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const ref = shipment.short_tracking_reference
    for (let sent = 0; sent < receiver_links_per_hour; sent++)
      expect((await send({ ref, act: 'link' })).location).toContain('done=link')
    const refused = await send({ ref, act: 'link' })
    expect([refused.status, refused.page.includes('Wait an hour')]).toEqual([400, true])
    expect(mailedLinks(shipment)).toHaveLength(receiver_links_per_hour)
    const texts = ofCase(sms.messages(), before.texts)
    expect(texts.filter(({ text }) => text.includes('which works once'))).toHaveLength(
      receiver_links_per_hour,
    )
    expect(new Set(texts.map(({ to }) => to))).toEqual(new Set(['27821234567']))
  })

  it.each([
    ['link', 'at-hub', 'Try again, or read it to the caller.'],
    ['pin', 'out-for-delivery', 'Try again, or call the contact.'],
  ] as const)(
    'states neither reason nor advice for staff when no %s can be sent',
    async (act, status, advice) => {
      p = await newProvider({ support_phone: '0215550100' })
      staff = await p.staff()
      const { id, short_tracking_reference: ref } = await p.given.shipment({ status })
      const { location } = await send({ ref, digits: '4567' })
      const key = new URLSearchParams(location.split('?')[1]).get('key') ?? ''
      const blocked = [
        { type: 'mobile-number', value: '0821234567' },
        { type: 'email-address', value: 'naledi@example.com' },
      ] as const
      for (const one of blocked) await staff.send(blockedListApi.block, { ...one, reason: 'Fraud' })
      const { status: code, page } = await send({ ref, act, ...(act === 'pin' ? { key } : {}) })
      expect(code).toBe(400)
      expect(page).toMatch(/We could not send it now\. Try again later, or call us on [^<]*555/)
      for (const text of ['blocked', advice]) expect(page).not.toContain(text)
      const forStaff = await errorOf(
        act === 'pin'
          ? staff.send(shipmentsApi.resendPodPin, { id })
          : staff.send(shipmentsApi.resendLink, { id, link: 'open' }),
      )
      expect(forStaff.message).toMatch(/is on the blocked list\. .*/)
      expect(forStaff.message).toContain(advice)
    },
  )

  it('is in the e-mail and the SMS of a parcel that is out for delivery', async () => {
    const shipment = await p.given.shipment({ status: 'at-destination-hub' })
    await staff.send(shipmentsApi.change, { id: shipment.id, status: 'out-for-delivery' })
    await p.settle()
    const { messages } = await staff.send(notificationsApi.log, { shipment_id: shipment.id })
    const logged = messages.filter(({ event }) => event === 'out_for_delivery')
    expect(logged.map(({ text }) => /link=|\/s\//.test(text))).toEqual([false, false])
    const [link = ''] = mailedLinks(shipment)
    expect((await send({ link })).status).toBe(303)
  })
})
