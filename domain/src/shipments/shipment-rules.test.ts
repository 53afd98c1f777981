import { describe, expect, it } from 'vitest'
import { role_ids, systemActor, type Actor } from '../kit/actor.ts'
import { reasonOf } from '../kit/rule-result.ts'
import { countryProblem } from '../rates/pricing/countries-served.ts'
import { chargeText, checkCharge } from './pricing/custom-charge.ts'
import { markOf } from './statuses/interventions.ts'
import { parcelMinima } from './parcel-limits.ts'
import { isWithinReach } from './shipment-access.ts'
import { workingDays } from '../kit/dates/service-days.ts'
import { notPast, requestedDays, unlessPast } from './booking/requested-dates.ts'
import { missingFields } from './booking/required-fields.ts'
import { mayResendLink, type LinkHolder } from './resend-link.ts'
import { mayResendPin } from './proof-of-delivery/resend-pin.ts'
import { rollUp } from './statuses/roll-up.ts'
import { mayTag } from './notes-and-tags/shipment-tags.ts'
import type { ShipmentStatus } from './statuses/status.ts'
import { checkStickers } from './labels/stickers.ts'

const staff = (more: Partial<Actor> = {}): Actor => ({
  ...systemActor(1),
  kind: 'user',
  role_id: role_ids.administrator,
  permissions: [],
  ...more,
})
const customer = staff({ role_id: role_ids.account_user, account_id: 7 })
const guest = staff({ kind: 'guest', role_id: role_ids.guest })

it('serves South Africa, the countries listed for that side, and addresses without a country', () => {
  const served = { collection: ['Namibia'], delivery: ['Botswana'] }
  const problem = (side: 'collection' | 'delivery', country: string) =>
    countryProblem(side, { country }, served)?.message ?? null
  expect(countryProblem('delivery', undefined, served)).toBeNull()
  expect(problem('delivery', '')).toBeNull()
  expect(problem('delivery', 'South Africa')).toBeNull()
  expect(problem('delivery', 'Botswana')).toBeNull()
  expect(problem('delivery', 'Namibia')).toBe('We do not deliver to Namibia.')
  expect(problem('collection', 'Botswana')).toBe('We do not collect from Botswana.')
})

it('requires of a manual charge a name, an amount and a valid quantity, and keeps the price between zero and the maximum', () => {
  expect(chargeText({ name: 'Waiting time', quantity: 2, value: 10_000 })).toBe('Waiting time × 2 (R 100.00)')
  expect(chargeText({ name: 'Toll', quantity: 0, value: 10_000 })).toBe('Toll (R 100.00)')
  const message = (more: object) =>
    reasonOf(checkCharge({ name: 'Waiting', unit_price: 5_000, quantity: 2, ...more }, 10_000))
  expect(message({})).toBeNull()
  expect(message({ name: ' ' })).toBe('Enter a name for the charge.')
  expect(message({ unit_price: 0 })).toBe('Enter an amount other than R 0.00.')
  expect(message({ quantity: -1 })).toBe('Enter a quantity up to 50000.')
  expect(message({ quantity: 50_001 })).toBe('Enter a quantity up to 50000.')
  expect(message({ quantity: 50_000, unit_price: 1 })).toBeNull()
  expect(message({ quantity: 0, unit_price: -10_000 })).toBeNull()
  expect(message({ quantity: 1, unit_price: 100_000_000_00 - 10_000 })).toBeNull()
  expect(message({ quantity: 1, unit_price: 100_000_000_00 })).toBe(
    'The shipment would cost R 100,000,100.00. It can cost at most R 100,000,000.00.',
  )
  expect(message({ unit_price: -5_000 })).toBeNull()
  expect(message({ unit_price: -5_001 })).toMatch(
    /^This deducts R 100\.02, but the shipment costs R 100\.00\./,
  )
})

it('returns a mark only for actors who may set it, and only when the requested status is a mark', () => {
  const may = staff({ permissions: ['*'] })
  expect(markOf(may, 'at-hub', 'damaged')).toBe('damaged')
  expect(markOf(may, 'at-hub', 'delivered')).toBeUndefined()
  expect(markOf(customer, 'at-hub', 'damaged')).toBeUndefined()
})

