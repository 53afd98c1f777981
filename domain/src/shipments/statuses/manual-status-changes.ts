import { hasPermission, isStaff, type Actor } from '../../kit/actor.ts'
import { formatDate } from '../../kit/texts/format.ts'
import { forbidden, invalid, wrongState } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { dayOf } from '../../kit/calls/wire.ts'
import { factsOf, hasBeenCollected, isFor, statusLabel, isUnpaid, type ShipmentStatus } from './status.ts'

const from_collection: readonly ShipmentStatus[] = [
  'collected',
  'collection-unassigned',
  'cancelled',
  'collection-failed-attempt',
  'collection-exception',
  'collection-rejected',
]
const from_hub: readonly ShipmentStatus[] = ['out-for-delivery', 'at-hub', 'delivery-unassigned']
const from_delivery: readonly ShipmentStatus[] = [
  'returned-to-hub',
  'delivered',
  'delivery-failed-attempt',
  'delivery-exception',
  'delivery-rejected',
]

/**
 * The specification's table of manual status changes. A status without an entry cannot be changed manually
 * (STAT-036…STAT-054).
 */
export const manual_moves: Readonly<Partial<Record<ShipmentStatus, readonly ShipmentStatus[]>>> = {
  submitted: ['collection-assigned'],
  'collection-assigned': from_collection,
  'collection-failed-attempt': from_collection,
  'collection-exception': from_collection,
  'collection-rejected': from_collection,
  'collection-unassigned': ['cancelled', 'collection-assigned'],
  'delivery-unassigned': ['delivery-assigned'],
  collected: ['at-hub', 'out-for-delivery', 'collection-exception'],
  'at-hub': from_hub,
  'at-destination-hub': from_hub,
  'delivery-assigned': from_hub,
  'returned-to-hub': ['out-for-delivery', 'delivery-unassigned'],
  'out-for-delivery': from_delivery,
  'delivery-failed-attempt': from_delivery,
  'delivery-exception': from_delivery,
  'delivery-rejected': from_delivery,
  cancelled: [
    'collection-assigned',
    'collection-unassigned',
    'collected',
    'at-hub',
    'in-transit',
    'at-destination-hub',
    'returned-to-hub',
    'delivery-assigned',
    'delivery-unassigned',
    'out-for-delivery',
    'delivered',
    'returned-to-sender',
  ],
}

/** The shipment data that the rules of status changes need. Agents are usernames, `''` when there is none. */
export interface Moving {
  status: ShipmentStatus
  collection_agent_id: string
  delivery_agent_id: string
  collected_date: Date | null
}

/**
 * Returns the statuses to which a shipment can be changed manually, the current status first. They come from
 * `manual_moves`; a change from unassigned to assigned requires an agent on that leg (STAT-035…STAT-054).
 */
export function nextStatuses(shipment: Moving): ShipmentStatus[] {
  const moves = manual_moves[shipment.status] ?? []
  return [shipment.status, ...moves.filter((to) => to !== shipment.status && hasAgentFor(shipment, to))]
}

function hasAgentFor(shipment: Moving, to: ShipmentStatus): boolean {
  if (shipment.status === 'collection-unassigned' && to === 'collection-assigned')
    return shipment.collection_agent_id !== ''
  if (shipment.status === 'delivery-unassigned' && to === 'delivery-assigned')
    return shipment.delivery_agent_id !== ''
  return true
}

/**
 * Returns the statuses of the status menu. Cancelling is omitted, because it is a separate action with a reason
 * (docs/domain/statuses.md#cancelling).
 */
export function menuStatuses(shipment: Moving): ShipmentStatus[] {
  return nextStatuses(shipment).filter((status) => status !== 'cancelled' || shipment.status === 'cancelled')
}

/** Permission to cancel own bookings on the day of the booking. */
export const cancel_own_shipment_permission = 'INLINE_cancel_own_of_today'

/**
 * The shipment data that the cancelling rules need. Lists do not contain `created_by`; in that case the server
 * decides.
 */
export interface Cancelling extends Moving {
  created_by?: string
  time_created: Date
}

/** Settings that decide whether an account user may cancel. */
export interface CancelRules {
  /** Provider setting. */
  allow_account_users_to_cancel: boolean
  /** Setting of the shipment's account. */
  allow_cancelling_failed_collections: boolean
}

const strict_cancelling: CancelRules = {
  allow_account_users_to_cancel: true,
  allow_cancelling_failed_collections: false,
}

/**
 * Checks whether the actor may cancel a shipment. Account users may cancel before collection while the provider
 * allows it, and after a failed collection only when their account allows it. Staff need a permission, and an
 * additional one after collection. Cancelling a cancelled shipment is allowed and changes nothing (SHIP-095,
 * docs/domain/statuses.md#cancelling, docs/domain/statuses.md#changes-by-hand, docs/domain/public-api.md#cancelling).
 */
