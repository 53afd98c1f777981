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
import { isMovingIn } from '../opening-balances/opening-store.ts'
import { listAccountsToReview } from '../invoices-and-statements/document-store.ts'

/**
 * Puts an account on hold or releases it according to its invoices and balance. A hold placed by a person stays
 * (docs/domain/accounts-and-ledger.md#funds-and-holds). Opening items count once work with them has started.
 */
export async function reviewHold(ctx: Context, accountId: number): Promise<void> {
  const account = await getAccount(ctx, accountId)
  if (account.account_type !== 'postpaid' && !account.is_on_hold) return
  if (await isMovingIn(ctx, accountId)) return
  const current = holdReasonOf(account)
  const today = dayOf(ctx.now)
  const invoices = await listOpenInvoices(ctx, accountId)
  const reason = holdAfter(
    current,
    {
      ...account,
      account_type: account.account_type,
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

/**
 * Whether a posted transaction can have taken an account over its limit. Shipping charges are skipped, because
 * bookings are checked against the limit before they are charged, unless `auto_hold_limit_percentage` is below 100.
 */
export function mayOverdraw(
  reader: BaseContext,
  { amount, balance, type }: PayloadOf<typeof transactionPosted>,
): boolean {
  if (amount >= 0 || balance >= 0 || !reader.setting(auto_hold_enabled)) return false
  return type !== 'shipping-charge' || reader.setting(auto_hold_limit_percentage) < 100
}

/**
 * Reviews the hold of an account after a ledger row was posted. Runs after the commit, because rows are posted while
 * shipments are locked.
 */
export async function reviewPosted(
  ctx: ExternalContext,
  { account_id }: PayloadOf<typeof transactionPosted>,
): Promise<void> {
  await ctx.inTransaction((inner) => reviewHold(inner, account_id))
}

/**
 * The hourly job that reviews the accounts that owe money or are on an automatic hold (docs/domain/jobs.md,
 * auto_hold).
 */
export async function reviewHolds(ctx: ExternalContext): Promise<void> {
  for (const accountId of await ctx.inTransaction(listAccountsToReview))
    await ctx.inTransaction((inner) => reviewHold(inner, accountId))
}
