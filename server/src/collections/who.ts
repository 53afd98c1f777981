import { maySeeRequests } from '@waybill/domain/collections/rules'
import { demand } from '@waybill/domain/kit/verdict'
import { getAccount } from '../accounts/index.ts'
import type { Ctx } from '../kit/verb.ts'
import { hasFeature } from './store.ts'

/** Refuses callers whom collection requests do not concern: the feature is off, or the account is not postpaid. */
export async function demandRequests(ctx: Ctx): Promise<void> {
  const { account_id } = ctx.actor
  const [is_enabled, account] = await Promise.all([
    hasFeature(ctx, 'collection_requests'),
    account_id === null ? null : getAccount(ctx, account_id),
  ])
  demand(maySeeRequests(ctx.actor, { is_enabled, account_type: account?.account_type ?? null }))
}
