import { z } from 'zod'
import { cancel_own_shipment_permission } from './statuses/manual-status-changes.ts'
import { FileLink } from '../files/model.ts'
import { date_range } from '../kit/dates/date-range-codec.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { omitted } from '../kit/calls/optional-fields.ts'
import { paging } from '../kit/lists/paging.ts'
import { phone } from '../kit/contacts/phone.ts'
import { fieldNames, withFields } from '../kit/calls/sparse.ts'
import { count, day, flag, instant, list, maybe, num, rand, text } from '../kit/calls/wire.ts'
import { vat_types } from '../rates/price-books/price-book.ts'
import { DriverChoice } from './driver-doubts.ts'
import { ListedShipmentFile, file_visibilities, shipment_file_kinds } from './files/shipment-file.ts'
import { ShipmentListRow } from './list-row.ts'
import { Parcel, Shipment } from './model.ts'
import { ShipmentNote, note_readers, note_types } from './notes-and-tags/note.ts'
import { ParcelInput } from './parcel.ts'
import { PodTarget } from './proof-of-delivery/prove-delivery.ts'
import { reference_max_length } from './labels/references.ts'
import { receiver_channels, receiver_message_max } from './receiver/receiver-message.ts'
import { resend_link_permission, shipment_links, take_payment_permission } from './resend-link.ts'
import { waybill_types } from './labels/waybill-types.ts'
import { NewShipment, ShipmentPatch } from './booking/shipment-input.ts'
import { max_tag_length } from '../tags/rules.ts'
import { shipment_statuses, status_purposes } from './statuses/status.ts'
import { PodEvent, ShipmentFile, TrackingEvent } from './statuses/tracking-event.ts'

/** Identifies one shipment by its id or by any of its references. */
const one = { id: maybe(count), tracking_reference: maybe(text(80)) }
/** Like `one`, and also accepts `shipment_id`, which old clients send. */
const of_shipment = { shipment_id: maybe(count), ...one }

const reference_or_dates = {
  status: maybe(list(z.enum(shipment_statuses))),
  account_id: maybe(count),
  service_level_code: maybe(text(60)),
  date_filter: maybe(z.enum(['time_created', 'collected_date', 'delivered_date', 'estimated_delivery_to'])),
  ...date_range,
  is_return: maybe(flag),
}

/** A file sent inside a request: base64 or a list of bytes (docs/domain/public-api.md#sending-a-proof). */
const sent_file = z.object({
  file_name: text(255),
  display_name: maybe(text(255)),
  file_size: maybe(count),
  data: z.union([z.string(), z.array(z.int().min(0).max(255))]),
})

const resend_answer = z.object({ message: z.string(), channels: z.array(z.string()) })

const labels = {
  id: maybe(list(count)),
  tracking_reference: maybe(text(80)),
  account_id: maybe(count),
  /**
   * For requests without credentials, which may print guest shipments only: `collection_email` or
   * `collection_contact_number` must match the collection contact.
   */
  collection_email: maybe(text(254)),
  collection_contact_number: maybe(text(60)),
  /**
   * For requests without credentials, instead of the two fields above: the reference in the payment link of a guest
   * shipment.
   */
  payment_reference: maybe(text(60)),
}

/** One page per parcel or one per shipment; defaults to the setting of the company (SHIP-108). */
const waybill_type = maybe(z.enum(waybill_types))

const tagging = z.object({ id: list(count), tags: list(text(max_tag_length)) })
const tagged = z.object({
  shipments: z.array(z.object({ id: z.int(), tags: z.array(z.string()) })),
  count: z.int(),
})

/** Stickers in ZPL format (docs/domain/public-api.md#stickers). */
export const ZplStickers = z.object({
  label: z.string(),
  shipments: z.array(
    z.object({
      id: z.int(),
      short_tracking_reference: z.string(),
      custom_tracking_reference: omitted(z.string()),
      parcel_waybills: z.array(
        z.object({ parcel_reference: z.string(), sticker_waybill_content: z.string() }),
      ),
    }),
  ),
  count: z.int(),
})
export type ZplStickers = z.output<typeof ZplStickers>

