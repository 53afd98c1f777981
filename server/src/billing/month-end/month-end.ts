import { recipientsOf } from '@waybill/domain/billing/deliveries'
import {
  closingPeriod,
  exclusion_reasons,
  lastMonthEnd,
  monthEndDue,
  type ClosingPeriod,
  type MonthEndAction,
  type monthEndApi,
  type MonthEndRun,
} from '@waybill/domain/billing/month-end'
import { accounting_lock_date } from '@waybill/domain/billing/settings'
import { branchLimit, hasPermission, isStaff } from '@waybill/domain/kit/actor'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { forbidden, invalid, wrongState } from '@waybill/domain/kit/problem'
import { formatCount, formatDate } from '@waybill/domain/kit/texts/format'
import type { Context, Handler } from '../../kit/handler.ts'
import { requireBillingInfo } from '../billing-reach.ts'
import { readDeliveryTerms } from '../deliveries/delivery-store.ts'
import {
  listAccountsOfRun,
  listChargesOfRun,
  nextAccountsOfRun,
  readFigures,
  type ReasonFigures,
} from './charges-store.ts'
import { findRunning, insertRun, readRuns, readSendingFigures, type RunRow } from './run-store.ts'

const max_rows = 1_000
/** More accounts than a company has. */
const all_accounts = 10_000_000

/** Returns the figures of a month-end: what would be invoiced, what not and why, and what was sent. */
export const readMonthEnd: Handler<typeof monthEndApi.summary> = async (ctx, { period_end }) => {
  requireMonthEnd(ctx)
  const period = periodFor(ctx, period_end)
  const [figures, { issued, emails }, runs] = await Promise.all([
    readFigures(ctx, period),
    readSendingFigures(ctx, period),
    readRuns(ctx, period.period_end),
  ])
  return {
    period_end: period.period_end,
    invoice_day: period.invoice_day,
    to_issue: toIssue(figures),
    excluded: exclusion_reasons.flatMap((reason) =>
      figures
        .filter((one) => one.reason === reason)
        .map(({ charges, amount }) => ({ reason, charges, amount: amount + 0 })),
    ),
    issued: { invoices: issued.invoices, amount: issued.amount },
    to_send: { invoices: issued.to_send, accounts_without_address: issued.no_address },
    emails,
    runs: runs.map(presentRun),
  }
}

/** Lists the accounts that a run would invoice, with the addresses that their invoices go to. */
export const listMonthEndAccounts: Handler<typeof monthEndApi.accounts> = async (ctx, input) => {
  requireMonthEnd(ctx)
  const { rows, total } = await listAccountsOfRun(ctx, periodFor(ctx, input.period_end), {
    ...pageOf(input, max_rows),
    search: input.search,
  })
  const terms = await readDeliveryTerms(
    ctx,
    rows.map(({ id }) => id),
  )
  const accounts = rows.map((row) => {
    const account = terms.get(row.id)
    return { ...row, recipients: account ? recipientsOf('invoice', account) : [] }
  })
  return { accounts, count: total }
}

/** Lists the charges that a run would invoice, or those that it would not, with the reason. */
export const listMonthEndCharges: Handler<typeof monthEndApi.charges> = async (ctx, input) => {
  requireMonthEnd(ctx)
  const { reason = [], account_id, search } = input
  const filter = { ...pageOf(input, max_rows), reason, account_id, search }
  const { rows, total } = await listChargesOfRun(ctx, periodFor(ctx, input.period_end), filter)
  return { charges: rows, count: total }
}

/**
 * Starts to issue the invoices of a period, or to e-mail them, and returns the run, which continues in the background.
 * One run goes on at a time: a second start returns it. Nothing is started when the figures differ from those that the
 * caller saw.
 */
