import type { AddressParts } from '@waybill/domain/accounts/address'
import type { ScanAnswer, ScanMode, UndoAnswer } from '@waybill/domain/hub/model'
import type { ShipmentBefore } from '@waybill/domain/hub/undo'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { event_codes } from '@waybill/domain/shipments/statuses/tracking-event'
import { undo_code } from '@waybill/domain/shipments/statuses/undone-events'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../kit/handler.ts'
import { parcelPlaced } from '../../shipments/index.ts'

/** A parcel of the scanned shipment; size in cm, weight in kg. */
export interface ScannedSibling {
  id: number
  number: number
  status: ShipmentStatus
  tracking_reference: string
  current_branch_id: number | null
  bay: string | null
  time_last_scanned: string | null
  submitted_length_cm: number
  submitted_width_cm: number
  submitted_height_cm: number
  submitted_weight_kg: number
  actual_length_cm: number | null
  actual_width_cm: number | null
  actual_height_cm: number | null
  actual_weight_kg: number | null
}

/** The data that a scan needs in addition to the locked shipment. */
export interface AroundScan {
  shipment_id: number
  parcel_id: number
  /** The stored response for this scan id; `null` when it is new. */
  stored: ScanAnswer | null
  last_mode: ScanMode | null
  last_branch_id: number | null
  last_scanned_at: Date | null
  last_bay: string | null
  account_name: string
  is_account_on_hold: boolean
  address: Omit<AddressParts, 'id'>
  parcels: ScannedSibling[]
  has_action_note: boolean
  /** Time of the latest status event of the parcel. */
  latest_event: Date | null
  is_outranked: boolean
  /** The manifest rows of the parcel, without those from which it was removed. */
  on_loads: OnLoad[]
}

/** A parcel row of a manifest as it was before a scan. */
export interface OnLoad {
  id: number
  manifest_id: number
  /** Number of that manifest, and its status at the scan. */
  number: number
  status: string
  from_branch_id: number
  /** The branches at which it stops or ends. */
  stops: number[]
  is_waiting: boolean
  received_at: string | null
  received_by: string | null
  condition: string | null
}

/**
 * The criteria for faster parcels: those on the same route with a higher priority or with delivery promised before
 * `promised_before`.
 */
export interface Outranking {
  branch_id: number
  delivery_branch_id: number | null
  delivery_agent_zone: string | null
  service_level_id: number
  priority_level: number
  promised_before: Date | null
}

/** Returns the stored response for a scan id of the caller; `null` when it is new. */
export async function findScan(ctx: Context, scanId: string): Promise<ScanAnswer | null> {
  const row = await ctx.db
    .selectFrom('hub_scan')
    .select('answer')
    .where('scanned_by', '=', ctx.actor.username)
    .where('scan_id', '=', scanId)
    .executeTakeFirst()
  return row?.answer ?? null
}

/** SQL for one shipment and its parcel. */
export const scannedIds = (shipmentId: number, parcelId: number): RawBuilder<unknown> =>
  sql`SELECT ${shipmentId}::bigint AS shipment_id, ${parcelId}::bigint AS parcel_id`

/**
 * Reads all data for one scan in one statement, after its shipment was locked: the stored response for this scan id,
 * the last accepted scan, account, address, siblings, notes, and faster parcels on the route. `scanned` is SQL for the
 * `shipment_id` and `parcel_id`. Returns `null` when that finds no parcel.
 */
