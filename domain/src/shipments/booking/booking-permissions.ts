import { hasPermission, isStaff, role_ids, type Actor } from '../../kit/actor.ts'
import type { Environment } from '../../kit/environment.ts'
import { forbidden, wrongState } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import type { ShipmentPatch } from './shipment-input.ts'
import { hasBeenCollected, waitsAtPoint, type ShipmentStatus } from '../statuses/status.ts'

/**
 * Checks whether a booking on the guest account is permitted: for signed-in users always, for guests unless the
 * provider has switched guest bookings off, and for provider 1 in production never (SHIP-078…SHIP-080). Bookings on
 * other accounts do not need this check.
 */
export function mayBookAsGuest(
  actor: Actor,
  provider: { id: number; environment: Environment; unused_feature_guest_shipment_creation: boolean },
): RuleResult {
  const off = forbidden('Guest shipments are not available. Please sign in to book a shipment.')
  if (provider.id === 1 && provider.environment === 'prod') return off
  const isSignedIn = actor.kind !== 'guest' && actor.role_id !== role_ids.guest
  return isSignedIn || !provider.unused_feature_guest_shipment_creation ? true : off
}

/** Fields that account users may change before collection (SHIP-088, SHIP-089). */
const account_fields: ReadonlySet<string> = new Set([
  'collection_address',
  'collection_contact',
  'collection_address_book_id',
  'collection_pickup_point_id',
  'collection_pickup_point_provider',
  'delivery_address',
  'delivery_contact',
  'delivery_address_book_id',
  'delivery_pickup_point_id',
  'delivery_pickup_point_provider',
  'collection_min_date',
  'collection_after',
  'collection_before',
  'delivery_min_date',
  'delivery_after',
  'delivery_before',
  'due_date',
  'collection_rescheduled_reason',
  'delivery_rescheduled_reason',
  'special_instructions_collection',
  'special_instructions_delivery',
  'customer_reference',
  'customer_reference_name',
  'custom_tracking_reference',
  'cost_center',
  'cost_center_id',
  'parcels',
  'service_level_code',
  'service_level_id',
  'opt_in_rates',
  'opt_in_time_based_rates',
  'declared_value',
  'pod_method',
  'mute_notifications',
])

/** Fields that account users may still change after collection (SHIP-089). */
const account_fields_after_collection: ReadonlySet<string> = new Set([
  'delivery_contact',
  'special_instructions_delivery',
  'customer_reference',
  'customer_reference_name',
])

/** Fields that change where a parcel is delivered. */
const place_fields: ReadonlySet<string> = new Set([
  'delivery_address',
  'delivery_pickup_point_id',
  'delivery_pickup_point_provider',
])

/** Fields of a patch that this check ignores: they identify the shipment or accompany the change. */
const naming_fields: ReadonlySet<string> = new Set([
  'id',
  'tracking_reference',
  'account_id',
  'version',
  'status',
  'metadata',
  'time_modified',
  'assign_anyway',
])

/** The shipment data that decides whether a field may be changed. */
export interface Editable {
  status: ShipmentStatus
  collected_date: Date | null
}

/** Returns the fields the actor may change now; `all` for staff (SHIP-087…SHIP-089). */
export function editableFields(
  actor: Actor,
  shipment: Editable,
  allowAccountUsersToEditAfterCollection: boolean,
): 'all' | ReadonlySet<string> {
  if (isStaff(actor)) return 'all'
  if (shipment.status === 'cancelled' || shipment.status === 'delivered') return new Set()
  if (hasBeenCollected(shipment) && !allowAccountUsersToEditAfterCollection)
    return account_fields_after_collection
  return account_fields
}

/**
 * Checks whether the actor may make a change. Account users may not change a cancelled shipment, nor fields that are
 * not open to them. Nobody sends a parcel elsewhere while it waits at a pickup point.
 */
export function mayChange(
  actor: Actor,
  shipment: Editable,
  patch: Partial<ShipmentPatch>,
  allowAccountUsersToEditAfterCollection: boolean,
): RuleResult {
  if (waitsAtPoint(shipment.status) && sentFields(patch).some((field) => place_fields.has(field)))
    return wrongState(
      'The parcel waits at a pickup point. Have it taken back to the hub first, then choose where it goes.',
    )
  const open = editableFields(actor, shipment, allowAccountUsersToEditAfterCollection)
  if (open === 'all') return mayChangeAsStaff(actor, shipment, patch)
  if (shipment.status === 'cancelled') return wrongState('A cancelled shipment cannot be changed.')
  const closed = sentFields(patch).find((field) => !open.has(field))
  if (closed === undefined) return true
  const words = wordsFor(closed)
  return hasBeenCollected(shipment)
    ? wrongState(`After collection the ${words} can no longer be changed. Please contact us.`)
    : forbidden(`You may not change the ${words} of a shipment.`)
}

/** Returns the display name of a field, for example `collection window` for `collection_before`. */
function wordsFor(field: string): string {
  return field
    .replace(/_(after|before)$/, '_window')
    .replace('_min_date', '_date')
    .replace(/_(id|code|provider)$/, '')
    .replaceAll('_', ' ')
}

function mayChangeAsStaff(actor: Actor, shipment: Editable, patch: Partial<ShipmentPatch>): RuleResult {
  const fields = sentFields(patch)
  const wasCollected = hasBeenCollected(shipment)
  const changesLevel = fields.includes('service_level_code') || fields.includes('service_level_id')
  if (wasCollected && changesLevel && !hasPermission(actor, 'INLINE_edit_service_level_after_collection'))
    return forbidden('You may not change the service level after collection.')
  if (fields.includes('disable_new_charges') && !hasPermission(actor, 'INLINE_disable_new_charges'))
    return forbidden('You may not switch off new charges.')
  if (fields.includes('mute_notifications') && !hasPermission(actor, 'INLINE_mute_notifications'))
    return forbidden('You may not mute notifications.')
  return true
}

function sentFields(patch: Partial<ShipmentPatch>): string[] {
  return Object.entries(patch)
    .filter(([field, value]) => value !== undefined && !naming_fields.has(field))
    .map(([field]) => field)
}
