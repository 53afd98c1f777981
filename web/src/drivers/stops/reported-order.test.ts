import type { Stop } from '@waybill/domain/drivers/model'
import { expect, it } from 'vitest'
import { withReportedOrder } from './reported-order.ts'

const stop = (sequence: number): Stop =>
  ({
    stop_id: `s${sequence}`,
    sequence,
    leg: 'delivery',
    request: null,
    shipments: [{ shipment_id: sequence * 10 }, { shipment_id: sequence * 10 + 1 }],
  }) as Stop
const delivery = (shipmentId: number) => ({ leg: 'delivery' as const, shipment_id: shipmentId })
const placesOf = (stops: readonly Stop[]) => stops.map(({ sequence }) => sequence)

it('[DRV-008] shares the places of the stops that the driver has ordered, and leaves the others', () => {
  const stops = [1, 2, 3, 4].map(stop)
  expect(withReportedOrder(stops, null)).toBe(stops)
  expect(placesOf(withReportedOrder(stops, [delivery(40), delivery(20), delivery(30)]))).toEqual([1, 3, 4, 2])
  // Another shipment of the same stop names it too; a stop that is gone is left out.
  expect(placesOf(withReportedOrder(stops, [delivery(99), delivery(31), delivery(10)]))).toEqual([3, 2, 1, 4])
})
