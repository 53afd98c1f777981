import { hasPermission, isStaff, role_ids, type Actor } from '../../kit/actor.ts'
import { Problem, forbidden, wrongState } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { mayRerate } from '../../rates/pricing/re-rating.ts'
import { hasBeenCollected, waitsAtPoint, type ShipmentStatus } from '../statuses/status.ts'
import type { ShipmentPatch } from './shipment-input.ts'

const level = 'INLINE_edit_service_level_after_collection'
const charges = 'INLINE_disable_new_charges'
const mute = 'INLINE_mute_notifications'

/**
 * Defines who may change each field of a shipment before and after collection: nobody, everyone in the column, or
 * those with a permission (SHIP-087…SHIP-089; docs/domain/shipments.md#changing-a-booking). Account users may change
 * nothing of a cancelled or delivered shipment.
 *
 * - `closed_by`: what closes the field for everyone: an invoice, everything that stops new charges, or the parcel waiting
 *   at a pickup point, where nobody may send it elsewhere.
 * - `copied`: whether a duplicate has the value of the original (SHIP-090). A return swaps the fields of the two sides.
 */
// One row per field: it reads as the table it is.
// prettier-ignore
export const field_table = {
  //                                  account         staff
  //                                  before  after   before  after   closed_by  copied
  collection_address:               [ true,   false,  true,   true,   null,      true  ],
  collection_contact:               [ true,   false,  true,   true,   null,      true  ],
  collection_address_book_id:       [ true,   false,  true,   true,   null,      false ],
  collection_pickup_point_id:       [ true,   false,  true,   true,   null,      true  ],
  collection_pickup_point_provider: [ true,   false,  true,   true,   null,      true  ],
  collection_min_date:              [ true,   false,  true,   true,   null,      false ],
  collection_after:                 [ true,   false,  true,   true,   null,      true  ],
  collection_before:                [ true,   false,  true,   true,   null,      true  ],
  collection_rescheduled_reason:    [ true,   false,  true,   true,   null,      false ],
  special_instructions_collection:  [ true,   false,  true,   true,   null,      true  ],
  delivery_address:                 [ true,   false,  true,   true,   'point',   true  ],
  delivery_contact:                 [ true,   true,   true,   true,   null,      true  ],
  delivery_address_book_id:         [ true,   false,  true,   true,   null,      false ],
  delivery_pickup_point_id:         [ true,   false,  true,   true,   'point',   true  ],
  delivery_pickup_point_provider:   [ true,   false,  true,   true,   'point',   true  ],
  delivery_min_date:                [ true,   false,  true,   true,   null,      false ],
  delivery_after:                   [ true,   false,  true,   true,   null,      true  ],
  delivery_before:                  [ true,   false,  true,   true,   null,      true  ],
  delivery_rescheduled_reason:      [ true,   false,  true,   true,   null,      false ],
  special_instructions_delivery:    [ true,   true,   true,   true,   null,      true  ],
  due_date:                         [ true,   false,  true,   true,   null,      false ],
  parcels:                          [ true,   false,  true,   true,   null,      true  ],
  service_level_code:               [ true,   false,  true,   level,  'charges', true  ],
  service_level_id:                 [ true,   false,  true,   level,  'charges', true  ],
  opt_in_rates:                     [ true,   false,  true,   true,   'invoice', true  ],
  opt_in_time_based_rates:          [ true,   false,  true,   true,   'invoice', true  ],
  declared_value:                   [ true,   false,  true,   true,   'invoice', true  ],
  cod_amount:                       [ true,   false,  true,   true,   null,      false ],
  pod_method:                       [ true,   false,  true,   true,   null,      true  ],
  customer_reference:               [ true,   true,   true,   true,   null,      false ],
  customer_reference_name:          [ true,   true,   true,   true,   null,      false ],
  custom_tracking_reference:        [ true,   false,  true,   false,  null,      false ],
  cost_center:                      [ true,   false,  true,   true,   null,      true  ],
  cost_center_id:                   [ true,   false,  true,   true,   null,      true  ],
  billing_contact:                  [ false,  false,  true,   true,   null,      true  ],
  responsible_contact:              [ false,  false,  true,   true,   null,      true  ],
  mute_notifications:               [ true,   false,  mute,   mute,   null,      false ],
  collection_agent_id:              [ false,  false,  true,   true,   null,      false ],
  delivery_agent_id:                [ false,  false,  true,   true,   null,      false ],
  disable_new_charges:              [ false,  false,  charges, charges, null,    false ],
  invoice_trigger_shipment_status:  [ false,  false,  true,   true,   'invoice', false ],
} as const satisfies Readonly<Record<string, FieldRule>>

type Permitted = boolean | typeof level | typeof charges | typeof mute
type FieldRule = readonly [
  account_before: Permitted,
  account_after: Permitted,
  staff_before: Permitted,
  staff_after: Permitted,
  closed_by: 'invoice' | 'charges' | 'point' | null,
  copied: boolean,
]

