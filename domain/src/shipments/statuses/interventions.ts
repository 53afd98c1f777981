import { hasPermission, isStaff, type Actor } from '../../kit/actor.ts'
import { forbidden, invalid, wrongState } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { isFor, statusLabel, waitsAtPoint, type ShipmentStatus } from './status.ts'

/**
 * Statuses that are set by separate actions and not in the status menu (docs/domain/statuses.md#changes-by-hand,
 * STAT-057).
 */
export type Intervention =
  | 'on-hold'
  | 'on-hold-internal'
  | 'damaged'
  | 'undeliverable'
  | 'returned-to-sender'
  | 'collect-and-return-to-hub'
  | 'outsourced'

const permissions: Readonly<Record<Intervention, string | null>> = {
  'on-hold': null,
  'on-hold-internal': 'INLINE_hold_internal',
  damaged: 'INLINE_mark_damaged',
  undeliverable: 'INLINE_mark_undeliverable',
  'returned-to-sender': 'INLINE_deliver_parcels_or_shipments',
  'collect-and-return-to-hub': null,
  outsourced: null,
}

const held: readonly ShipmentStatus[] = ['on-hold', 'on-hold-internal', 'damaged']

/** Whether a shipment in this status is held, so that a release returns it to the status before. */
export function isHeld(status: ShipmentStatus): boolean {
  return held.includes(status)
}

/**
 * Checks whether the actor may hold, mark or outsource a shipment: staff only, with the permission of that status,
 * and only while the shipment is active or held. An undeliverable shipment may still be returned to its sender. Only
 * a parcel that waits at a pickup point is taken back from there.
 */
export function mayIntervene(actor: Actor, status: ShipmentStatus, to: Intervention): RuleResult {
  const permission = permissions[to]
  if (!isStaff(actor) || (permission !== null && !hasPermission(actor, permission)))
    return forbidden(`You may not set a shipment to ${statusLabel(to).toLowerCase()}.`)
  if (mayFollow(status, to)) return true
  return wrongState(
    `This shipment is ${statusLabel(status).toLowerCase()} and cannot be set to ${statusLabel(to).toLowerCase()}.`,
  )
}

function mayFollow(status: ShipmentStatus, to: Intervention): boolean {
  if (to === 'collect-and-return-to-hub') return waitsAtPoint(status)
  if (status === 'undeliverable') return to === 'returned-to-sender'
  return isFor('active', status) || (isHeld(status) && status !== to)
}

/** Marks that staff set with a reason (docs/domain/statuses.md#changes-by-hand). */
export const marks = ['damaged', 'undeliverable', 'returned-to-sender', 'collect-and-return-to-hub'] as const
export type Mark = (typeof marks)[number]

/** Returns `to` as a mark if it is one and the actor may set it on a shipment with this `status` (STAT-056). */
export function markOf(actor: Actor, status: ShipmentStatus, to: ShipmentStatus): Mark | undefined {
  return marks.find((mark) => mark === to && mayIntervene(actor, status, mark) === true)
}

/** Requires a reason for a hold or mark. */
export function checkIntervention(reason: string): RuleResult {
  return reason.trim() === ''
    ? invalid('Please give a reason.', [{ field: 'reason', message: 'is required' }])
    : true
}

/** Checks whether the actor may release a held shipment, or deliver an undeliverable one after all. */
export function mayRelease(actor: Actor, status: ShipmentStatus): RuleResult {
  if (!isStaff(actor)) return forbidden('Only our staff may release a shipment.')
  return isHeld(status) || status === 'undeliverable' ? true : wrongState('This shipment is not on hold.')
}

/** Whether an event is the release of a hold. Such an event repeats the status; the status did not occur again. */
export function isRelease({ data }: { data?: unknown }): boolean {
  return typeof data === 'object' && data !== null && 'released_from' in data
}

/**
 * Returns the latest event of the status to which a release returns, ignoring release events. `events` may be in any
 * order.
 */
export function releasedWords<Event extends { status: string; date: Date; id: number; data?: unknown }>(
  to: ShipmentStatus,
  events: readonly Event[],
): Event | undefined {
  return events
    .filter((event) => event.status === to && !isRelease(event))
    .toSorted((one, other) => other.date.getTime() - one.date.getTime() || other.id - one.id)[0]
}

/**
 * Returns the status after a release: the status before the hold, otherwise a status derived from whether the parcels
 * were collected. An undeliverable shipment was not held, so its delivery starts again at the hub
 * (docs/domain/statuses.md#changes-by-hand).
 */
export function releasedTo({
  status,
  status_before_hold: before,
  collected_date,
}: {
  status: ShipmentStatus
  status_before_hold: ShipmentStatus | null
  collected_date: Date | null
}): ShipmentStatus {
  if (isHeld(status) && before && !isHeld(before)) return before
  return collected_date ? 'at-hub' : 'collection-unassigned'
}

/**
 * Checks whether the actor may release one held parcel of a shipment that goes on without it: the parcel joins the
 * others again.
 */
export function mayReleaseParcel(
  actor: Actor,
  shipment: { status: ShipmentStatus },
  parcel: { status: ShipmentStatus },
): RuleResult {
  if (!isHeld(parcel.status)) return wrongState('This parcel is not on hold.')
  return isFor('active', shipment.status)
    ? mayRelease(actor, parcel.status)
    : wrongState('The other parcels are not on their way. Release the whole shipment.')
}
