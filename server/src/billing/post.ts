import { transactionPosted } from '@waybill/domain/billing/events'
import type { Posting } from '@waybill/domain/billing/posting'
import { invoice_company_vat_no, vat_percentage } from '@waybill/domain/billing/settings'
import type { Cents } from '@waybill/domain/kit/money'
import { moveBalance } from '../accounts/index.ts'
import type { Ctx, Reader } from '../kit/verb.ts'
import { insertTransaction, type NewRow } from './ledger-store.ts'

/** The percentage of VAT charged now: 0 for a company without a VAT number (BILL-013, domain notes 2.14). */
export function vatPercentageNow(ctx: Reader): number {
  return ctx.setting(invoice_company_vat_no) ? ctx.setting(vat_percentage) : 0
}

/** Where a row came from, as answers name it: api, web, system (partner API 8.4). */
export function sourceOf(ctx: Reader): string {
  return ctx.actor.kind === 'system' ? 'system' : ctx.request.channel
}

/**
 * Posts a transaction: its row, its balanced entries, the account's balance and its free credit, and announces it.
 * The caller holds the balance of the account. Answers the id; `null` when the shipment is charged already.
 */
export async function post(
  ctx: Ctx,
  posting: Posting,
  row: Omit<NewRow, 'source'> & { source?: string },
): Promise<number | null> {
  const id = await insertTransaction(ctx, posting, { ...row, source: row.source ?? sourceOf(ctx) })
  if (id === null) return null
  const balance: Cents = await moveBalance(ctx, row.account_id, posting.amount, row.unallocated ?? 0)
  await ctx.emit(transactionPosted, {
    transaction_id: id,
    account_id: row.account_id,
    type: posting.type,
    amount: posting.amount,
    balance,
    shipment_id: row.shipment_id ?? null,
  })
  return id
}
