import type { TrackingEvent } from '../model.ts'
import { expect, it } from 'vitest'
import { systemActor } from '../../kit/actor.ts'
import { correctableLegs, isAddressWrong, isBackFromPoint } from './next-action.ts'

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

it.each([
  ['CT01', [event(1, 'ready-for-pickup', ''), event(2, 'returned-to-hub', '')], true],
  ['CT01', [event(2, 'returned-to-hub', ''), event(3, 'address-changed', '')], false],
  ['CT01', [event(1, 'address-changed', ''), event(2, 'returned-to-hub', '')], true],
  ['', [event(2, 'returned-to-hub', '')], false],
] as const)('asks where a parcel goes that came back from point ‘%s’ (case %#)', (point, events, asks) => {
  const shipment = { delivery_pickup_point_id: point }
  expect(isBackFromPoint({ ...shipment, status: 'returned-to-hub' }, events)).toBe(asks)
  expect(isBackFromPoint({ ...shipment, status: 'out-for-delivery' }, events)).toBe(false)
})

it.each([
  ['ready-for-pickup', []],
  ['in-locker', []],
  ['collect-and-return-to-hub', ['delivery']],
] as const)('offers to correct the address of a parcel that is %s: %j', (status, legs) => {
  const shipment = { status, collection_agent_id: '', delivery_agent_id: '', collected_date: new Date(0) }
  expect(correctableLegs(systemActor(1), shipment, false)).toEqual(legs)
})
