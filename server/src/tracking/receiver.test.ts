import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { beforeEach, describe, expect, it } from 'vitest'
import { caughtMail, caughtSms } from '../../dev/test-kit/fakes/caught-messages.ts'
import { newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { enterStatus, lockShipment, readEvents } from '../shipments/index.ts'

const mail = caughtMail()
const sms = caughtSms()
let p: TestProvider
let staff: Caller
beforeEach(async () => {
  p = await newProvider({ max_reschedules: 2 })
  staff = await p.staff()
})

const linkOf = async (id: number): Promise<string> => (await read(id)).reschedule_reference ?? ''
const read = async (id: number): Promise<Shipment> => {
  const { shipments } = await staff.send(shipmentsApi.list, { id: [id] })
  return shipments[0] as Shipment
}
const openPage = async (page: string, reference = '') => {
  const { status, body } = await p.guest().http('GET', `/${page}?reference=${reference}`)
  return { status, text: String(body) }
}
const send = async (page: string, fields: Record<string, string>, of = p) => {
  const { status, body } = await of
    .guest()
    .http('POST', `/${page}`, Buffer.from(new URLSearchParams(fields).toString()), {
      'content-type': 'application/x-www-form-urlencoded',
    })
  return { status, text: String(body) }
}
const daysIn = (text: string): string[] =>
  [...text.matchAll(/value="(\d{4}-\d{2}-\d{2})"/g)].map(([, day]) => day ?? '')
const move = (id: number, to: ShipmentStatus) =>
  p.inTransaction(async (ctx) => enterStatus(ctx, await lockShipment(ctx, id), { to }))

describe('reschedule link of a receiver', () => {
  it('offers five days, moves the delivery to the chosen one, adds a tracking event, and limits the number of changes', async () => {
    const { id } = await p.given.shipment({ status: 'at-hub' })
    const reference = await linkOf(id)
    const page = await openPage('reschedule', reference)
    const days = daysIn(page.text)
    expect([page.status, days.length]).toEqual([200, 5])
    const [first = '', second = '', third = ''] = days
    const saved = await send('reschedule', { reference, day: second, wish: 'Gate code 4471' })
    expect([saved.status, saved.text.includes('Thank you.')]).toEqual([200, true])
    const moved = await read(id)
    expect(moved).toMatchObject({
      delivery_min_date: second,
      delivery_rescheduled: true,
      special_instructions_delivery: 'Receiver: Gate code 4471',
    })
    expect(moved.estimated_delivery_from?.toISOString().slice(0, 10)).toBe(second)
    const events = await p.inTransaction((ctx) => readEvents(ctx, [id]))
    const event = events.find(({ status }) => status === 'delivery-rescheduled')
    expect(event).toMatchObject({ source: 'receiver' })
    expect(event?.message).toMatch(/^The delivery has been moved to .+, 08:00–17:00\.$/)
    // Sending the same choice again does not count as a change.
    await send('reschedule', { reference, day: second, wish: 'Gate code 4471' })
    const again = daysIn((await openPage('reschedule', reference)).text)
    expect(again).not.toContain(second)
    // The receiver can go back to an earlier day. A chosen day does not count as a delay by the courier.
    expect(again).toContain(first)
    const tracked = await p.guest().http('GET', `/track?ref=${moved.short_tracking_reference}`)
    expect(String(tracked.body)).toContain('Expected')
    expect(String(tracked.body)).not.toContain('Later than booked')
    expect((await send('reschedule', { reference, day: again.at(-1) ?? third, wish: '' })).status).toBe(200)
    expect((await read(id)).special_instructions_delivery).toBe('')
    const late = await send('reschedule', { reference, day: first, wish: '' })
    expect([late.status, late.text.includes('changed 2 times already')]).toEqual([200, true])
    expect((await read(id)).delivery_min_date).toBe(again.at(-1))
  })

  it('shows what was chosen and when after the last change, and changes more only for a verified receiver', async () => {
    const q = await newProvider({ max_reschedules: 1, self_service_authorised_person: true })
    staff = await q.staff()
    const { id, short_tracking_reference: tracked } = await q.given.shipment({ status: 'at-hub' })
    const reference = await linkOf(id)
    const page = async (key = '') =>
      String((await q.guest().http('GET', `/reschedule?reference=${reference}&key=${key}`)).body)
    const [first = '', second = ''] = daysIn(await page())
    const chosen = { reference, day: first, wish: 'Gate code 4471' }
    for (const { status, text } of [
      await send('reschedule', chosen, q),
      await send('reschedule', chosen, q),
    ]) {
      expect(status).toBe(200)
      expect(text).toMatch(/You chose on .+: The delivery has been moved to/)
      for (const secret of ['4471', 'Bath Avenue', 'Naledi', 'key=', '<form action="/reschedule'])
        expect(text).not.toContain(secret)
    }
    const other = {
      reference,
      day: second,
      wish: 'Leave it outside',
      person_name: 'Eve',
      person_number: '0831112222',
    }
    const more: Record<string, string>[] = [
      other,
      { reference, position: '-26.1458, 28.0421' },
      { reference, street_address: '1 Other Road' },
    ]
    for (const fields of more)
      expect((await send('reschedule', fields, q)).text).toContain('changed once already')
    expect(await read(id)).toMatchObject({
      delivery_min_date: first,
      special_instructions_delivery: 'Receiver: Gate code 4471',
    })
    const proven = await q
      .guest()
      .http('POST', '/track', Buffer.from(new URLSearchParams({ ref: tracked, digits: '4567' }).toString()), {
        'content-type': 'application/x-www-form-urlencoded',
      })
    const key = /key=([^&]+)/.exec(String(proven.headers.location))?.[1] ?? ''
    expect(String((await q.guest().http('GET', String(proven.headers.location))).body)).toContain(
      `/reschedule/${reference}?key=`,
    )
    expect(await page(key)).toContain('Gate code 4471')
    await send('reschedule', { reference, key, wish: 'Leave it with the guard' }, q)
    expect(await read(id)).toMatchObject({
      delivery_min_date: first,
      special_instructions_delivery: 'Receiver: Leave it with the guard',
    })
  })

  it('shows what was chosen after the delivery, and neither changes anything nor proves the receiver', async () => {
    const { id } = await p.given.shipment({ status: 'at-hub' })
    const reference = await linkOf(id)
    const [day = '', other = ''] = daysIn((await openPage('reschedule', reference)).text)
    await send('reschedule', { reference, day, wish: 'Gate code 4471' })
    await move(id, 'out-for-delivery')
    await move(id, 'delivered')
    const before = await read(id)
    for (const { status, text } of [
      await openPage('reschedule', reference),
      await send('reschedule', { reference, day: other, wish: 'Ring twice' }),
    ]) {
      expect([status, text.includes('This delivery has ended.')]).toEqual([200, true])
      expect(text).toContain('You chose on')
      for (const secret of ['key=', '4471']) expect(text).not.toContain(secret)
    }
    expect(await read(id)).toEqual(before)
  })

  it('rejects days that are not offered, and parcels that are with a driver, and states the reason', async () => {
    const { id } = await p.given.shipment({ status: 'at-hub' })
    const reference = await linkOf(id)
    const wrong = await send('reschedule', { reference, day: '2030-01-01', wish: '' })
    expect([wrong.status, wrong.text.includes('This day can no longer be chosen.')]).toEqual([400, true])
    await move(id, 'out-for-delivery')
    const [day = ''] = daysIn((await openPage('reschedule', reference)).text)
    expect(day).toBe('')
    const late = await send('reschedule', { reference, day: '2030-01-01', wish: '' })
    expect(late.text).toContain('already with a driver')
    const noted = await send('reschedule', { reference, wish: 'Gate code 4471' })
    expect([noted.status, noted.text.includes('Call us about your instructions')]).toEqual([400, true])
    expect((await read(id)).delivery_rescheduled).toBe(false)
  })

  it('rejects instructions that a driver with the parcel does not read, and texts that do not fit, and stores nothing', async () => {
    const { id } = await p.given.shipment({
      status: 'at-hub',
      special_instructions_delivery: 'x'.repeat(1_600),
    })
    const reference = await linkOf(id)
    const before = await read(id)
    const rejections: [Record<string, string>, string][] = [
      [{ wish: 'y'.repeat(501) }, 'Shorten it to 500 characters.'],
      [{ wish: 'y'.repeat(500) }, 'Shorten them by 111 characters.'],
      [{ street_address: 'z'.repeat(501) }, 'Shorten it to 500 characters.'],
    ]
    for (const [fields, why] of rejections) {
      const { status, text } = await send('reschedule', { reference, ...fields })
      expect([status, text.includes(why), text.includes('Thank you.')]).toEqual([400, true, false])
    }
    expect(await read(id)).toEqual(before)
    const wish = 'Gate code 4471'
    expect((await send('reschedule', { reference, wish })).text).toContain('Thank you.')
    await move(id, 'out-for-delivery')
    const { special_instructions_delivery: noted } = await read(id)
    expect((await send('reschedule', { reference, wish })).status).toBe(200)
    const late = await send('reschedule', { reference, wish: 'Ring twice' })
    expect([
      late.status,
      late.text.includes('already with a driver. Call us about your instructions.'),
    ]).toEqual([400, true])
    expect((await read(id)).special_instructions_delivery).toBe(noted)
  })

  it('shows a rejected form as it was typed', async () => {
    const q = await newProvider({ self_service_authorised_person: true, self_service_change_address: true })
    staff = await q.staff()
    const { id } = await q.given.shipment({ status: 'at-hub' })
    const reference = await linkOf(id)
    const page = String((await q.guest().http('GET', `/reschedule?reference=${reference}`)).body)
    const [, day = ''] = daysIn(page)
    const place = { street_address: '1 "Long" Road', local_area: 'Nowhere', city: 'Nowheresville', code: '' }
    const forms: [Record<string, string>, string[]][] = [
      [
        { day, wish: 'Gate <4471>', person_name: 'Sipho Dube', person_number: '083 765' },
        [`value="${day}" checked`, 'Gate &lt;4471&gt;</textarea>', 'value="Sipho Dube"', 'value="083 765"'],
      ],
      [{ position: 'behind the shop' }, ['value="behind the shop"']],
      [place, ['value="1 &quot;Long&quot; Road"', 'value="Nowhere"', 'value="Nowheresville"']],
    ]
    for (const [fields, shown] of forms) {
      const { status, text } = await send('reschedule', { reference, ...fields }, q)
      expect(status).toBe(400)
      for (const part of shown) expect(text.replaceAll(/\s+/g, ' ')).toContain(part)
    }
  })

  it('returns 404 for an unknown reference, one of another company, and text that is no reference', async () => {
    const other = await newProvider()
    const theirs = await other.given.shipment({ status: 'at-hub' })
    const { shipments } = await (await other.staff()).send(shipmentsApi.list, { id: [theirs.id] })
    const foreign = shipments[0]?.reschedule_reference ?? ''
    for (const reference of [foreign, '0cd8f7ed-aea5-44ae-8853-941f9e66d8ca', 'K7M2QX'])
      for (const page of ['reschedule', 'rate']) {
        const { status, text } = await openPage(page, reference)
        expect([status, text.includes('This link does not work any more')], `${page} ${reference}`).toEqual([
          404,
          true,
        ])
      }
  })
})

describe('receiver identified by mobile number', () => {
  const tracked = async (reference: string) =>
    String((await p.guest().http('GET', `/track?ref=${reference}`)).body)
  const prove = (ref: string, digits: string) =>
    p.guest().http('POST', '/track', Buffer.from(new URLSearchParams({ ref, digits }).toString()), {
      'content-type': 'application/x-www-form-urlencoded',
    })

  it('is redirected to the own view of the shipment, in any status, which links to the reschedule page', async () => {
    const { id, short_tracking_reference: reference } = await p.given.shipment({ status: 'at-hub' })
    const page = await tracked(reference)
    expect(page).toContain('Last 4 digits of the receiver')
    expect(page).not.toContain('4567')
    expect(page).not.toContain(await linkOf(id))
    const known = await prove(reference, '4567')
    expect([known.status, known.headers.location]).toEqual([
      303,
      expect.stringMatching(new RegExp(`^/track\\?ref=${reference}&key=\\d{10}\\.[\\w-]+$`)),
    ])
    const view = String((await p.guest().http('GET', String(known.headers.location))).body)
    expect(view).toContain(`/reschedule/${await linkOf(id)}`)
    await move(id, 'out-for-delivery')
    expect((await prove(reference, '4567')).status).toBe(303)
    await move(id, 'delivered')
    expect((await prove(reference, '4567')).status).toBe(303)
  })

  it('is rejected for wrong digits, and after five wrong attempts a day', async () => {
    const { id, short_tracking_reference: reference } = await p.given.shipment({ status: 'at-hub' })
    for (const digits of ['0000', '1111', '2222', '3333', '']) {
      const wrong = await prove(reference, digits)
      expect([wrong.status, String(wrong.body).includes('These are not the last 4 digits')]).toEqual([
        400,
        true,
      ])
    }
    const locked = await prove(reference, '4567')
    expect([locked.status, String(locked.body).includes('too many times today')]).toEqual([400, true])
    const events = await p.inTransaction((ctx) => readEvents(ctx, [id]))
    expect(events.filter(({ status }) => status === 'receiver-refused')).toHaveLength(5)
    expect(await tracked(reference)).not.toContain('wrong digits')
    expect((await prove('NOSUCH7', '4567')).status).toBe(404)
  })
})

describe('messages with receiver links', () => {
  it('[NOTE-005] [NOTE-009] contain the link, and notify the receiver once and the company’s contact of the new day', async () => {
    const q = await newProvider({
      notify_reschedule_provider_contact: 'ops-manager',
      ops_manager_email: `ops-${p.provider_id}@fynbos.example`,
      support_email: `support-${p.provider_id}@fynbos.example`,
      quiet_hours_to: '20:00',
    })
    mail.take(q)
    sms.take(q)
    const { id, short_tracking_reference: reference } = await q.given.shipment({ status: 'at-hub' })
    await q.settle()
    const link = new RegExp(`http://p${q.provider_id}.test/(reschedule/[0-9a-f-]{36})`)
    const about = (more = '') => mail.messages().filter(({ subject }) => subject.startsWith(reference + more))
    await q.inTransaction(async (ctx) =>
      enterStatus(ctx, await lockShipment(ctx, id), { to: 'delivery-failed-attempt' }),
    )
    await q.settle()
    const failed = about(': we could not deliver').find(({ to }) => to.includes('naledi@example.com'))
    const [, path = ''] = link.exec(failed?.text ?? '') ?? []
    const back = path.split('/')[1] ?? ''
    const page = String((await q.guest().http('GET', `/reschedule?reference=${back}`)).body)
    const [day = ''] = daysIn(page)
    await send('reschedule', { reference: back, day, wish: '' }, q)
    await q.settle()
    const receiverMessages = about(': new delivery day')
    expect(receiverMessages.map(({ to }) => to)).toEqual([['naledi@example.com']])
    const texts = () => sms.messages().filter(({ text }) => text.includes(`${reference} has been moved.`))
    expect(texts().map(({ to }) => to)).toEqual(['27821234567'])
    const company = about(': the receiver chose another day')
    expect(company.map(({ to }) => to)).toEqual([[`ops-${p.provider_id}@fynbos.example`]])
    await q.inTransaction(async (ctx) =>
      enterStatus(ctx, await lockShipment(ctx, id), { to: 'out-for-delivery' }),
    )
    await q.inTransaction(async (ctx) => enterStatus(ctx, await lockShipment(ctx, id), { to: 'delivered' }))
    await q.settle()
    const delivered = about(': delivered')
    const ofReceiver = delivered.find(({ to }) => to.includes('naledi@example.com'))
    expect(ofReceiver?.text).toMatch(
      new RegExp(`How was the delivery\\?: http://p${q.provider_id}.test/rate/`),
    )
    for (const { to, text } of delivered)
      if (!to.includes('naledi@example.com')) expect(text).not.toContain('/rate/')
  })
})

describe('rating link of a receiver', () => {
  it('accepts one rating of one to five stars after the delivery, and stores it as an internal note', async () => {
    const { id, rating_reference: reference } = await p.given.shipment({ status: 'at-hub' })
    expect((await openPage('rate', reference)).text).toContain('Not delivered yet')
    await move(id, 'out-for-delivery')
    await move(id, 'delivered')
    expect((await openPage('rate', reference)).text).toContain('How was the delivery?')
    const unrated = await send('rate', { reference, comment: 'Box wet' })
    expect(unrated.text).toContain('Choose one to five stars.')
    expect(unrated.text).toContain('Box wet</textarea>')
    expect((await send('rate', { reference, stars: '6' })).text).toContain('Choose one to five stars.')
    const long = await send('rate', { reference, stars: '2', comment: 'w'.repeat(501) })
    expect([long.status, long.text.includes('Shorten it to 500 characters.')]).toEqual([400, true])
    const [one, two] = await Promise.all([
      send('rate', { reference, stars: '2', comment: 'Box <b>wet</b>' }),
      send('rate', { reference, stars: '5' }),
    ])
    for (const { text } of [one, two]) expect(text).toContain('Thank you')
    const again = await openPage('rate', reference)
    expect(again.text).toMatch(/You gave (2|5) of 5 stars on \d{1,2} \w{3} \d{4} \d\d:\d\d/)
    expect(again.text).not.toContain('<form action="/rate')
    expect((await send('rate', { reference, stars: '1' })).text).toMatch(/You gave (2|5) of 5 stars/)
    const { shipment_notes } = await staff.send(shipmentsApi.notes, { shipment_id: id })
    expect(shipment_notes).toHaveLength(1)
    expect(shipment_notes[0]).toMatchObject({ type: 'internal', created_by: 'receiver' })
    expect(shipment_notes[0]?.message).toMatch(/^(★★☆☆☆ from the receiver: Box|★★★★★ from the receiver\.)/)
    expect(shipment_notes[0]?.requires_action).toBe(shipment_notes[0]?.message.startsWith('★★☆'))
    expect((await read(id)).has_rating).toBe(true)
  })

  it('returns 404 when the company has switched ratings off', async () => {
    const q = await newProvider({ shipment_ratings_enabled: false })
    const { rating_reference } = await q.given.shipment({ status: 'at-hub' })
    const { status } = await q.guest().http('GET', `/rate?reference=${rating_reference}`)
    expect(status).toBe(404)
  })
})
