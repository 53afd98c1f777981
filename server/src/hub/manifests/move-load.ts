import { manifestReference } from '@waybill/domain/hub/manifest'
import { carried_statuses } from '@waybill/domain/hub/manifest-rules'
import { isAtOrPast, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { Context } from '../../kit/handler.ts'
import { enterStatus, lockShipment, readParcels, type Entering } from '../../shipments/index.ts'
import { stillOnLoad, type LoadedRow } from './manifest-load-store.ts'
import type { ManifestRow } from './manifest-store.ts'
import { withoutBranchLimit } from './list-manifests.ts'

/** The status that the parcels of a manifest get, with place and time. */
export interface LoadStep {
  to: ShipmentStatus
  date: Date
  location: string
  /** The branch where the parcels are from now on; `null` while on the road. */
  branch_id: number | null
  /** Returns `true` for statuses in which a parcel is left unchanged. */
  leaves?: (status: ShipmentStatus) => boolean
  message?: string
  /** Whether parcels are left unchanged that were taken off the manifest, or received, since its load was read. */
  only_loaded?: boolean
}

/**
 * Moves the parcels of a manifest to a status, shipment by shipment in the order of their ids. Writes one event for a
 * shipment that is completely on the manifest, otherwise one event per parcel. Parcels that are on hold, damaged or
 * finished keep their status; parcels already in the status, and those scanned in at another branch than the one from
 * which the manifest leaves, are skipped.
 */
export async function moveLoad(
  ctx: Context,
  manifest: ManifestRow,
  load: readonly LoadedRow[],
  step: LoadStep,
): Promise<void> {
  const wide = withoutBranchLimit(ctx)
  const shipments = new Map<number, Set<number>>()
  for (const row of load) {
    if (row.is_extra) continue
    const parcels = shipments.get(row.shipment_id) ?? new Set<number>()
    shipments.set(row.shipment_id, parcels.add(row.parcel_id))
  }
  const data = { interhub_transfer_id: manifest.id, interhub_transfer: manifestReference(manifest.number) }
  const { to, date, location, message = '' } = step
  for (const [shipmentId, loaded] of [...shipments].sort(([one], [other]) => one - other)) {
    const moves = (status: ShipmentStatus) =>
      status !== to && carried_statuses.includes(status) && !step.leaves?.(status)
    const isAtOrigin = (branchId: number | null) => branchId === null || branchId === manifest.from_branch_id
    const row = await lockShipment(wide, shipmentId)
    // A scan takes parcels off with the lock of the shipment only, not with that of the manifest.
    const [parcels, left] = await Promise.all([
      readParcels(wide, [shipmentId]),
      step.only_loaded ? stillOnLoad(ctx, manifest.id, shipmentId) : loaded,
    ])
    const moving = parcels
      .filter(
        (one) =>
          loaded.has(one.id) && left.has(one.id) && moves(one.status) && isAtOrigin(one.current_branch_id),
      )
      .map(({ id }) => id)
    const live = parcels.filter((one) => one.status !== 'cancelled')
    const isWhole = live.length === moving.length
    const entering: Omit<Entering, 'parcel_ids'> = {
      to,
      date,
      location,
      message,
      data,
      branch_id: step.branch_id,
      ...(isWhole ? {} : { changes: { current_branch_id: row.current_branch_id } }),
    }
    if (isWhole && moving.length > 0) await enterStatus(wide, row, { ...entering, parcel_ids: moving })
    else
      for (const id of moving)
        await enterStatus(wide, await lockShipment(wide, shipmentId), { ...entering, parcel_ids: [id] })
  }
}

/** Whether a parcel is in transit or beyond, so that closing or departing a manifest does not move it back. */
export function hasLeft(status: ShipmentStatus): boolean {
  return isAtOrPast(status, 'in-transit')
}
