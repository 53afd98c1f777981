import { dayOf, startOfDay } from '../kit/calls/wire.ts'
import { formatRand, type Cents } from '../kit/money.ts'
import type { FieldProblem } from '../kit/problem.ts'
import { topUpProblem } from './top-up.ts'

/** After so many failed charges in a row, automatic top-up is switched off. */
export const max_failures = 2

/** What a customer allows: below `threshold` charge `amount`, at most `monthly_limit` in a calendar month; cents. */
export interface AutoTopUpTerms {
  threshold: Cents
  amount: Cents
  monthly_limit: Cents
}

/** The text that a customer agrees to. It is stored with the time and the user. */
export function consentText({ threshold, amount, monthly_limit }: AutoTopUpTerms, company: string): string {
  return `I allow ${company} to charge my saved card with ${formatRand(amount)} when the balance of my account is below ${formatRand(threshold)}: at most once a day, and at most ${formatRand(monthly_limit)} in a calendar month. I can switch this off at any time.`
}

/** Returns the problems of the terms by field; empty when there are none. `limit` is the most of one top-up in cents. */
export function termsProblems(terms: AutoTopUpTerms, limit: Cents | null): FieldProblem[] {
  const problems: FieldProblem[] = []
  const amountProblem = topUpProblem(terms.amount, limit)
  if (amountProblem !== null) problems.push({ field: 'amount', message: amountProblem })
  if (terms.threshold < 0)
    problems.push({ field: 'threshold', message: `The balance must be at least ${formatRand(0)}.` })
  if (terms.monthly_limit < terms.amount)
    problems.push({
      field: 'monthly_limit',
      message: `The limit must be at least ${formatRand(terms.amount)}, one top-up.`,
    })
  return problems
}

/** The data that decides whether a card is charged now; amounts in cents. */
export interface AutoTopUpState extends AutoTopUpTerms {
  is_on: boolean
  balance: Cents
  /** Charged this month, without failed charges. */
  charged_this_month: Cents
  /** Whether an earlier charge is open: the gateway has not said whether it charged the card. */
  has_open_charge: boolean
  /** Day of the last charge and today, `YYYY-MM-DD`. */
  last_day: string | null
  today: string
}

/**
 * Whether the card is charged now: once a day at most, below the threshold, within the monthly limit, and not while an
 * earlier charge is open.
 */
export function isChargeDue(state: AutoTopUpState): boolean {
  return (
    state.is_on &&
    state.balance < state.threshold &&
    state.last_day !== state.today &&
    !state.has_open_charge &&
    state.charged_this_month + state.amount <= state.monthly_limit
  )
}

/** The start of the South African month of a time. */
export function startOfMonth(now: Date): Date {
  return startOfDay(`${dayOf(now).slice(0, 7)}-01`)
}