export const startMonthEnd: Handler<typeof monthEndApi.run> = async (ctx, input) => {
  requireMonthEnd(ctx)
  requireMayRun(ctx, input.action)
  const period = periodFor(ctx, input.period_end)
  const running = input.dry_run ? undefined : await findRunning(ctx)
  const planned = await plannedWork(ctx, period, input.action)
  if (running) return { ...planned, run: presentRun(running) }
  requireExpected(input, planned)
  if (input.dry_run || planned.invoices === 0) return { ...planned, run: null }
  if (input.action === 'issue') requireOpenBooks(ctx, period)
  const total =
    input.action === 'issue'
      ? (await nextAccountsOfRun(ctx, period, 0, all_accounts)).length
      : planned.invoices
  const run = await insertRun(ctx, { action: input.action, period_end: period.period_end, total })
  if (run) await ctx.emit(monthEndDue, { run_id: run.id })
  const current = run ?? (await findRunning(ctx))
  return { ...planned, run: current ? presentRun(current) : null }
}

interface PlannedWork {
  invoices: number
  amount: Cents
}

async function plannedWork(
  ctx: Context,
  period: ClosingPeriod,
  action: MonthEndAction,
): Promise<PlannedWork> {
  if (action === 'issue') {
    const { invoices, amount } = toIssue(await readFigures(ctx, period))
    return { invoices, amount }
  }
  const { issued } = await readSendingFigures(ctx, period)
  return { invoices: issued.to_send, amount: issued.to_send_amount }
}

function toIssue(figures: readonly ReasonFigures[]) {
  const found = figures.find(({ reason }) => reason === null)
  const { accounts, invoices, charges, amount } = found ?? { accounts: 0, invoices: 0, charges: 0, amount: 0 }
  return { accounts, invoices, charges, amount }
}

function requireMonthEnd(ctx: Context): void {
  requireBillingInfo(ctx)
  if (!isStaff(ctx.actor) || branchLimit(ctx.actor) !== null)
    throw forbidden('Month-end is for staff who see all branches. Ask your administrator for access.')
}

function requireMayRun(ctx: Context, action: MonthEndAction): void {
  const needed = action === 'issue' ? 'INLINE_run_invoicing' : 'API_/billing/invoices/send:POST'
  if (!hasPermission(ctx.actor, needed))
    throw forbidden(
      action === 'issue'
        ? 'You may not issue invoices. Ask someone with the permission to run invoicing.'
        : 'You may not send invoices. Ask someone with the permission to send invoices.',
    )
}

function periodFor(ctx: Context, periodEnd: string | undefined): ClosingPeriod {
  const period = closingPeriod(periodEnd ?? lastMonthEnd(ctx.now), ctx.now)
  if (period) return period
  throw invalid('The period ends in the future. Choose today or an earlier day.', [
    { field: 'period_end', message: 'Choose today or an earlier day.' },
  ])
}

function requireOpenBooks(ctx: Context, { invoice_day }: ClosingPeriod): void {
  const lockDay = ctx.setting(accounting_lock_date)
  if (lockDay && invoice_day <= lockDay)
    throw wrongState(
      `The books are closed up to ${formatDate(lockDay)}, so no invoice can have the date ${formatDate(invoice_day)}. Choose a later day, or change the setting.`,
    )
}

function requireExpected(
  {
    expected_invoices,
    expected_amount,
  }: { expected_invoices?: number | undefined; expected_amount?: Cents | undefined },
  { invoices, amount }: PlannedWork,
): void {
  if ((expected_invoices ?? invoices) === invoices && (expected_amount ?? amount) === amount) return
  throw wrongState(
    `The figures have changed: now it is ${formatCount(invoices)} invoices and ${formatRand(amount)}. Nothing was started. Check them and press again.`,
  )
}

function presentRun(row: RunRow): MonthEndRun {
  const { id, action, period_end, state, total, done, made, amount, failures, started_by } = row
  return {
    id,
    action,
    period_end,
    state,
    total,
    done,
    made,
    amount,
    failures,
    started_by,
    time_started: row.time_started,
    time_finished: row.time_finished,
  }
}
