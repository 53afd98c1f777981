import { accountChanged } from '@waybill/domain/accounts/events'
import { isChangeDue, priceListOn } from '@waybill/domain/accounts/price-list-change'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { Context, ExternalContext } from '../kit/handler.ts'
import { getAccount, listPriceListsDue, updateAccount } from './store.ts'

/**
 * Makes planned price lists the current ones once their first day has come. Prices do not depend on this job because
 * they read the plan directly; a late run only delays what the account page displays (ACC-022).
 */
export async function applyPriceLists(ctx: ExternalContext): Promise<void> {
  const due = await ctx.inTransaction((inner) => listPriceListsDue(inner, dayOf(inner.now)))
  for (const id of due) await ctx.inTransaction((inner) => applyPriceList(inner, id))
}

async function applyPriceList(ctx: Context, id: number): Promise<void> {
  const account = await getAccount(ctx, id)
  const today = dayOf(ctx.now)
  if (!isChangeDue(account, today)) return
  await updateAccount(ctx, id, account.version, {
    rate_group_id: priceListOn(account, today),
    next_rate_group_id: null,
    next_rate_group_date: null,
  })
  await ctx.emit(accountChanged, { account_id: id, is_closed: false })
}
