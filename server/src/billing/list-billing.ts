import { spendable } from '@waybill/domain/accounts/affordability'
import type { billingApi } from '@waybill/domain/billing/api'
import { ageInvoices } from '@waybill/domain/billing/statement'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { accountFor } from '../accounts/index.ts'
import type { Context, Handler } from '../kit/handler.ts'
import { billingReach, requireBillingInfo } from './billing-reach.ts'
import { listAllocations, listCreditNotes, listInvoices, listTransactions } from './list-store.ts'
import { openInvoicesOf } from './invoices-and-statements/statement-store.ts'
import {
  presentAllocation,
  presentCreditNote,
  presentInvoice,
  presentTransaction,
} from './present-billing.ts'

/** Maximum number of rows in one response (docs/domain/public-api.md#paging-and-sorting). */
const max_rows = 1_000

/** Returns the requested filter, limited to the account the caller may list. */
async function filterOf<Asked extends { id?: number | undefined; account_id?: number | undefined }>(
  ctx: Context,
  requested: Asked,
) {
  const accountId = await billingReach(ctx, requested.account_id)
  return { ...requested, account_id: accountId, ids: requested.id ? [requested.id] : undefined }
}

/** Lists ledger rows (BILL-004). */
export const readTransactions: Handler<typeof billingApi.transactions> = async (ctx, input) => {
  const { rows, total } = await listTransactions(ctx, await filterOf(ctx, input), {
    ...input,
    ...pageOf(input, max_rows),
  })
  return { transactions: rows.map((row) => presentTransaction(ctx.actor, row)), count: total }
}

/** Lists invoices (BILL-008). */
export const readInvoices: Handler<typeof billingApi.invoices> = async (ctx, input) => {
  const { rows, total } = await listInvoices(ctx, await filterOf(ctx, input), {
    ...input,
    ...pageOf(input, max_rows),
  })
  return { invoices: rows.map((row) => presentInvoice(row, ctx.now)), count: total }
}

/** Lists credit notes (BILL-008). */
export const readCreditNotes: Handler<typeof billingApi.creditNotes> = async (ctx, input) => {
  const { rows, total } = await listCreditNotes(ctx, await filterOf(ctx, input), {
    ...input,
    ...pageOf(input, max_rows),
  })
  return { credit_notes: rows.map(presentCreditNote), count: total }
}

/** Lists allocations of credits to invoices (BILL-008). */
export const readAllocations: Handler<typeof billingApi.allocations> = async (ctx, input) => {
  const accountId = await billingReach(ctx, input.account_id)
  const { rows, total } = await listAllocations(
    ctx,
    { ...input, account_id: accountId },
    { ...input, ...pageOf(input, max_rows) },
  )
  return { allocations: rows.map(presentAllocation), count: total }
}

/**
 * Returns an account's balance and the amount it may still spend. Available even when transactions are hidden,
 * because users who top up need it.
 */
export const readBalance: Handler<typeof billingApi.balance> = async (ctx, input) => {
  requireBillingInfo(ctx)
  const account = await accountFor(ctx, input.account_id)
  const accountType = account.account_type
  return {
    account_id: account.id,
    account_code: account.account_code,
    account_type: accountType,
    balance: account.balance,
    credit_limit: account.credit_limit,
    available: spendable({ ...account, account_type: accountType }),
    credit_allocation_balance: account.credit_allocation_balance,
    is_on_hold: account.is_on_hold,
  }
}

/**
 * Returns the ageing of the open invoices of several accounts, for account lists (ACC-022,
 * docs/domain/invoices-and-statements.md#statements-and-ageing).
 */
export const readAgeing: Handler<typeof billingApi.ageing> = async (ctx, input) => {
  requireBillingInfo(ctx)
  const own = ctx.actor.account_id
  const ids = own === null ? input.ids : input.ids.filter((id) => id === own)
  const open = Map.groupBy(await openInvoicesOf(ctx, ids), ({ account_id }) => account_id)
  const today = dayOf(ctx.now)
  return {
    ageing: [...open].map(([accountId, invoices]) => ({
      account_id: accountId,
      ...ageInvoices(invoices, today),
    })),
  }
}
