import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, day, dayOf, flag, instant, list, maybe, rand, startOfDay, text } from '../kit/calls/wire.ts'
import { day_ms } from '../kit/dates/durations.ts'
import { event } from '../kit/event.ts'
import { paging } from '../kit/lists/paging.ts'
import {
  shipment_statuses,
  type InvoiceTriggerStatus,
  type ShipmentStatus,
  invoice_trigger_statuses,
} from '../shipments/statuses/status.ts'
import { goesOnInvoice } from './invoicing.ts'
import { transaction_type_names } from './transaction-types.ts'

/** Why a charge is not put on an invoice in a run, in the order in which the reasons are checked. */
export const exclusion_reasons = [
  'already-invoiced',
  'account-closed',
  'on-hold-by-claim',
  'weight-in-dispute',
  'trigger-not-reached',
  'after-period',
  'below-minimum',
] as const
export type ExclusionReason = (typeof exclusion_reasons)[number]

/** The reasons as the screen shows them. */
export const exclusion_labels: Readonly<Record<ExclusionReason, string>> = {
  'already-invoiced': 'Already invoiced',
  'account-closed': 'The account is closed',
  'on-hold-by-claim': 'On hold: there is an open claim',
  'weight-in-dispute': 'Weight discrepancy waits',
  'trigger-not-reached': 'The shipment has not reached the status to invoice',
  'after-period': 'It could be invoiced only after the period',
  'below-minimum': 'The invoice would be below the minimum',
}

/** The steps of month-end that a person starts. */
export const month_end_actions = ['issue', 'send'] as const
export type MonthEndAction = (typeof month_end_actions)[number]

export const month_end_states = ['running', 'done', 'failed'] as const
export type MonthEndState = (typeof month_end_states)[number]

/** A run of month-end, with its progress. */
export const MonthEndRun = z.object({
  id: count,
  action: z.enum(month_end_actions),
  period_end: day,
  state: z.enum(month_end_states),
  /** Number of accounts (issue) or invoices (send) when it started, and how many are done. */
  total: count,
  done: count,
  /** Number of invoices issued, or of e-mails queued. */
  made: count,
  amount: rand,
  /** What went wrong, for each account that failed; at most the first 100. */
  failures: z.array(z.object({ account_id: count, account_name: z.string(), message: z.string() })),
  started_by: z.string(),
  time_started: instant,
  time_finished: instant.nullable(),
})
export type MonthEndRun = z.output<typeof MonthEndRun>

/** The figures of invoices to issue. */
export const MonthEndFigures = z.object({ accounts: count, invoices: count, charges: count, amount: rand })
export type MonthEndFigures = z.output<typeof MonthEndFigures>

/** Everything that the screen shows above its lists. */
export const MonthEndSummary = z.object({
  period_end: day,
  /** The date that the invoices will have. */
  invoice_day: day,
  to_issue: MonthEndFigures,
  excluded: z.array(z.object({ reason: z.enum(exclusion_reasons), charges: count, amount: rand })),
  /** Invoices of the period. */
  issued: z.object({ invoices: count, amount: rand }),
  /** Invoices of the period that nobody was sent yet: those that can be sent, and the accounts without an address. */
  to_send: z.object({ invoices: count, accounts_without_address: count }),
  /** E-mails with invoices of the period. */
  emails: z.object({ queued: count, sent: count, failed: count }),
  /** The newest run of each action for this period. */
  runs: z.array(MonthEndRun),
})
export type MonthEndSummary = z.output<typeof MonthEndSummary>

/** A charge in the preview; `reason` is `null` when it will be invoiced. The amount is positive for a debit. */
export const MonthEndCharge = z.object({
  id: count,
  account_id: count,
  account_code: z.string(),
  account_name: z.string(),
  transaction_date: instant,
  type: z.enum(transaction_type_names),
  description: z.string(),
  shipment_id: count,
  shipment_reference: z.string(),
  amount: rand,
  reason: z.enum(exclusion_reasons).nullable(),
})
export type MonthEndCharge = z.output<typeof MonthEndCharge>

/** An account in the preview. */
export const MonthEndAccount = z.object({
  id: count,
  account_code: z.string(),
  account_name: z.string(),
  charges: count,
  invoices: count,
  amount: rand,
  /** Where its invoices go; empty when nobody gets them. */
  recipients: z.array(z.string()),
})
export type MonthEndAccount = z.output<typeof MonthEndAccount>

const period = { period_end: maybe(day) }

