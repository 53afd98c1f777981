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

/** The provider's choices that decide which status others see (docs/domain/statuses.md#who-sees-what). */
export interface StatusVisibility {
  override_shipment_statuses: boolean
  exclude_tracking_statuses: readonly string[]
  enable_bob_box: boolean
  enable_third_party_bob_box: boolean
}

/** What the rules need to know of a shipment. Agents are usernames, `''` when none. */
export interface VisibilityFacts {
  status: ShipmentStatus
  collection_agent_id: string
  delivery_agent_id: string
  /** Statuses of the parcels; empty when not loaded. */
  parcels?: readonly ShipmentStatus[]
  /** A driver, not the receiver, took the parcel out of the locker or counter (docs/domain/pickup-points.md). */
  taken_out_by_driver?: boolean
}

/**
 * The status a viewer sees in answers, lists, webhooks and messages (STAT-024…STAT-034,
 * docs/domain/statuses.md#cancelling, docs/domain/shipments.md#rejected-and-unassigned-legs;
 * docs/domain/public-api.md#what-customers-see-of-a-status). Office staff see what is stored; drivers do not see
 * internal holds; accounts, guests and the public also see rejected and unassigned legs as the provider chose.
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
 * Rejected and unassigned by leg: with an agent assigned, without one unassigned (STAT-028…STAT-033,
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

/** Stored statuses that read to somebody as one of those asked for. */
export interface StoredStatuses {
  always: ShipmentStatus[]
  /** Only while a driver is named for their leg. */
  with_driver: ShipmentStatus[]
  /** Only while none is. */
  without_driver: ShipmentStatus[]
}

/** What to look for when a viewer asks for statuses as shown: the inverse of `visibleStatus`, for filters of lists. */
export function storedStatusesFor(
  viewer: Actor,
  asked: readonly string[],
  choices: StatusVisibility,
): StoredStatuses {
  const readsWith = (status: ShipmentStatus, driver: string): boolean =>
    asked.includes(
      visibleStatus(viewer, { status, collection_agent_id: driver, delivery_agent_id: driver }, choices),
    )
  const pick = (withDriver: boolean, without: boolean): ShipmentStatus[] =>
    shipment_statuses.filter(
      (status) => readsWith(status, 'somebody') === withDriver && readsWith(status, '') === without,
    )
  return { always: pick(true, true), with_driver: pick(true, false), without_driver: pick(false, true) }
}

/**
 * The status on tracking pages for accounts and the public: the shown one when it is a tracking status that the
 * provider did not exclude, else the latest earlier one that is. `earlier` holds the statuses before this one, newest
 * first. What is not paid for yet is no booking, and says so (TRACK-003, STAT-023, docs/domain/statuses.md#who-sees-what).
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

/**
 * Whether tracking shows a status: one of the tracking list that the provider did not exclude (TRACK-003, STAT-023).
 */
export function isTracked(status: ShipmentStatus, choices: StatusVisibility): boolean {
  return isFor('tracking', status) && !isExcluded(status, choices)
}

/** Whether the provider hides a status from tracking; only the ticked ones that may be excluded count. */
export function isExcluded(status: ShipmentStatus, choices: StatusVisibility): boolean {
  return isFor('can_be_excluded', status) && choices.exclude_tracking_statuses.includes(status)
}

/** Whether a viewer never sees rows of this status: quotes are the office's own (STAT-025). */
export function isHiddenFrom(viewer: Actor, status: ShipmentStatus): boolean {
  return !isStaff(viewer) && (status === 'quote' || status === 'quote-expired')
}

/**
 * A purpose list, or the list of all, as a viewer may use it, for filters and menus: without quotes for accounts,
 * without the internal hold for everyone but the office, without excluded statuses for accounts and the public, and
 * without the failed locker reservation where no locker provider is on (STAT-023…STAT-026).
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
 * Which window a screen shows: the collection one until the status is collected or past, then the delivery one
 * (SHIP-096, docs/domain/statuses.md#comparing-positions).
 */
export function visibleWindow({ status }: { status: ShipmentStatus }): 'collection' | 'delivery' {
  return standsAtOrPast(status, 'collected') ? 'delivery' : 'collection'
}