export async function readAroundScan(
  ctx: Context,
  scanId: string,
  scanned: RawBuilder<unknown>,
  outranking: Outranking | null,
): Promise<AroundScan | null> {
  const waiting: ShipmentStatus[] = ['at-hub', 'at-destination-hub', 'returned-to-hub']
  const faster = outranking
    ? sql<boolean>`EXISTS (SELECT 1 FROM parcel p JOIN shipment s ON s.provider_id = p.provider_id AND s.id = p.shipment_id
        WHERE p.current_branch_id = ${outranking.branch_id} AND p.status = ANY(${waiting}) AND s.id <> x.shipment_id
          AND s.delivery_branch_id IS NOT DISTINCT FROM ${outranking.delivery_branch_id}
          AND s.delivery_agent_zone IS NOT DISTINCT FROM ${outranking.delivery_agent_zone}
          AND s.service_level_id <> ${outranking.service_level_id}
          AND (s.priority_level > ${outranking.priority_level} OR s.estimated_delivery_to < ${outranking.promised_before}))`
    : sql<boolean>`false`
  const { rows } = await sql<AroundScan>`
    SELECT x.shipment_id, x.parcel_id,
      (SELECT answer FROM hub_scan WHERE scanned_by = ${ctx.actor.username} AND scan_id = ${scanId}) AS stored,
      last.mode AS last_mode, last.branch_id AS last_branch_id, last.scanned_at AS last_scanned_at, last.bay AS last_bay,
      a.name AS account_name, a.is_on_hold AS is_account_on_hold,
      jsonb_build_object('type', d.type, 'company', d.company, 'street_address', d.street_address, 'local_area', d.local_area,
        'city', d.city, 'code', d.code, 'zone', d.zone, 'country', d.country, 'lat', d.lat, 'lng', d.lng,
        'entered_address', d.entered_address) AS address,
      (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.number) FROM parcel p WHERE p.shipment_id = s.id) AS parcels,
      EXISTS (SELECT 1 FROM shipment_note n WHERE n.shipment_id = s.id AND n.requires_action
        AND n.time_done IS NULL) AS has_action_note,
      (SELECT max(e.date) FROM tracking_event e WHERE e.shipment_id = s.id
        AND (e.parcel_id IS NULL OR e.parcel_id = x.parcel_id) AND e.status <> ALL(${event_codes})) AS latest_event,
      ${faster} AS is_outranked,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'manifest_id', t.id, 'number', t.number, 'status', t.status,
        'from_branch_id', t.from_branch_id, 'stops', t.via_branch_ids || t.to_branch_id, 'is_waiting', r.is_waiting, 'received_at', r.received_at, 'received_by', r.received_by, 'condition', r.condition)), '[]')
        FROM interhub_transfer_parcel r JOIN interhub_transfer t ON t.provider_id = r.provider_id AND t.id = r.interhub_transfer_id
        WHERE r.parcel_id = x.parcel_id AND r.removed_at IS NULL) AS on_loads
    FROM (${scanned}) x
      JOIN shipment s ON s.provider_id = ${ctx.provider_id} AND s.id = x.shipment_id
      JOIN account a ON a.provider_id = s.provider_id AND a.id = s.account_id
      JOIN address d ON d.provider_id = s.provider_id AND d.id = s.delivery_address_id
      LEFT JOIN LATERAL (SELECT mode, branch_id, scanned_at, h.answer->'next'->>'bay' AS bay FROM hub_scan h
        WHERE h.parcel_id = x.parcel_id AND h.verdict IN ('ok', 'warning') AND h.mode <> 'look-up'
        AND NOT EXISTS (SELECT FROM hub_scan_undo u WHERE u.hub_scan_id = h.id)
        ORDER BY h.scanned_at DESC LIMIT 1) last ON true
    WHERE x.parcel_id IS NOT NULL`.execute(ctx.db)
  return rows[0] ?? null
}

/**
 * Returns when a parcel was last measured after `since`, without measurements that were undone or stored as events only;
 * `null` when it was not.
 */
export async function measuredAfter(
  ctx: Context,
  { shipment_id, parcel_id }: { shipment_id: number; parcel_id: number },
  since: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ date: Date | null }>`
    SELECT max(e.date) AS date FROM tracking_event e WHERE e.shipment_id = ${shipment_id}
      AND (e.parcel_id IS NULL OR e.parcel_id = ${parcel_id}) AND e.status = 'swad-dimensions' AND e.is_public AND e.date > ${since}
      AND NOT EXISTS (SELECT FROM tracking_event u WHERE u.shipment_id = e.shipment_id AND u.status = ${undo_code}
        AND (u.data->>'undone_event_id')::bigint = e.id)`.execute(ctx.db)
  return rows[0]?.date ?? null
}

export interface StoredScan {
  scan_id: string
  branch_id: number
  mode: ScanMode
  /** The text that was scanned. */
  code: string
  parcel_id: number | null
  shipment_id: number | null
  answer: ScanAnswer
  scanned_at: Date
  /** The bay of the parcel from now on; `undefined` leaves its bay and scan time unchanged. */
  bay?: string | null | undefined
  /** The values before and after the scan; `null` when it changed nothing. */
  effect?: ScanEffect | null
}

