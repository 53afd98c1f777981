import { formatRand, type Cents } from '../kit/money.ts'
import type { FieldProblem } from '../kit/problem.ts'

/** Payment methods at the counter. */
export const counter_methods = ['cash', 'card-terminal'] as const
export type CounterMethod = (typeof counter_methods)[number]

/** Display texts of the methods: for a tile, and for a sentence after “paid”. */
export const counter_texts: Readonly<Record<CounterMethod, { title: string; hint: string; by: string }>> = {
  cash: { title: 'Cash', hint: 'rounded down to 10 cents', by: 'in cash' },
  'card-terminal': { title: 'Card terminal', hint: 'charged on the terminal first', by: 'by card terminal' },
}

/** The smallest coin in cents. Cash amounts are multiples of it. */
const smallest_coin: Cents = 10

/** Change of R 200 or more is rejected as a typing error: the customer would get back a R 200 note of their own. */
const max_change: Cents = 200_00

/** Returns the amount due for a price. Cash is rounded down to the smallest coin, in the customer's favour. */
export function counterDue(method: CounterMethod, price: Cents): { due: Cents; rounding: Cents } {
  const rounding = method === 'cash' ? price % smallest_coin : 0
  return { due: price - rounding, rounding }
}

const notes: readonly Cents[] = [10_00, 20_00, 50_00, 100_00, 200_00]

/** Suggests the amounts that customers usually hand over: the exact amount, or the next sums in one kind of note. */
export function commonNotes(due: Cents): Cents[] {
  const sums = notes.map((note) => Math.ceil(due / note) * note)
  return [...new Set([due, ...sums])].filter((sum) => sum - due < max_change).slice(0, 5)
}

/**
 * Normalises a terminal slip reference for comparison, however it was copied: `ap-0417`, `AP 0417` and `#AP0417` are
 * the same slip, and so are `0417` and `417`.
 */
export function slipKey(slipReference: string): string {
  return slipReference
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '')
}

/** The payment details entered at the counter. */
export interface CounterTaken {
  method: CounterMethod
  /** Cash: the amount handed over. Card terminal: the amount charged. */
  amount: Cents | null
  /** Card terminal: the reference or approval code on its slip. */
  slip_reference: string
  /** Card terminal: the last four digits of the card, when the slip shows them. */
  last_digits: string
}

/** Returns the change in cents, or `null` while less than the amount due was handed over. */
export function changeOf(
  price: Cents,
  { method, amount }: Pick<CounterTaken, 'method' | 'amount'>,
): Cents | null {
  const { due } = counterDue(method, price)
  return amount === null || amount < due ? null : amount - due
}

/** Returns the problems of a counter payment in the order of the form fields; empty when it is valid. */
export function counterProblems(price: Cents, taken: CounterTaken): FieldProblem[] {
  return taken.method === 'cash' ? cashProblems(price, taken.amount) : terminalProblems(price, taken)
}

function cashProblems(price: Cents, amount: Cents | null): FieldProblem[] {
  const { due } = counterDue('cash', price)
  const wrong = (message: string): FieldProblem[] => [{ field: 'amount', message }]
  if (amount === null) return wrong('Enter the cash that was handed over.')
  if (amount % smallest_coin !== 0) return wrong('Cash comes in multiples of 10 cents. Count it again.')
  if (amount < due) return wrong(`${formatRand(due - amount)} is missing: ${formatRand(due)} is due in cash.`)
  if (amount - due >= max_change)
    return wrong(
      `The change would be ${formatRand(amount - due)}. Give back the notes that are not needed and enter the rest.`,
    )
  return []
}

function terminalProblems(
  price: Cents,
  { amount, slip_reference, last_digits }: CounterTaken,
): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (amount === null) problems.push({ field: 'amount', message: 'Enter the amount on the slip.' })
  else if (amount !== price)
    problems.push({
      field: 'amount',
      message: `The terminal must charge ${formatRand(price)}. Reverse the charge, then charge the correct amount.`,
    })
  if (slipKey(slip_reference) === '')
    problems.push({ field: 'slip_reference', message: 'Enter the reference on the slip.' })
  if (last_digits !== '' && !/^\d{4}$/.test(last_digits))
    problems.push({
      field: 'last_digits',
      message: 'Enter the last four digits of the card, or leave it empty.',
    })
  return problems
}
