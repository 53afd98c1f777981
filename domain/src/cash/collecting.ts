import { formatRand, type Cents } from '../kit/money.ts'
import { invalid, type FieldProblem } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { smallest_coin } from './denominations.ts'

/** How a receiver pays a driver. */
export const collection_methods = ['cash', 'card-machine'] as const
export type CollectionMethod = (typeof collection_methods)[number]

export const collection_method_labels: Readonly<Record<CollectionMethod, string>> = {
  cash: 'Cash',
  'card-machine': 'Card machine',
}

/** Money as recorded by a driver. */
export interface Collected {
  method: CollectionMethod
  /** Cents; `null` while nothing is entered. */
  amount: Cents | null
  slip_reference?: string | undefined
  difference_reason?: string | undefined
}

/**
 * Returns the problems of money that a driver takes for a shipment with `due` cents to pay, in the order of the fields.
 * Another amount needs a reason, and cash is a multiple of the smallest coin.
 */
export function collectionProblems(due: Cents, taken: Collected): FieldProblem[] {
  const { method, amount, slip_reference = '', difference_reason = '' } = taken
  const problems: FieldProblem[] = []
  if (amount === null || amount <= 0)
    problems.push({ field: 'amount', message: `Enter the money that you received: ${formatRand(due)}.` })
  else if (method === 'cash' && amount % smallest_coin !== 0)
    problems.push({ field: 'amount', message: 'Cash comes in multiples of 10 cents. Count it again.' })
  if (method === 'card-machine' && slip_reference.trim() === '')
    problems.push({ field: 'slip_reference', message: 'Enter the reference on the slip.' })
  if (amount !== null && amount > 0 && amount !== due && difference_reason.trim() === '')
    problems.push({
      field: 'difference_reason',
      message: `Enter why it is not ${formatRand(due)}.`,
    })
  return problems
}

/** Whether a shipment may be handed over: the money for it is recorded, or none is due. */
export function mayHandOver(due: Cents, taken: Collected | undefined): RuleResult {
  if (due === 0) return true
  if (!taken)
    return invalid(
      `${formatRand(due)} must be paid before this is handed over. Record the money, or report that it could not be delivered.`,
      [{ field: 'cash', message: 'is required' }],
    )
  const problems = collectionProblems(due, taken)
  return problems[0] ? invalid(problems[0].message, problems) : true
}
