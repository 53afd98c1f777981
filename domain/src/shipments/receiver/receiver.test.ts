import { describe, expect, it } from 'vitest'
import { checkPerson, mayNamePerson, withPerson } from './authorised-person.ts'
import { mayDecide, mayDispute, noOpenDisputes, type DisputableAttempt } from './attempt-dispute.ts'
import { isPaidExactly, mayChangePlace, mayCost, mayPayPlace } from './new-place.ts'
import { checkPin, positionIn, replacesPosition, requirePin, uncorrectedPin } from './typed-position.ts'

describe('another person who may take the parcel', () => {
  it('has a name and a phone number, and is named only for a delivery to a door that has not ended', () => {
    expect(checkPerson({ name: 'Sipho Dube', mobile_number: '083 765 4321' })).toBe(true)
    expect(checkPerson({ name: '', mobile_number: '083 765 4321' })).not.toBe(true)
    expect(checkPerson({ name: 'S'.repeat(81), mobile_number: '083 765 4321' })).not.toBe(true)
    expect(checkPerson({ name: 'Sipho Dube', mobile_number: '12' })).not.toBe(true)
    const open = { status: 'out-for-delivery', is_to_point: false, is_on: true } as const
    expect(mayNamePerson(open)).toBe(true)
    for (const change of [{ status: 'delivered' }, { is_to_point: true }, { is_on: false }] as const)
      expect(mayNamePerson({ ...open, ...change })).not.toBe(true)
  })

  it('is the last line of the instructions of the driver', () => {
    const person = { name: 'Sipho Dube', mobile_number: '083 765 4321' }
    expect(withPerson('Ring twice', person)).toBe('Ring twice\nMay also take it: Sipho Dube, 083 765 4321')
    expect(withPerson('', person)).toBe('May also take it: Sipho Dube, 083 765 4321')
    expect(withPerson('Ring twice', null)).toBe('Ring twice')
  })
})

describe('dispute of a failed attempt', () => {
  const now = new Date('2026-03-10T10:00:00Z')
  const attempt: DisputableAttempt = {
    status: 'delivery-failed-attempt',
    date: new Date('2026-03-09T10:00:00Z'),
    is_verified: false,
    is_disputed: false,
  }

  it('is accepted once, within seven days, for an attempt that nothing verified', () => {
    expect(mayDispute(attempt, now)).toBe(true)
    expect(mayDispute(null, now)).not.toBe(true)
    for (const change of [
      { is_verified: true },
      { is_disputed: true },
      { status: 'delivered' },
      { date: new Date('2026-03-03T09:59:59Z') },
    ] as const)
      expect(mayDispute({ ...attempt, ...change }, now)).not.toBe(true)
  })

  it('is decided once, with a reason, and blocks the approval of pay until then', () => {
    expect(mayDecide({ decision: null }, { reason: 'Camera' })).toBe(true)
    expect(mayDecide({ decision: null }, { reason: '  ' })).not.toBe(true)
    expect(mayDecide({ decision: 'reopened' }, { reason: 'Camera' })).not.toBe(true)
    expect([0, 1, 2].map((open) => noOpenDisputes(open) === true)).toEqual([true, false, false])
  })
})

describe('another place for a delivery', () => {
  const movable = {
    status: 'at-hub',
    parcel_statuses: ['at-hub'],
    has_been_invoiced: false,
    disable_new_charges: false,
  } as const
  const unmovable = [
    { status: 'out-for-delivery' },
    { status: 'delivery-failed-attempt' },
    { parcel_statuses: ['at-hub', 'out-for-delivery'] },
    { has_been_invoiced: true },
    { disable_new_charges: true },
  ] as const

  it('may be chosen before a driver has a parcel for a door, while it can have another price, when it costs no more', () => {
    const open = { ...movable, is_to_point: false, is_on: true } as const
    expect(mayChangePlace(open)).toBe(true)
    for (const change of [...unmovable, { is_to_point: true }, { is_on: false }] as const)
      expect(mayChangePlace({ ...open, ...change })).not.toBe(true)
    expect([-1, 0].map((difference) => mayCost(difference, 0, 'Protea Books'))).toEqual([true, true])
    expect(mayCost(40_00, 0, 'Protea Books')).toMatchObject({
      message: 'This place costs R 40.00 more. Ask Protea Books, who pays for the delivery, to change it.',
    })
  })

  it('may be paid once, in its time, while the shipment can be changed, and is applied for exactly what was paid', () => {
    const now = new Date('2026-03-10T10:00:00Z')
    const offer = { state: 'offered', expires: new Date(now.getTime() + 1) } as const
    expect(mayPayPlace(offer, movable, now)).toBe(true)
    expect(mayPayPlace({ ...offer, state: 'paid' }, movable, now)).not.toBe(true)
    expect(mayPayPlace({ ...offer, expires: now }, movable, now)).not.toBe(true)
    for (const change of unmovable) expect(mayPayPlace(offer, { ...movable, ...change }, now)).not.toBe(true)
    expect([20_00, 60_00, 61_00].map((difference) => isPaidExactly(difference, 60_00) === true)).toEqual([
      false,
      true,
      false,
    ])
  })
})

describe('position in a pasted text', () => {
  it.each([
    ['-26.14580, 28.04210', { lat: -26.1458, lng: 28.0421 }],
    ['https://maps.google.com/?q=-26.1458,28.0421', { lat: -26.1458, lng: 28.0421 }],
    ['https://www.google.com/maps/@-26.1458,28.0421,17z', { lat: -26.1458, lng: 28.0421 }],
    ['https://maps.apple.com/?ll=-26.1458%2C28.0421&q=Home', { lat: -26.1458, lng: 28.0421 }],
    ['-26.1458 28.0421', { lat: -26.1458, lng: 28.0421 }],
    ['96.1458, 28.0421', null],
    ['12 Bath Avenue, 2196', null],
    ['', null],
  ])('of %j is %j', (text, point) => {
    expect(positionIn(text)).toEqual(point)
  })

  const address = { lat: -26.1458, lng: 28.0421 }

  it('is accepted up to two kilometres from the address, or in the area of its depot when its position is not known', () => {
    expect(checkPin({ lat: -26.1558, lng: 28.0421 }, address, false)).toBe(true)
    expect(checkPin({ lat: -26.1658, lng: 28.0421 }, address, true)).not.toBe(true)
    expect(checkPin(address, null, true)).toBe(true)
    expect(checkPin(address, null, false)).not.toBe(true)
    expect(requirePin(address)).toBe(address)
    expect(() => requirePin(null)).toThrow('could not read a position')
  })

  it('is measured from the position before the first correction of the same address', () => {
    const moved = { lat: -26.1558, lng: 28.0421 }
    const corrected = { pin: moved, first_pin: address }
    expect(uncorrectedPin(address, [])).toBe(address)
    expect(uncorrectedPin(null, [null, { images: [] }])).toBe(null)
    expect(uncorrectedPin(moved, [null, corrected, { pin: address, first_pin: moved }])).toEqual(address)
    const elsewhere = { lat: -33.92, lng: 18.42 }
    expect(uncorrectedPin(elsewhere, [corrected])).toBe(elsewhere)
  })

  it('counts for a later parcel unless the sender gave coordinates more than two kilometres away', () => {
    expect(replacesPosition(address, null)).toBe(true)
    expect(replacesPosition(address, { lat: -26.1558, lng: 28.0421 })).toBe(true)
    expect(replacesPosition(address, { lat: -26.1658, lng: 28.0421 })).toBe(false)
  })
})
