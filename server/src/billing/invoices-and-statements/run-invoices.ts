import type { billingApi } from '@waybill/domain/billing/api'
import type { becameInvoiceable } from '@waybill/domain/billing/events'
import type { ClosingPeriod } from '@waybill/domain/billing/month-end'
import { isMonthEndRun, nextRun, periodOf } from '@waybill/domain/billing/schedule'
import { email_invoices_on_issue, invoice_run_hour } from '@waybill/domain/billing/settings'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { lockBalances, readAccounts, setNextInvoiceRuns, type AccountRow } from '../../accounts/index.ts'
import type { Context, ExternalContext, ExternalHandler } from '../../kit/handler.ts'
import { markInvoiced } from '../../shipments/index.ts'
import { deliverableInvoice, queueDocuments } from '../deliveries/queue-documents.ts'
import { listInvoices } from '../list-store.ts'
import { nextAccountsOfRun } from '../month-end/charges-store.ts'
import { issueForAccounts } from '../month-end/issue-invoices.ts'
import { presentInvoice } from '../present-billing.ts'
import { listAccountsDue, shipmentsOnInvoices } from './document-store.ts'

/** Number of accounts that are invoiced in one transaction. */
export const accounts_per_batch = 50

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
 * Issues invoices for everything invoiceable up to `up_to`, in batches of accounts, and returns the invoice ids. Safe
 * to start twice and to kill; see `issueForAccounts`.
 */
export async function issueInvoices(
  ctx: ExternalContext,
  { account_id, up_to }: { account_id?: number | undefined; up_to: Date },
): Promise<number[]> {
  const today = dayOf(ctx.now)
  const period: ClosingPeriod = {
    period_end: today,
    period_start: today,
    invoice_day: today,
    up_to: up_to < ctx.now ? up_to : ctx.now,
    is_month_end: false,
  }
  const issued: number[] = []
  let ids = account_id ? [account_id] : await nextAccounts(ctx, period, 0)
  while (ids.length > 0) {
    const batch = ids
    const invoices = await ctx.inTransaction((inner) => issueForAccounts(inner, batch, period))
    issued.push(...invoices.map(({ id }) => id))
    ids = account_id ? [] : await nextAccounts(ctx, period, batch.at(-1) ?? 0)
  }
  return issued
}

function nextAccounts(ctx: ExternalContext, period: ClosingPeriod, lastId: number): Promise<number[]> {
  return ctx.inTransaction((inner) => nextAccountsOfRun(inner, period, lastId, accounts_per_batch))
}

/** Number of invoices whose shipments are locked together: a scan of one of them waits meanwhile. */
const invoices_per_mark = 5

/**
 * Marks the shipments of issued invoices as invoiced. Uses separate transactions, because everywhere else shipments are
 * locked before balances. The release before queued one job for each invoice, with `invoice_id`.
 */
export async function markShipmentsInvoiced(
  ctx: ExternalContext,
  { invoice_id = 0, invoice_ids = [invoice_id] }: { invoice_id?: number; invoice_ids?: readonly number[] },
): Promise<void> {
  for (let at = 0; at < invoice_ids.length; at += invoices_per_mark) {
    const together = invoice_ids.slice(at, at + invoices_per_mark)
    await ctx.inTransaction(async (inner) => markInvoiced(inner, await shipmentsOnInvoices(inner, together)))
  }
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
 * transaction, so that each run happens once even with several workers (BILL-019…BILL-023). When a batch of accounts
 * fails, its accounts are run one by one; those that fail again are logged and stay due for the next job.
 */
export async function runDueInvoices(ctx: ExternalContext): Promise<void> {
  const due = await ctx.inTransaction(listAccountsDue)
  for (let at = 0; at < due.length; at += accounts_per_batch)
    await runBatch(ctx, due.slice(at, at + accounts_per_batch))
}

async function runBatch(ctx: ExternalContext, accountIds: readonly number[]): Promise<void> {
  try {
    await ctx.inTransaction((inner) => runFor(inner, accountIds))
  } catch (error) {
    if (accountIds.length > 1) {
      for (const id of accountIds) await runBatch(ctx, [id])
      return
    }
    const reason = error instanceof Error ? error.message : String(error)
    ctx.log.error(
      { provider_id: ctx.provider_id, account_id: accountIds[0], error: reason },
      'invoice run failed',
    )
  }
}

async function runFor(ctx: Context, accountIds: readonly number[]): Promise<void> {
  await lockBalances(ctx, accountIds)
  const accounts = (await readAccounts(ctx, accountIds)).filter((account) => isRunDue(ctx, account))
  const runs = new Map<string, { period: ClosingPeriod; ids: number[] }>()
  for (const { id, next_invoice_run: due } of accounts) {
    if (due === null || due > ctx.now) continue
    const period = scheduledPeriod(due, ctx.now)
    const run = runs.get(period.invoice_day) ?? { period, ids: [] }
    run.ids.push(id)
    runs.set(period.invoice_day, run)
  }
  for (const { period, ids } of runs.values()) {
    const issued = await issueForAccounts(ctx, ids, period)
    if (ctx.setting(email_invoices_on_issue)) await queueDocuments(ctx, issued.map(deliverableInvoice))
  }
  await setNextInvoiceRuns(
    ctx,
    accounts.map((account) => ({ account_id: account.id, next_invoice_run: nextRunOf(ctx, account) })),
  )
}

/** Whether the run of an account is due, or was set too far ahead while the clock was ahead. */
function isRunDue(ctx: Context, account: AccountRow): boolean {
  const { next_invoice_run: due } = account
  return due === null || due <= ctx.now || due > nextRunOf(ctx, account)
}

function nextRunOf(
  ctx: Context,
  { invoice_frequency, invoice_frequency_time, next_invoice_run: due }: AccountRow,
): Date {
  // Accounts invoiced after each transaction also run daily, to pick up charges whose event was lost.
  const frequency = invoice_frequency === 'shipment' ? 'daily' : invoice_frequency
  const from = due !== null && due.getTime() === ctx.now.getTime() ? new Date(due.getTime() + 1) : ctx.now
  return nextRun(frequency, invoice_frequency_time, from, ctx.setting(invoice_run_hour))
}

/** Returns the period of a scheduled run; the run in the early hours of the first closes the month before. */
function scheduledPeriod(due: Date, now: Date): ClosingPeriod {
  const { invoice_day, up_to } = periodOf(due, true)
  const isMonthEnd = isMonthEndRun(due)
  return {
    period_end: invoice_day,
    period_start: invoice_day,
    invoice_day,
    up_to: isMonthEnd ? new Date(up_to.getTime() - 1) : now,
    is_month_end: isMonthEnd,
  }
}
