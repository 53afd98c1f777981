import { accountChanged, accountHoldChanged } from '@waybill/domain/accounts/events'
import { holdReasonOf } from '@waybill/domain/accounts/hold-reasons'
import type { transactionPosted } from '@waybill/domain/billing/events'
import { holdAfter } from '@waybill/domain/billing/holds'
import { daysPast } from '@waybill/domain/billing/schedule'
import {
  auto_hold_days_overdue,
  auto_hold_enabled,
  auto_hold_limit_percentage,
} from '@waybill/domain/billing/settings'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { getAccount, updateAccount } from '../../accounts/index.ts'
import type { Context, ExternalContext, BaseContext } from '../../kit/handler.ts'
import { listOpenInvoices } from '../allocations/allocation-store.ts'
import { listAccountsToReview } from '../invoices-and-statements/document-store.ts'

/**
 * Puts an account on hold or releases it as its invoices and balance say; a hold placed by a person stays
 * (docs/domain/accounts-and-ledger.md#funds-and-holds).
 */
export async function reviewHold(ctx: Context, accountId: number): Promise<void> {
  const account = await getAccount(ctx, accountId)
  if (account.account_type !== 'postpaid' && !account.is_on_hold) return
  const current = holdReasonOf(account)
  const today = dayOf(ctx.now)
  const invoices = await listOpenInvoices(ctx, accountId)
  const reason = holdAfter(
    current,
    {
      ...account,
      account_type: account.account_type as 'prepaid' | 'postpaid' | 'guest',
      oldest_days_overdue: Math.max(0, ...invoices.map(({ due_day }) => daysPast(due_day, today))),
    },
    {
      auto_hold_enabled: ctx.setting(auto_hold_enabled),
      auto_hold_days_overdue: ctx.setting(auto_hold_days_overdue),
      auto_hold_limit_percentage: ctx.setting(auto_hold_limit_percentage),
    },
  )
  if (reason === current) return
  const isOnHold = reason !== null
  await updateAccount(ctx, accountId, undefined, { is_on_hold: isOnHold, hold_reason: reason })
  await ctx.emit(accountChanged, { account_id: accountId, is_closed: false })
  if (isOnHold !== account.is_on_hold)
    await ctx.emit(accountHoldChanged, { account_id: accountId, is_on_hold: isOnHold, reason })
}

/** Whether a row of the ledger can have taken an account over its limit; what a booking costs it was let to spend. */
export function mayOverdraw(
  reader: BaseContext,
  { amount, balance, type }: PayloadOf<typeof transactionPosted>,
): boolean {
  if (amount >= 0 || balance >= 0 || !reader.setting(auto_hold_enabled)) return false
  return type !== 'shipping-charge' || reader.setting(auto_hold_limit_percentage) < 100
}

/** Reviews the account of a row of the ledger, after its commit: rows are posted under the lock of shipments. */
export async function reviewPosted(
  ctx: ExternalContext,
  { account_id }: PayloadOf<typeof transactionPosted>,
): Promise<void> {
  await ctx.inTransaction((inner) => reviewHold(inner, account_id))
}

/** The hourly job: reviews accounts that owe or are held by the system (docs/domain/jobs.md, auto_hold). */
export async function reviewHolds(ctx: ExternalContext): Promise<void> {
  for (const accountId of await ctx.inTransaction(listAccountsToReview))
    await ctx.inTransaction((inner) => reviewHold(inner, accountId))
}
