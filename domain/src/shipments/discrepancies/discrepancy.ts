import { hasPermission, isOffice, type Actor } from '../../kit/actor.ts'
import { minute_ms } from '../../kit/dates/durations.ts'
import { formatRand, type Cents } from '../../kit/money.ts'
import { forbidden, invalid, wrongState } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import type { ParcelMeasures } from '../doubtful-measures.ts'

/**
 * - `open`: the account may dispute the measures until its last day.
 * - `disputed`: staff have to decide.
 * - `decided`: staff have decided.
 * - `expired`: the account did not dispute the measures in time, so they hold.
 * - `withdrawn`: another measurement, or the end of the shipment, made it pointless.
 */
export const discrepancy_states = ['open', 'disputed', 'decided', 'expired', 'withdrawn'] as const
export type DiscrepancyState = (typeof discrepancy_states)[number]

/** The states in which the price still waits, and the shipment is not invoiced. */
export const waiting_states = ['open', 'disputed'] as const satisfies readonly DiscrepancyState[]

/** The measures that the price follows from: those of the hub, those of the booking, or others set by staff. */
export const discrepancy_outcomes = ['measured', 'submitted', 'own'] as const
export type DiscrepancyOutcome = (typeof discrepancy_outcomes)[number]

/** Files of a dispute and their folder. */
export const dispute_folder = 'shipment-images'
export const max_dispute_files = 10

/** The permission to dispute measures of the own account, and of staff to decide. */
export const discrepancy_right = 'API_/shipments/discrepancies:PATCH'

/**
 * How long the notice to the account waits after a measurement, in ms: a scan can be undone that long, and the other
 * parcels of a shipment are usually measured within it.
 */
export const notice_delay_ms = 10 * minute_ms

/** The smallest difference between two prices that opens a discrepancy. A part that is 0 does not restrict. */
export interface DiscrepancyThreshold {
  amount: Cents
  /** Percentage of the earlier price. */
  percentage: number
}

/** Whether the price changes by at least both parts of the threshold. Prices in cents. */
export function isDiscrepancy(from: Cents, to: Cents, { amount, percentage }: DiscrepancyThreshold): boolean {
  const difference = Math.abs(to - from)
  return difference > 0 && difference >= amount && difference * 100 >= percentage * from
}

/** Returns the threshold of an account: each part of its own, where `null` and 0 mean that of the company. */
export function thresholdFor(
  account: {
    charge_discrepancy_threshold_override: Cents | null
    charge_discrepancy_percentage_override: number | null
  },
  company: DiscrepancyThreshold,
): DiscrepancyThreshold {
  return {
    amount: account.charge_discrepancy_threshold_override || company.amount,
    percentage: account.charge_discrepancy_percentage_override || company.percentage,
  }
}

/** What the rules need to know about a discrepancy. Prices in cents. */
export interface JudgedDiscrepancy {
  state: DiscrepancyState
  submitted_rate: Cents
  measured_rate: Cents
  /** Last day to dispute, `YYYY-MM-DD`; `null` until the account was notified. */
  dispute_until: string | null
}

/** Whether the last day to dispute has passed. `today` is `YYYY-MM-DD`. */
export function isPastWindow({ dispute_until }: Pick<JudgedDiscrepancy, 'dispute_until'>, today: string) {
  return dispute_until !== null && today > dispute_until
}

const state_labels: Readonly<Record<DiscrepancyState, string>> = {
  open: 'Open',
  disputed: 'Disputed',
  decided: 'Decided',
  expired: 'Not disputed',
  withdrawn: 'Withdrawn',
}

/** Returns the display label of a state. */
export function discrepancyLabel(state: DiscrepancyState): string {
  return state_labels[state]
}

/**
 * Checks whether the actor may dispute the measures: users of the account and staff on its behalf, once, within the
 * window.
 */
export function mayDispute(actor: Actor, discrepancy: JudgedDiscrepancy, today: string): RuleResult {
  if (!hasPermission(actor, discrepancy_right) || (actor.account_id === null && !isOffice(actor)))
    return forbidden('You may not dispute measured weights. Ask the owner of the account.')
  if (discrepancy.state === 'disputed') return wrongState('These measures are disputed already.')
  if (discrepancy.state !== 'open')
    return wrongState('These measures can no longer be disputed: the price is final.')
  return isPastWindow(discrepancy, today)
    ? wrongState(`The last day to dispute these measures was ${discrepancy.dispute_until}.`)
    : true
}

/** Checks whether a dispute states its reason. */
export function checkDispute(reason: string): RuleResult {
  if (reason.trim() !== '') return true
  const message = 'State why the measured size or weight is wrong.'
  return invalid(message, [{ field: 'reason', message }])
}

/** Checks whether the actor is staff who decide on disputed measures. */
export function mayDecideDiscrepancies(actor: Actor): boolean {
  return isOffice(actor) && hasPermission(actor, discrepancy_right)
}

/**
 * Checks whether the actor may decide on a discrepancy in this way. Until the account disputes the measures, only the
 * lower of both prices may be chosen, because any other decision would take its window away.
 */
export function mayDecide(
  actor: Actor,
  { state, submitted_rate, measured_rate }: JudgedDiscrepancy,
  outcome: DiscrepancyOutcome,
): RuleResult {
  if (!mayDecideDiscrepancies(actor))
    return forbidden('You may not decide on weight discrepancies. Ask an administrator for the right.')
  if (state === 'disputed') return true
  if (state !== 'open') return wrongState('This discrepancy is closed already: its price is final.')
  const cheaper: DiscrepancyOutcome = submitted_rate <= measured_rate ? 'submitted' : 'measured'
  return outcome === cheaper
    ? true
    : wrongState(
        'The account can still dispute the measures. Until then, only the lower of both prices can be chosen.',
      )
}

/** Checks whether a decision has a text for the account. */
export function checkDecisionText(text: string): RuleResult {
  if (text.trim() !== '') return true
  const message = 'Tell the account the reason for the decision.'
  return invalid(message, [{ field: 'message', message }])
}

/** Checks own measures of staff: all sizes and the weight of each measured parcel (`measured`: their ids). */
export function checkOwnMeasures(
  parcels: readonly ({ id: number } & ParcelMeasures)[],
  measured: readonly number[],
): RuleResult {
  const isComplete = measured.every((id) => {
    const own = parcels.find((parcel) => parcel.id === id)
    return own && [own.length_cm, own.width_cm, own.height_cm, own.weight_kg].every((one) => one > 0)
  })
  if (isComplete) return true
  const message = 'Enter the length, width, height and weight of every measured parcel, each more than 0.'
  return invalid(message, [{ field: 'parcels', message }])
}

/** Checks the price of a decision: own measures never cost more than the measures of the hub or of the booking. */
export function checkDecidedRate(
  { submitted_rate, measured_rate }: Pick<JudgedDiscrepancy, 'submitted_rate' | 'measured_rate'>,
  rate: Cents,
): RuleResult {
  const most = Math.max(submitted_rate, measured_rate)
  if (rate <= most) return true
  const message = `These measures cost ${formatRand(rate)}, more than the ${formatRand(most)} in dispute. Enter smaller ones.`
  return invalid(message, [{ field: 'parcels', message }])
}
