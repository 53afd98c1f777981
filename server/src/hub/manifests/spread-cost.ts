import { loadMeasures, spreadCost } from '@waybill/domain/hub/manifest-rules'
import { default_volumetric_factor } from '@waybill/domain/rates/settings'
import type { Context } from '../../kit/handler.ts'
import { readLoad, saveShares } from './manifest-load-store.ts'
import type { ManifestRow } from './manifest-store.ts'

/**
 * Stores the share of the cost of the trip of each parcel that is on the manifest now, by charged weight
 * (docs/domain/hub.md#cost-of-a-trip). The weights are those at the time of closing. Parcels that were received without
 * having been loaded get no share.
 */
export async function spreadOverLoad(
  ctx: Context,
  { id, cost }: Pick<ManifestRow, 'id' | 'cost'>,
): Promise<void> {
  const factor = ctx.setting(default_volumetric_factor)
  const bearing = (await readLoad(ctx, id))
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
