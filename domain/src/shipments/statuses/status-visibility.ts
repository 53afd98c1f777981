import { isOffice, isStaff, type Actor } from '../../kit/actor.ts'
import {
  isFor,
  isUnpaid,
  shipment_statuses,
  standsAtOrPast,
  statusesFor,
  type ShipmentStatus,
  type StatusPurpose,
} from './status.ts'

/** The provider's settings that decide which status other viewers see (docs/domain/statuses.md#who-sees-what). */
export interface StatusVisibility {
  override_shipment_statuses: boolean
  exclude_tracking_statuses: readonly string[]
  enable_bob_box: boolean
  enable_third_party_bob_box: boolean
}

/** The shipment data that the visibility rules need. Agents are usernames, `''` when there is none. */
export interface VisibilityFacts {
  status: ShipmentStatus
  collection_agent_id: string
  delivery_agent_id: string
  /** Statuses of the parcels; empty when they are not loaded. */
  parcels?: readonly ShipmentStatus[]
  /** A driver, not the receiver, took the parcel out of the locker or counter (docs/domain/pickup-points.md). */
  taken_out_by_driver?: boolean
}

/**
 * Returns the status a viewer sees in responses, lists, webhooks and messages (STAT-024…STAT-034,
 * docs/domain/statuses.md#cancelling, docs/domain/shipments.md#rejected-and-unassigned-legs;
 * docs/domain/public-api.md#what-customers-see-of-a-status). Office staff see the stored status; all other viewers
 * see an internal hold as at-hub. Accounts, guests and the public also see rejected and unassigned legs as the
 * provider's setting defines. When all parcels are cancelled, every viewer sees cancelled.
 */
export function visibleStatus(
  viewer: Actor,
  shipment: VisibilityFacts,
  choices: StatusVisibility,
): ShipmentStatus {
  const parcels = shipment.parcels ?? []
  if (parcels.length > 0 && parcels.every((status) => status === 'cancelled')) return 'cancelled'
  if (isOffice(viewer)) return shipment.status
  if (shipment.status === 'on-hold-internal') return 'at-hub'
  if (isStaff(viewer)) return shipment.status
  if (shipment.taken_out_by_driver && takes_out.includes(shipment.status)) return 'collect-and-return-to-hub'
  if (isHiddenLocker(shipment.status, choices)) return 'at-destination-hub'
  return choices.override_shipment_statuses ? overridden(shipment) : shipment.status
}

const takes_out: readonly ShipmentStatus[] = ['collected-from-locker', 'collected-from-counter']

/**
 * Replaces rejected and unassigned legs: assigned when the leg has an agent, otherwise unassigned (STAT-028…STAT-033,
 * docs/domain/shipments.md#rejected-and-unassigned-legs).
 */
function overridden(shipment: VisibilityFacts): ShipmentStatus {
  switch (shipment.status) {
    case 'collection-unassigned':
    case 'collection-rejected':
      return shipment.collection_agent_id ? 'collection-assigned' : 'collection-unassigned'
    case 'delivery-unassigned':
    case 'delivery-rejected':
      return shipment.delivery_agent_id ? 'delivery-assigned' : 'delivery-unassigned'
    default:
      return shipment.status
  }
}

function isHiddenLocker(status: ShipmentStatus, choices: StatusVisibility): boolean {
  return (
    status === 'bob-box-reservation-failed' && !choices.enable_bob_box && !choices.enable_third_party_bob_box
  )
}

/** The stored statuses that a viewer sees as one of the requested statuses. */
export interface StoredStatuses {
  always: ShipmentStatus[]
  /** Match only while their leg has a driver. */
  with_driver: ShipmentStatus[]
  /** Match only while their leg has no driver. */
  without_driver: ShipmentStatus[]
  /** Match only when a driver took the parcel out of its pickup point. */
  taken_out: ShipmentStatus[]
  /** Match only when nobody but the receiver took the parcel out. */
  not_taken_out: ShipmentStatus[]
}

