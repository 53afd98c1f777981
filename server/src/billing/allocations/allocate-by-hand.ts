import { mayAllocateAll } from '@waybill/domain/billing/allocation'
import { docDisplayId } from '@waybill/domain/billing/invoicing'
import type { receivablesApi } from '@waybill/domain/billing/receivables-api'
import { transaction_types } from '@waybill/domain/billing/transaction-types'
import { hasPermission, isOffice, isStaff } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { formatRand } from '@waybill/domain/kit/money'
import { conflict, forbidden, invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { accountFor, lockBalance } from '../../accounts/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { billingReach } from '../billing-reach.ts'
import { postRow, requireMayPost } from '../ledger/post-transaction.ts'
import { reviewHold } from '../ledger/review-hold.ts'
import { getInvoice, getTransaction, listTransactions, type TransactionRow } from '../list-store.ts'
import { documentOf, presentTransaction } from '../present-billing.ts'
import { isAutomatic, saveAllocations, spendCredit } from './allocate-credits.ts'
import { listFreeCredits, listOpenInvoices } from './allocation-store.ts'
import { allocatedOf, listAllocatedParts, listShownCredits, listUnpaidInvoices } from './receivable-store.ts'

/** Maximum number of credits, and of invoices, that the page of allocations gets at once. */
const max_open = 500
const max_rows = 1_000

/** Returns the credits of an account that are not allocated, oldest first, and its open invoices. */
export const readOpen: Handler<typeof receivablesApi.open> = async (ctx, { account_id }) => {
  await billingReach(ctx, account_id)
  const account = await accountFor(ctx, account_id)
  const credits = await listShownCredits(ctx, account.id, max_open)
  const invoices = await listUnpaidInvoices(ctx, account.id, max_open)
  return {
    credits: credits.rows.map((row) => ({
      transaction_id: row.id,
      type: row.type,
      doc_display_id: documentOf({ ...row, invoice_number: null, invoice_migration_reference: null }),
      description: row.description ?? transaction_types[row.type].label,
      credit_note_id: row.credit_note_id ?? 0,
      invoice_id: row.invoice_id ?? 0,
      effective_date: row.effective_date,
      amount: row.amount,
      rest: row.unallocated,
    })),
    credit_count: credits.total,
    invoices: invoices.rows.map(({ id, migration_reference, ...row }) => ({
      ...row,
      invoice_id: id,
      doc_display_id: docDisplayId('invoice', row.invoice_number, migration_reference),
    })),
    invoice_count: invoices.total,
    is_automatic: isAutomatic(account),
  }
}

/** Lists what is allocated now of credits to invoices. */
export const readAllocated: Handler<typeof receivablesApi.allocated> = async (ctx, input) => {
  const accountId = await billingReach(ctx, input.account_id)
  const { rows, total } = await listAllocatedParts(
    ctx,
    { ...input, account_id: accountId },
    pageOf(input, max_rows),
  )
  return {
    parts: rows.map((row) => ({
      transaction_id: row.transaction_id,
      type: row.type,
      doc_display_id: documentOf({ ...row, invoice_number: null }),
      credit_note_id: row.credit_note_id ?? 0,
      invoice_id: row.invoice_id,
      invoice_display_id: docDisplayId('invoice', row.invoice_number, row.invoice_migration_reference),
      account_id: row.account_id,
      amount: row.amount,
      created_by: isStaff(ctx.actor) ? row.created_by : '',
      time_created: row.time_created,
    })),
    count: total,
  }
}

/** Throws 403 unless the caller may allocate by hand. */
export function requireAllocating(ctx: Pick<Context, 'actor'>): void {
  if (!isOffice(ctx.actor) || !hasPermission(ctx.actor, 'INLINE_allocate_payments'))
    throw forbidden('You may not allocate payments. Ask an administrator for the right to allocate payments.')
}

/**
 * Allocates credits of an account to its invoices under the lock of its balance, all or none. Rejects the call when an
 * amount is not the one that the user read (docs/domain/invoices-and-statements.md#payments-and-allocation).
 */
export const allocateByHand: Handler<typeof receivablesApi.allocate> = async (
  ctx,
  { account_id, allocations },
) => {
  requireAllocating(ctx)
  if (allocations.length === 0)
    throw invalid('Nothing is chosen.', [{ field: 'allocations', message: 'Choose at least one amount.' }])
  const account = await accountFor(ctx, account_id)
  await lockBalance(ctx, account.id)
  const credits = await listFreeCredits(ctx, account.id)
  const invoices = await listOpenInvoices(ctx, account.id)
  ensure(
    mayAllocateAll(allocations, {
      credits: new Map(credits.map(({ transaction_id, rest }) => [transaction_id, rest])),
      invoices: new Map(invoices.map(({ invoice_id, open }) => [invoice_id, open])),
    }),
  )
  await saveAllocations(ctx, account.id, allocations)
  await reviewHold(ctx, account.id)
  return { allocated: allocations.reduce((sum, { amount }) => sum + amount, 0) }
}

/** Undoes what is allocated of a credit to an invoice, with a negative row. */
export const deallocate: Handler<typeof receivablesApi.deallocate> = async (ctx, input) => {
  requireAllocating(ctx)
  const { transaction_id, invoice_id, amount } = input
  const { account_id } = await getInvoice(ctx, invoice_id, undefined)
  await lockBalance(ctx, account_id)
  const allocated = await allocatedOf(ctx, input)
  if (allocated !== amount)
    throw conflict(
      `Somebody else changed this allocation: it is ${formatRand(allocated)} now, not ${formatRand(amount)}. Nothing was undone.`,
    )
  if (amount <= 0) throw wrongState('Nothing of this credit is allocated to this invoice.')
  await saveAllocations(ctx, account_id, [{ transaction_id, invoice_id, amount: -amount }])
  await reviewHold(ctx, account_id)
  return {}
}

/** Writes off what is open on an invoice: posts a bad debt and allocates it to the invoice. */
export const writeOffInvoice: Handler<typeof receivablesApi.writeOff> = async (ctx, input) => {
  const { invoice_id, reason } = input
  requireMayPost(ctx, 'bad-debt-write-off', input.open)
  const invoice = await getInvoice(ctx, invoice_id, undefined)
  const { account_id } = invoice
  await lockBalance(ctx, account_id)
  const open =
    (await listOpenInvoices(ctx, account_id)).find((one) => one.invoice_id === invoice_id)?.open ?? 0
  const name = docDisplayId('invoice', invoice.invoice_number, invoice.migration_reference)
  if (open !== input.open)
    throw conflict(
      `Somebody else changed ${name}: ${formatRand(open)} is open now, not ${formatRand(input.open)}. Nothing was written off.`,
    )
  const id = await postRow(ctx, account_id, 'bad-debt-write-off', open, {
    description: `Written off: ${name}`,
    internal_note: reason,
  })
  await saveAllocations(ctx, account_id, [{ transaction_id: id, invoice_id, amount: open }])
  await reviewHold(ctx, account_id)
  return presentTransaction(ctx.actor, await getTransaction(ctx, id))
}

/**
 * Posts the refund of a credit that is not allocated, and uses up that credit. Promotional credit is not money that was
 * paid, so it is never refunded.
 */
export const refundCredit: Handler<typeof receivablesApi.refund> = async (ctx, input) => {
  const { transaction_id, amount, reason } = input
  requireMayPost(ctx, 'refund', amount)
  const credit = await creditToRefund(ctx, transaction_id)
  if (credit.type === 'promotional-credit')
    throw wrongState('Promotional credit is not paid back. It can only be used for invoices.')
  await lockBalance(ctx, credit.account_id)
  const free = await listFreeCredits(ctx, credit.account_id)
  const rest = free.find((one) => one.transaction_id === transaction_id)?.rest ?? 0
  if (rest !== input.rest)
    throw conflict(
      `Somebody else changed this credit: ${formatRand(rest)} is left now, not ${formatRand(input.rest)}. Nothing was refunded.`,
    )
  if (amount > rest) {
    const message = `Only ${formatRand(rest)} is left on this credit.`
    throw invalid(message, [{ field: 'amount', message }])
  }
  const id = await postRow(ctx, credit.account_id, 'refund', amount, {
    description: `Refund of ${documentOf(credit) ?? transaction_types[credit.type].label.toLowerCase()}`,
    internal_note: reason,
  })
  await spendCredit(ctx, credit.account_id, amount, [transaction_id])
  await reviewHold(ctx, credit.account_id)
  return presentTransaction(ctx.actor, await getTransaction(ctx, id))
}

async function creditToRefund(ctx: Context, id: number): Promise<TransactionRow> {
  const { rows } = await listTransactions(ctx, { ids: [id] }, { limit: 1, offset: 0 })
  if (!rows[0]) throw notFound('Could not find this credit.')
  return rows[0]
}
