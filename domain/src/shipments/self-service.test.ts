import { describe, expect, it } from 'vitest'
import {
  checkInstructions,
  matchesLastDigits,
  mayChooseDay,
  mayInstruct,
  offeredDays,
  receiverPath,
  receiverWish,
  starsText,
  withReceiverWish,
  type Choosing,
} from './self-service.ts'
import { shipment_statuses, type ShipmentStatus } from './statuses/status.ts'

const coming: Choosing = {
  status: 'at-destination-hub',
  parcel_statuses: ['at-destination-hub'],
  is_to_point: false,
  reschedules: 0,
  max_reschedules: 3,
  is_on: true,
}
const why = (more: Partial<Choosing>): string => {
  const result = mayChooseDay({ ...coming, ...more })
  return result === true ? '' : result.message
}

it('matches a receiver by the last four digits of the number in any format', () => {
  for (const number of ['082 123 4567', '+27821234567', '0027 82 123 4567'])
    expect(matchesLastDigits('4567', number), number).toBe(true)
  expect(matchesLastDigits(' 45 67 ', '0821234567')).toBe(true)
  for (const typed of ['4568', '567', '34567', '', '••••'])
    expect(matchesLastDigits(typed, '0821234567')).toBe(false)
  expect(matchesLastDigits('4567', '')).toBe(false)
})

describe('choosing another delivery day', () => {
  it('allows active shipments, unless the delivery is assigned, out for delivery or in a locker', () => {
    const open = shipment_statuses.filter((status) => mayChooseDay({ ...coming, status }) === true)
    expect(open).toEqual(
      expect.arrayContaining(['submitted', 'collected', 'at-hub', 'in-transit', 'delivery-failed-attempt']),
    )
    for (const status of ['delivery-assigned', 'out-for-delivery', 'in-locker', 'delivered', 'cancelled'])
      expect(open).not.toContain(status)
  })

  it('is too late once a driver has some of the parcels, and not after an attempt, also while only some are scanned back in', () => {
    const failed = 'delivery-failed-attempt'
    for (const status of ['at-destination-hub', failed] as const)
      expect(why({ status, parcel_statuses: [status, 'out-for-delivery'] })).toMatch(/already with a driver/)
    expect(why({ parcel_statuses: ['at-destination-hub', 'delivered', 'cancelled'] })).toBe('')
    for (const status of [failed, 'returned-to-hub', 'at-destination-hub'] as const)
      expect(why({ status, parcel_statuses: [status, failed] })).toBe('')
  })

  it('returns the reason when it is not allowed', () => {
    expect(why({ status: 'out-for-delivery' })).toMatch(/already with a driver/)
    for (const status of ['delivered', 'cancelled', 'returned-to-sender'] as const)
      expect(why({ status })).toMatch(/has ended/)
    for (const status of [
      'on-hold',
      'on-hold-internal',
      'damaged',
      'undeliverable',
      'payment-pending',
    ] as const)
      expect(why({ status })).toMatch(/cannot be changed at the moment/)
    expect(why({ is_to_point: true })).toMatch(/pickup point/)
    expect(why({ is_on: false })).toMatch(/Please contact us/)
    expect(why({ reschedules: 3 })).toMatch(/changed 3 times already/)
    expect(why({ reschedules: 1, max_reschedules: 1 })).toMatch(/changed once already/)
  })

  it('offers the next five served days, after today and not before the parcel can arrive', () => {
    const calendar = { weekdays: [1, 2, 3, 4, 5], holidays: new Set(['2026-04-03', '2026-04-06']) }
    const thursday = new Date('2026-04-02T06:00:00Z')
    expect(offeredDays(thursday, null, calendar)).toEqual([
      '2026-04-07',
      '2026-04-08',
      '2026-04-09',
      '2026-04-10',
      '2026-04-13',
    ])
    expect(offeredDays(thursday, new Date('2026-04-09T06:00:00Z'), calendar)[0]).toBe('2026-04-09')
    expect(offeredDays(thursday, null, { ...calendar, weekdays: [] })).toEqual([])
    expect(offeredDays(thursday, new Date('2026-04-01T06:00:00Z'), calendar)[0]).toBe('2026-04-07')
    const everyDay = { weekdays: [0, 1, 2, 3, 4, 5, 6], holidays: new Set<string>() }
    expect(offeredDays(thursday, null, everyDay)[0]).toBe('2026-04-03')
    expect(offeredDays(thursday, thursday, everyDay)).toHaveLength(5)
  })
})

it('takes instructions until a driver has the parcel, up to 2 000 characters, and states why not', () => {
  const wishWhy = (status: ShipmentStatus, isOn = true) => {
    const may = mayInstruct({ status, parcel_statuses: [status], is_on: isOn })
    return may === true ? '' : may.message
  }
  expect(wishWhy('at-hub')).toBe('')
  expect(wishWhy('at-hub', false)).toMatch(/contact us/)
  for (const status of ['delivery-assigned', 'out-for-delivery'] as const)
    expect(wishWhy(status)).toMatch(/already with a driver/)
  for (const status of ['in-locker', 'ready-for-pickup'] as const)
    expect(wishWhy(status)).toMatch(/pickup point/)
  expect(wishWhy('delivered')).toMatch(/has ended/)
  expect(wishWhy('on-hold')).toMatch(/at the moment/)
  expect(checkInstructions('x'.repeat(2_000))).toBe(true)
  expect(checkInstructions('x'.repeat(2_001))).toMatchObject({
    message: expect.stringContaining('by 1 character.'),
  })
})

it('appends the request of the receiver to the instructions of the sender and replaces an earlier request', () => {
  const first = withReceiverWish('Green door', 'Gate code  4471\n')
  expect(first).toBe('Green door\nReceiver: Gate code 4471')
  expect(receiverWish(first)).toBe('Gate code 4471')
  const second = withReceiverWish(first, 'Leave it with Thabo')
  expect(second).toBe('Green door\nReceiver: Leave it with Thabo')
  expect(withReceiverWish(second, '')).toBe('Green door')
  const only = withReceiverWish('', 'Ring twice')
  expect(receiverWish(only)).toBe('Ring twice')
  expect(withReceiverWish(only, '')).toBe('')
})

it('accepts receiver links with a UUID only, and formats stars', () => {
  const reference = '0cd8f7ed-aea5-44ae-8853-941f9e66d8ca'
  expect(receiverPath.exec(`/rate/${reference}`)?.slice(1)).toEqual(['rate', reference])
  expect(receiverPath.test(`/reschedule/${reference}`)).toBe(true)
  expect(receiverPath.test('/reschedule/K7M2QX')).toBe(false)
  expect(starsText(4)).toBe('★★★★☆')
})
