import { expect, it } from 'vitest'
import { emptyBooking } from '../booking.ts'
import { firstEmpty, nextCapture } from './next-capture.ts'

const empty = emptyBooking({
  collection: { from: '08:00', to: '17:00' },
  delivery: { from: '08:00', to: '17:00' },
  parcel_type: undefined,
  account_id: null,
  now: new Date('2026-11-18T08:00:00Z'),
})
const sent = {
  ...empty,
  account_id: 7,
  collection_contact: { ...empty.collection_contact, name: 'Riaan' },
  delivery_contact: { ...empty.delivery_contact, name: 'Naledi' },
  service_level_code: 'ECO',
  custom_tracking_reference: 'STICKER-0001',
}

it('keeps the chosen values for the next capture and generates a new idempotency key', () => {
  const next = nextCapture(sent, empty, { account: true, collection: true, service: true })
  expect(next).toMatchObject({
    account_id: 7,
    collection_contact: { name: 'Riaan' },
    delivery_contact: { name: '' },
    service_level_code: 'ECO',
    custom_tracking_reference: '',
  })
  expect(next.idempotency_key).not.toBe(sent.idempotency_key)
  expect(nextCapture(sent, empty, { account: false, collection: false, service: false })).toMatchObject({
    account_id: null,
    collection_contact: { name: '' },
    service_level_code: '',
  })
})

it('starts at the first of account, collection and delivery that is empty', () => {
  const placed = { ...sent, collection_address: { ...sent.collection_address, local_area: 'Epping' } }
  const stored = { account: true, collection: true, service: true }
  expect(firstEmpty(nextCapture(placed, empty, stored))).toBe('delivery_address')
  expect(firstEmpty(nextCapture({ ...sent, collection_pickup_point_id: 'CG1' }, empty, stored))).toBe(
    'delivery_address',
  )
  expect(firstEmpty(nextCapture(placed, empty, { ...stored, collection: false }))).toBe('collection_address')
  expect(firstEmpty(nextCapture(placed, empty, { ...stored, account: false }))).toBe('account_id')
})
