import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { clearable } from '../kit/calls/optional-fields.ts'
import { count, flag, instant, list, maybe, rand, text } from '../kit/calls/wire.ts'
import { FileLink } from '../files/model.ts'
import { Shipment } from '../shipments/model.ts'
import { Parcel } from '../shipments/parcel.ts'
import {
  InterhubTransfer,
  ManifestParcel,
  load_statuses,
  manifest_phases,
  manifest_statuses,
  parcel_conditions,
} from './manifest.ts'

/** Input fields of a manifest apart from its two branches. */
const manifest_fields = {
  via_branch_ids: list(count).optional(),
  carrier: clearable(text(120)),
  service_level: clearable(text(120)),
  /** Username of one of the company’s drivers; `''` means no driver. */
  driver: clearable(text(120)),
  /** Assigns the driver despite a warning, for example when the driver belongs to another branch. */
  assign_anyway: maybe(flag),
  /** Name of a driver who is not one of the company’s drivers. */
  driver_name: clearable(text(120)),
  vehicle_registration: clearable(text(40)),
  trailer: clearable(text(40)),
  seal_number: clearable(text(60)),
  waybill_reference: clearable(text(80)),
  notes: clearable(text(2000, { lines: true })),
  planned_departure: instant.nullish(),
  planned_arrival: instant.nullish(),
  /** In rand; `null` when unknown. */
  cost: rand.nullish(),
}

const ManifestParcels = z.object({
  interhub_transfer_id: z.int(),
  shipment_id: z.int(),
  parcel: Parcel,
  parcel_count: z.int(),
  shipment_count: z.int(),
})

/**
 * A shipment with only those of its parcels that are on the manifest
 * (docs/domain/public-api.md#parcels-of-a-manifest).
 */
const TransferShipment = Shipment.extend({
  parcels: z.array(
    Parcel.extend({
      /** `scanned`: received; `not-scanned`: not received yet; `extra`: received without having been loaded. */
      scan_status: z.enum(['scanned', 'not-scanned', 'extra']),
      time_scanned: instant.nullable(),
    }),
  ),
})

