import type { Stop } from '@waybill/domain/drivers/model'
import { expect, it } from 'vitest'
import { inOwnOrder, lockedStops, movedTo, visitOf } from './own-order.ts'

const stops = ['a', 'b', 'c'].map((id) => ({ stop_id: id }) as Stop)
const idsOf = (ordered: readonly Stop[]) => ordered.map(({ stop_id }) => stop_id)

it('[DRV-008] moves one stop earlier or later and keeps the others in order', () => {
  expect(movedTo(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(movedTo(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(movedTo(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
})

it('shows stops that were assigned meanwhile last, and leaves out those that are gone', () => {
  expect(idsOf(inOwnOrder(stops, null))).toEqual(['a', 'b', 'c'])
  expect(idsOf(inOwnOrder(stops, ['gone', 'c', 'a']))).toEqual(['c', 'a', 'b'])
})

it('counts the first stops up to the last locked one', () => {
  const locks = (...locked: boolean[]) => lockedStops(locked.map((isLocked) => ({ is_locked: isLocked })))
  expect([locks(false, false), locks(true, false), locks(false, true, false)]).toEqual([0, 1, 2])
})

it('names a stop by its first shipment, or by its collection request', () => {
  const stop = { leg: 'delivery', shipments: [{ shipment_id: 7 }], request: null } as unknown as Stop
  expect(visitOf(stop)).toEqual({ leg: 'delivery', shipment_id: 7 })
  const request = { ...stop, shipments: [], request: { collection_request_id: 3 } } as unknown as Stop
  expect(visitOf(request)).toEqual({ collection_request_id: 3 })
})
