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
  /** Cents to pay as the driver saw them, if they are known. */
  displayed_due?: Cents | undefined
  slip_reference?: string | undefined
  difference_reason?: string | undefined
}

/** What is wrong with a field of the money, also for phones in other languages. */
export interface CollectionProblem extends FieldProblem {
  text: CodedText
}

/**
 * Returns the problems of money that a driver takes for a shipment with `due` cents to pay, in the order of the fields.
 * Another amount than the driver saw needs a reason, and cash is a multiple of the smallest coin.
 */
export function collectionProblems(due: Cents, taken: Collected): CollectionProblem[] {
  const { method, amount, slip_reference = '', difference_reason = '', displayed_due = due } = taken
  const problems: CollectionProblem[] = []
  const add = (field: string, text: CodedText) => problems.push({ field, message: text.text, text })
  const amountProblem = problemOfAmount(due, taken)
  if (amountProblem) add('amount', amountProblem)
  if (method === 'card-machine' && slip_reference.trim() === '')
    add('slip_reference', codedText('money_slip'))
  const isExpected = amount === due || amount === displayed_due
  if (amount !== null && amount > 0 && !isExpected && difference_reason.trim() === '')
    add('difference_reason', codedText('money_difference', { amount: formatRand(due) }))
  return problems
}

function problemOfAmount(due: Cents, { method, amount }: Collected): CodedText | null {
  if (amount === null || amount <= 0) return codedText('money_amount', { amount: formatRand(due) })
  return method === 'cash' && amount % smallest_coin !== 0 ? codedText('money_coins') : null
}

/** Whether a receipt can be stored for money that a driver has: it is more than nothing, and coins make it. */
export function isRecordable(taken: Collected): boolean {
  return problemOfAmount(0, taken) === null
}

/**
 * Returns why money is not what is due: the reason of the driver; otherwise that the amount was changed after the driver
 * saw it. `''` when it is what is due.
 */
export function differenceReasonOf(
  due: Cents,
  { amount, displayed_due = amount, difference_reason = '' }: Collected & { amount: Cents },
): string {
  if (difference_reason.trim() !== '' || amount === due) return difference_reason.trim()
  return due === 0
    ? 'Taken although nothing was due'
    : `The amount to pay changed from ${formatRand(displayed_due)} to ${formatRand(due)}.`
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
