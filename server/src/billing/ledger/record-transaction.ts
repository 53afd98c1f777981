import { transactionPosted } from '@waybill/domain/billing/events'
import { mayPostOn, type Posting } from '@waybill/domain/billing/posting'
import {
  accounting_lock_date,
  invoice_company_vat_no,
  vat_percentage,
} from '@waybill/domain/billing/settings'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { Context, BaseContext } from '../../kit/handler.ts'
import { insertTransaction, type NewRow } from './ledger-store.ts'

/** Returns the current VAT percentage; 0 for a company without a VAT number (BILL-013, docs/domain/rating.md#vat). */
export function vatPercentageNow(ctx: BaseContext): number {
  return ctx.setting(invoice_company_vat_no) ? ctx.setting(vat_percentage) : 0
}

/**
 * Returns the source of a row as API responses name it: api, web, system
 * (docs/domain/public-api.md#transactions-in-answers).
 */
export function sourceOf(ctx: BaseContext): string {
  return ctx.actor.kind === 'system' ? 'system' : ctx.request.channel
}

/**
 * Posts a transaction: inserts its row and balanced entries, updates the account's balance and free credit, and
 * publishes `transactionPosted`. The caller must hold the balance lock of the account. Returns the id, or `null` when
 * the shipment is already charged. Throws when the value date is in a closed period and the actor may not backdate:
 * every posting passes here, so closed books stay as they are.
 */
export async function post(
  ctx: Context,
  posting: Posting,
  row: Omit<NewRow, 'source'> & { source?: string },
): Promise<number | null> {
  ensure(mayPostOn(ctx.actor, row.effective_date ?? ctx.now, ctx.setting(accounting_lock_date)))
  const inserted = await insertTransaction(ctx, posting, { ...row, source: row.source ?? sourceOf(ctx) })
  if (!inserted) return null
  const { id, balance } = inserted
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