describe('access to a shipment', () => {
  const shipment = {
    account_id: 7,
    status: 'at-hub',
    collection_agent_id: 'sipho',
    delivery_agent_id: 'nomsa',
    collection_branch_id: 1,
    delivery_branch_id: 2,
    current_branch_id: 3,
    account_branch_id: 4,
  }
  const driver = (username: string) => staff({ role_id: role_ids.driver, username })
  it.each([
    ['its account', customer, {}, true],
    ['another account', staff({ account_id: 8, role_id: role_ids.account_user }), {}, false],
    ['its account while it is a quote', customer, { status: 'quote' }, false],
    ['its account once the quote has expired', customer, { status: 'quote-expired' }, false],
    ['a guest', guest, {}, false],
    ['the driver who collects', driver('sipho'), {}, true],
    ['the driver who delivers', driver('nomsa'), {}, true],
    ['another driver', driver('pieter'), {}, false],
    ['staff of a branch it passes', staff({ limit_user_to_branch: true, branch_id: 3 }), {}, true],
    ['staff of another branch', staff({ limit_user_to_branch: true, branch_id: 9 }), {}, false],
    ['other staff', staff(), {}, true],
  ])('grants or denies access to %s', (_who, actor, more, reaches) => {
    expect(isWithinReach(actor, { ...shipment, ...more })).toBe(reaches)
  })
})

it('moves past days to today or the next working day, and leaves stored days unchanged', () => {
  const now = new Date('2026-03-03T08:00:00+02:00')
  expect([notPast(undefined, now), notPast('2026-03-02', now), notPast('2026-03-04', now)]).toEqual([
    undefined,
    '2026-03-03',
    '2026-03-04',
  ])
  const stored = { collection_min_date: '2026-03-01', delivery_before: '17:00' }
  const sent = { collection_min_date: '2026-03-01', delivery_min_date: '2026-03-01' }
  const calendar = workingDays(new Set(['2026-03-04']))
  expect(requestedDays(sent, stored, now, calendar)).toEqual({
    collection_min_date: '2026-03-01',
    delivery_min_date: '2026-03-03',
  })
  const evening = new Date('2026-03-03T20:40:00+02:00')
  expect(requestedDays({ delivery_min_date: '2026-03-03' }, stored, evening, calendar)).toEqual({
    delivery_min_date: '2026-03-05',
  })
  expect([
    unlessPast('2026-03-03', '17:00', now),
    unlessPast('2026-03-03', '17:00', evening),
    unlessPast('2026-03-02', '17:00', now),
  ]).toEqual(['2026-03-03', undefined, undefined])
})

it('allows staff and no customers to read and set tags', () => {
  expect(mayTag(staff())).toBe(true)
  expect(mayTag(customer)).not.toBe(true)
})

it('rejects parcel measures below the minimum and accepts blank ones', () => {
  const limits = {
    min_length: 10,
    min_width: 0,
    min_height: 0,
    min_weight: 0.5,
    max_length: 100,
    max_width: 100,
    max_height: 100,
    max_weight: 100,
    max_parcels: 10,
  }
  const messages = (length: number | undefined, weight = 1) =>
    parcelMinima([{ submitted_length_cm: length, submitted_weight_kg: weight }], limits).map(
      ({ message }) => message,
    )
  expect([messages(10), messages(0), messages(undefined), messages(11)]).toEqual([[], [], [], []])
  expect(messages(9.9)).toEqual(['Some parcels are below the minimum allowed length of 10cm'])
  expect(messages(-1)).toEqual(['Parcel length cannot be negative.'])
  expect(messages(10, 0.5)).toEqual([])
  expect(messages(10, 0.49)).toEqual(['Some parcels are below the minimum allowed weight of 0.5kg'])
})