/** A field of a shipment that can be changed. */
export type ShipmentField = keyof typeof field_table

/** The fields that a duplicate has from its original. */
export const copied_fields: ReadonlySet<string> = new Set(
  (Object.keys(field_table) as ShipmentField[]).filter((field) => field_table[field][5]),
)

/** The shipment data that decides whether a field may be changed. */
export interface Editable {
  status: ShipmentStatus
  collected_date: Date | null
  has_been_invoiced?: boolean
  disable_new_charges?: boolean
}

/**
 * Returns for every field whether the actor may change it now, with the reason why not.
 * `allowAccountUsersToEditAfterCollection` is the setting of the company: account users then keep what they may change
 * before collection.
 */
export function fieldsFor(
  actor: Actor,
  shipment: Editable,
  allowAccountUsersToEditAfterCollection: boolean,
): Readonly<Record<ShipmentField, RuleResult>> {
  const fields = Object.keys(field_table) as ShipmentField[]
  return Object.fromEntries(
    fields.map((field) => [
      field,
      mayChangeField(actor, shipment, field, allowAccountUsersToEditAfterCollection),
    ]),
  ) as Record<ShipmentField, RuleResult>
}

/**
 * Checks whether the actor may make a change. The problem has the reason for the first field that is closed, and lists
 * all of them. Account users may not change a cancelled shipment at all.
 */
export function mayChange(
  actor: Actor,
  shipment: Editable,
  patch: Partial<ShipmentPatch>,
  allowAccountUsersToEditAfterCollection: boolean,
): RuleResult {
  if (!isStaff(actor) && shipment.status === 'cancelled') return cancelled
  const closed = sentFields(patch).flatMap((field) => {
    const may = mayChangeField(actor, shipment, field, allowAccountUsersToEditAfterCollection)
    return may === true ? [] : [{ field, problem: may }]
  })
  const [first] = closed
  if (!first) return true
  return new Problem(first.problem.kind, first.problem.message, {
    fields: closed.map(({ field, problem }) => ({ field, message: problem.message })),
  })
}

const cancelled = wrongState('A cancelled shipment cannot be changed.')

function mayChangeField(
  actor: Actor,
  shipment: Editable,
  field: ShipmentField,
  allowAccountUsersToEditAfterCollection: boolean,
): RuleResult {
  const [accountBefore, accountAfter, staffBefore, staffAfter, closedBy] = field_table[field]
  const words = wordsFor(field)
  const wasCollected = hasBeenCollected(shipment)
  if (!isStaff(actor)) {
    if (shipment.status === 'cancelled') return cancelled
    const isOpen = wasCollected && !allowAccountUsersToEditAfterCollection ? accountAfter : accountBefore
    if (!isOpen || shipment.status === 'delivered' || actor.role_id === role_ids.guest)
      return wasCollected
        ? wrongState(`After collection the ${words} can no longer be changed. Please contact us.`)
        : forbidden(`You may not change the ${words} of a shipment.`)
  }
  if (closedBy === 'point' && waitsAtPoint(shipment.status))
    return wrongState(
      'The parcel waits at a pickup point. Have it taken back to the hub first, then choose where it goes.',
    )
  const isInvoiced = shipment.has_been_invoiced ?? false
  if (closedBy !== null && closedBy !== 'point' && isInvoiced)
    return wrongState(`This shipment has been invoiced. The ${words} can no longer be changed.`)
  if (closedBy === 'charges' && shipment.disable_new_charges)
    return mayRerate({ disable_new_charges: true, is_invoiced: false })
  if (!isStaff(actor)) return true
  const needed = wasCollected ? staffAfter : staffBefore
  if (needed === false) return wrongState(`After collection the ${words} can no longer be changed.`)
  if (needed === true || hasPermission(actor, needed)) return true
  return forbidden(
    needed === level ? `You may not change the ${words} after collection.` : `You may not ${verbs[needed]}.`,
  )
}

const verbs = {
  [charges]: 'switch off new charges',
  [mute]: 'mute notifications',
} as const

/** Fields of a patch that identify the shipment or accompany the change. */
type NamingField = Exclude<keyof ShipmentPatch, ShipmentField>

/** Returns the fields of a shipment that a patch changes. */
export function sentFields(patch: Partial<ShipmentPatch>): ShipmentField[] {
  const sent = Object.keys(patch) as (ShipmentField | NamingField)[]
  return sent.filter((field): field is ShipmentField => field in field_table && patch[field] !== undefined)
}

/** Returns the display name of a field, for example `collection window` for `collection_before`. */
function wordsFor(field: ShipmentField): string {
  if (field === 'invoice_trigger_shipment_status') return 'status from which it is invoiced'
  return field
    .replace(/_(after|before)$/, '_window')
    .replace('_min_date', '_date')
    .replace(/_(id|code|provider)$/, '')
    .replaceAll('_', ' ')
}
