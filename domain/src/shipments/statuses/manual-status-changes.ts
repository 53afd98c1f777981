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

/** The specification's table of manual changes; a status without a row leads nowhere by hand (STAT-036…STAT-054). */
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

/** What the rules of moving need to know of a shipment. Agents are usernames, `''` when none. */
export interface Moving {
  status: ShipmentStatus
  collection_agent_id: string
  delivery_agent_id: string
  collected_date: Date | null
}

/**
 * The options of a manual change, the current status first: the table, where assigned needs an agent on that leg
 * when it follows unassigned (STAT-035…STAT-054).
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
 * The rows of the status menu: cancelling is an action of its own with a reason (docs/domain/statuses.md#cancelling).
 */
export function menuStatuses(shipment: Moving): ShipmentStatus[] {
  return nextStatuses(shipment).filter((status) => status !== 'cancelled' || shipment.status === 'cancelled')
}

/** Lets its holder cancel what they booked themselves, on the day of the booking. */
export const cancel_own_shipment_permission = 'INLINE_cancel_own_of_today'

/** What cancelling needs to know of a shipment. Lists do not say who booked; the server then has the last word. */
export interface Cancelling extends Moving {
  created_by?: string
  time_created: Date
}

/** What decides whether an account's user may cancel. */
export interface CancelRules {
  /** Provider setting. */
  allow_account_users_to_cancel: boolean
  /** Of the shipment's account. */
  allow_cancelling_failed_collections: boolean
}

const strict_cancelling: CancelRules = {
  allow_account_users_to_cancel: true,
  allow_cancelling_failed_collections: false,
}

/**
 * Whether the actor may cancel: before collection everybody who may reach it; once collected staff with their own
 * permission; a failed collection by the account only where allowed. A cancelled one stays as it is (SHIP-095,
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

/** Staff cancel any shipment with the right to it, and with the narrow one what they booked themselves today. */
function mayCancelAsStaff(actor: Actor, { created_by, time_created }: Cancelling, now: Date): RuleResult {
  if (hasPermission(actor, 'API_/shipments/cancel:POST')) return true
  if (!hasPermission(actor, cancel_own_shipment_permission))
    return forbidden('You may not cancel shipments. Ask a colleague who may, or an administrator.')
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

/** Whether a call through the API may move forward past the menu (docs/domain/public-api.md#changing-a-shipment). */
function isForwardMove(from: ShipmentStatus, to: ShipmentStatus): boolean {
  return isFor('active', from) && to !== 'cancelled' && factsOf(to).position > factsOf(from).position
}

/**
 * Whether the actor may give the shipment this status by hand. Keeping the current status is always allowed (a message
 * may go with it); cancelling is asked of `mayCancel` instead; API keys of staff may also skip forward; holders of
 * INLINE_force_status may set any status (STAT-035, STAT-055, STAT-056; docs/domain/public-api.md#changing-a-shipment).
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

/** Whether the actor may set any status, with a reason (docs/domain/statuses.md#changes-by-hand). */
export function mayForce(actor: Actor): boolean {
  return isStaff(actor) && hasPermission(actor, 'INLINE_force_status')
}

/** Whether a move stands outside the table, so that it needs the force permission and a reason. */
export function isForced(shipment: Moving, to: ShipmentStatus): boolean {
  return !nextStatuses(shipment).includes(to)
}

/** What a move must carry: cancelling needs a reason (SHIP-064, SHIP-093), and so does a forced status. */
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
 * When an event may have happened: not in the future and not before the booking
 * (docs/domain/statuses.md#meanings-and-sentences).
 */
export function checkEventDate(date: Date, booked: Date, now: Date): RuleResult {
  const minuteMs = 60_000
  if (date.getTime() > now.getTime() + minuteMs)
    return invalid('The time of an event cannot be in the future.')
  if (date < booked) return invalid('The time of an event cannot be before the shipment was created.')
  return true
}

/** Whether entering the same status again is worth an event: only with a message, place or parcel of its own. */
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
