import { z } from 'zod'
import { AddressInput } from '../accounts/address.ts'
import { CashTaken } from '../cash/cash-taken.ts'
import { ContactInput } from '../accounts/contact.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { phone } from '../kit/contacts/phone.ts'
import { count, day, flag, instant, list, maybe, num, sha256_hex, text } from '../kit/calls/wire.ts'
import { PushSubscriptionInput } from './push.ts'
import { file_visibilities, shipment_file_kinds } from '../shipments/files/shipment-file.ts'
import { ParcelInput } from '../shipments/parcel.ts'
import { EvidenceFile } from './evidence/evidence-file.ts'
import { ActionResult, Driver, TripSheet, action_types, legs } from './model.ts'
import { VehicleCheckItem } from './vehicle-check.ts'

/** The maximum number of actions, and of legs reported as seen, per request. */
export const driver_actions_max = 200

/**
 * A parcel added on the spot. Sizes in cm, weight in kg; `alternative_tracking_reference` is the reference on a
 * sticker on the parcel.
 */
export const AddedParcel = ParcelInput.pick({
  submitted_length_cm: true,
  submitted_width_cm: true,
  submitted_height_cm: true,
  submitted_weight_kg: true,
  parcel_description: true,
  packaging: true,
  alternative_tracking_reference: true,
})
export type AddedParcel = z.output<typeof AddedParcel>

/** The evidence of an action. PIN, names and numbers as the receiver gave them; files by their upload names. */
export const ActionPayload = z.object({
  pin: maybe(text(10)),
  name: maybe(text(255)),
  mobile_number: maybe(phone),
  department: maybe(text(255)),
  description: maybe(text(2000, { lines: true })),
  reason: maybe(text(500)),
  signature: maybe(text(255)),
  photos: maybe(list(text(255))),
  /** The number on the signed voucher, for GRV. */
  document_number: maybe(text(60)),
  odometer: maybe(num),
  /** The number of parcels collected for a collection request. */
  parcel_count: maybe(count),
  /**
   * The parcels added on the spot and, for a shipment, its destination. Without `service_level_code` the service
   * level of the stop applies.
   */
  parcels: maybe(list(AddedParcel)),
  delivery_address: maybe(AddressInput),
  delivery_contact: maybe(ContactInput),
  service_level_code: maybe(text(60)),
  called_before: maybe(flag),
  /** The money that the receiver paid for the goods. */
  cash: maybe(CashTaken),
  /** The locker compartment that holds the parcel, as written on its door. */
  compartment: maybe(text(20)),
  /** Every item of the vehicle check. If one is not in order, `description` says what is wrong. */
  vehicle_check: maybe(list(VehicleCheckItem)),
  /** References of the parcels that are damaged, of a problem with the reason 'Damaged'; all of the action without any. */
  damaged_parcels: maybe(list(text(80))),
  /** Of `add-photos`: what the photos display, and who may read them. */
  file_kind: maybe(z.enum(shipment_file_kinds)),
  file_visibility: maybe(z.enum(file_visibilities)),
  /** The message of the office that a `message` answers; its text is `description`. */
  answers_id: maybe(count),
})
export type ActionPayload = z.output<typeof ActionPayload>

/**
 * One action of a driver, with an id and a time set by the phone
 * (docs/domain/routing-and-drivers.md#what-drivers-report).
 */
export const DriverAction = z.object({
  action_id: z.uuid(),
  type: z.enum(action_types),
  shipment_id: maybe(count),
  /** The collection request of the action, instead of a shipment (docs/domain/collections.md). */
  collection_request_id: maybe(count),
  /** If empty, the action applies to every parcel of the shipment. */
  parcel_references: maybe(list(text(80))),
  /** Parcels whose barcodes the driver scanned for this action. Those in `parcel_references` count as scanned too. */
  scanned_references: maybe(list(text(80))),
  stop_id: maybe(text(80)),
  /** The text read from a manifest barcode, for manifest actions. */
  manifest_reference: maybe(text(300)),
  occurred_at: instant,
  /** How many seconds the phone clock was ahead of the server clock at the last contact. */
  clock_offset_seconds: maybe(num),
  lat: maybe(num),
  lng: maybe(num),
  /** In metres. */
  accuracy: maybe(num),
  battery: maybe(num),
  payload: maybe(ActionPayload),
  files: maybe(list(text(255))),
  /**
   * SHA-256 of the action as the phone recorded it, in hex (`contentHash`), with the hash of the action that the phone
   * recorded before it, and the hashes of all photos and the signature. Without it the evidence cannot be verified.
   */
  content_hash: maybe(sha256_hex),
  former_hash: maybe(sha256_hex),
  evidence: maybe(list(EvidenceFile)),
})
export type DriverAction = z.output<typeof DriverAction>

