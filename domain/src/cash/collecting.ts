import { formatRand, type Cents } from '../kit/money.ts'
import { invalid, type FieldProblem } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { smallest_coin } from './denominations.ts'
import { codedText, type CodedText } from '../kit/answers/coded-text.ts'

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

/** What is wrong with a field of the money, also for phones in other languages. */
export interface CollectionProblem extends FieldProblem {
  text: CodedText
}

/**
 * Returns the problems of money that a driver takes for a shipment with `due` cents to pay, in the order of the fields.
 * Another amount needs a reason, and cash is a multiple of the smallest coin.
 */
export function collectionProblems(due: Cents, taken: Collected): CollectionProblem[] {
  const { method, amount, slip_reference = '', difference_reason = '' } = taken
  const problems: CollectionProblem[] = []
  const add = (field: string, text: CodedText) => problems.push({ field, message: text.text, text })
  if (amount === null || amount <= 0) add('amount', codedText('money_amount', { amount: formatRand(due) }))
  else if (method === 'cash' && amount % smallest_coin !== 0) add('amount', codedText('money_coins'))
  if (method === 'card-machine' && slip_reference.trim() === '')
    add('slip_reference', codedText('money_slip'))
  if (amount !== null && amount > 0 && amount !== due && difference_reason.trim() === '')
    add('difference_reason', codedText('money_difference', { amount: formatRand(due) }))
  return problems
}

/** Whether a shipment may be handed over: the money for it is recorded, or none is due. */
export function mayHandOver(due: Cents, taken: Collected | undefined): RuleResult {
  if (due === 0) return true
  if (!taken)
    return invalid(codedText('money_needed', { amount: formatRand(due) }), [
      { field: 'cash', message: 'is required' },
    ])
  const problems = collectionProblems(due, taken)
  const [first] = problems
  return first
    ? invalid(
        first.text,
        problems.map(({ field, message }) => ({ field, message })),
      )
    : true
}
