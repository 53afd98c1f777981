import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, day, instant, list, maybe, rand, text } from '../kit/calls/wire.ts'
import { paging } from '../kit/lists/paging.ts'
import type { Cents } from '../kit/money.ts'
import { autoHold, type HoldFacts, type HoldSettings } from './holds.ts'

export const promise_states = ['running', 'kept', 'broken', 'withdrawn'] as const
export type PromiseState = (typeof promise_states)[number]

/** A customer's promise to pay. */
export const PaymentPromise = z.object({
  id: count,
  account_id: count,
  account_code: z.string(),
  account_name: z.string(),
  amount: rand,
  /** What was paid since the promise, up to the promised day. */
  paid: rand,
  promised_date: day,
  promised_by: z.string(),
  note: z.string(),
  state: z.enum(promise_states),
  created_by: z.string(),
  time_created: instant,
})
export type PaymentPromise = z.output<typeof PaymentPromise>

/** API endpoints of credit control. */
export const creditControlApi = {
  promises: endpoint('GET /billing/promises', {
    input: z.object({ ...paging, account_id: maybe(count), state: maybe(list(z.enum(promise_states))) }),
    output: z.object({ promises: z.array(PaymentPromise), count }),
    published: false,
    summary: 'Lists promises to pay, newest first.',
  }),
  addPromise: endpoint('POST /billing/promises', {
    input: z.object({
      account_id: count,
      amount: rand,
      promised_date: day,
      promised_by: text(255),
      note: maybe(text(1000, { lines: true })),
    }),
    output: PaymentPromise,
    published: false,
    summary: 'Records a promise to pay. While it is running, no reminders are sent.',
  }),
  withdrawPromise: endpoint('DELETE /billing/promises', {
    input: z.object({ id: count }),
    output: PaymentPromise,
    published: false,
    summary: 'Withdraws a running promise, so that reminders continue.',
  }),
}

/**
 * Returns the state of a promise on a day, decided by what was paid since it was made, up to the promised day. Amounts
 * in cents, days as `YYYY-MM-DD`.
 */
export function promiseState(
  promise: { amount: Cents; promised_date: string; time_withdrawn: Date | null },
  paid: Cents,
  today: string,
): PromiseState {
  if (promise.time_withdrawn !== null) return 'withdrawn'
  if (paid >= promise.amount) return 'kept'
  return today > promise.promised_date ? 'broken' : 'running'
}

/** The steps of the reminder ladder; the last one is the final reminder. */
export const reminder_steps = [1, 2, 3, 4] as const

/**
 * Returns the step of the ladder that an invoice has reached and that was not sent yet: the highest whose days have
 * passed. A step is left out when its days are 0, and when it or a later one was sent. `days` has one entry per step.
 */
export function reminderStep(
  daysOverdue: number,
  sentSteps: readonly number[],
  days: readonly number[],
): number | null {
  const reached = reminder_steps.filter((step) => {
    const after = days[step - 1] ?? 0
    return after > 0 && daysOverdue >= after
  })
  const step = Math.max(0, ...reached)
  return step > Math.max(0, ...sentSteps) ? step : null
}

/** Share of the limit for holds, in percent, from which an account is warned. */
const warned_share = 80

export const hold_warnings = ['near-limit', 'hold-soon', 'hold-today'] as const
export type HoldWarning = (typeof hold_warnings)[number]

/**
 * Returns the warning that an account gets before an automatic hold: on the day of the hold, `warningDays` before it,
 * or when 80 % of the limit is used. `null` when it is on hold already, exempt, or far from a hold.
 * `oldestDaysOverdue` is `null` without open invoices and negative before the due day.
 */
export function holdWarning(
  account: HoldFacts,
  settings: HoldSettings,
  oldestDaysOverdue: number | null,
  warningDays: number,
): HoldWarning | null {
  if (warningDays === 0 || autoHold(account, settings) !== null) return null
  // An account that could not go on hold whatever it owes is exempt.
  const worst = { ...account, oldest_days_overdue: settings.auto_hold_days_overdue + 1 }
  if (autoHold(worst, settings) === null) return null
  const daysLeft = settings.auto_hold_days_overdue + 1 - (oldestDaysOverdue ?? Number.NEGATIVE_INFINITY)
  if (daysLeft === 1) return 'hold-today'
  if (daysLeft <= warningDays + 1) return 'hold-soon'
  const limit = account.credit_limit * settings.auto_hold_limit_percentage
  return limit > 0 && -account.balance * 100 * 100 >= limit * warned_share ? 'near-limit' : null
}