/** The values that a scan found and those it left. */
export interface ScanEffect {
  before: {
    parcel: Pick<
      ScannedSibling,
      | 'status'
      | 'current_branch_id'
      | 'bay'
      | 'time_last_scanned'
      | 'actual_length_cm'
      | 'actual_width_cm'
      | 'actual_height_cm'
      | 'actual_weight_kg'
    >
    shipment: {
      [Key in keyof ShipmentBefore]: ShipmentBefore[Key] extends Date | null
        ? string | null
        : ShipmentBefore[Key]
    }
    on_loads: OnLoad[]
  }
  after: { status: ShipmentStatus; driver: string | null }
  /** The manifest of the scan, else the one on which the parcel waited; `null` when there was none. */
  manifest_id: number | null
  /** Whether it was the first scan that unloaded the manifest at its destination. */
  makes_arrival: boolean
}

/** SQL that stores a scan with its response, and the bay and scan time of the parcel. */
function storedScan(ctx: Context, scan: StoredScan): RawBuilder<unknown> {
  const { answer, bay } = scan
  return sql`
    WITH touched AS (${parcelPlaced(ctx, scan.parcel_id, bay, scan.scanned_at)})
    INSERT INTO hub_scan (provider_id, scan_id, branch_id, mode, code, parcel_id, shipment_id, verdict, verdict_code, answer, effect, scanned_at, time_received, scanned_by)
    VALUES (${ctx.provider_id}, ${scan.scan_id}, ${scan.branch_id}, ${scan.mode}, ${scan.code}, ${scan.parcel_id}, ${scan.shipment_id},
      ${answer.verdict}, ${answer.code}, ${JSON.stringify(answer)}::jsonb, ${scan.effect ? JSON.stringify(scan.effect) : null}::jsonb, ${scan.scanned_at}, ${ctx.now}, ${ctx.actor.username})`
}

/** Stores a scan; returns `false` when the caller has already sent a scan with this id. */
export async function insertScan(ctx: Context, scan: StoredScan): Promise<boolean> {
  const { rows } = await sql`${storedScan(ctx, scan)}
    ON CONFLICT (provider_id, scanned_by, scan_id) DO NOTHING RETURNING id`.execute(ctx.db)
  return rows.length === 1
}

/** Stores a scan with the commit. `taken` is thrown when the caller has already sent a scan with this id. */
export function insertScanLast(ctx: Context, scan: StoredScan, taken: () => Error): void {
  ctx.writeLast({ compile: () => storedScan(ctx, scan).compile(ctx.db) }, taken)
}

/** A scan with the data needed to undo it. */
export interface ScanToUndo {
  id: number
  mode: ScanMode
  branch_id: number
  parcel_id: number | null
  shipment_id: number | null
  scanned_at: Date
  answer: ScanAnswer
  effect: ScanEffect | null
}

/** Returns the scan that a user made with this id; `null` when there is none. */
export async function findScanToUndo(
  ctx: Context,
  scannedBy: string,
  scanId: string,
): Promise<ScanToUndo | null> {
  const row = await ctx.db
    .selectFrom('hub_scan')
    .select(['id', 'mode', 'branch_id', 'parcel_id', 'shipment_id', 'scanned_at', 'answer', 'effect'])
    .where('scanned_by', '=', scannedBy)
    .where('scan_id', '=', scanId)
    .executeTakeFirst()
  return row ? (row as ScanToUndo) : null
}

/** Returns the stored response when this scan was undone before; `null` when it was not. */
export async function findUndo(ctx: Context, hubScanId: number): Promise<UndoAnswer | null> {
  const row = await ctx.db
    .selectFrom('hub_scan_undo')
    .select('answer')
    .where('hub_scan_id', '=', hubScanId)
    .executeTakeFirst()
  return row?.answer ?? null
}

/** Stores the undo of a scan. The shipment must be locked. */
export async function insertUndo(
  ctx: Context,
  hubScanId: number,
  undoneAt: Date,
  answer: UndoAnswer,
): Promise<void> {
  await ctx.db
    .insertInto('hub_scan_undo')
    .values({
      provider_id: ctx.provider_id,
      hub_scan_id: hubScanId,
      undone_at: undoneAt,
      time_received: ctx.now,
      undone_by: ctx.actor.username,
      answer: JSON.stringify(answer),
    })
    .execute()
}
