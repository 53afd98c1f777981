import type { ActionType, Leg, Stop, StopShipment } from '@waybill/domain/drivers/model'
import { isAtOrPast, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'

/**
 * What a phone records and sends in order: the actions of a driver, and the driver's own order of the stops.
 */
export type PhoneActionType = ActionType | 'own-order'

/** Returns whether an action ends a stop with success or without; `null` when it does not end the stop. */
export function endsStop(type: PhoneActionType): 'done' | 'failed' | null {
  if (
    [
      'collect',
      'deliver',
      'deposit-in-locker',
      'hand-to-counter',
      'collect-expired',
      'return-to-sender',
    ].includes(type)
  )
    return 'done'
  if (
    [
      'collection-failed',
      'collection-exception',
      'delivery-failed',
      'delivery-exception',
      'does-not-fit',
      'reject',
    ].includes(type)
  )
    return 'failed'
  return null
}

const settled: readonly ShipmentStatus[] = [
  'cancelled',
  'undeliverable',
  'returned-to-sender',
  'in-locker',
  'ready-for-pickup',
]

/** Whether a status means that nothing is left to do for a shipment or parcel on this leg. */
export function isSettled(leg: Leg, status: ShipmentStatus): boolean {
  if (settled.includes(status)) return true
  return isAtOrPast(status, leg === 'collection' ? 'collected' : 'delivered')
}

/**
 * Statuses of a failed delivery that can be retried on the same day
 * (docs/domain/routing-and-drivers.md#what-drivers-report).
 */
export const retried_statuses: readonly ShipmentStatus[] = ['delivery-failed-attempt', 'delivery-exception']

/** Statuses in which a stop can still be rejected. */
export const rejectable_statuses: readonly ShipmentStatus[] = ['collection-assigned', 'delivery-assigned']

/** Whether a parcel waits at a pickup point for a driver who takes it back to the hub. */
export function isExpired({ status }: Pick<StopShipment, 'status'>): boolean {
  return status === 'collect-and-return-to-hub'
}

/** Returns the type of pickup point to which a stop delivers; `null` for other addresses and for collections. */
export function pointAt({ leg, address }: Pick<Stop, 'leg' | 'address'>): 'locker' | 'counter' | null {
  if (leg === 'collection') return null
  return address.type === 'locker' || address.type === 'counter' ? address.type : null
}
