import type { costsApi } from '@waybill/domain/costs/api'
import { notFound } from '@waybill/domain/kit/problem'
import { netRevenueOf } from '../billing/index.ts'
import type { Handler } from '../kit/handler.ts'
import { readShipmentRows } from '../shipments/index.ts'
import { listCostsOfShipment } from './cost-store.ts'
import { requireOffice } from './office.ts'

/** Returns what a shipment cost, with its revenue without VAT. */
export const readShipmentCosts: Handler<typeof costsApi.ofShipment> = async (ctx, { shipment_id }) => {
  requireOffice(ctx)
  const [shipment] = await readShipmentRows(ctx, [shipment_id])
  if (!shipment) throw notFound('Could not find shipment')
  const lines = await listCostsOfShipment(ctx, shipment.id)
  return {
    lines,
    cost: lines.reduce((sum, { amount }) => sum + amount, 0),
    revenue: await netRevenueOf(ctx, shipment.id),
  }
}
