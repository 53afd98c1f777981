import type { accountingApi } from '@waybill/domain/accounting/api'
import {
  boxes_with_rows,
  vat_box_labels,
  vat_boxes,
  vatOf,
  vatReturn,
  type BoxWithRows,
} from '@waybill/domain/accounting/vat-return'
import { invoice_company_vat_no } from '@waybill/domain/billing/settings'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import type { Cents } from '@waybill/domain/kit/money'
import { displayId } from '@waybill/domain/kit/texts/format'
import type { Handler } from '../kit/handler.ts'
import { periodOf } from './exports.ts'
import { requireAccountant } from './require-accountant.ts'
import { ledgerVat, readEarned, type EarnedRow } from './vat-store.ts'

/** Maximum number of rows in one response. */
const max_rows = 1_000

const amountsOf = (row: EarnedRow) => vatOf({ ...row, is_credit_note: row.credit_note_id !== null })

/** Returns the VAT201 fields of a period from the ledger rows, with the ledger accounts beside them as a check. */
export const readVatReturn: Handler<typeof accountingApi.vatReturn> = async (ctx, input) => {
  requireAccountant(ctx)
  const period = periodOf(input)
  const sums: Partial<Record<BoxWithRows, Cents>> = {}
  for (const row of await readEarned(ctx, period)) {
    const amounts = amountsOf(row)
    for (const box of boxes_with_rows) sums[box] = (sums[box] ?? 0) + (amounts[box] ?? 0)
  }
  const boxes = vatReturn(sums)
  const ledger = await ledgerVat(ctx, period)
  return {
    boxes: vat_boxes.map((box) => ({
      box,
      label: vat_box_labels[box],
      amount: boxes[box],
      has_rows: boxes_with_rows.some((one) => one === box),
    })),
    ledger_vat: ledger,
    difference: boxes['20'] - ledger,
    is_registered: ctx.setting(invoice_company_vat_no) !== '',
  }
}

/** Lists the ledger rows that a field of the VAT return consists of. */
export const readVatRows: Handler<typeof accountingApi.vatRows> = async (ctx, input) => {
  requireAccountant(ctx)
  const rows = (await readEarned(ctx, periodOf(input))).flatMap((row) => {
    const amount = amountsOf(row)[input.box]
    return amount === undefined ? [] : [{ row, amount }]
  })
  const { limit, offset } = pageOf(input, max_rows)
  return {
    rows: rows.slice(offset, offset + limit).map(({ row, amount }) => ({
      id: row.id,
      date: row.date,
      type: row.type,
      account_code: row.account_code,
      account_name: row.account_name,
      shipment_reference: row.shipment_reference,
      invoice_id: row.invoice_id ?? 0,
      credit_note_id: row.credit_note_id ?? 0,
      document: documentOf(row),
      amount,
    })),
    count: rows.length,
  }
}

function documentOf(row: EarnedRow): string {
  if (row.credit_note_number !== null) return displayId('credit_note', row.credit_note_number)
  return row.invoice_number === null
    ? ''
    : displayId('invoice', row.invoice_number, row.invoice_migration_reference)
}
