import { z } from 'zod'
import { Account, pod_methods } from '../accounts/model.ts'
import { Address } from '../accounts/address.ts'
import { Contact } from '../accounts/contact.ts'
import { neverSet, omitted } from '../kit/calls/optional-fields.ts'
import { day, instant, rand } from '../kit/calls/wire.ts'
import { ChargeRow } from './pricing/shipment-charge.ts'
import { Parcel } from './parcel.ts'
import { shipment_statuses } from './statuses/status.ts'
import { TrackingInfo } from './statuses/tracking-event.ts'

export { ChargeRow } from './pricing/shipment-charge.ts'
export { Parcel, ParcelInput, default_packaging } from './parcel.ts'
export { NewShipment, ShipmentPatch } from './booking/shipment-input.ts'
export { ShipmentListRow } from './list-row.ts'
export { ShipmentNote, note_types } from './notes-and-tags/note.ts'
export {
  PodEvent,
  ShipmentFile,
  TrackingEvent,
  TrackingInfo,
  event_codes,
} from './statuses/tracking-event.ts'

/** How a shipment was created (docs/domain/public-api.md#shipment). */
export const shipment_sources = ['api', 'web', 'import', 'driver-app', 'integration'] as const

const status = z.enum(shipment_statuses)

const identity = {
  id: z.int(),
  provider_id: z.int(),
  account_id: z.int(),
  short_tracking_reference: z.string(),
  /** Absent when there is none, never `''`, because clients test for null before they use the short reference. */
  custom_tracking_reference: omitted(z.string()),
  /** The reference to display: the custom reference, otherwise the short one. */
  tracking_reference: z.string(),
  customer_reference: omitted(z.string()),
  customer_reference_name: omitted(z.string()),
  source: z.enum(shipment_sources),
  created_by: z.string(),
  modified_by: z.string(),
  time_created: instant,
  time_modified: instant,
  submitted_date: instant.nullable(),
  deleted_date: neverSet,
  latest_tracking_event_time: instant.nullable(),
  /** Unguessable ids used in the links of the feedback, payment and reschedule pages. */
  rating_reference: z.string(),
  payment_reference: z.string(),
  reschedule_reference: omitted(z.string()),
  /** Increases with every change; a PATCH may send the version on which it is based. */
  version: z.int(),
}

const flags = {
  /** The status visible to the viewer. */
  status,
  is_return: z.boolean(),
  /** Visible to staff only (SHIP-112). */
  tags: omitted(z.array(z.string())),
  is_pending: z.boolean(),
  has_been_invoiced: z.boolean(),
  has_pod_files: z.boolean(),
  all_pods_are_verified: z.boolean().nullable(),
  has_rating: z.boolean(),
  mute_notifications: z.boolean(),
  disable_new_charges: z.boolean(),
  payment_intervention_status: z.string(),
  collection_rescheduled: z.boolean(),
  delivery_rescheduled: z.boolean(),
  collection_rescheduled_reason: omitted(z.string()),
  delivery_rescheduled_reason: omitted(z.string()),
  collection_cutoff_override: z.boolean(),
  priority_level: z.int(),
  total_note_count: z.int(),
  external_note_count: z.int(),
  requires_action_note_count: z.int(),
  collection_request_id: z.int(),
  /** The status to which a release returns; set while the shipment is held or damaged. */
  status_before_hold: omitted(status),
  failed_collection_attempts: z.int(),
  failed_delivery_attempts: z.int(),
  last_failed_collection_attempt_time: instant.nullable(),
  last_failed_delivery_attempt_time: instant.nullable(),
  tracking_info: TrackingInfo.nullable(),
  invoice_trigger_shipment_status: z.string().nullable(),
}

const service_and_price = {
  service_level_id: z.int(),
  service_level_code: z.string(),
  service_level_name: z.string(),
  service_level_cut_off_time: instant.nullable(),
  original_shipment_information: z.object({
    original_service_level_code: z.string(),
    original_service_level_name: z.string(),
  }),
  /** In cents, VAT included; `null` only for viewers who may not see billing information. */
  rate: rand.nullable(),
  original_rate: rand.nullable(),
  previous_rate: rand.nullable(),
  /** Current charge rows; `[]` for viewers who may not see billing information. */
  rates: z.array(ChargeRow),
  /** In kg. */
  charged_weight: z.number(),
  actual_weight: z.number(),
  volumetric_weight: z.number(),
  /** In cents. */
  declared_value: rand,
  /** What the receiver pays for the goods at the delivery, in cents; 0 when nothing is to be paid. */
  cod_amount: rand,
  opt_in_rates: z.array(z.int()),
  opt_in_time_based_rates: z.array(z.int()),
  cost_center: omitted(z.object({ name: z.string() })),
  cost_center_id: omitted(z.int()),
}

