import { z } from 'zod'
import { depot_columns, type DepotColumn } from '../hub/floor/depot-column.ts'
import { ready_blockers } from '../hub/floor/ready-gate.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, day, instant, maybe, text } from '../kit/calls/wire.ts'
import { shipment_statuses } from '../shipments/statuses/status.ts'

const columns = Object.fromEntries(depot_columns.map((column) => [column, z.int()])) as Record<
  DepotColumn,
  z.ZodInt
>

/** Parcels by column, with kg and m³ of all of them. */
export const DepotTotals = z.object({ ...columns, parcels: z.int(), kg: z.number(), m3: z.number() })
export type DepotTotals = z.output<typeof DepotTotals>

/** Kinds of rows. `incoming` shows parcels of the other rows again, by the line-haul that brings them. */
export const depot_row_kinds = ['van', 'outgoing', 'incoming', 'not-planned'] as const
export type DepotRowKind = (typeof depot_row_kinds)[number]

/** A van, a line-haul, or the parcels that are on neither. */
export const DepotRow = z.object({
  /** `van:{username}`, `outgoing:{id}`, `incoming:{id}` or `not-planned`. */
  key: z.string(),
  kind: z.enum(depot_row_kinds),
  /** Name of the driver; number and branches of the line-haul. */
  name: z.string(),
  /** The driver of a van; empty for other rows. */
  username: z.string(),
  interhub_transfer_id: z.int().nullable(),
  /** Registration number. */
  vehicle: z.string(),
  /** When it is planned to leave: for a van the start of its first delivery window. Incoming: when it should arrive. */
  planned: instant.nullable(),
  /** When the line-haul departed. */
  departed_at: instant.nullable(),
  ...DepotTotals.shape,
  /** How many of the parcels are on the trip sheet; the others of a van are still on their way to the branch. */
  on_trip_sheet: z.int(),
  /** What the vehicle may carry; `null` when it is not known. */
  max_kg: z.number().nullable(),
  max_m3: z.number().nullable(),
  blockers: z.array(z.enum(ready_blockers)),
  /** Whether the gate is green, or the route was released in spite of it. */
  is_ready: z.boolean(),
  released_at: instant.nullable(),
  /** Username. */
  released_by: z.string(),
  /** Why it was released although the gate was not green. */
  release_reason: z.string(),
  /** When the driver last reported a start of the route that was rejected (`driver_route_needs_ready_gate`). */
  start_rejected_at: instant.nullable(),
})
export type DepotRow = z.output<typeof DepotRow>

/** The depot board of a branch and day. Each parcel is in one row of vans, outgoing line-hauls and not planned. */
export const DepotBoard = z.object({
  as_of: instant,
  date: day,
  branch_id: z.int(),
  branch_name: z.string(),
  vans: z.array(DepotRow),
  /** Outgoing ones, then incoming ones. */
  line_hauls: z.array(DepotRow),
  not_planned: DepotRow,
  /** Sum of vans, outgoing line-hauls and not planned. */
  totals: DepotTotals,
})
export type DepotBoard = z.output<typeof DepotBoard>

/** A parcel behind a number of the depot board. Measures in kg and m³. */
export const DepotParcel = z.object({
  parcel_id: z.int(),
  shipment_id: z.int(),
  tracking_reference: z.string(),
  status: z.enum(shipment_statuses),
  column: z.enum(depot_columns),
  row_key: z.string(),
  account_name: z.string(),
  service_level_code: z.string(),
  delivery_suburb: z.string(),
  delivery_branch_name: z.string(),
  bay: z.string(),
  last_branch_name: z.string(),
  last_scan: instant.nullable(),
  /** When it should have been here; `null` when unknown. */
  expected_by: instant.nullable(),
  kg: z.number(),
  m3: z.number(),
})
export type DepotParcel = z.output<typeof DepotParcel>

const of_day = {
  /** Defaults to the branch of the user. Users limited to a branch always get theirs. */
  branch_id: maybe(count),
  /** Today or later; defaults to today. */
  date: maybe(day),
}

/** Endpoints of the depot board (docs/domain/hub.md#the-depot-board). */
export const depotApi = {
  board: endpoint('GET /ops-dashboard/depot', {
    input: z.object(of_day),
    output: DepotBoard,
    permission: 'API_/trip-sheet:GET',
    summary:
      'Returns for each van and line-haul of a depot how many parcels are expected, here, loaded or wrong.',
    published: false,
  }),
  parcels: endpoint('GET /ops-dashboard/depot/parcels', {
    input: z.object({
      ...of_day,
      /** The row; without it, the parcels of the totals. */
      key: maybe(text(140)),
      column: maybe(z.enum(depot_columns)),
      limit: maybe(count),
      offset: maybe(count),
    }),
    output: z.object({ parcels: z.array(DepotParcel), count: z.int() }),
    permission: 'API_/trip-sheet:GET',
    summary: 'Lists the parcels behind one number of the depot board.',
    published: false,
  }),
  release: endpoint('POST /trip-sheet/release', {
    input: z.object({
      /** Username. */
      driver: text(120),
      ...of_day,
      /** Why the route is released although its gate is not green (INLINE_release_with_blockers). */
      reason: maybe(text(500)),
    }),
    output: DepotRow,
    summary: 'Releases the route of a driver. A released route stays released.',
    published: false,
  }),
}