it('reports a missing place, service level, contact name, contact number or parcel, and accepts any one part of a place', () => {
  const draft = (address: object | undefined, more: object = {}) =>
    missingFields({
      service_level_code: 'ECO',
      collection_contact: { name: 'A', email: 'a@b.co' },
      delivery_contact: { name: 'B', mobile_number: '0825550142' },
      collection_pickup_point_id: 'P1',
      delivery_address: address,
      parcels: [
        {
          submitted_length_cm: 1,
          submitted_width_cm: 1,
          submitted_height_cm: 1,
          submitted_weight_kg: 1,
        },
      ],
      ...more,
    } as never).map(({ field }) => field)
  const nothing = { street_address: '', company: '', entered_address: '', lat: null, lng: null }
  expect([draft(undefined), draft(nothing)]).toEqual([['delivery_address'], ['delivery_address']])
  for (const part of ['street_address', 'company', 'entered_address'])
    expect([part, draft({ ...nothing, [part]: 'x' })]).toEqual([part, []])
  expect(draft({ ...nothing, lat: 0 })).toEqual([])
  const street = { ...nothing, street_address: 'x' }
  expect(draft(street, { service_level_code: undefined, service_level_id: 1 })).toEqual([])
  expect(draft(street, { service_level_code: undefined })).toEqual(['service_level_code'])
  expect(draft(street, { delivery_contact: { name: 'B' } })).toEqual(['delivery_contact.mobile_number'])
  expect(draft(street, { delivery_contact: { email: 'a@b.co' } })).toEqual(['delivery_contact.name'])
  expect(draft(street, { parcels: [] })).toEqual(['parcels'])
})

it('validates the numbers, digits and size of a sticker range', () => {
  const fields = (from: number, to: number, digits: number) =>
    checkStickers({ prefix: 'STICKER', from, to, digits }, '').map(({ field }) => field)
  expect(fields(1, 99, 2)).toEqual([])
  expect(fields(1, 100, 2)).toEqual(['to'])
  expect(fields(1, 100, 0)).toEqual([])
  expect(fields(0, 0, 0)).toEqual([])
  expect([fields(-1, 5, 0), fields(0.5, 5, 0)]).toEqual([['from'], ['from']])
  expect([fields(5, 4, 0), fields(5, 6.5, 0)]).toEqual([['to'], ['to']])
  expect([fields(1, 2, -1), fields(1, 2, 13), fields(1, 2, 1.5)]).toEqual([['to'], ['to'], ['to']])
  expect(fields(1, 2, 12)).toEqual([])
  expect([fields(1, 10_000, 0), fields(0, 10_000, 0)]).toEqual([[], ['to']])
})

it('has the link to choose another day sent again only while it lets the receiver choose', () => {
  const sender = staff({ permissions: ['INLINE_resend_pin'] })
  const may = (holder: LinkHolder) =>
    reasonOf(mayResendLink(sender, 'reschedule', holder, { may_change_day: true, may_rate: true }))
  expect(may({ status: 'at-hub' })).toBeNull()
  expect(may({ status: 'at-hub', is_spent: true })).toContain('as often as your company allows')
  expect(may({ status: 'out-for-delivery' })).toContain('A driver has this parcel already')
  expect(may({ status: 'delivered' })).toContain('has ended')
})

it('allows resending a PIN only while it is needed, for customers and for staff with the permission', () => {
  const held = {
    status: 'out-for-delivery' as ShipmentStatus,
    pod_method: 'pin-with-fallback',
    collection_address: { type: 'business' },
    delivery_address: { type: 'residential' },
  }
  const sender = staff({ permissions: ['INLINE_resend_pin'] })
  expect(mayResendPin(sender, 'resend-pod-pin', held)).toBe(true)
  expect(mayResendPin(customer, 'resend-pod-pin', held)).toBe(true)
  expect(reasonOf(mayResendPin(staff(), 'resend-pod-pin', held))).toContain('You may not send PINs again')
  expect(reasonOf(mayResendPin(sender, 'resend-pickup-pin', held))).toContain(
    'only while the parcel is in its locker',
  )
  expect(reasonOf(mayResendPin(sender, 'resend-pod-pin', { ...held, pod_method: 'grv' }))).toContain('signed')
})

it('gives a shipment the status of its slowest active parcel', () => {
  const status = (...parcels: ShipmentStatus[]) => rollUp(parcels).status
  expect(status('at-hub', 'at-hub')).toBe('at-hub')
  expect(status('at-hub', 'delivered')).toBe('at-hub')
  expect(status('out-for-delivery', 'at-hub')).toBe('at-hub')
  expect(status('cancelled', 'delivered')).toBe('delivered')
  expect(status('cancelled')).toBe('cancelled')
  expect(status('delivered', 'returned-to-sender')).toBe('delivered')
})
