import { z } from 'zod'
import { endpoint } from '../../kit/calls/endpoint.ts'
import { count, day, instant, list, maybe, num, text } from '../../kit/calls/wire.ts'
import { paging } from '../../kit/lists/paging.ts'
import { shipment_statuses } from '../../shipments/statuses/status.ts'
import { owner_confidences } from './likely-owners.ts'
import { disposals, UnidentifiedParcel, unidentified_states } from './unidentified-parcel.ts'

const permission = 'API_/tracking/shipment-events:POST'

/** A parcel that an unidentified one may be, with the reasons. */
export const PossibleOwner = z.object({
  parcel_id: z.int(),
  shipment_id: z.int(),
  tracking_reference: z.string(),
  status: z.enum(shipment_statuses),
  account_name: z.string(),
  delivery_suburb: z.string(),
  delivery_branch_name: z.string(),
  last_branch_name: z.string(),
  last_seen: instant.nullable(),
  /** Size in cm and weight in kg: measured, otherwise booked. */
  length_cm: z.number(),
  width_cm: z.number(),
  height_cm: z.number(),
  weight_kg: z.number(),
  /** Its description and packaging. */
  description: z.string(),
  /** From 0 to 100. */
  score: z.int(),
  confidence: z.enum(owner_confidences),
  /** The strongest first; `points` are negative for what speaks against it. */
  reasons: z.array(z.object({ text: z.string(), points: z.int() })),
})
export type PossibleOwner = z.output<typeof PossibleOwner>

/** Endpoints for parcels without a readable label (docs/domain/hub.md#unidentified-parcels). */
export const unidentifiedApi = {
  list: endpoint('GET /hub/unidentified-parcels', {
    input: z.object({
      id: maybe(list(count)),
      state: maybe(list(z.enum(unidentified_states))),
      branch_id: maybe(list(count)),
      /** First and last day on which it was found, both inclusive. */
      from: maybe(day),
      to: maybe(day),
      /** Its number, or part of its description, label or bay. */
      search: maybe(text(80)),
      ...paging,
    }),
    output: z.object({ unidentified_parcels: z.array(UnidentifiedParcel), count: z.int() }),
    permission,
    summary:
      'Lists parcels without a readable label, newest first. Staff limited to a branch get those of that branch only.',
    published: false,
  }),
  owners: endpoint('GET /hub/unidentified-parcels/owners', {
    input: z.object({ id: count, limit: paging.limit, offset: paging.offset }),
    output: z.object({
      owners: z.array(PossibleOwner),
      count: z.int(),
      /** Number of missing and overdue parcels that were compared. */
      compared: z.int(),
      /** Whether there are more missing and overdue parcels than were compared. */
      has_more: z.boolean(),
    }),
    permission,
    summary: 'Lists missing and overdue parcels that an unidentified parcel may be, the likeliest first.',
    published: false,
  }),
  capture: endpoint('POST /hub/unidentified-parcels', {
    workload: 'field',
    input: z.object({
      /** Made by the device; a repeated capture is stored once. */
      capture_id: z.uuid(),
      branch_id: count,
      bay: maybe(text(60)),
      /** Names of files that the caller has uploaded before; at least one. */
      photos: list(text(255)),
      length_cm: maybe(num),
      width_cm: maybe(num),
      height_cm: maybe(num),
      weight_kg: maybe(num),
      barcode_text: maybe(text(300)),
      description: maybe(text(500, { lines: true })),
      /** Defaults to now. */
      time_found: maybe(instant),
    }),
    output: UnidentifiedParcel,
    permission,
    summary: 'Captures a parcel without a readable label, with photos.',
    published: false,
  }),
  match: endpoint('POST /hub/unidentified-parcels/match', {
    input: z.object({ id: count, parcel_reference: text(300) }),
    output: z.object({
      unidentified_parcel: UnidentifiedParcel,
      /** The response of the scanner to the scan that the match made. */
      message: z.string(),
    }),
    permission,
    summary: 'Matches an unidentified parcel with a parcel, which is scanned in at the branch.',
    published: false,
  }),
  undoMatch: endpoint('POST /hub/unidentified-parcels/undo-match', {
    input: z.object({ id: count, reason: text(500, { lines: true }) }),
    output: z.object({
      unidentified_parcel: UnidentifiedParcel,
      /** What happened to the scan that the match made. */
      message: z.string(),
    }),
    permission,
    summary: 'Undoes a wrong match: the unidentified parcel is open again.',
    published: false,
  }),
  dispose: endpoint('POST /hub/unidentified-parcels/dispose', {
    input: z.object({ id: count, disposal: z.enum(disposals), reason: text(500, { lines: true }) }),
    output: UnidentifiedParcel,
    permission,
    summary:
      'Records that an unidentified parcel was disposed of. Requires INLINE_dispose_unidentified_parcels.',
    published: false,
  }),
}
