import type { Actor } from '../kit/actor.ts'
import { displayId } from '../kit/texts/format.ts'
import { formatRand, max_at_once, type Cents } from '../kit/money.ts'
import { forbidden, invalid, wrongState } from '../kit/problem.ts'
import { firstOf, type RuleResult } from '../kit/rule-result.ts'
import { noOpenDisputes } from '../shipments/receiver/attempt-dispute.ts'
import { statement_state_labels, type PayStatement } from './model.ts'

/** The longest period of a statement, in days. */
export const max_statement_days = 62

/** Days before today that the nightly calculation compares again with what drivers did. */
export const recalculated_days = 35

/** Returns the number of a statement as people read it. */
export function statementName(id: number): string {
  return displayId('pay_statement', id)
}

type Decided = Pick<PayStatement, 'id' | 'state' | 'prepared_by' | 'total'>

function isIn(state: PayStatement['state'], statement: Decided): RuleResult {
  if (statement.state === state) return true
  return wrongState(
    `${statementName(statement.id)} is ${statement_state_labels[statement.state].toLowerCase()}. This is possible only while it is ${statement_state_labels[state].toLowerCase()}.`,
  )
}

/** Checks whether an amount may be added to a statement by hand. */
export function mayAdjust(statement: Decided): RuleResult {
  return isIn('draft', statement)
}

/**
 * Checks whether a user may approve a statement: a draft that another person prepared, not below zero, and without
 * attempts about which a receiver says that the driver was not there (`openDisputes`).
 */
export function mayApprove(
  actor: Pick<Actor, 'username'>,
  statement: Decided,
  openDisputes: number,
): RuleResult {
  return firstOf(
    isIn('draft', statement),
    statement.prepared_by !== actor.username ||
      forbidden('You prepared this statement or changed it last. Another person has to approve it.'),
    statement.total >= 0 ||
      wrongState(
        `This statement is ${formatRand(statement.total)}. Leave it as a draft until the driver has earned what was taken back.`,
      ),
    noOpenDisputes(openDisputes),
  )
}

/** Checks whether a statement may be marked as paid. */
export function mayPay(statement: Decided): RuleResult {
  return isIn('approved', statement)
}

/** Checks an amount that is added by hand: not zero, not unusually large, with a reason. */
export function checkAdjustment({ amount, reason }: { amount: Cents; reason: string }): RuleResult {
  if (amount === 0 || Math.abs(amount) > max_at_once)
    return invalid(`Enter an amount other than R 0.00, of at most ${formatRand(max_at_once)}.`, [
      { field: 'amount', message: 'Enter an amount other than R 0.00.' },
    ])
  return (
    reason.trim() !== '' ||
    invalid('Enter the reason, so that the driver understands it.', [
      { field: 'reason', message: 'Enter the reason, so that the driver understands it.' },
    ])
  )
}

/** Checks the period of statements: whole days before today, at most `max_statement_days`. */
export function checkPeriod({ from, to }: { from: string; to: string }, today: string): RuleResult {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  if (days < 1)
    return invalid('The last day is before the first day.', [
      { field: 'to', message: 'Choose a day that is not before the first day.' },
    ])
  if (to >= today)
    return invalid('A statement ends yesterday at the latest, because today is not over.', [
      { field: 'to', message: 'Choose yesterday or an earlier day.' },
    ])
  return (
    days <= max_statement_days ||
    invalid(`A statement covers at most ${max_statement_days} days.`, [
      { field: 'from', message: `Choose at most ${max_statement_days} days.` },
    ])
  )
}
