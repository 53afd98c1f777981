import { clockOf } from '../kit/calls/wire.ts'
import { wrongState } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import {
  isAtOrPast,
  isShipmentStatus,
  statusLabel,
  type ShipmentStatus,
} from '../shipments/statuses/status.ts'
import { withoutUndone } from '../shipments/statuses/undone-events.ts'

/** Minutes after a scan within which the user who made it may undo it. */
export const undo_minutes = 10

/** Time limit for undoing a scan, in ms. */
const undo_ms = undo_minutes * 60_000

/** Whether a scan made at `scannedAt` is still within the time limit for undoing at `now`. */
export function isInTime(scannedAt: Date, now: Date): boolean {
  return now.getTime() - scannedAt.getTime() <= undo_ms
}

/** Events that do not affect where a parcel is. A scan can still be undone after them. */
const harmless: readonly string[] = [
  'rate-recalculation',
  'label-printed',
  'note-added',
  'eta-updated',
  'address-changed',
  'booking-changed',
  'pod-pin-sent',
  'pickup-pin-sent',
  'dropoff-pin-revealed',
  'link-sent',
  'swad-imaging',
]

/** The event fields that undoing a scan needs. */
export interface UndoableEvent {
  id: number
  parcel_id: number | null
  status: string
  date: Date
  location: string | null
  source: string
  data: Readonly<Record<string, unknown>> | null
}

/**
 * Returns the first event of the parcel, or of its whole shipment, after the scan event `event_id` that still counts;
 * `null` when there is none.
 */
export function firstSince(
  events: readonly UndoableEvent[],
  scan: { event_id: number; parcel_id: number },
): UndoableEvent | null {
  const since = withoutUndone(events).filter(
    ({ id, parcel_id, status }) =>
      id > scan.event_id &&
      (parcel_id === null || parcel_id === scan.parcel_id) &&
      !harmless.includes(status),
  )
  return since.sort((one, other) => one.id - other.id)[0] ?? null
}

/**
 * What has happened to the manifest since the scan: closed after loading; received as a whole, or the parcel noted as
 * damaged, after unloading; closed, reopened or departed after the scan took the parcel off it.
 */
export type LoadSince = 'closed' | 'received' | 'damaged' | 'changed' | null

/** The data needed to decide whether a scan may be undone. */
export interface UndoFacts {
  scanned_at: Date
  undone_at: Date
  since: UndoableEvent | null
  load: { reference: string; since: LoadSince }
  /** `left` is the status in which the scan left the parcel, `now` is its present status. */
  left: ShipmentStatus
  now: ShipmentStatus
}

const load_labels: Readonly<Record<NonNullable<LoadSince>, string>> = {
  closed: 'has been closed since the scan. Reopen it and remove the parcel there.',
  changed: 'has been closed, reopened or sent off since the scan. Set the status of the parcel by hand.',
  received: 'has been fully received since the scan. Set the status of the parcel by hand.',
  damaged: 'now marks the parcel as damaged. Correct that on the manifest first.',
}

/** Checks whether a scan may be undone; the error states what has happened since. */
export function mayUndo({ scanned_at, undone_at, since, load, left, now }: UndoFacts): RuleResult {
  if (!isInTime(scanned_at, undone_at))
    return wrongState(
      `This scan was made at ${clockOf(scanned_at)}. A scan can be undone for ${undo_minutes} minutes. Set the status by hand.`,
    )
  if (since) return wrongState(`${sinceText(since)} You can no longer undo the scan.`)
  if (load.since) return wrongState(`${load.reference} ${load_labels[load.since]}`)
  if (left !== now)
    return wrongState(`The parcel is now ${statusLabel(now).toLowerCase()}. You can no longer undo the scan.`)
  return true
}

const code_labels: Readonly<Record<string, string>> = {
  'floor-check': 'was seen on the floor',
  'swad-dimensions': 'was measured',
  'driver-arrived': 'was reached by its driver',
  'collection-rescheduled': 'was rescheduled for collection',
  'delivery-rescheduled': 'was rescheduled for delivery',
}

function sinceText({ status, date, location }: UndoableEvent): string {
  const what = isShipmentStatus(status)
    ? `became ${statusLabel(status).toLowerCase()}`
    : (code_labels[status] ?? 'was changed')
  return `The parcel ${what} at ${clockOf(date)}${location ? `, ${location}` : ''}.`
}

/** Dates and drivers of a shipment before a scan. */
export interface ShipmentBefore {
  collected_date: Date | null
  original_collected_date: Date | null
  returned_to_hub_date: Date | null
  delivery_agent_id: string | null
  original_delivery_agent_id: string | null
}

/**
 * Returns the shipment values to restore when a scan is undone and the parcels roll up to `status`: the dates that
 * only the scan has set, and the previous driver unless another one was assigned since. `driver` is the driver after
 * the scan.
 */
export function shipmentBack(
  before: ShipmentBefore,
  present: Pick<ShipmentBefore, 'delivery_agent_id'>,
  { status, driver }: { status: ShipmentStatus; driver: string | null },
): Partial<ShipmentBefore> {
  const { collected_date, original_collected_date, returned_to_hub_date } = before
  const givesDriverBack =
    before.delivery_agent_id !== driver && present.delivery_agent_id === driver
      ? {
          delivery_agent_id: before.delivery_agent_id,
          original_delivery_agent_id: before.original_delivery_agent_id,
        }
      : {}
  return {
    ...(isAtOrPast(status, 'collected') && status !== 'cancelled'
      ? {}
      : { collected_date, original_collected_date }),
    ...(status === 'returned-to-hub' ? {} : { returned_to_hub_date }),
    ...givesDriverBack,
  }
}

/**
 * Returns the branch of a shipment: that of its parcels when they are all at the same branch, otherwise `present`.
 * Cancelled parcels are ignored while there are others.
 */
export function branchOfParcels(
  parcels: readonly { status: string; current_branch_id: number | null }[],
  present: number | null,
): number | null {
  const live = parcels.filter(({ status }) => status !== 'cancelled')
  const places = new Set((live.length > 0 ? live : parcels).map((one) => one.current_branch_id))
  const [place = null] = places
  return places.size === 1 ? place : present
}