/** Returns the stored statuses for requested visible statuses: the inverse of `visibleStatus`, for list filters. */
export function storedStatusesFor(
  viewer: Actor,
  requested: readonly string[],
  choices: StatusVisibility,
): StoredStatuses {
  const readsWith = (status: ShipmentStatus, driver: string, isTakenOut: boolean): boolean => {
    const agents = { collection_agent_id: driver, delivery_agent_id: driver }
    return requested.includes(
      visibleStatus(viewer, { status, ...agents, taken_out_by_driver: isTakenOut }, choices),
    )
  }
  const pick = (withDriver: boolean, without: boolean, takenOut: boolean): ShipmentStatus[] =>
    shipment_statuses.filter(
      (status) =>
        readsWith(status, 'somebody', false) === withDriver &&
        readsWith(status, '', false) === without &&
        readsWith(status, '', true) === takenOut,
    )
  return {
    always: pick(true, true, true),
    with_driver: pick(true, false, false),
    without_driver: pick(false, true, true),
    taken_out: pick(false, false, true),
    not_taken_out: pick(true, true, false),
  }
}

/**
 * Returns the status on tracking pages for accounts and the public: the visible status if it is in the tracking list
 * and not excluded by the provider, otherwise the latest of `earlier` for which that is true, otherwise `submitted`.
 * `earlier` holds the previous statuses, newest first. Unpaid bookings show their payment status, because they are
 * not booked yet. Staff see the visible status (TRACK-003, STAT-023, docs/domain/statuses.md#who-sees-what).
 */
export function trackedStatus(
  viewer: Actor,
  shipment: VisibilityFacts,
  earlier: readonly ShipmentStatus[],
  choices: StatusVisibility,
): ShipmentStatus {
  const shown = visibleStatus(viewer, shipment, choices)
  if (isStaff(viewer) || isTracked(shown, choices) || isUnpaid(shown)) return shown
  const before = earlier
    .map((status) => visibleStatus(viewer, { ...shipment, status, parcels: [] }, choices))
    .find((status) => isTracked(status, choices))
  return before ?? 'submitted'
}

/** Whether tracking shows a status: it is in the tracking list and not excluded by the provider (TRACK-003, STAT-023). */
export function isTracked(status: ShipmentStatus, choices: StatusVisibility): boolean {
  return isFor('tracking', status) && !isExcluded(status, choices)
}

/** Whether the provider excludes a status from tracking. Only statuses that may be excluded count. */
export function isExcluded(status: ShipmentStatus, choices: StatusVisibility): boolean {
  return isFor('can_be_excluded', status) && choices.exclude_tracking_statuses.includes(status)
}

/** Whether a viewer never sees shipments in this status: only staff see quotes (STAT-025). */
export function isHiddenFrom(viewer: Actor, status: ShipmentStatus): boolean {
  return !isStaff(viewer) && (status === 'quote' || status === 'quote-expired')
}

/**
 * Returns the statuses of a purpose, or all statuses, that a viewer may use in filters and menus. Viewers other than
 * staff do not get quotes or excluded statuses, only office staff get the internal hold, and the failed locker
 * reservation is omitted while no locker provider is switched on (STAT-023…STAT-026).
 */
export function visibleStatusesFor(
  viewer: Actor,
  purpose: StatusPurpose | undefined,
  choices: StatusVisibility,
): ShipmentStatus[] {
  return (purpose ? statusesFor(purpose) : shipment_statuses).filter((status) => {
    if (isHiddenLocker(status, choices) || isHiddenFrom(viewer, status)) return false
    if (status === 'on-hold-internal') return isOffice(viewer)
    return isStaff(viewer) || purpose === 'can_be_excluded' || !isExcluded(status, choices)
  })
}

/**
 * Returns which window to display: the collection window until the status is collected or later, then the delivery
 * window; `null` while the sender is to drop the parcel off, because no driver comes before
 * (SHIP-096, docs/domain/statuses.md#comparing-positions).
 */
export function visibleWindow({ status }: { status: ShipmentStatus }): 'collection' | 'delivery' | null {
  if (status === 'awaiting-dropoff') return null
  return standsAtOrPast(status, 'collected') ? 'delivery' : 'collection'
}
