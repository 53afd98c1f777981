import type { PickupPointType } from '../pickup-points/model.ts'
import { stateAfter, type ReservationEvent, type ReservationState } from '../pickup-points/reservation.ts'
import { waitsAtPoint, type ShipmentStatus } from '../shipments/statuses/status.ts'

/** The status of a shipment while no place is found for it (docs/domain/pickup-points.md#reservations). */
export const waiting_for_place: ShipmentStatus = 'bob-box-reservation-failed'

/** What a network reports about a place. */
export const report_kinds = ['deposit', 'collect', 'fail', 'expire'] as const
export type ReportKind = (typeof report_kinds)[number]

/** Who put a parcel in or took it out. */
export const report_parties = ['sender', 'courier', 'receiver'] as const
export type ReportParty = (typeof report_parties)[number]

/** What happened to the place of a leg at a locker or counter. */
export interface PointEvent {
  kind: Exclude<ReservationEvent, 'release'>
  leg: 'collection' | 'delivery'
  /** Who put the parcel in or took it out. */
  by?: ReportParty
  /** Where it was; a locker by default. */
  point_type?: PickupPointType
}

/** Returns the status of a parcel that was taken out of a pickup point. */
export function takenOutOf(type: PickupPointType): ShipmentStatus {
  return type === 'counter' ? 'collected-from-counter' : 'collected-from-locker'
}

/** The shipment data that decides what an event at a pickup point changes. */
export interface AtPoint {
  status: ShipmentStatus
  collection_agent_id: string | null
  /** The status before the shipment began to wait for a place; `''` when it did not wait. */
  status_before?: string
}

/**
 * Returns the status after an event at a pickup point; the present one when the event changes nothing
 * (docs/domain/pickup-points.md#steps-of-a-parcel).
 */
export function statusAfterPointEvent(event: PointEvent, shipment: AtPoint): ShipmentStatus {
  const { kind, leg, by, point_type = 'locker' } = event
  const { status, collection_agent_id, status_before } = shipment
  const isDelivery = leg === 'delivery'
  switch (kind) {
    case 'reserve':
      return status === waiting_for_place && status_before ? (status_before as ShipmentStatus) : status
    case 'fail':
      return isDelivery ? waiting_for_place : status
    case 'deposit':
      if (isDelivery) return 'ready-for-pickup'
      return collection_agent_id ? 'collection-assigned' : 'collection-unassigned'
    case 'expire':
      if (isDelivery) return waitsAtPoint(status) ? 'collect-and-return-to-hub' : status
      return status === 'awaiting-dropoff' ? 'cancelled' : status
    case 'collect':
      if (!isDelivery) return 'collected'
      return by === 'receiver' ? 'delivered' : takenOutOf(point_type)
  }
}

/**
 * Returns whether a report of a network fits the state of a reservation: `now`, `early` when it is about a parcel that
 * is not deposited yet, because reports arrive in any order, or `late` when it changes nothing any more.
 */
export function fitOfReport(state: ReservationState, kind: ReportKind): 'now' | 'early' | 'late' {
  if (stateAfter(state, kind) !== null) return 'now'
  const isBeforeDeposit = stateAfter(state, 'deposit') !== null
  return isBeforeDeposit && (kind === 'collect' || kind === 'expire') ? 'early' : 'late'
}
