import type { billingApi } from '@waybill/domain/billing/api'
import { becameInvoiceable, invoiceIssued } from '@waybill/domain/billing/events'
import {
  docDisplayId,
  documentTotals,
  groupForInvoices,
  isAboveInvoiceMinimum,
} from '@waybill/domain/billing/invoicing'
import { dueDay, isMonthEndRun, nextRun, periodOf } from '@waybill/domain/billing/schedule'
import {
  invoice_minimum_amount,
  invoice_per_cost_center,
  invoice_run_hour,
} from '@waybill/domain/billing/settings'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { getAccount, lockBalance, updateAccount, type AccountRow } from '../../accounts/index.ts'
import type { Context, ExternalContext, ExternalHandler } from '../../kit/handler.ts'
import { markInvoiced } from '../../shipments/index.ts'
import { allocateCredits } from '../allocations/allocate-credits.ts'
import { recogniseForMonthEnd } from '../ledger/charge-shipment.ts'
import {
  insertInvoice,
  listAccountsDue,
  listAccountsToInvoice,
  lockInvoiceable,
  putOnInvoice,
  shipmentsOnInvoice,
  type InvoiceableRow,
} from './document-store.ts'
import { listInvoices } from '../list-store.ts'
import { nextNumber } from '../../kit/document-numbers-store.ts'
import { recipientOf } from './invoice-recipient.ts'
import { presentInvoice } from '../present-billing.ts'

interface Period {
  /** The date printed on the invoices, `YYYY-MM-DD`. */
  invoice_day: string
  /** Charges posted and recognised up to this moment are invoiced. */
  up_to: Date
}

/**
 * Issues the invoices that are due, for one account or all, and returns them (BILL-008). A repeated run issues
 * nothing.
 */
export const runInvoices: ExternalHandler<typeof billingApi.runInvoices> = async (
  ctx,
  { account_id, up_to },
) => {
  const issued = await issueInvoices(ctx, { account_id, up_to: up_to ?? ctx.now })
  return ctx.answer(async (inner) => {
    const { rows, total } = await listInvoices(inner, { ids: issued }, { limit: 10_000, offset: 0 })
    return { invoices: rows.map((row) => presentInvoice(row, inner.now)), count: total }
  })
}

/**
 * Issues invoices for everything invoiceable up to `up_to`, in one transaction per account. It is safe to start
 * twice, to kill, and to run on several workers: each account's balance is locked while it is invoiced, and
 * transactions on an invoice are never selected again
 * (docs/domain/invoices-and-statements.md#when-invoices-are-made). Returns the invoice ids.
 */
export async function issueInvoices(
  ctx: ExternalContext,
  { account_id, up_to }: { account_id?: number | undefined; up_to: Date },
): Promise<number[]> {
  const accounts = account_id ? [account_id] : await ctx.inTransaction(listAccountsToInvoice)
  const moment = up_to < ctx.now ? up_to : ctx.now
  const period = { ...periodOf(ctx.now, false), up_to: moment }
  const issued: number[] = []
  for (const id of accounts) issued.push(...(await ctx.inTransaction((inner) => issueFor(inner, id, period))))
  return issued
}

async function issueFor(ctx: Context, accountId: number, period: Period): Promise<number[]> {
  await lockBalance(ctx, accountId)
  const account = await getAccount(ctx, accountId)
  const rows = await lockInvoiceable(ctx, accountId, period.up_to)
  const issued: number[] = []
  for (const group of groupForInvoices(rows, ctx.setting(invoice_per_cost_center))) {
    const id = await issueInvoice(ctx, account, group, period.invoice_day)
    if (id !== null) issued.push(id)
  }
  if (issued.length > 0) await allocateCredits(ctx, account)
  return issued
}

