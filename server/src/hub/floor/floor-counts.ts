import { standsAt } from '@waybill/domain/hub/counting'
import type { floorApi } from '@waybill/domain/hub/floor/floor-api'
import {
  floorResult,
  severalParcelsText,
  type FloorCount,
  type FloorScanAnswer,
} from '@waybill/domain/hub/floor/floor-count'
import { manifestReference } from '@waybill/domain/hub/manifest'
import { mayUseHubScanner } from '@waybill/domain/hub/access'
import { branchLimit } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { notFound, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { statusLabel } from '@waybill/domain/shipments/statuses/status'
import { providerMap, type ProviderMap } from '../../maps/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { findByReferences } from '../../shipments/index.ts'
import { branchName } from '../manifests/present-manifest.ts'
import { onServerClock } from '../scanner/late-scan.ts'
import {
  closeFloorCount,
  countedReferences,
  findFloorCount,
  findFloorScans,
  insertFloorScans,
  listDifferences,
  listFloorCounts,
  lockFloorCount,
  openFloorCount,
  readCountedParcels,
  type CountedParcelRow,
  type FloorCountRow,
  type FloorScanRow,
} from './floor-store.ts'

const max_listed = 500

/** Starts a floor count, or returns the open one, so that a repeated call changes nothing. */
export const startFloorCount: Handler<typeof floorApi.start> = async (ctx, { branch_id }) => {
  const map = await requireBranch(ctx, branch_id)
  return presentCount(map, await requireCount(ctx, await openFloorCount(ctx, branch_id)))
}

/** Lists the floor counts of a branch. */
export const readFloorCounts: Handler<typeof floorApi.list> = async (ctx, input) => {
  const map = await requireBranch(ctx, input.branch_id)
  const { rows, total } = await listFloorCounts(ctx, input.branch_id, input.id, pageOf(input, max_listed))
  return { floor_counts: rows.map((row) => presentCount(map, row)), count: total }
}

/**
 * Stores a batch of scans of a floor count. A scan id that was stored before returns its first response; one bad
 * barcode affects no other scan. Scans that come in after the end are stored as late. Waybills of several parcels are not
 * stored.
 */
export const scanFloor: Handler<typeof floorApi.scan> = async (ctx, { floor_count_id, scans }) => {
  const locked = await lockFloorCount(ctx, floor_count_id, 'scan')
  if (!locked) throw noCount()
  const map = await requireBranch(ctx, locked.branch_id)
  const ids = scans.map((scan) => scan.scan_id)
  const fresh = new Map(scans.map((scan) => [scan.scan_id, scan]))
  const known = await findFloorScans(ctx, ids)
  for (const { scan_id } of known) fresh.delete(scan_id)
  const references = [...fresh.values()].map((scan) => cleanReference(scan.parcel_reference))
  const { meant: parcels, several } = await parcelsMeant(ctx, locked.branch_id, [
    ...references,
    ...known.map(({ reference }) => reference),
  ])
  const counted = await countedReferences(ctx, floor_count_id, references)
  const rows: FloorScanRow[] = []
  for (const scan of fresh.values()) {
    const reference = cleanReference(scan.parcel_reference)
    if (several.has(reference)) continue
    const parcel = parcels.get(reference) ?? null
    const at = onServerClock(scan.scanned_at ?? ctx.now, scan.scanned_at && scan.clock_offset_seconds)
    const scannedAt = at < ctx.now ? at : ctx.now
    rows.push({
      scan_id: scan.scan_id,
      reference,
      parcel_id: parcel?.id ?? null,
      bay: scan.bay ?? '',
      result: floorResult(
        parcel && {
          ...parcel,
          current_branch_id: parcel.current_branch_id ?? 0,
          is_waiting: parcel.waits_on !== null,
        },
        locked.branch_id,
        scannedAt,
      ),
      is_repeat: counted.has(reference),
      is_late: locked.time_closed !== null,
      scanned_at: scannedAt,
    })
    counted.add(reference)
  }
  await insertFloorScans(ctx, locked, rows)
  // Read back: a concurrent call of the same device may have stored some of them first.
  const stored = new Map((await findFloorScans(ctx, ids)).map((row) => [row.scan_id, row]))
  return {
    results: scans.flatMap(({ scan_id, parcel_reference }): FloorScanAnswer[] => {
      const row = stored.get(scan_id)
      const reference = row?.reference ?? cleanReference(parcel_reference)
      const count = several.get(reference)
      if (count !== undefined)
        return [
          {
            scan_id,
            reference,
            result: 'several-parcels',
            is_repeat: false,
            is_late: locked.time_closed !== null,
            message: severalParcelsText(count),
          },
        ]
      return row ? [{ ...row, message: messageOf(map, row, parcels.get(reference), locked.branch_id) }] : []
    }),
  }
}

/**
 * Returns the parcels that references mean. The reference of a shipment means its parcel when it has only one; `several`
 * has the number of parcels of those that have more.
 */
async function parcelsMeant(
  ctx: Context,
  branchId: number,
  references: readonly string[],
): Promise<{ meant: ReadonlyMap<string, CountedParcelRow>; several: ReadonlyMap<string, number> }> {
  const found = await findByReferences(ctx, [...new Set(references)])
  const ofParcels = found.flatMap(({ parcel_id }) => parcel_id ?? [])
  const ofShipments = found.flatMap((row) => (row.parcel_id === null ? [row.shipment_id] : []))
  const rows = await readCountedParcels(ctx, branchId, ofParcels, ofShipments)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const meant = new Map<string, CountedParcelRow>()
  const several = new Map<string, number>()
  for (const { reference, shipment_id, parcel_id } of found) {
    const live = rows.filter((row) => row.shipment_id === shipment_id && row.status !== 'cancelled')
    const parcel = parcel_id === null ? (live.length === 1 ? live[0] : undefined) : byId.get(parcel_id)
    if (parcel_id === null && live.length > 1) several.set(reference, live.length)
    if (parcel && (parcel_id !== null || !meant.has(reference))) meant.set(reference, parcel)
  }
  for (const reference of meant.keys()) several.delete(reference)
  return { meant, several }
}

function messageOf(
  map: ProviderMap,
  { result, reference }: Pick<FloorScanRow, 'result' | 'reference'>,
  parcel: CountedParcelRow | undefined,
  branchId: number,
): string {
  if (result === 'agrees') return ''
  if (result === 'unknown' || !parcel) return `No parcel has the barcode ${reference}. Put it aside.`
  const { status, waits_on } = parcel
  if (standsAt({ status, current_branch_id: parcel.current_branch_id ?? 0 }, branchId))
    return waits_on === null
      ? ''
      : `${parcel.tracking_reference} is on ${manifestReference(waits_on)} but still on the floor. Load it.`
  return result === 'elsewhere' && parcel.current_branch_id !== null
    ? `The scans say that ${parcel.tracking_reference} is at ${branchName(map, parcel.current_branch_id)}. Put it aside.`
    : `The scans say: ${statusLabel(status).toLowerCase()}. Put ${parcel.tracking_reference} aside.`
}

/** Closes a floor count and stores its differences. Closing it again changes nothing. */
export const endFloorCount: Handler<typeof floorApi.close> = async (ctx, { id }) => {
  const locked = await lockFloorCount(ctx, id, 'close')
  if (!locked) throw noCount()
  const map = await requireBranch(ctx, locked.branch_id)
  if (locked.time_closed === null) await closeFloorCount(ctx, locked)
  return presentCount(map, await requireCount(ctx, id))
}

/** Lists the differences of a closed floor count. */
export const readDifferences: Handler<typeof floorApi.differences> = async (ctx, input) => {
  const found = await requireCount(ctx, input.id)
  const map = await requireBranch(ctx, found.branch_id)
  if (found.time_closed === null)
    throw wrongState('This count is still open. Close it to see its differences.')
  const { rows, kinds } = await listDifferences(ctx, input.id, input.kind, pageOf(input, max_listed))
  const all = Object.values(kinds).reduce((sum, one) => sum + one, 0)
  return {
    differences: rows.map(({ last_branch_id, ...row }) => ({
      ...row,
      last_branch_name: branchName(map, last_branch_id),
    })),
    count: input.kind ? kinds[input.kind] : all,
    kinds,
  }
}

const noCount = () => notFound('Could not find this floor count.')

async function requireCount(ctx: Context, id: number): Promise<FloorCountRow> {
  const row = await findFloorCount(ctx, id)
  if (!row) throw noCount()
  return row
}

/** Throws unless the caller may work with the scanner at this branch; returns the map. */
async function requireBranch(ctx: Context, branchId: number): Promise<ProviderMap> {
  ensure(mayUseHubScanner(ctx.actor))
  const map = await providerMap(ctx)
  if ((branchLimit(ctx.actor) ?? branchId) !== branchId || !map.branches.has(branchId))
    throw notFound('Could not find this branch.')
  return map
}

function presentCount(map: ProviderMap, { closed_by, ...row }: FloorCountRow): FloorCount {
  return { ...row, closed_by: closed_by ?? '', branch_name: branchName(map, row.branch_id) }
}
