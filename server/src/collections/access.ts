import { maySeeRequests } from '@waybill/domain/collections/rules'
import { ensure } from '@waybill/domain/kit/rule-result'
import { getAccount } from '../accounts/index.ts'
import type { Context } from '../kit/handler.ts'
import { hasFeature } from '../identity/index.ts'

/** Throws 403 when the feature is off or a customer’s account is not postpaid. */
export async function requireRequests(ctx: Context): Promise<void> {
  const { account_id } = ctx.actor
  const [isEnabled, account] = await Promise.all([
    hasFeature(ctx, 'collection_requests'),
    account_id === null ? null : getAccount(ctx, account_id),
  ])
  ensure(maySeeRequests(ctx.actor, { is_enabled: isEnabled, account_type: account?.account_type ?? null }))
}
