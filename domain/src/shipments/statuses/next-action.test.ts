import type { TrackingEvent } from '../model.ts'
import { expect, it } from 'vitest'
import { isAddressWrong } from './next-action.ts'

const event = (id: number, status: string, message: string): TrackingEvent => ({
  id,
  parcel_id: 0,
  date: new Date(`2026-03-11T0${id}:00:00Z`),
  status,
  message,
  lat: null,
  lng: null,
  data: null,
  shipment_files: [],
})

it.each([
  ['Wrong or incomplete address', true],
  ['wrong address.', true],
  ['Address problem', true],
  ['Nobody at the address', false],
  ['Address is in an unsafe area', false],
])('reads the reason ‘%s’ as a wrong address: %s', (reason, isWrong) => {
  const events = [event(1, 'delivery-failed-attempt', reason)]
  expect(isAddressWrong('delivery-failed-attempt', events)).toBe(isWrong)
})

it('no longer counts an address as wrong once it has been corrected', () => {
  const events = [
    event(1, 'delivery-failed-attempt', 'Wrong or incomplete address'),
    event(2, 'address-changed', ''),
  ]
  expect(isAddressWrong('delivery-failed-attempt', events)).toBe(false)
})
