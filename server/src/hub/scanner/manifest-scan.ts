import { manifestReference, type ManifestStub } from '@waybill/domain/hub/manifest'
import { proposeManifest } from '@waybill/domain/hub/manifest-rules'
import { leavesLoad, type ScanManifest } from '@waybill/domain/hub/scan-decision'
import { conflict } from '@waybill/domain/kit/problem'
import type { ProviderMap } from '../../maps/index.ts'
import type { Context } from '../../kit/handler.ts'
import type { ShipmentRow } from '../../shipments/index.ts'
import { readManifests } from '../manifests/manifest-list-store.ts'
import {
  addToLoad,
  leaveWaitingLoad,
  readParcelOnManifests,
  receiveOffLoad,
  receiveOnArrival,
} from '../manifests/manifest-load-store.ts'
import { holdManifest, listLoading, updateManifest, type ManifestRow } from '../manifests/manifest-store.ts'
import { departLoad, sinceClosed } from '../manifests/move-manifest.ts'
import type { ReceivedScan, ScanCase, ScannedLoad } from './scan-case.ts'
import type { OnLoad } from './scan-store.ts'
import { branchName, noManifest, stubOf } from '../manifests/present-manifest.ts'

/**
 * Locks the manifest that was chosen on the scanner, before any shipment is locked; returns `null` when none was
 * chosen. A closed manifest that is unloaded at one of its branches is departed first if nobody recorded its
 * departure.
 */
export async function holdScanned(ctx: Context, scan: ReceivedScan): Promise<ManifestRow | null> {
  const { mode, input } = scan
  const isLoading = mode === 'load-manifest'
  if (input.interhub_transfer_id === undefined || (!isLoading && mode !== 'unload-manifest')) return null
  const row = await holdManifest(ctx, input.interhub_transfer_id, isLoading ? 'load' : 'change')
  if (!row) throw noManifest()
  const hasCome = [row.to_branch_id, ...row.via_branch_ids].includes(scan.here.id)
  if (isLoading || row.status === 'open' || row.departed_at !== null || !hasCome) return row
  const departedAt = sinceClosed(row, scan.scanned_at)
  await departLoad(ctx, row, departedAt)
  return { ...row, departed_at: departedAt }
}

/**
 * Returns the manifest of a scan: the chosen one, else, when loading, the open one on which the parcel belongs
 * (docs/domain/hub.md#interhub-manifests).
 */
export async function loadOfScan(
  ctx: Context,
  map: ProviderMap,
  scan: ReceivedScan,
  chosen: ManifestRow | null,
  shipment: ShipmentRow,
  parcelId: number,
): Promise<ScannedLoad | null> {
  const isLoading = scan.mode === 'load-manifest'
  if (!isLoading && scan.mode !== 'unload-manifest') return null
  const right = isLoading ? await rightManifest(ctx, scan, shipment) : null
  const row = chosen ?? (right && ((await holdManifest(ctx, right.id, 'load')) ?? null))
  const on = await readParcelOnManifests(ctx, { parcel_id: parcelId, shipment_id: shipment.id }, row?.id ?? 0)
  const waiting = on.waiting_id ?? 0
  return {
    row,
    manifest: row && scanManifestOf(map, row),
    right_manifest: right && right.id !== row?.id ? manifestReference(right.number) : '',
    parcel_on_id: isLoading ? waiting : on.is_on_it && row ? row.id : 0,
    parcel_on: on.waiting_number === null ? '' : manifestReference(on.waiting_number),
    is_received: on.is_received,
    siblings_on_it: on.siblings_on_it,
  }
}

async function rightManifest(ctx: Context, scan: ReceivedScan, shipment: ShipmentRow) {
  if (shipment.delivery_branch_id === null) return null
  const open = await listLoading(ctx, scan.here.id)
  return proposeManifest(open, shipment.delivery_branch_id, shipment.transient_branch_ids ?? [])
}

function scanManifestOf(map: ProviderMap, row: ManifestRow): ScanManifest {
  return {
    id: row.id,
    reference: manifestReference(row.number),
    is_open: row.status === 'open',
    from_branch_id: row.from_branch_id,
    from_branch_name: branchName(map, row.from_branch_id),
    to_branch_id: row.to_branch_id,
    to_branch_name: branchName(map, row.to_branch_id),
    via_branch_ids: row.via_branch_ids,
    scan_status: row.scan_status,
  }
}

/**
 * Applies an accepted scan to manifests: loading adds the parcel, unloading marks it as received and records the
 * arrival, and scanning in marks it as received on the manifest that brought it.
 */
export async function applyToLoad(ctx: Context, known: ScanCase): Promise<void> {
  const { scan, load, row: shipment, parcel } = known
  const at = scan.scanned_at
  const loaded = { parcel_id: parcel.id, shipment_id: shipment.id }
  if (scan.mode === 'arrive') {
    const isAwaited = known.around.on_loads.some(({ received_at }) => received_at === null)
    return isAwaited ? receiveOnArrival(ctx, parcel.id, scan.here.id, at) : undefined
  }
  const row = load?.row
  if (!row) return
  if (scan.mode === 'load-manifest') {
    const added = await addToLoad(ctx, row.id, [{ ...loaded, added_at: at }])
    if (added === 0) throw conflict('This parcel was put on another manifest a moment ago. Scan it again.')
    return
  }
  if (row.arrived_at === null && row.to_branch_id === scan.here.id)
    await updateManifest(ctx, row.id, { arrived_at: at })
  await receiveOffLoad(ctx, row.id, [{ ...loaded, received_at: at }])
}

/** Returns the manifest other than that of the scan on which the parcel waits; `undefined` when none. */
export function otherWaiting(onLoads: readonly OnLoad[], load: ScannedLoad | null): OnLoad | undefined {
  return onLoads.find((one) => one.is_waiting && one.manifest_id !== load?.row?.id)
}

/** Whether a manifest on which a parcel waits has brought it to a branch, though nobody has recorded its departure. */
export function hasBrought({ status, from_branch_id, stops }: OnLoad, branchId: number): boolean {
  return status === 'closed' && from_branch_id !== branchId && stops.includes(branchId)
}

/** Takes the parcel of an accepted scan off the other manifest on which it waits, if the scan shows that it is not on it. */
export async function leaveOtherLoad(ctx: Context, { scan, load, around, is_late }: ScanCase): Promise<void> {
  const waiting = otherWaiting(around.on_loads, load)
  if (!waiting || !leavesLoad({ mode: scan.mode, is_late }, { waits_on: manifestReference(waiting.number) }))
    return
  await leaveWaitingLoad(ctx, waiting.id, hasBrought(waiting, scan.here.id) ? scan.scanned_at : null)
}

/** Returns the manifest as the scanner displays it after a scan. */
export async function manifestOf(
  ctx: Context,
  map: ProviderMap,
  scan: ReceivedScan,
  load: ScannedLoad | null,
): Promise<ManifestStub | null> {
  if (!load?.row) return null
  const [row] = await readManifests(ctx, [load.row.id])
  return row ? stubOf(map, row, scan.mode === 'unload-manifest') : null
}
