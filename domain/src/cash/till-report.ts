import { z } from 'zod'
import { instant, rand } from '../kit/calls/wire.ts'
import type { Cents } from '../kit/money.ts'
import type { CashKind } from './cash-book.ts'
import { cash_up_states } from './cash-up.ts'

/** What moves money of a till, in the order of the report. */
export const till_movements = [
  'till-opening',
  'till-payment',
  'till-payout',
  'cash-up',
] as const satisfies readonly CashKind[]
export type TillMovementKind = (typeof till_movements)[number]

export const till_movement_labels: Readonly<Record<TillMovementKind, string>> = {
  'till-opening': 'Opening float',
  'till-payment': 'Cash taken',
  'till-payout': 'Paid out',
  'cash-up': 'Handed in',
}

/** How customers pay a shipment without cash in the shift of an operator. */
export const till_takings = ['card-terminal', 'link'] as const
export type TillTakingMethod = (typeof till_takings)[number]

export const till_taking_labels: Readonly<Record<TillTakingMethod, string>> = {
  'card-terminal': 'Card terminal',
  link: 'Payment link',
}

/** The shift of an operator: a till from its opening until its count is confirmed. */
export const TillShift = z.object({
  till_id: z.int(),
  username: z.string(),
  operator_name: z.string(),
  opened_at: instant,
  /** `null` while the till is open or its count waits for confirmation. */
  closed_at: instant.nullable(),
})
export type TillShift = z.output<typeof TillShift>

/** The report of one shift. Amounts in cents. */
export const TillReport = TillShift.extend({
  opening: rand,
  cash: z.object({ payments: z.int(), amount: rand }),
  card: z.object({ payments: z.int(), amount: rand }),
  links: z.object({ payments: z.int(), amount: rand }),
  payouts: z.object({ payments: z.int(), amount: rand }),
  /** What the till must hold: opening + cash - payouts. */
  expected: rand,
  /** The last count that was not rejected; `null` before it. */
  count: z
    .object({
      cash_up_id: z.int(),
      state: z.enum(cash_up_states),
      expected: rand,
      counted: rand,
      difference: rand,
      difference_reason: z.string(),
      counted_by_name: z.string(),
      counted_at: instant,
      confirmed_by_name: z.string().nullable(),
      confirmed_at: instant.nullable(),
    })
    .nullable(),
  movements: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(till_movements),
      description: z.string(),
      amount: rand,
      time_created: instant,
    }),
  ),
  takings: z.array(
    z.object({
      payment_id: z.int(),
      reference: z.string(),
      shipment_reference: z.string(),
      method: z.enum(till_takings),
      amount: rand,
      /** Reversed payments are listed and not counted. */
      is_reversed: z.boolean(),
      time_created: instant,
    }),
  ),
})
export type TillReport = z.output<typeof TillReport>

/** A group of payments: their number and their cents. */
export interface Takings {
  payments: number
  amount: Cents
}

const sumOf = (amounts: readonly Cents[]): Cents => amounts.reduce((sum, amount) => sum + amount, 0)

const takingsOf = (amounts: readonly Cents[]): Takings => ({
  payments: amounts.length,
  amount: sumOf(amounts),
})

/**
 * Returns the sums of a shift. `movements` are the entries of the till in the cash book, so that `expected` is what the
 * book says the till held before it was handed in; `takings` are the payments without cash.
 */
export function tillTotals({
  movements,
  takings,
}: Pick<TillReport, 'movements' | 'takings'>): Pick<
  TillReport,
  'opening' | 'cash' | 'card' | 'links' | 'payouts' | 'expected'
> {
  const moved = (kind: TillMovementKind): Cents[] =>
    movements.filter((one) => one.kind === kind).map(({ amount }) => amount)
  const taken = (method: TillTakingMethod): Takings =>
    takingsOf(takings.filter((one) => one.method === method && !one.is_reversed).map(({ amount }) => amount))
  const opening = sumOf(moved('till-opening'))
  const cash = takingsOf(moved('till-payment'))
  const payouts = takingsOf(moved('till-payout').map((amount) => -amount))
  return {
    opening,
    cash,
    card: taken('card-terminal'),
    links: taken('link'),
    payouts,
    expected: opening + cash.amount - payouts.amount,
  }
}