/** API endpoints of month-end. */
export const monthEndApi = {
  summary: endpoint('GET /billing/month-end', {
    workload: 'heavy',
    input: z.object(period),
    output: MonthEndSummary,
    published: false,
    summary: 'Returns the figures of a month-end: what would be invoiced, what not, and what was sent.',
  }),
  accounts: endpoint('GET /billing/month-end/accounts', {
    workload: 'heavy',
    input: z.object({ ...paging, ...period, search: maybe(text(100)) }),
    output: z.object({ accounts: z.array(MonthEndAccount), count }),
    permission: 'API_/billing/month-end:GET',
    published: false,
    summary: 'Lists the accounts that would be invoiced, the largest amount first.',
  }),
  charges: endpoint('GET /billing/month-end/charges', {
    workload: 'heavy',
    input: z.object({
      ...paging,
      ...period,
      /** Without reasons: the charges that will be invoiced. */
      reason: maybe(list(z.enum(exclusion_reasons))),
      account_id: maybe(count),
      search: maybe(text(100)),
    }),
    output: z.object({ charges: z.array(MonthEndCharge), count }),
    permission: 'API_/billing/month-end:GET',
    published: false,
    summary: 'Lists the charges that would be invoiced, or those that would not, with the reason.',
  }),
  run: endpoint('POST /billing/month-end', {
    workload: 'heavy',
    input: z.object({
      ...period,
      action: z.enum(month_end_actions),
      /** Only returns what the run would do. */
      dry_run: maybe(flag),
      /** The figures that the caller saw. When they differ now, nothing is started. */
      expected_invoices: maybe(count),
      expected_amount: maybe(rand),
    }),
    output: z.object({
      /** Number of invoices that are issued or sent, and their amount. */
      invoices: count,
      amount: rand,
      /** `null` for a dry run, and when there is nothing to do. */
      run: MonthEndRun.nullable(),
    }),
    published: false,
    summary:
      'Issues the invoices of a period, or e-mails them. It continues in the background. While a run is going on, that run is returned.',
  }),
}

/** Published when a month-end run has more to do. */
export const monthEndDue = event('month-end-due', z.object({ run_id: count }))

/** The period that a run closes. Days are `YYYY-MM-DD`. */
export interface ClosingPeriod {
  period_end: string
  /** First day of its month. */
  period_start: string
  invoice_day: string
  /** Charges posted and recognised up to this moment are invoiced. */
  up_to: Date
  /** Whether it ends with the last day of a month, so that the month-end trigger applies. */
  is_month_end: boolean
}

/**
 * Returns the period that ends with a day. A past day closes at its end and gives the invoices its date; today closes
 * now. Returns `null` for a day in the future.
 */
export function closingPeriod(periodEnd: string, now: Date): ClosingPeriod | null {
  const today = dayOf(now)
  if (periodEnd > today) return null
  const nextDay = new Date(startOfDay(periodEnd).getTime() + day_ms)
  return {
    period_end: periodEnd,
    period_start: `${periodEnd.slice(0, 8)}01`,
    invoice_day: periodEnd,
    up_to: periodEnd === today ? now : new Date(nextDay.getTime() - 1),
    is_month_end: periodEnd < today && dayOf(nextDay).endsWith('-01'),
  }
}

/** Returns the last day of the month before a moment, which month-end closes unless another day is chosen. */
export function lastMonthEnd(now: Date): string {
  const firstOfMonth = startOfDay(`${dayOf(now).slice(0, 8)}01`)
  return dayOf(new Date(firstOfMonth.getTime() - 1))
}

/** A combination of trigger, shipment status and collection in which a shipping charge may be invoiced. */
export interface InvoiceableCase {
  trigger: InvoiceTriggerStatus
  status: ShipmentStatus
  is_collected: boolean
}

/** Every case in which `goesOnInvoice` accepts a shipping charge, so that the database decides by the same rule. */
export const invoiceable_cases: readonly InvoiceableCase[] = invoice_trigger_statuses.flatMap((trigger) =>
  shipment_statuses.flatMap((status) =>
    [true, false]
      .filter((isCollected) =>
        goesOnInvoice(
          {
            type: 'shipping-charge',
            invoice_id: null,
            has_been_reversed: false,
            shipment: { status, collected_date: isCollected ? new Date(0) : null },
          },
          trigger,
        ),
      )
      .map((isCollected) => ({ trigger, status, is_collected: isCollected })),
  ),
)
