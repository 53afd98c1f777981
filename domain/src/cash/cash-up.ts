import { count_texts, type CountTexts } from './count-texts.ts'
import type { Actor } from '../kit/actor.ts'
import { formatRand, type Cents } from '../kit/money.ts'
import { forbidden, invalid, wrongState, type FieldProblem } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { isCount, valueOf, type Count } from './denominations.ts'

export const cash_up_states = ['counted', 'confirmed', 'rejected'] as const
export type CashUpState = (typeof cash_up_states)[number]

export const cash_up_state_labels: Readonly<Record<CashUpState, string>> = {
  counted: 'To confirm',
  confirmed: 'Confirmed',
  rejected: 'Rejected',
}

/** Who holds cash. */
export const holder_kinds = ['driver', 'till'] as const
export type HolderKind = (typeof holder_kinds)[number]

/** A count as entered. */
export interface Counting {
  denominations: Count
  difference_reason: string
  unused_reason: string
}

/**
 * Returns the problems of a count against the expected cents. A difference needs a reason, and so do numbers of receipts
 * that were left out.
 */
export function countingProblems(
  expected: Cents,
  unused: readonly number[],
  { denominations, difference_reason, unused_reason }: Counting,
  texts: CountTexts['problems'] = count_texts.problems,
): FieldProblem[] {
  if (!isCount(denominations)) return [{ field: 'denominations', message: texts.denominations }]
  const difference = valueOf(denominations) - expected
  const problems: FieldProblem[] = []
  if (difference !== 0 && difference_reason.trim() === '')
    problems.push({
      field: 'difference_reason',
      message: texts.difference_reason(formatRand(Math.abs(difference)), difference < 0),
    })
  if (unused.length > 0 && unused_reason.trim() === '')
    problems.push({ field: 'unused_reason', message: texts.unused_reason })
  return problems
}

/** Whether the actor may confirm or reject a count: another person than the one who holds or counted the cash. */
export function mayDecide(
  actor: Pick<Actor, 'username'>,
  { state, username, counted_by }: { state: CashUpState; username: string; counted_by: string },
): RuleResult {
  if (state !== 'counted') return wrongState('This count has been decided already.')
  return [username, counted_by].includes(actor.username)
    ? forbidden('Another person must confirm this count.')
    : true
}

/** Checks the reason of a rejected count. */
export function checkRejection(reason: string): RuleResult {
  return reason.trim() === ''
    ? invalid('Enter why the count is rejected.', [
        { field: 'reason', message: 'Enter why the count is rejected.' },
      ])
    : true
}
