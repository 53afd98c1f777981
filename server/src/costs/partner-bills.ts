import type { costsApi } from '@waybill/domain/costs/api'
import type { PartnerBillLine } from '@waybill/domain/costs/model'
import { checkBill } from '@waybill/domain/costs/partner-bill'
import { requireSound } from '@waybill/domain/collections/rules'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { invalid, notFound } from '@waybill/domain/kit/problem'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import type { Context, Handler } from '../kit/handler.ts'
import { findByPartnerReferences, findByReferences, readShipmentRows } from '../shipments/index.ts'
import {
  insertBill,
  listBillLines,
  listBillRows,
  lockBillLine,
  findBill,
  type BillLineRow,
} from './bill-store.ts'
import { insertCosts, insertShares } from './cost-store.ts'
import { requireWholeCompany } from './office.ts'

const max_per_page = 500

/** Returns one page of the imported bills. */
export const listBills: Handler<typeof costsApi.bills> = async (ctx, input) => {
  requireWholeCompany(ctx)
  const page = { ...pageOf(input, max_per_page), order_by: input.order_by, order: input.order }
  const { rows, total } = await listBillRows(ctx, input, page)
  return { partner_bills: rows, count: total }
}

/** Returns one page of the lines of a bill. */
export const readBillLines: Handler<typeof costsApi.billLines> = async (ctx, input) => {
  requireWholeCompany(ctx)
  const { rows, total } = await listBillLines(ctx, { bill_id: input.id }, pageOf(input, max_per_page))
  return { lines: await presentLines(ctx, rows), count: total }
}

/** Adds to each line its shipment, and what was expected when the shipment was handed over. */
async function presentLines(ctx: Context, rows: readonly BillLineRow[]): Promise<PartnerBillLine[]> {
  const shipments = await readShipmentRows(
    ctx,
    rows.flatMap(({ shipment_id }) => shipment_id ?? []),
  )
  const known = new Map(shipments.map((shipment) => [shipment.id, shipment]))
  return rows.map((row) => {
    const shipment = row.shipment_id === null ? undefined : known.get(row.shipment_id)
    return {
      ...row,
      tracking_reference: shipment?.custom_tracking_reference ?? shipment?.short_tracking_reference ?? '',
      expected: shipment?.third_party_cost ?? null,
    }
  })
}

/** Finds the shipment of each reference: ours, of a parcel, or the partner’s own. An ambiguous one stays open. */
async function shipmentsOf(
  ctx: Context,
  references: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const cleaned = references.map((reference) => cleanReference(reference))
  const found = [
    ...(await findByReferences(ctx, cleaned)).map(({ reference, shipment_id }) => ({
      reference,
      shipment_id,
    })),
    ...(await findByPartnerReferences(ctx, references)).map(({ id, third_party_reference }) => ({
      reference: cleanReference(third_party_reference ?? ''),
      shipment_id: id,
    })),
  ]
  return new Map(
    [...Map.groupBy(found, ({ reference }) => reference)].flatMap(([reference, rows]) => {
      const [first] = rows
      const isOne = rows.every(({ shipment_id }) => shipment_id === first?.shipment_id)
      return first && isOne ? [[reference, first.shipment_id] as const] : []
    }),
  )
}

/** Imports a bill with its lines. The same number of a partner is imported once. */
export const importBill: Handler<typeof costsApi.importBill> = async (ctx, input) => {
  requireWholeCompany(ctx)
  const lines = input.lines.map(({ reference, amount, leg }) => ({
    reference,
    amount,
    leg: leg ?? ('partner' as const),
  }))
  const [partner, billNumber] = [input.partner.trim(), input.bill_number.trim()]
  requireSound(checkBill({ partner, bill_number: billNumber, bill_date: input.bill_date, lines }))
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const id = await insertBill(ctx, { partner, bill_number: billNumber, bill_date: input.bill_date, total })
  if (id === null)
    throw invalid(`Bill ${billNumber} of ${partner} was imported before.`, [
      { field: 'bill_number', message: 'was imported before' },
    ])
  const shipments = await shipmentsOf(
    ctx,
    lines.map(({ reference }) => reference),
  )
  await insertCosts(
    ctx,
    lines.map(({ reference, amount, leg }, at) => {
      const shipmentId = shipments.get(cleanReference(reference))
      return {
        kind: 'partner-bill',
        leg,
        key: `bill/${id}/${at + 1}`,
        number: 1,
        work_day: input.bill_date,
        day: input.bill_date,
        amount,
        reason: `${partner}, bill ${billNumber}`,
        reference,
        partner_bill_id: id,
        shares: shipmentId === undefined ? [] : [{ shipment_id: shipmentId, amount }],
      }
    }),
  )
  return findBill(ctx, id)
}

/** Assigns a line of a bill that has no shipment yet. */
export const assignBillLine: Handler<typeof costsApi.assignLine> = async (ctx, input) => {
  requireWholeCompany(ctx)
  const line = await lockBillLine(ctx, input.line_id)
  if (!line) throw notFound('Could not find this line.')
  if (line.is_assigned) throw invalid('This line has a shipment already.')
  const shipmentId = (await shipmentsOf(ctx, [input.tracking_reference])).get(
    cleanReference(input.tracking_reference),
  )
  if (shipmentId === undefined)
    throw invalid('Could not find one shipment with this reference. Check it and try again.', [
      { field: 'tracking_reference', message: 'Could not find one shipment with this reference.' },
    ])
  await insertShares(ctx, [{ id: line.id, shipment_id: shipmentId, amount: line.amount }])
  const { rows } = await listBillLines(ctx, { line_id: line.id }, { limit: 1, offset: 0 })
  const [presented] = await presentLines(ctx, rows)
  if (!presented) throw new Error(`Line ${line.id} was not found after it was assigned.`)
  return presented
}
