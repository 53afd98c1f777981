import { accountChanged, accountHoldChanged } from '@waybill/domain/accounts/events'
import { holdAfter, type HoldReason } from '@waybill/domain/billing/holds'
import { daysPast } from '@waybill/domain/billing/schedule'
import {
  auto_hold_days_overdue,
  auto_hold_enabled,
  auto_hold_limit_percentage,
} from '@waybill/domain/billing/settings'
import { dayOf } from '@waybill/domain/kit/wire'
import { getAccount, updateAccount } from '../accounts/index.ts'
import type { Ctx, PartnerCtx } from '../kit/verb.ts'
import { listOpenInvoices } from './allocation-store.ts'
import { listAccountsToReview } from './document-store.ts'

/**
 * Puts an account on hold or releases it as its invoices and balance say; a hold placed by a person stays (domain notes
 * 6.3).
 */
export async function reviewHold(ctx: Ctx, account_id: number): Promise<void> {
  const account = await getAccount(ctx, account_id)
  if (account.account_type !== 'postpaid' && !account.is_on_hold) return
  const current = account.is_on_hold ? ((account.hold_reason ?? 'manual') as HoldReason) : null
  const today = dayOf(ctx.now)
  const invoices = await listOpenInvoices(ctx, account_id)
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
  const is_on_hold = reason !== null
  await updateAccount(ctx, account_id, undefined, { is_on_hold, hold_reason: reason })
  await ctx.emit(accountChanged, { account_id, is_closed: false })
  if (is_on_hold !== account.is_on_hold)
    await ctx.emit(accountHoldChanged, { account_id, is_on_hold, reason })
}

/** The hourly job: reviews accounts that owe or are held by the system (domain notes 20, auto_hold). */
export async function reviewHolds(ctx: PartnerCtx): Promise<void> {
  for (const account_id of await ctx.work(listAccountsToReview))
    await ctx.work((inner) => reviewHold(inner, account_id))
}