export function mayCancel(
  actor: Actor,
  shipment: Cancelling,
  now: Date,
  rules: CancelRules = strict_cancelling,
): RuleResult {
  const { status } = shipment
  if (status === 'cancelled') return true
  if (!isFor('active', status) && !isUnpaid(status))
    return wrongState(`${article(status)} shipment cannot be cancelled.`)
  const wasCollected = hasBeenCollected(shipment)
  if (isStaff(actor)) {
    if (wasCollected && !hasPermission(actor, 'INLINE_cancel_collected_shipment'))
      return forbidden('You may not cancel a shipment that has been collected.')
    return mayCancelAsStaff(actor, shipment, now)
  }
  if (!rules.allow_account_users_to_cancel) return forbidden('Please contact us to cancel this shipment.')
  if (wasCollected) return wrongState('A shipment that has been collected can no longer be cancelled.')
  if (status === 'collection-failed-attempt' && !rules.allow_cancelling_failed_collections)
    return wrongState('After a failed collection only our staff can cancel. Please contact us.')
  return true
}

/**
 * Staff with the cancel permission may cancel any shipment; staff with the narrower permission only their own
 * bookings of today.
 */
function mayCancelAsStaff(actor: Actor, { created_by, time_created }: Cancelling, now: Date): RuleResult {
  if (hasPermission(actor, 'API_/shipments/cancel:POST')) return true
  if (!hasPermission(actor, cancel_own_shipment_permission))
    return forbidden(
      'You may not cancel shipments. Ask a colleague with this permission or an administrator.',
    )
  if (created_by !== undefined && created_by !== actor.username)
    return forbidden(
      'You may only cancel shipments that you booked yourself. Ask a colleague who may cancel others.',
    )
  return dayOf(time_created) === dayOf(now)
    ? true
    : forbidden(
        `You may only cancel shipments on the day you book them; this one was booked on ${formatDate(time_created)}. Ask a colleague who may cancel others.`,
      )
}

/**
 * Whether an API key may skip forward to a status that the menu does not offer
 * (docs/domain/public-api.md#changing-a-shipment).
 */
function isForwardMove(from: ShipmentStatus, to: ShipmentStatus): boolean {
  return isFor('active', from) && to !== 'cancelled' && factsOf(to).position > factsOf(from).position
}

/**
 * Checks whether the actor may set this status manually. Staff may always keep the current status, for example to add
 * a message. API keys of staff may also skip forward. Staff with `INLINE_force_status` may set statuses outside the
 * table. `delivered`, and restoring a cancelled shipment to a status in the table, always need their own permission.
 * Cancelling is checked by `mayCancel` (STAT-035, STAT-055, STAT-056; docs/domain/public-api.md#changing-a-shipment).
 */
export function mayMoveTo(
  actor: Actor,
  shipment: Moving,
  to: Exclude<ShipmentStatus, 'cancelled'>,
): RuleResult {
  if (!isStaff(actor)) return forbidden('Only our staff may change the status of a shipment.')
  if (to === shipment.status) return true
  if (to === 'delivered' && !hasPermission(actor, 'INLINE_deliver_parcels_or_shipments'))
    return forbidden('You may not deliver shipments.')
  const isListed = nextStatuses(shipment).includes(to)
  if (isListed && shipment.status === 'cancelled' && !hasPermission(actor, 'INLINE_uncancel_shipment'))
    return forbidden('You may not bring back a cancelled shipment.')
  if (isListed || (actor.kind === 'api-key' && isForwardMove(shipment.status, to)) || mayForce(actor))
    return true
  return wrongState(`${article(shipment.status)} shipment cannot become ${statusLabel(to).toLowerCase()}.`)
}

/** Whether the actor may force a status, which requires a reason (docs/domain/statuses.md#changes-by-hand). */
export function mayForce(actor: Actor): boolean {
  return isStaff(actor) && hasPermission(actor, 'INLINE_force_status')
}

/** Whether a change is outside the table, so that it requires the force permission and a reason. */
export function isForced(shipment: Moving, to: ShipmentStatus): boolean {
  return !nextStatuses(shipment).includes(to)
}

/**
 * Checks the message of a status change: cancelling requires a reason (SHIP-064, SHIP-093), and so does a forced
 * status.
 */
export function checkMove(to: ShipmentStatus, message: string, forced = false): RuleResult {
  if (message.trim() !== '') return true
  if (to === 'cancelled')
    return invalid('Reason for cancelling shipment is required.', [
      { field: 'message', message: 'is required' },
    ])
  if (forced)
    return invalid('Reason for this status is required.', [{ field: 'message', message: 'is required' }])
  return true
}

/**
 * Checks the time of an event: not in the future, with one minute of tolerance, and not before the booking
 * (docs/domain/statuses.md#meanings-and-sentences).
 */
export function checkEventDate(date: Date, booked: Date, now: Date): RuleResult {
  const minuteMs = 60_000
  if (date.getTime() > now.getTime() + minuteMs)
    return invalid('The time of an event cannot be in the future.')
  if (date < booked) return invalid('The time of an event cannot be before the shipment was created.')
  return true
}

/** Whether a status change needs an event. An unchanged status needs one only with a message, location or parcel. */
export function needsEvent(
  from: ShipmentStatus,
  to: ShipmentStatus,
  text: { message: string; location: string; parcel_id: number },
): boolean {
  return from !== to || text.message !== '' || text.location !== '' || text.parcel_id !== 0
}

function article(status: ShipmentStatus): string {
  const words = statusLabel(status).toLowerCase()
  return `${/^[aeiou]/.test(words) ? 'An' : 'A'} ${words}`
}