const dates_and_windows = {
  /** Days are `YYYY-MM-DD`, clock times `HH:mm`. */
  collection_min_date: day,
  collection_after: z.string(),
  collection_before: z.string(),
  delivery_min_date: day,
  delivery_after: z.string(),
  delivery_before: z.string(),
  due_date: omitted(day),
  estimated_collection: instant.nullable(),
  original_estimated_collection: instant.nullable(),
  estimated_delivery_from: instant.nullable(),
  estimated_delivery_to: instant.nullable(),
  original_estimated_delivery_from: instant.nullable(),
  earliest_collection_capacity_date: instant.nullable(),
  collected_date: instant.nullable(),
  original_collected_date: instant.nullable(),
  delivered_date: instant.nullable(),
  returned_to_hub_date: instant.nullable(),
  /** Until when a parcel can be fetched from a locker or counter. */
  pickup_deadline: instant.nullable(),
  special_instructions_collection: z.string(),
  special_instructions_delivery: z.string(),
}

const parties_and_places = {
  collection_address: Address,
  collection_address_id: z.int(),
  collection_address_book_id: z.int(),
  collection_contact: Contact,
  collection_pickup_point_id: omitted(z.string()),
  collection_pickup_point_provider: z.string().nullable(),
  delivery_address: Address,
  delivery_address_id: z.int(),
  delivery_address_book_id: z.int(),
  delivery_contact: Contact,
  delivery_pickup_point_id: omitted(z.string()),
  delivery_pickup_point_provider: z.string().nullable(),
  responsible_contact: omitted(Contact),
  billing_contact: omitted(Contact),
  parcels: z.array(Parcel),
  account: Account,
  /** Placeholder object that old clients expect. */
  provider: z.object({
    name: z.null(),
    time_created: z.null(),
    invoice_counter: z.int(),
    credit_note_counter: z.int(),
    interhub_transfer_counter: z.int(),
  }),
}

const operations = {
  /** Usernames of drivers; `''` when there is none. */
  collection_agent_id: z.string(),
  delivery_agent_id: z.string(),
  original_collection_agent_id: z.string(),
  original_delivery_agent_id: z.string(),
  collection_agent_zone: z.string(),
  delivery_agent_zone: z.string(),
  collection_agent_routing_number: z.string(),
  delivery_agent_routing_number: z.string(),
  collection_read_by_driver_time: instant.nullable(),
  delivery_read_by_driver_time: instant.nullable(),
  account_branch_id: z.int(),
  current_branch_id: z.int(),
  current_branch_name: z.string(),
  current_branch_public_name: z.string(),
  collection_branch_id: z.int(),
  collection_branch_name: z.string(),
  collection_branch_public_name: z.string(),
  delivery_branch_id: z.int(),
  delivery_branch_name: z.string(),
  delivery_branch_public_name: z.string(),
  transient_branch_ids: z.array(z.int()).nullable(),
  outsourced_to: omitted(z.string()),
  third_party_reference: omitted(z.string()),
  pod_method: z.enum(pod_methods),
  proof_of_delivery_pin_hashed: z.string(),
  proof_of_delivery_pin: omitted(z.string()),
  /** Always `null`; tracking events have their own endpoint. */
  tracking_events: z.null(),
}

/**
 * A shipment as returned by the endpoints that book, read, change and cancel it (docs/domain/public-api.md#shipment;
 * SHIP-004…SHIP-027). In code, money is in cents, moments are `Date` and days are `YYYY-MM-DD`. Fields that may be
 * absent from the response also accept `null`.
 */
export const Shipment = z.object({
  ...identity,
  ...flags,
  ...service_and_price,
  ...dates_and_windows,
  ...parties_and_places,
  ...operations,
})
export type Shipment = z.output<typeof Shipment>

/** The placeholder value of `provider` in a shipment. */
export const provider_stub: Shipment['provider'] = {
  name: null,
  time_created: null,
  invoice_counter: 0,
  credit_note_counter: 0,
  interhub_transfer_counter: 0,
}