async function issueInvoice(
  ctx: Context,
  account: AccountRow,
  rows: readonly InvoiceableRow[],
  invoiceDay: string,
): Promise<number | null> {
  const { total, vat, zero_rated } = documentTotals(rows, 'invoice')
  if (!isAboveInvoiceMinimum(total, ctx.setting(invoice_minimum_amount))) return null
  const { payment_terms, payment_terms_from_statement } = account
  const isPrepaid = account.account_type === 'prepaid'
  const invoiceNumber = await nextNumber(ctx, 'invoice')
  const dates = rows.map((row) => row.transaction_date).sort((one, other) => one.getTime() - other.getTime())
  const id = await insertInvoice(ctx, {
    account_id: account.id,
    invoice_number: invoiceNumber,
    invoice_date: startOfDay(invoiceDay),
    due_date: startOfDay(
      dueDay(invoiceDay, isPrepaid ? 0 : payment_terms, !isPrepaid && payment_terms_from_statement),
    ),
    from_date: dates.length > 1 ? (dates[0] ?? null) : null,
    to_date: dates.length > 1 ? (dates.at(-1) ?? null) : null,
    total,
    vat,
    zero_rated,
    recipient: await recipientOf(ctx, account),
  })
  await putOnInvoice(
    ctx,
    id,
    rows.map((row) => row.id),
  )
  await ctx.emit(invoiceIssued, {
    invoice_id: id,
    account_id: account.id,
    doc_display_id: docDisplayId('invoice', invoiceNumber),
    total,
  })
  return id
}

/**
 * Marks the shipments of an issued invoice as invoiced. Uses a separate transaction, because everywhere else
 * shipments are locked before balances.
 */
export async function markShipmentsInvoiced(
  ctx: ExternalContext,
  { invoice_id }: Pick<PayloadOf<typeof invoiceIssued>, 'invoice_id'>,
): Promise<void> {
  await ctx.inTransaction(async (inner) => markInvoiced(inner, await shipmentsOnInvoice(inner, invoice_id)))
}

/** Invoices an account that is invoiced after each transaction, once its charges are invoiceable (BILL-017). */
export async function invoiceAtOnce(
  ctx: ExternalContext,
  { account_id }: PayloadOf<typeof becameInvoiceable>,
): Promise<void> {
  await issueInvoices(ctx, { account_id, up_to: ctx.now })
}

/**
 * The invoice job. Issues the invoices of every account whose run is due and sets the next run in the same
 * transaction, so that each run happens once even with several workers (BILL-019…BILL-023). When an account fails,
 * the error is logged, the account stays due for the next job, and the other accounts continue.
 */
export async function runDueInvoices(ctx: ExternalContext): Promise<void> {
  for (const accountId of await ctx.inTransaction(listAccountsDue)) {
    try {
      await ctx.inTransaction((inner) => runFor(inner, accountId))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      ctx.log.error(
        { provider_id: ctx.provider_id, account_id: accountId, error: reason },
        'invoice run failed',
      )
    }
  }
}

async function runFor(ctx: Context, accountId: number): Promise<void> {
  await lockBalance(ctx, accountId)
  const { next_invoice_run: due, ...account } = await getAccount(ctx, accountId)
  // Accounts invoiced after each transaction also run daily, to pick up charges whose event was lost.
  const frequency = account.invoice_frequency === 'shipment' ? 'daily' : account.invoice_frequency
  const from = due !== null && due.getTime() === ctx.now.getTime() ? new Date(due.getTime() + 1) : ctx.now
  const nextInvoiceRun = nextRun(
    frequency,
    account.invoice_frequency_time,
    from,
    ctx.setting(invoice_run_hour),
  )
  if (due !== null && due > ctx.now && due <= nextInvoiceRun) return
  if (due !== null && due <= ctx.now) {
    const { invoice_day, up_to } = periodOf(due, true)
    const monthEnd = new Date(up_to.getTime() - 1)
    if (isMonthEndRun(due)) await recogniseForMonthEnd(ctx, accountId, monthEnd)
    await issueFor(ctx, accountId, { invoice_day, up_to: isMonthEndRun(due) ? monthEnd : ctx.now })
  }
  await updateAccount(ctx, accountId, undefined, { next_invoice_run: nextInvoiceRun })
}