/** Endpoints for interhub manifests: docs/domain/public-api.md#manifests, docs/domain/hub.md#interhub-manifests. */
export const interhubApi = {
  list: endpoint('GET /interhub-transfers', {
    input: z.object({
      id: maybe(list(count)),
      status: maybe(z.enum(manifest_statuses)),
      phase: maybe(list(z.enum(manifest_phases))),
      start_date: maybe(instant),
      end_date: maybe(instant),
      departs_from: maybe(instant),
      departs_until: maybe(instant),
      from_branch_id: maybe(list(count)),
      to_branch_id: maybe(list(count)),
      carrier: maybe(list(text(120))),
      /** Only manifests with short, over or damaged parcels. */
      has_differences: maybe(flag),
      search: maybe(text(80)),
      ...paging,
    }),
    output: z.object({ interhub_transfers: z.array(InterhubTransfer), count: z.int() }),
    summary:
      'Lists interhub manifests, newest first. Staff limited to a branch get the manifests of that branch only.',
  }),
  detail: endpoint('GET /interhub-transfers/detail', {
    input: z.object({ id: count }),
    output: z.object({
      interhub_transfer: InterhubTransfer,
      parcels: z.array(ManifestParcel),
      /** Shipments on the manifest with some parcels left behind. */
      incomplete: z.array(z.object({ reference: z.string(), loaded: z.int(), parcel_count: z.int() })),
    }),
    permission: 'API_/interhub-transfers:GET',
    summary: 'Returns a manifest with its contents.',
    published: false,
  }),
  create: endpoint('POST /interhub-transfers', {
    input: z.object({ from_branch_id: count, to_branch_id: count, ...manifest_fields }),
    output: InterhubTransfer,
    summary: 'Creates an open manifest between two branches.',
  }),
  change: endpoint('PATCH /interhub-transfers', {
    input: z.object({
      id: count,
      version: count,
      to_branch_id: maybe(count),
      scan_status: maybe(z.enum(load_statuses)),
      ...manifest_fields,
    }),
    output: InterhubTransfer,
    summary: 'Updates a manifest. An outdated version returns 409 with the stored values.',
  }),
  remove: endpoint('DELETE /interhub-transfers', {
    input: z.object({ id: count }),
    output: z.object({}),
    summary: 'Deletes an open manifest without parcels. Its number is not reused.',
  }),
  parcels: endpoint('GET /interhub-transfers/parcels', {
    input: z.object({ interhub_transfer_id: count, limit: maybe(count), offset: maybe(count) }),
    output: z.object({ shipments: z.array(TransferShipment), count: z.int() }),
    permission: 'API_/interhub-transfers:GET',
    summary: 'Lists the shipments on a manifest with their loaded parcels.',
  }),
  addParcel: endpoint('POST /interhub-transfers/parcels', {
    workload: 'field',
    input: z.object({
      interhub_transfer_id: count,
      /** Parcel reference or alternative reference; also the shipment’s reference when the shipment has one parcel. */
      parcel_reference: text(300),
    }),
    output: ManifestParcels,
    summary: 'Loads a parcel on an open manifest.',
  }),
  removeParcels: endpoint('DELETE /interhub-transfers/parcels', {
    input: z.object({
      interhub_transfer_id: count,
      parcels_ids: maybe(list(count)),
      /** Alias of `parcels_ids`. */
      parcel_ids: maybe(list(count)),
    }),
    output: z.object({}),
    summary: 'Removes parcels from an open manifest. They return to the hub.',
  }),
  noteCondition: endpoint('POST /interhub-transfers/parcels/condition', {
    input: z.object({
      interhub_transfer_id: count,
      parcel_id: count,
      condition: z.enum(parcel_conditions),
      note: maybe(text(500)),
      /** Names of files that the caller has uploaded before; at least one of a damage. */
      photos: maybe(list(text(255))),
    }),
    output: z.object({}),
    permission: 'API_/interhub-transfers/parcels:POST',
    summary: 'Records the condition of a parcel received from a manifest.',
    published: false,
  }),
  close: endpoint('POST /interhub-transfers/close', {
    input: z.object({
      id: count,
      version: maybe(count),
      vehicle_registration: maybe(text(40)),
      seal_number: maybe(text(60)),
      /** Allows closing although some parcels of a shipment are missing (INLINE_close_interhub_transfer). */
      accept_missing: maybe(flag),
    }),
    output: InterhubTransfer,
    summary: 'Closes a manifest: loading ends and its parcels are ready for dispatch.',
  }),
  depart: endpoint('POST /interhub-transfers/depart', {
    input: z.object({ id: count, departed_at: maybe(instant) }),
    output: InterhubTransfer,
    summary: 'Marks a closed manifest as departed: its parcels are in transit.',
  }),
  reopen: endpoint('POST /interhub-transfers/reopen', {
    input: z.object({ id: count }),
    output: InterhubTransfer,
    summary: 'Reopens a closed manifest that has not departed.',
  }),
  receive: endpoint('POST /interhub-transfers/receive', {
    /**
     * `branch_id`: the branch to act as, for staff who are not limited to a branch; defaults to the caller’s own
     * branch.
     */
    input: z.object({ id: count, branch_id: maybe(count) }),
    output: InterhubTransfer,
    permission: 'API_/interhub-transfers/parcels:POST',
    summary: 'Completes unloading. Parcels that were not unloaded count as short.',
    published: false,
  }),
  download: endpoint('GET /interhub-transfers/download', {
    workload: 'heavy',
    input: z.object({ id: count, format: maybe(z.enum(['pdf', 'csv'])) }),
    output: FileLink,
    summary: 'Returns the manifest as PDF with a barcode, or as CSV.',
  }),
}
