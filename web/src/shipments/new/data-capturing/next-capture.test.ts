import { expect, it } from 'vitest'
import { emptyBooking, type Booking } from '../booking.ts'
import { firstEmpty, nextCapture } from './next-capture.ts'

const defaults = {
  collection: { from: '08:00', to: '17:00' },
  delivery: { from: '08:00', to: '17:00' },
  parcel_type: undefined,
  account_id: null,
  now: new Date('2026-11-18T08:00:00Z'),
}
const empty = emptyBooking(defaults)
const sent = {
  ...empty,
  account_id: 7,
  collection_contact: { ...empty.collection_contact, name: 'Riaan' },
  delivery_contact: { ...empty.delivery_contact, name: 'Naledi' },
  service_level_code: 'ECO',
  custom_tracking_reference: 'STICKER-0001',
}

it('keeps the chosen values for the next capture and generates a new idempotency key', () => {
  const next = nextCapture(sent, defaults, { account: true, collection: true, service: true })
  expect(next).toMatchObject({
    account_id: 7,
    collection_contact: { name: 'Riaan' },
    delivery_contact: { name: '' },
    service_level_code: 'ECO',
    custom_tracking_reference: '',
  })
  expect(next.idempotency_key).not.toBe(sent.idempotency_key)
  expect(nextCapture(sent, defaults, { account: false, collection: false, service: false })).toMatchObject({
    account_id: null,
    collection_contact: { name: '' },
    service_level_code: '',
  })
})

it('[SHIP-103] starts the next capture blank after a duplicate, a return or a quote', () => {
  const duplicate = {
    ...sent,
    delivery_address: { ...sent.delivery_address, local_area: 'Stellenbosch' },
    parcels: sent.parcels.map((row) => ({ ...row, submitted_weight_kg: 4 })),
    customer_reference: 'PO 7781',
    duplicated_from_id: 12,
    is_return: true,
    short_tracking_reference: 'FYN12',
  }
  const next = nextCapture(duplicate, defaults, { account: false, collection: false, service: false })
  const anyKeys = (booking: Booking) => ({
    ...booking,
    idempotency_key: '',
    parcels: booking.parcels.map((row) => ({ ...row, key: '' })),
  })
  expect(anyKeys(next)).toEqual(anyKeys(empty))
})

it('starts at the first of account, collection and delivery that is empty', () => {
  const placed = { ...sent, collection_address: { ...sent.collection_address, local_area: 'Epping' } }
  const stored = { account: true, collection: true, service: true }
  expect(firstEmpty(nextCapture(placed, defaults, stored))).toBe('delivery_address')
  expect(firstEmpty(nextCapture({ ...sent, collection_pickup_point_id: 'CG1' }, defaults, stored))).toBe(
    'delivery_address',
  )
  expect(firstEmpty(nextCapture(placed, defaults, { ...stored, collection: false }))).toBe(
    'collection_address',
  )
  expect(firstEmpty(nextCapture(placed, defaults, { ...stored, account: false }))).toBe('account_id')
})