/** A leg of a shipment that the driver opened on the phone. */
export const SeenLeg = z.object({
  shipment_id: count,
  leg: z.enum(legs),
  at: instant,
  clock_offset_seconds: maybe(num),
})
export type SeenLeg = z.output<typeof SeenLeg>

/** The driver opened the messages of the office, up to this one. */
export const ReadMessages = z.object({
  up_to_id: count,
  at: instant,
  clock_offset_seconds: maybe(num),
})
export type ReadMessages = z.output<typeof ReadMessages>

/** Endpoints for drivers, their trip sheets and their reported actions: docs/domain/routing-and-drivers.md. */
export const driversApi = {
  list: endpoint('GET /drivers', {
    input: z.object({
      branch_id: maybe(count),
      search: maybe(text(120)),
      on_duty: maybe(flag),
      include_deleted: maybe(flag),
      ...paging,
    }),
    output: z.object({ drivers: z.array(Driver), count: z.int() }),
    summary: 'Lists drivers of the company.',
    published: false,
  }),
  tripSheet: endpoint('GET /trip-sheet', {
    workload: 'field',
    input: z.object({
      driver: maybe(text(120)),
      date: maybe(day),
      branch_id: maybe(count),
      limit: paging.limit,
      offset: paging.offset,
    }),
    output: TripSheet,
    summary:
      'Lists the stops of a driver on a day, or of all drivers in pages. Drivers get their own stops only.',
    published: false,
  }),
  assign: endpoint('POST /trip-sheet/assign', {
    body: 'many',
    input: z.object({
      shipment_ids: list(count),
      leg: z.enum(legs),
      /** `''` unassigns the driver. */
      username: text(120),
      /** Assigns the driver despite doubts, such as when the driver belongs to another branch. */
      assign_anyway: maybe(flag),
    }),
    output: z.object({
      results: z.array(z.object({ shipment_id: z.int(), assigned: z.boolean(), message: z.string() })),
    }),
    summary: 'Assigns the collection or delivery of several shipments to a driver.',
    published: false,
  }),
  actions: endpoint('POST /drivers/actions', {
    workload: 'field',
    input: z.object({
      actions: z
        .array(DriverAction)
        .max(driver_actions_max, `at most ${driver_actions_max} actions per call`),
      /** Legs that the driver has opened since the last call. Only the first time of each is stored. */
      seen: maybe(
        z.array(SeenLeg).max(driver_actions_max, `at most ${driver_actions_max} seen legs per call`),
      ),
      /** The messages of the office that the driver has opened since the last call. */
      read_messages: maybe(
        z.array(ReadMessages).max(driver_actions_max, `at most ${driver_actions_max} read messages per call`),
      ),
    }),
    output: z.object({ results: z.array(ActionResult) }),
    summary: 'Records actions of a driver, including actions made offline. Returns one result per action.',
    published: false,
  }),
  pushKey: endpoint('GET /drivers/push', {
    input: z.object({}),
    output: z.object({ public_key: z.string() }),
    audience: 'session',
    permission: null,
    summary: 'Returns the public key that a browser needs to subscribe to push messages.',
    published: false,
  }),
  subscribePush: endpoint('POST /drivers/push', {
    input: PushSubscriptionInput,
    output: z.object({}),
    audience: 'session',
    permission: null,
    summary:
      'Subscribes a browser to push messages for the duration of the session: drivers to their stops, staff to topics.',
    published: false,
  }),
  unsubscribePush: endpoint('DELETE /drivers/push', {
    input: PushSubscriptionInput.pick({ endpoint: true }),
    output: z.object({}),
    audience: 'session',
    permission: null,
    summary: 'Unsubscribes a browser.',
    published: false,
  }),
}
