import { transactionPosted } from '@waybill/domain/billing/events'
import type { Posting } from '@waybill/domain/billing/posting'
import { invoice_company_vat_no, vat_percentage } from '@waybill/domain/billing/settings'
import type { Cents } from '@waybill/domain/kit/money'
import { moveBalance } from '../../accounts/index.ts'
import type { Context, BaseContext } from '../../kit/handler.ts'
import { insertTransaction, type NewRow } from './ledger-store.ts'

/** The percentage of VAT charged now: 0 for a company without a VAT number (BILL-013, docs/domain/rating.md#vat). */
export function vatPercentageNow(ctx: BaseContext): number {
  return ctx.setting(invoice_company_vat_no) ? ctx.setting(vat_percentage) : 0
}

/** Where a row came from, as answers name it: api, web, system (docs/domain/public-api.md#transactions-in-answers). */
export function sourceOf(ctx: BaseContext): string {
  return ctx.actor.kind === 'system' ? 'system' : ctx.request.channel
}

/**
 * Posts a transaction: its row, its balanced entries, the account's balance and its free credit, and announces it.
 * The caller holds the balance of the account. Answers the id; `null` when the shipment is charged already.
 */
export async function post(
  ctx: Context,
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
