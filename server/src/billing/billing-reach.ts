import { seesTransactions } from '@waybill/domain/billing/model'
import { show_billing_transactions_for_account_users } from '@waybill/domain/billing/settings'
import { hasPermission } from '@waybill/domain/kit/actor'
import { forbidden } from '@waybill/domain/kit/problem'
import { getAccount } from '../accounts/index.ts'
import type { Context } from '../kit/handler.ts'

/** Throws 403 when the caller may not see any billing information (BILL-007). */
export function requireBillingInfo(ctx: Context): void {
  if (!hasPermission(ctx.actor, 'INLINE_see_billing_info'))
    throw forbidden('You may not see billing information. Ask your administrator for access.')
}

/**
 * Returns the account whose billing the caller may list: an account user's own account, the account that staff named,
 * or `undefined` for all accounts of the provider. Throws 403 for account users when neither the provider nor their
 * account shows transactions (BILL-005…BILL-007).
 */
export async function billingReach(ctx: Context, named: number | undefined): Promise<number | undefined> {
  requireBillingInfo(ctx)
  const { account_id } = ctx.actor
  const account = account_id === null ? null : await getAccount(ctx, account_id)
  const provider = {
    show_billing_transactions_for_account_users: ctx.setting(show_billing_transactions_for_account_users),
  }
  if (!seesTransactions(ctx.actor, provider, account))
    throw forbidden('Billing transactions are not shown online. Ask the courier company for a statement.')
  return account_id ?? named
}
