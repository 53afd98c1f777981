import type { AddressParts } from '@waybill/domain/accounts/address'
import type { ScanAnswer, ScanMode } from '@waybill/domain/hub/model'
import type { ShipmentStatus } from '@waybill/domain/shipments/status'
import { event_codes } from '@waybill/domain/shipments/tracking-event'
import { sql } from 'kysely'
import type { Ctx } from '../kit/verb.ts'

/** A parcel of the scanned shipment; sizes in cm, kg. */
export interface ScannedSibling {
  id: number
  number: number
  status: ShipmentStatus
  tracking_reference: string
  current_branch_id: number | null
  submitted_length_cm: number
  submitted_width_cm: number
  submitted_height_cm: number
  submitted_weight_kg: number
  actual_length_cm: number | null
  actual_width_cm: number | null
  actual_height_cm: number | null
  actual_weight_kg: number | null
}

/** What a scan must know beside the locked shipment. */
export interface AroundScan {
  /** The answer given to this scan id before. */
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
  /** The parcel's latest status event. */
  latest_event: Date | null
  is_outranked: boolean
}

/** Where faster parcels would wait: those of the same round that were promised before a moment. */
export interface Outranking {
  branch_id: number
  delivery_branch_id: number | null
  delivery_agent_zone: string | null
  service_level_id: number
  priority_level: number
  promised_before: Date | null
}

/** The answer given to this user's scan id before; `null` when it is new. */
export async function findScan(ctx: Ctx, scan_id: string): Promise<ScanAnswer | null> {
  const row = await ctx.db
    .selectFrom('hub_scan')
    .select('answer')
    .where('scanned_by', '=', ctx.actor.username)
    .where('scan_id', '=', scan_id)
    .executeTakeFirst()
  return (row?.answer as ScanAnswer | undefined) ?? null
}

/**
 * Reads everything around one scan in one statement, after its shipment was locked: what an earlier call with this
 * scan id answered, the last accepted scan, account, address, siblings, notes, and faster parcels of the round.
 */
export async function readAroundScan(
  ctx: Ctx,
  scan: { scan_id: string; shipment_id: number; parcel_id: number },
  outranking: Outranking | null,
): Promise<AroundScan> {
  const waiting: ShipmentStatus[] = ['at-hub', 'at-destination-hub', 'returned-to-hub']
  const faster = outranking
    ? sql<boolean>`EXISTS (SELECT 1 FROM parcel p JOIN shipment s ON s.provider_id = p.provider_id AND s.id = p.shipment_id
        WHERE p.current_branch_id = ${outranking.branch_id} AND p.status = ANY(${waiting}) AND s.id <> ${scan.shipment_id}
          AND s.delivery_branch_id IS NOT DISTINCT FROM ${outranking.delivery_branch_id}
          AND s.delivery_agent_zone IS NOT DISTINCT FROM ${outranking.delivery_agent_zone}
          AND s.service_level_id <> ${outranking.service_level_id}
          AND (s.priority_level > ${outranking.priority_level} OR s.estimated_delivery_to < ${outranking.promised_before}))`
    : sql<boolean>`false`
  const { rows } = await sql<AroundScan>`
    SELECT (SELECT answer FROM hub_scan WHERE scanned_by = ${ctx.actor.username} AND scan_id = ${scan.scan_id}) AS stored,
      last.mode AS last_mode, last.branch_id AS last_branch_id, last.scanned_at AS last_scanned_at, last.bay AS last_bay,
      a.name AS account_name, a.is_on_hold AS is_account_on_hold,
      jsonb_build_object('type', d.type, 'company', d.company, 'street_address', d.street_address, 'local_area', d.local_area,
        'city', d.city, 'code', d.code, 'zone', d.zone, 'country', d.country, 'lat', d.lat, 'lng', d.lng,
        'entered_address', d.entered_address) AS address,
      (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.number) FROM parcel p WHERE p.shipment_id = s.id) AS parcels,
      EXISTS (SELECT 1 FROM shipment_note n WHERE n.shipment_id = s.id AND n.requires_action) AS has_action_note,
      (SELECT max(e.date) FROM tracking_event e WHERE e.shipment_id = s.id
        AND (e.parcel_id IS NULL OR e.parcel_id = ${scan.parcel_id}) AND e.status <> ALL(${event_codes})) AS latest_event,
      ${faster} AS is_outranked
    FROM shipment s
      JOIN account a ON a.provider_id = s.provider_id AND a.id = s.account_id
      JOIN address d ON d.provider_id = s.provider_id AND d.id = s.delivery_address_id
      LEFT JOIN LATERAL (SELECT mode, branch_id, scanned_at, h.answer->'next'->>'bay' AS bay FROM hub_scan h
        WHERE h.parcel_id = ${scan.parcel_id} AND h.verdict IN ('ok', 'warning') AND h.mode <> 'look-up'
        ORDER BY h.scanned_at DESC LIMIT 1) last ON true
    WHERE s.id = ${scan.shipment_id}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error(`Shipment ${scan.shipment_id} vanished while it was scanned.`)
  return row
}

export interface KeptScan {
  scan_id: string
  branch_id: number
  mode: ScanMode
  /** The text that was scanned. */
  code: string
  parcel_id: number | null
  shipment_id: number | null
  answer: ScanAnswer
  scanned_at: Date
  /** Where the parcel stands now; `undefined` leaves its bay and scan time alone. */
  bay?: string | null | undefined
}

/**
 * Keeps a scan with its answer, and the parcel's bay and time, in one statement; `false` when its user has sent one
 * with this id before.
 */
export async function keepScan(ctx: Ctx, scan: KeptScan): Promise<boolean> {
  const { answer, bay } = scan
  const { rows } = await sql<{ id: number }>`
    WITH touched AS (UPDATE parcel SET bay = ${bay ?? null}, time_last_scanned = ${scan.scanned_at}, time_modified = ${ctx.now}
      WHERE id = ${scan.parcel_id} AND ${bay !== undefined})
    INSERT INTO hub_scan (provider_id, scan_id, branch_id, mode, code, parcel_id, shipment_id, verdict, verdict_code, answer, scanned_at, time_received, scanned_by)
    VALUES (${ctx.provider_id}, ${scan.scan_id}, ${scan.branch_id}, ${scan.mode}, ${scan.code}, ${scan.parcel_id}, ${scan.shipment_id},
      ${answer.verdict}, ${answer.code}, ${JSON.stringify(answer)}::jsonb, ${scan.scanned_at}, ${ctx.now}, ${ctx.actor.username})
    ON CONFLICT (provider_id, scanned_by, scan_id) DO NOTHING RETURNING id`.execute(ctx.db)
  return rows.length === 1
}
