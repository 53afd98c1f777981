import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { customCharge } from '@waybill/domain/rates/charges/custom-charge'
import { invoice_company_vat_no, vat_percentage } from '@waybill/domain/rates/settings'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { chargeText, checkCharge, mayChangeCharges } from '@waybill/domain/shipments/pricing/custom-charge'
import type { Context, Handler } from '../../kit/handler.ts'
import { changeRate } from './change-rate.ts'
import { readShipments } from '../lists/present-shipment.ts'
import { closeCustomCharge, insertCharges, lockShipment, type ShipmentRow } from '../store.ts'
import { shipmentIdOf } from '../lists/which-shipment.ts'

/** `POST /shipments/charges`: adds a custom charge, such as waiting time, to the charges of the price book. */
export const addCharge: Handler<typeof shipmentsApi.addCharge> = async (ctx, input) => {
  const row = await lockForCharges(ctx, input.id)
  const { name, unit_price, quantity = 0, vat_type = 'standard' } = input
  ensure(checkCharge({ name, unit_price, quantity }, row.rate))
  const charge = customCharge({
    name: name.trim(),
    unit_price,
    quantity,
    vat_type,
    vat_percentage: ctx.setting(invoice_company_vat_no) === '' ? 0 : ctx.setting(vat_percentage),
    rate_revision_id: row.rate_revision_id,
  })
  const explanation =
    quantity > 0 ? `${quantity} × ${formatRand(unit_price)}, added by hand.` : 'Added by hand.'
  const { charge_type: _type, charge_value: _value, ...stored } = charge
  await insertCharges(ctx, row.id, [{ ...stored, vat_percentage: null, explanation }])
  await changeRate(ctx, row, row.rate + charge.value, {
    reason: `${chargeText(charge)} was added`,
    source: ctx.actor.username,
  })
  const [shipment] = await readShipments(ctx, [row.id])
  if (!shipment) throw new Error('A changed shipment could not be read back.')
  return shipment
}

/** `DELETE /shipments/charges`: removes a custom charge. */
export const removeCharge: Handler<typeof shipmentsApi.removeCharge> = async (ctx, { shipment_id, id }) => {
  const row = await lockForCharges(ctx, shipment_id)
  const charge = await closeCustomCharge(ctx, row.id, id)
  if (!charge) throw notFound('This charge was already removed, or it was not added by hand.')
  await changeRate(ctx, row, row.rate - charge.value, {
    reason: `${chargeText(charge)} was removed`,
    source: ctx.actor.username,
  })
  return {}
}

async function lockForCharges(ctx: Context, id: number): Promise<ShipmentRow & { rate: Cents }> {
  const row = await lockShipment(ctx, await shipmentIdOf(ctx, { id }))
  ensure(
    mayChangeCharges(ctx.actor, {
      status: row.status,
      disable_new_charges: row.disable_new_charges,
      is_invoiced: row.has_been_invoiced,
    }),
  )
  return row
}
