import { describe, expect, it } from 'vitest'
import type { ShipmentStatus } from '../shipments/statuses/status.ts'
import type { BulkChange } from './bulk-change.ts'
import { mayUndoRow, type ChangedShipment, type RowEffect } from './undo.ts'

const shipment: ChangedShipment = {
  status: 'at-hub',
  service_level_code: 'ECO',
  collection_min_date: '2026-03-11',
  delivery_min_date: '2026-03-12',
  collection_agent_id: null,
  delivery_agent_id: null,
}
const traces = {
  collected_date: null,
  original_collected_date: null,
  returned_to_hub_date: null,
  failed_collection_attempts: 0,
  failed_delivery_attempts: 0,
  last_failed_collection_attempt_time: null,
  last_failed_delivery_attempt_time: null,
}
const effect = (after: Partial<ChangedShipment>, more: Partial<RowEffect> = {}): RowEffect => ({
  before: { ...shipment, ...traces },
  after: { ...shipment, ...after },
  parcels: [],
  ...more,
})
/** The effect of giving a driver to a shipment whose parcels had these statuses. */
const assigned = (statuses: readonly ShipmentStatus[]): RowEffect =>
  effect(
    { delivery_agent_id: 'sipho', status: 'delivery-assigned' },
    { parcels: statuses.map((parcelStatus, at) => ({ id: at, status: parcelStatus })) },
  )
const driver: BulkChange = { kind: 'driver', side: 'delivery', driver: 'sipho' }
const status: BulkChange = { kind: 'status', status: 'out-for-delivery', message: '' }
const cancel: BulkChange = { kind: 'cancel', message: 'Ordered twice' }

describe('whether an update can be undone for a shipment', () => {
  it.each<[string, BulkChange, RowEffect, Partial<ChangedShipment>, string | true]>([
    [
      'it is as after the update',
      driver,
      effect({ delivery_agent_id: 'sipho' }),
      { delivery_agent_id: 'sipho' },
      true,
    ],
    [
      'other things changed',
      driver,
      effect({ delivery_agent_id: 'sipho' }),
      { delivery_agent_id: 'sipho', service_level_code: 'OVN' },
      true,
    ],
    [
      'someone changed it since',
      driver,
      effect({ delivery_agent_id: 'sipho' }),
      { delivery_agent_id: null },
      'Changed since: it was Sipho Dlamini after the update, and is nobody now.',
    ],
    [
      'it was delivered since',
      driver,
      effect({ delivery_agent_id: 'sipho' }),
      { delivery_agent_id: 'sipho', status: 'delivered' },
      'The shipment is delivered, which has effects on money and messages. Change it by itself.',
    ],
    ['nothing changed', status, effect({}), {}, 'The update changed nothing that can be undone.'],
    [
      'it was cancelled by the update',
      cancel,
      effect({ status: 'cancelled' }),
      { status: 'cancelled' },
      true,
    ],
    [
      'its parcels differed',
      status,
      effect(
        { status: 'out-for-delivery' },
        {
          parcels: [
            { id: 1, status: 'at-hub' },
            { id: 2, status: 'collected' },
          ],
        },
      ),
      { status: 'out-for-delivery' },
      'Its parcels had different statuses. Change it by itself.',
    ],
    [
      'its parcels differed before it got a driver',
      driver,
      assigned(['at-hub', 'returned-to-hub']),
      { delivery_agent_id: 'sipho', status: 'delivery-assigned' },
      'Its parcels had different statuses. Change it by itself.',
    ],
    [
      'its parcels differed before it got a driver, but its status changed since',
      driver,
      assigned(['at-hub', 'returned-to-hub']),
      { delivery_agent_id: 'sipho', status: 'out-for-delivery' },
      true,
    ],
    [
      'another courier had it before it got a driver',
      driver,
      { ...assigned([]), before: { ...shipment, ...traces, status: 'outsourced' } },
      { delivery_agent_id: 'sipho', status: 'delivery-assigned' },
      'The update took it back from another courier. Change it by itself.',
    ],
  ])('when %s', (_case, change, made, now, expected) => {
    const result = mayUndoRow(change, made, { ...shipment, ...now }, new Map([['sipho', 'Sipho Dlamini']]))
    expect(result === true ? true : result.message).toBe(expected)
  })
})
