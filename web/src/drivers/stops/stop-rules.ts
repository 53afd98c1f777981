import { with_driver_statuses } from '@waybill/domain/drivers/hand-back'
import type { ActionType, Leg, Stop, StopParcel, StopShipment } from '@waybill/domain/drivers/model'
import type { Visit } from '@waybill/domain/drivers/plan'
import { isAtOrPast, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'

/**
 * What a phone records and sends in order: the actions of a driver, and the driver's own order of the stops.
 */
export type PhoneActionType = ActionType | 'own-order'

/** The state of an action of this phone: not sent yet, confirmed by the server, or rejected. */
export type MarkState = 'waiting' | 'sent' | 'needs-you'

/** An action recorded on this phone that the trip sheet does not contain yet. */
export interface Mark {
  action_id: string
  stop_id: string
  shipment_id: number
  /** The parcels that the action names individually. */
  parcel_references: readonly string[]
  type: PhoneActionType
  state: MarkState
  /** The server message when the action was rejected. */
  message: string
  at: Date
  /** Of an own order: the stops in the order of the driver. */
  visits?: readonly Visit[]
}

/** A parcel with the stop and shipment it belongs to. */
export interface PlacedParcel {
  stop: Stop
  shipment: StopShipment
  parcel: StopParcel
}

/**
 * Whether an action that was not rejected concerns a parcel. An action that names no parcels concerns all of its
 * shipment.
 */
export function concerns(mark: Mark, { stop, shipment, parcel }: PlacedParcel): boolean {
  return (
    mark.state !== 'needs-you' &&
    mark.stop_id === stop.stop_id &&
    mark.shipment_id === shipment.shipment_id &&
    (mark.parcel_references.length === 0 || mark.parcel_references.includes(parcel.tracking_reference))
  )
}

/** Whether a parcel was loaded on this phone since the sheet was read. */
export function isLoadedNow(one: PlacedParcel, marks: readonly Mark[]): boolean {
  return marks.some((mark) => mark.type === 'load' && concerns(mark, one))
}

/** Whether the driver of a delivery has a parcel, by its own status or because it was loaded on this phone. */
export function isOnVehicle(one: PlacedParcel, marks: readonly Mark[]): boolean {
  const { status } = one.parcel
  // A collected parcel is with the driver of the collection until it is loaded.
  return (status !== 'collected' && with_driver_statuses.includes(status)) || isLoadedNow(one, marks)
}

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
