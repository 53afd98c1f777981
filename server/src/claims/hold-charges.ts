import { isUndecided } from '@waybill/domain/claims/states'
import { holdCharges, releaseCharges } from '../billing/index.ts'
import type { Context } from '../kit/handler.ts'
import { claimsOfShipment } from './store.ts'

/** Holds the charges of a shipment while it has a claim without a decision, and releases them afterwards. */
export async function holdChargesOfClaims(ctx: Context, shipmentId: number): Promise<void> {
  const claims = await claimsOfShipment(ctx, shipmentId)
  const change = claims.some(({ state }) => isUndecided(state)) ? holdCharges : releaseCharges
  await change(ctx, shipmentId, 'claim')
}
