import {
  recipientsOf,
  requireEmails,
  type BillingPreference,
  type deliveriesApi,
} from '@waybill/domain/billing/deliveries'
import { accountFor } from '../../accounts/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { requireBillingInfo } from '../billing-reach.ts'
import { readDeliveryTerms, savePreferenceRow, type DeliveryTerms } from './delivery-store.ts'

/** Returns where an account gets its documents by e-mail. */
export const readPreference: Handler<typeof deliveriesApi.preference> = async (ctx, { account_id }) => {
  requireBillingInfo(ctx)
  const { id } = await accountFor(ctx, account_id)
  return presentPreference(await termsOf(ctx, id))
}

/** Changes where an account gets its documents by e-mail; fields that are left out stay as they are. */
export const savePreference: Handler<typeof deliveriesApi.savePreference> = async (
  ctx,
  { account_id, ...changes },
) => {
  requireBillingInfo(ctx)
  requireEmails(changes)
  const { id } = await accountFor(ctx, account_id)
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  await savePreferenceRow(ctx, id, { ...(await termsOf(ctx, id)), ...given })
  return presentPreference(await termsOf(ctx, id))
}

async function termsOf(ctx: Context, accountId: number): Promise<DeliveryTerms> {
  const terms = (await readDeliveryTerms(ctx, [accountId])).get(accountId)
  if (!terms) throw new Error(`Account ${accountId} has no delivery terms.`)
  return terms
}

function presentPreference(terms: DeliveryTerms): BillingPreference {
  const { account_id, invoice_emails, statement_emails, attach_csv, attach_ubl, send_reminders } = terms
  return {
    account_id,
    invoice_emails,
    statement_emails,
    attach_csv,
    attach_ubl,
    send_reminders,
    invoice_recipients: recipientsOf('invoice', terms),
    statement_recipients: recipientsOf('statement', terms),
  }
}
