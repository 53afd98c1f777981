import { loadMeasures, spreadCost } from '@waybill/domain/hub/manifest-rules'
import type { Cents } from '@waybill/domain/kit/money'
import { default_volumetric_factor } from '@waybill/domain/rates/settings'
import type { Context } from '../../kit/handler.ts'
import { saveShares, type LoadedRow } from './manifest-load-store.ts'

/**
 * Stores each parcel’s share of the cost of the trip, by charged weight (docs/domain/hub.md#interhub-manifests). The
 * weights are those at the time of closing. Parcels that were received without having been loaded get no share.
 */
export async function spreadOverLoad(
  ctx: Context,
  load: readonly LoadedRow[],
  cost: Cents | null,
): Promise<void> {
  const factor = ctx.setting(default_volumetric_factor)
  const bearing = load
    .filter((row) => !row.is_extra)
    .map((row) => ({
      id: row.id,
      charged_weight_kg: row.charged_weight_kg ?? loadMeasures(row, factor).charged_weight_kg,
    }))
  const weights = bearing.map((row) => row.charged_weight_kg)
  const shares = cost === null ? null : spreadCost(cost, weights)
  await saveShares(
    ctx,
    bearing.map((row, index) => ({ ...row, cost: shares?.[index] ?? null })),
  )
}
