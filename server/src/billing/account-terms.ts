import type { accountOpened, holdTermsChanged } from '@waybill/domain/accounts/events'
import { hold_reason_labels, holdReasonOf } from '@waybill/domain/accounts/hold-reasons'
import {
  default_invoice_frequency,
  default_payment_terms,
  invoice_frequency_time,
} from '@waybill/domain/billing/settings'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { wrongState } from '@waybill/domain/kit/problem'
import { getAccount, updateAccount } from '../accounts/index.ts'
import type { Context } from '../kit/handler.ts'
import { reviewHold } from './ledger/review-hold.ts'

/**
 * Sets the company's default terms on a new account for the fields that were left open. Only postpaid accounts get
 * payment terms; other accounts get 0.
 */
export async function setUsualTerms(
  ctx: Context,
  { account_id, left_open }: PayloadOf<typeof accountOpened>,
): Promise<void> {
  const { account_type, invoice_frequency } = await getAccount(ctx, account_id)
  const frequency = left_open.includes('invoice_frequency')
    ? ctx.setting(default_invoice_frequency)
    : invoice_frequency
  const terms: Record<string, unknown> = {
    payment_terms: account_type === 'postpaid' ? ctx.setting(default_payment_terms) : 0,
    invoice_frequency: frequency,
    invoice_frequency_time: frequency === 'weekly' ? ctx.setting(invoice_frequency_time) : 0,
  }
  const open = Object.entries(terms).filter(([field]) => left_open.includes(field))
  if (open.length > 0) await updateAccount(ctx, account_id, undefined, Object.fromEntries(open))
}

/**
 * Reviews the hold of an account after its hold terms changed. Rejects a release by a person while the cause of the
 * hold lasts, because the next review would put the hold back (ACC-007).
 */
export async function reviewHoldTerms(
  ctx: Context,
  { account_id, is_released }: PayloadOf<typeof holdTermsChanged>,
): Promise<void> {
  await reviewHold(ctx, account_id)
  if (!is_released) return
  const reason = holdReasonOf(await getAccount(ctx, account_id))
  if (reason !== null)
    throw wrongState(
      `${hold_reason_labels[reason]}, so the account would be put on hold again. Release it until the next payment instead, or switch automatic holds off for it.`,
    )
}
