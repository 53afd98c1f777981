import { describe, expect, it } from 'vitest'
import { followsShipment, rollUp } from './roll-up.ts'
import type { ShipmentStatus } from './status.ts'

describe('shipment status from parcels', () => {
  it.each<[ShipmentStatus[], ShipmentStatus, number]>([
    [['delivered', 'out-for-delivery'], 'out-for-delivery', 0],
    [['delivered', 'cancelled'], 'delivered', 0],
    [['at-hub', 'at-destination-hub'], 'at-hub', 0],
    [['cancelled', 'cancelled'], 'cancelled', 0],
    [['delivered', 'returned-to-sender'], 'delivered', 0],
    [['returned-to-sender', 'undeliverable'], 'returned-to-sender', 0],
    [['damaged', 'at-hub', 'in-transit'], 'at-hub', 1],
    [['delivery-failed-attempt', 'out-for-delivery'], 'out-for-delivery', 1],
    [['delivered', 'damaged'], 'damaged', 1],
    [['delivered', 'on-hold', 'on-hold-internal'], 'on-hold', 2],
    [['damaged', 'damaged'], 'damaged', 2],
    [['collected', 'cancelled', 'collection-assigned'], 'collection-assigned', 0],
  ])('combines %o to %s', (parcels, status, attention) => {
    expect(rollUp(parcels)).toMatchObject({ status, attention })
  })
  it('notes how the other parcels of a delivered shipment ended', () => {
    expect(rollUp(['delivered', 'returned-to-sender', 'returned-to-sender', 'undeliverable'])).toEqual({
      status: 'delivered',
      attention: 0,
      of: 4,
      note: '2 returned to sender, 1 undeliverable',
    })
  })
  it('applies a shipment status to parcels that have not ended, and to cancelled parcels when a cancelled shipment is restored', () => {
    expect(followsShipment('at-hub', 'at-hub')).toBe(true)
    for (const status of [
      'cancelled',
      'delivered',
      'returned-to-sender',
      'undeliverable',
      'damaged',
    ] as const)
      expect(followsShipment(status, 'at-hub')).toBe(false)
    for (const status of ['cancelled', 'damaged', 'undeliverable'] as const)
      expect(followsShipment(status, status)).toBe(true)
  })
})
