import type { accountsApi } from '@waybill/domain/accounts/api'
import { mayClose, mayReopen } from '@waybill/domain/accounts/account-rules'
import { accountChanged, accountClosed } from '@waybill/domain/accounts/events'
import { invalid } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { Context, Handler } from '../kit/handler.ts'
import { presentAccount } from './present-account.ts'
import { getAccount, lockBalance, updateAccount, type AccountRow } from './store.ts'
import { requireOwnBranch } from './which-account.ts'

/**
 * Closes an account. Its users are notified at once and get 423 from then on. The balance is locked, so that nothing
 * is booked or posted in the meantime (ACC-012).
 */
export const closeAccount: Handler<typeof accountsApi.close> = async (ctx, { id, reason }) => {
  const account = await lockedAccount(ctx, id)
  ensure(mayClose(ctx.actor, account))
  if (reason === '')
    throw invalid('Enter the reason for closing the account.', [
      { field: 'reason', message: 'Enter the reason for closing the account.' },
    ])
  await ctx.emit(accountClosed, { account_id: id })
  await updateAccount(ctx, id, undefined, {
    status: 'closed',
    time_closed: ctx.now,
    close_reason: reason,
    next_rate_group_id: null,
    next_rate_group_date: null,
  })
  return announced(ctx, id, true)
}

/** Reopens a closed account. */
export const reopenAccount: Handler<typeof accountsApi.reopen> = async (ctx, { id }) => {
  ensure(mayReopen(ctx.actor, await lockedAccount(ctx, id)))
  await updateAccount(ctx, id, undefined, { status: 'open', time_closed: null, close_reason: null })
  return announced(ctx, id, false)
}

async function lockedAccount(ctx: Context, id: number): Promise<AccountRow> {
  await lockBalance(ctx, id)
  const account = await getAccount(ctx, id)
  requireOwnBranch(ctx, account)
  return account
}

async function announced(ctx: Context, id: number, isClosed: boolean) {
  await ctx.emit(accountChanged, { account_id: id, is_closed: isClosed })
  await ctx.publish({ topic: 'session' })
  return presentAccount(ctx, await getAccount(ctx, id))
}
