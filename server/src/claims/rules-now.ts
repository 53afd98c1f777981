import { liabilityOf, type Liability } from '@waybill/domain/claims/liability'
import {
  lodgeUntil,
  mayUseClaims,
  type ClaimableShipment,
  type ClaimRules,
} from '@waybill/domain/claims/lodging'
import type { ClaimKind } from '@waybill/domain/claims/model'
import { ensure } from '@waybill/domain/kit/rule-result'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { insurance_declared_value_enabled, insurance_included_value } from '@waybill/domain/rates/settings'
import {
  claims_enabled,
  claims_guaranteed_service_levels,
  claims_liability_without_cover,
  claims_window_days,
} from '@waybill/domain/shipments/settings'
import type { Context, BaseContext } from '../kit/handler.ts'
import { arrivedDate, type ShipmentRow } from '../shipments/index.ts'
import { approvedBefore, priceOfShipment, type ClaimRow } from './store.ts'

/** Reads the company's settings for claims. */
export function rulesOf(reader: BaseContext): ClaimRules {
  return {
    is_enabled: reader.setting(claims_enabled),
    window_days: reader.setting(claims_window_days),
    guaranteed: reader.setting(claims_guaranteed_service_levels),
  }
}

/** Throws for every caller while claims are switched off. */
export function requireClaims(reader: BaseContext): void {
  ensure(mayUseClaims(rulesOf(reader)))
}

/** Returns the shipment data needed to decide whether a claim may be lodged. */
export async function claimableOf(ctx: Context, row: ShipmentRow): Promise<ClaimableShipment> {
  return {
    tracking_reference: row.custom_tracking_reference ?? row.short_tracking_reference,
    status: row.status,
    service_level_code: row.service_level_code,
    collected_date: row.collected_date,
    delivered_date: row.delivered_date,
    arrived_date: await arrivedDate(ctx, row.id),
    estimated_delivery_to: row.estimated_delivery_to,
  }
}

/** Returns the last day to lodge a claim, and whether it has passed. */
export function windowOf(
  reader: BaseContext,
  row: ShipmentRow,
): { lodge_until: string | null; is_after_window: boolean } {
  const lastDay = lodgeUntil(row, rulesOf(reader))
  return { lodge_until: lastDay, is_after_window: lastDay !== null && dayOf(reader.now) > lastDay }
}

/** Returns the maximum amount that may be approved for a claim, with the price and the insurance charge behind it. */
export async function liabilityNow(
  ctx: Context,
  row: Pick<ClaimRow, 'id' | 'shipment_id'> & { kind: ClaimKind },
  declaredValue: number,
): Promise<Liability & { price: number; insurance_charge: number }> {
  const { price, insurance_charge } = await priceOfShipment(ctx, row.shipment_id)
  const liability = liabilityOf({
    kind: row.kind,
    declared_value: declaredValue,
    insurance_charge,
    included_value: ctx.setting(insurance_declared_value_enabled) ? ctx.setting(insurance_included_value) : 0,
    without_cover: ctx.setting(claims_liability_without_cover),
    price,
    approved_before: await approvedBefore(ctx, row),
  })
  return { ...liability, price, insurance_charge }
}
