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

/** Rows one call answers at most (docs/domain/public-api.md#paging-and-sorting). */
const max_rows = 1_000

/** What is asked for, within the account's reach. */
async function filterOf<Asked extends { id?: number | undefined; account_id?: number | undefined }>(
  ctx: Context,
  asked: Asked,
) {
  const accountId = await billingReach(ctx, asked.account_id)
  return { ...asked, account_id: accountId, ids: asked.id ? [asked.id] : undefined }
}

/** Lists rows of the ledger (BILL-004). */
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

/** Lists what was set against invoices (BILL-008). */
export const readAllocations: Handler<typeof billingApi.allocations> = async (ctx, input) => {
  const accountId = await billingReach(ctx, input.account_id)
  const { rows, total } = await listAllocations(
    ctx,
    { ...input, account_id: accountId },
    { ...input, ...pageOf(input, max_rows) },
  )
  return { allocations: rows.map(presentAllocation), count: total }
}

/** What an account has and may still spend; shown even where transactions are not, for people who top up. */
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
 * What accounts within reach owe by how long it is overdue, for lists of them (ACC-022,
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