/** A status as lists and menus display it. */
const ListedStatus = z.object({
  status: z.enum(shipment_statuses),
  label: z.string(),
  colour: z.enum(['blue', 'green', 'red', 'grey']),
  /** The purposes the status belongs to; `GET /shipments/statuses` filters by them. */
  purposes: z.array(z.enum(status_purposes)),
})

/** All data of a shipment for the detail page. */
export const ShipmentDetail = z.object({
  shipment: Shipment,
  events: z.array(TrackingEvent),
  notes: z.array(ShipmentNote),
  files: z.array(ShipmentFile),
  /** Whether a change made the printed labels wrong. */
  label_outdated: z.boolean(),
  /** Number of audit trail entries; 0 for viewers who may not see the trail. */
  audit_count: z.int(),
})
export type ShipmentDetail = z.output<typeof ShipmentDetail>

/** Maximum number of shipments per label batch; larger requests are rejected. */
export const batch_label_max = 500

/** Shipments, their parcels, labels, notes and proof of delivery: docs/domain/public-api.md. */
export const shipmentsApi = {
  create: endpoint('POST /shipments', {
    body: 'many',
    input: NewShipment,
    output: Shipment,
    audience: 'public',
    summary: 'Books a shipment.',
  }),
  list: endpoint('GET /shipments', {
    input: z.object({
      id: maybe(list(count)),
      tracking_reference: maybe(text(80)),
      tracking_ref: maybe(text(80)),
      customer_reference: maybe(text(255)),
      ...reference_or_dates,
      search_query: maybe(text(255)),
      fields: fieldNames(Shipment),
      ...paging,
    }),
    output: z.object({ shipments: z.array(Shipment), count: z.int() }),
    sparse: (fields) => z.object({ shipments: z.array(withFields(Shipment, fields)), count: z.int() }),
    summary: 'Lists shipments by reference or filter.',
  }),
  /**
   * `id` is the shipment id, or any reference of the shipment or of one of its parcels. Digits are looked up as an id
   * first, then as a reference.
   */
  one: endpoint('GET /shipments/:id', {
    input: z.object({ id: text(80), account_id: maybe(count), fields: fieldNames(Shipment) }),
    output: Shipment,
    sparse: (fields) => withFields(Shipment, fields),
    permission: 'API_/shipments:GET',
    summary: 'Returns a shipment by ID, reference or parcel reference.',
  }),
  statuses: endpoint('GET /shipments/statuses', {
    input: z.object({ purpose: maybe(z.enum(status_purposes)) }),
    output: z.object({ statuses: z.array(ListedStatus), count: z.int() }),
    permission: 'API_/shipments:GET',
    summary: 'Lists the statuses visible to the caller, in order: all, or those for one purpose.',
  }),
  change: endpoint('PATCH /shipments', {
    body: 'many',
    input: ShipmentPatch,
    output: Shipment,
    summary: 'Updates the given fields. A status creates a tracking event.',
  }),
  previewChange: endpoint('POST /shipments/change-preview', {
    body: 'many',
    input: ShipmentPatch,
    output: z.object({
      before: Shipment,
      after: Shipment,
      /** References of the parcels whose labels must be printed again. */
      labels: z.array(z.string()),
      /** The messages that the change sends, as sentences. */
      messages: z.array(z.string()),
    }),
    permission: 'API_/shipments:PATCH',
    summary: 'Previews a change: price, days, branches, drivers, labels and messages. Stores nothing.',
  }),
  drivers: endpoint('GET /shipments/drivers', {
    input: z.object({
      /** The shipments of which a leg is to be assigned. For other work, send `branch_ids` and `day` instead. */
      shipment_ids: maybe(list(count)),
      leg: maybe(z.enum(['collection', 'delivery'])),
      branch_ids: maybe(list(count)),
      day: maybe(day),
      /** Zone of a stop that does not belong to a shipment. */
      zone: maybe(text(120)),
    }),
    output: z.object({ drivers: z.array(DriverChoice) }),
    audience: 'session',
    permission: null,
    summary: 'Lists the drivers available for an assignment, with warnings for each.',
    published: false,
  }),
  parcels: endpoint('GET /shipments/parcels', {
    input: z.object({
      alternative_tracking_reference: maybe(text(80)),
      tracking_reference: maybe(text(80)),
      shipment_id: maybe(count),
      ...paging,
    }),
    output: z.object({ parcels: z.array(Parcel), shipments: z.array(Shipment), count: z.int() }),
    permission: 'API_/shipments:GET',
    summary: 'Lists parcels by reference, with their shipments.',
  }),
  changeParcels: endpoint('PATCH /shipments/parcels', {
    body: 'many',
    input: z.object({ ...one, parcels: list(ParcelInput), version: maybe(count) }),
    output: Shipment,
    permission: 'API_/shipments:PATCH',
    summary: 'Updates parcels of a shipment.',
  }),
  cancel: endpoint('POST /shipments/cancel', {
    input: z.object({ ...one, message: maybe(text(2000, { lines: true })) }),
    output: Shipment,
    or_right: cancel_own_shipment_permission,
    summary: 'Cancels a shipment.',
  }),
  addTags: endpoint('POST /shipments/tags', {
    input: tagging,
    output: tagged,
    summary: 'Adds tags to shipments.',
    published: false,
  }),
  removeTags: endpoint('DELETE /shipments/tags', {
    input: tagging,
    output: tagged,
    summary: 'Removes tags from shipments.',
    published: false,
  }),
  addCharge: endpoint('POST /shipments/charges', {
    input: z.object({
      id: count,
      name: text(100),
      unit_price: rand,
      quantity: maybe(num),
      vat_type: maybe(z.enum(vat_types)),
    }),
    output: Shipment,
    permission: 'INLINE_add_custom_charge',
    summary: 'Adds a manual charge. Repricing does not remove it.',
    published: false,
  }),
  removeCharge: endpoint('DELETE /shipments/charges', {
    input: z.object({ shipment_id: count, id: count }),
    output: z.object({}),
    permission: 'INLINE_add_custom_charge',
    summary: 'Deletes a manually added charge.',
    published: false,
  }),
  hold: endpoint('POST /shipments/hold', {
    input: z.object({ id: count, reason: text(500), internal: maybe(flag) }),
    output: Shipment,
    summary: 'Places a shipment on hold.',
    published: false,
  }),
  release: endpoint('POST /shipments/release', {
    input: z.object({ id: count, message: maybe(text(500)) }),
    output: Shipment,
    summary: 'Releases a shipment from hold and restores its previous status.',
    published: false,
  }),
  resendPodPin: endpoint('POST /shipments/resend-pod-pin', {
    input: z.object({ id: count }),
    output: resend_answer,
    summary: 'Sends the delivery PIN again.',
  }),
  resendPickupPin: endpoint('POST /shipments/resend-pickup-pin', {
    input: z.object({ id: count }),
    output: resend_answer,
    summary: 'Sends the pickup PIN of a locker again.',
  }),
  resendLink: endpoint('POST /shipments/resend-link', {
    input: z.object({ id: count, link: z.enum(shipment_links) }),
    output: resend_answer,
    permission: resend_link_permission,
    or_right: take_payment_permission,
    summary: 'Sends a link again: tracking, another day, rating or payment.',
    published: false,
  }),
  messageReceiver: endpoint('POST /shipments/message-receiver', {
    input: z.object({
      id: count,
      channel: z.enum(receiver_channels),
      message: text(receiver_message_max, { lines: true }),
    }),
    output: z.object({
      /** The addresses, masked for users who may not see contact details. */
      recipients: z.string(),
      /** Number of SMS parts; 1 for an e-mail. */
      parts: z.int(),
    }),
    permission: 'API_/trip-sheet/assign:POST',
    summary: 'Sends a message that staff wrote to the receiver of a shipment, by SMS or e-mail.',
    published: false,
  }),
  resendDropoffPin: endpoint('POST /shipments/resend-dropoff-pin', {
    input: z.object({ id: count }),
    output: resend_answer,
    summary: 'Sends the drop-off PIN of a locker again.',
  }),
  label: endpoint('GET /shipments/label', {
    workload: 'heavy',
    input: z.object({ ...labels, waybill_type }),
    output: FileLink,
    audience: 'public',
    summary: 'Returns A4 waybills, one page per parcel or per shipment.',
  }),
  stickers: endpoint('GET /shipments/label/stickers', {
    workload: 'heavy',
    input: z.object({
      ...labels,
      format: maybe(z.enum(['pdf', 'zpl'])),
      /**
       * Also prints stickers of shipments without a delivery branch, and records every reprint in the history
       * (SHIP-106).
       */
      force_print: maybe(flag),
      limit: maybe(count),
      offset: maybe(count),
    }),
    output: z.union([ZplStickers, FileLink]),
    audience: 'public',
    summary: 'Returns parcel stickers as PDF or ZPL.',
  }),
  slip: endpoint('GET /shipments/label/slip', {
    workload: 'heavy',
    input: z.object({ id: count }),
    output: FileLink,
    permission: 'API_/shipments/label:GET',
    summary: 'Returns the slip of a booking for receipt printers, 80 mm wide.',
    published: false,
  }),
  batchLabel: endpoint('GET /shipments/batch-label', {
    workload: 'heavy',
    input: z.object({
      ids: list(count),
      format: z.enum(['pdf', 'zpl']),
      kind: z.enum(['sticker', 'waybill']),
      force_print: maybe(flag),
      waybill_type,
    }),
    output: FileLink,
    permission: 'API_/shipments/label:GET',
    summary: 'Returns labels of up to 500 shipments in one file, in the order of the IDs.',
    published: false,
  }),
  notes: endpoint('GET /shipments/notes', {
    input: z.object({
      ...of_shipment,
      type: maybe(z.enum(note_types)),
      limit: maybe(count),
      offset: maybe(count),
    }),
    output: z.object({ shipment_notes: z.array(ShipmentNote), count: z.int() }),
    summary: 'Lists notes of a shipment, newest first.',
  }),
  addNote: endpoint('POST /shipments/notes', {
    input: z.object({
      ...of_shipment,
      message: text(5000, { lines: true }),
      type: maybe(z.enum(note_types)),
      /** Subject of the note: one of the company's note kinds; defaults to `shipment-note`. */
      note_type: maybe(text(60)),
      requires_action: maybe(flag),
      attachments: maybe(
        z.object({
          uploads: maybe(list(z.object({ file_name: text(255), display_name: maybe(text(255)) }))),
        }),
      ),
      /** The people who receive the note by e-mail (NOTE-022). */
      email_to: maybe(list(z.enum(note_readers))),
      /** The day on which the assignee finds a reminder in the inbox; staff only. */
      due_day: maybe(day),
      /** Username of the staff member to remind; the author by default. Only together with `due_day`. */
      assignee: maybe(text(120)),
    }),
    output: ShipmentNote,
    summary: 'Adds a note to a shipment.',
  }),
  finishNote: endpoint('POST /shipments/notes/done', {
    input: z.object({ id: count, is_done: maybe(flag) }),
    output: ShipmentNote,
    permission: 'API_/shipments/notes:POST',
    summary: 'Marks the reminder or the required action of a note as done, or as open again.',
    published: false,
  }),
  removeNote: endpoint('DELETE /shipments/notes', {
    input: z.object({ id: count }),
    output: z.object({}),
    summary: 'Deletes a note. Only its author or staff can delete it.',
  }),
  /** Files attached to the shipment, and those of its notes and events, that the caller may read. */
  files: endpoint('GET /shipments/files', {
    input: z.object({ ...of_shipment }),
    output: z.object({ shipment_files: z.array(ListedShipmentFile), count: z.int() }),
    summary: 'Lists all files of a shipment, newest first.',
  }),
  /**
   * Attaches files that were uploaded to `shipment-files` before. Without `visibility`, the narrowest that the caller
   * may give.
   */
  addFiles: endpoint('POST /shipments/files', {
    workload: 'field',
    input: z.object({
      ...of_shipment,
      uploads: list(z.object({ file_name: text(255), display_name: maybe(text(255)) })),
      kind: z.enum(shipment_file_kinds),
      visibility: maybe(z.enum(file_visibilities)),
    }),
    output: z.object({ shipment_files: z.array(ListedShipmentFile), count: z.int() }),
    summary: 'Attaches uploaded files to a shipment.',
  }),
  changeFile: endpoint('PATCH /shipments/files', {
    input: z.object({
      id: count,
      kind: maybe(z.enum(shipment_file_kinds)),
      visibility: maybe(z.enum(file_visibilities)),
    }),
    output: ListedShipmentFile,
    summary: 'Changes the kind of a file, or who may read it.',
  }),
  removeFile: endpoint('DELETE /shipments/files', {
    input: z.object({ id: count }),
    output: z.object({}),
    summary: 'Removes a file. It can be restored within one day.',
  }),
  restoreFile: endpoint('POST /shipments/files/restore', {
    input: z.object({ id: count }),
    output: ListedShipmentFile,
    permission: 'API_/shipments/files:DELETE',
    summary: 'Restores a file that was removed within the last day.',
  }),
  pod: endpoint('GET /shipments/pod', {
    input: z.object({ ...of_shipment, include_digital_pod: maybe(flag) }),
    output: z.array(PodEvent),
    summary: 'Lists all delivery events of a shipment and its parcels.',
  }),
  podImages: endpoint('GET /shipments/pod/images', {
    input: z.object({ ...of_shipment, include_digital_pod: maybe(flag) }),
    output: z.array(PodEvent),
    permission: 'API_/shipments/pod:GET',
    summary: 'Lists delivery events that have files.',
  }),
  addPod: endpoint('POST /shipments/pod', {
    input: z.object({
      ...of_shipment,
      date: maybe(instant),
      lat: maybe(num),
      lng: maybe(num),
      message: text(255),
      name: maybe(text(255)),
      mobile_number: maybe(phone),
      department: maybe(text(255)),
      description: maybe(text(2000, { lines: true })),
      image_files: maybe(list(sent_file)),
      pdf_files: maybe(list(sent_file)),
    }),
    output: PodEvent,
    body: 'pictures',
    workload: 'field',
    summary: 'Records a proof of delivery and, if necessary, sets the shipment to delivered.',
  }),
  podTargets: endpoint('GET /shipments/pod/targets', {
    input: z.object({ references: list(text(reference_max_length)) }),
    output: z.array(PodTarget),
    permission: 'API_/shipments/pod:POST',
    summary: 'Lists the shipments that match references, and whether a proof of delivery can be recorded.',
    published: false,
  }),
  digitalPod: endpoint('GET /shipments/digital-pod', {
    workload: 'heavy',
    input: z.object({ ...of_shipment, tracking_event_id: maybe(count) }),
    output: FileLink,
    summary: 'Returns a PDF of the latest delivered event, or of a given one.',
  }),
  rows: endpoint('GET /shipments/rows', {
    input: z.object({
      ...reference_or_dates,
      account_id: maybe(list(count)),
      service_level_code: maybe(list(text(60))),
      branch_id: maybe(list(count)),
      agent_id: maybe(text(120)),
      search: maybe(text(255)),
      /** Only shipments that have one of these tags; staff only (SHIP-112). */
      tag: maybe(list(text(max_tag_length))),
      /** Only shipments on the problem list. */
      problem: maybe(flag),
      ...paging,
    }),
    output: z.object({ shipments: z.array(ShipmentListRow), count: z.int() }),
    permission: 'API_/shipments:GET',
    summary: 'Lists shipments with the fields for list pages only.',
    published: false,
  }),
  detail: endpoint('GET /shipments/detail', {
    input: z.object({ ...one }),
    output: ShipmentDetail,
    permission: 'API_/shipments:GET',
    summary: 'Returns a shipment with its events, notes and files.',
    published: false,
  }),
}
