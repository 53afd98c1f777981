import { apportion } from '../billing/posting.ts'
import type { Cents } from '../kit/money.ts'
import type { CostLeg } from './model.ts'

/** The part of a cost that a shipment bears, in cents. */
export interface Share {
  shipment_id: number
  amount: Cents
}

/**
 * A cost as it should be: `key` names what is paid for, and stays the same when it is calculated again. The shares
 * add up to `amount`; there are none when no shipment bears it.
 */
export interface DueCost {
  key: string
  leg: CostLeg
  /** `YYYY-MM-DD`. */
  work_day: string
  amount: Cents
  reason: string
  shares: readonly Share[]
}

/** What is recorded for a key: the sums of all its lines. */
export interface RecordedCost extends Omit<DueCost, 'reason'> {
  /** Number of lines so far. */
  lines: number
}

/** A line to record. `number` counts the lines of its key; from 2 on they are corrections. */
export interface NewCost extends DueCost {
  number: number
}

/** Divides an amount over shipments in proportion to whole weights; the shares add up to the cent. */
export function shareOut(
  amount: Cents,
  shipments: readonly { shipment_id: number; weight: number }[],
): Share[] {
  const amounts = apportion(
    amount,
    shipments.map(({ weight }) => weight),
  )
  return addUp(shipments.map(({ shipment_id }, at) => ({ shipment_id, amount: amounts[at] ?? 0 })))
}

/** Adds the shares of the same shipment. Shipments that bear nothing are left out. */
export function addUp(shares: readonly Share[]): Share[] {
  const sums = new Map<number, Cents>()
  for (const { shipment_id, amount } of shares) sums.set(shipment_id, (sums.get(shipment_id) ?? 0) + amount)
  return [...sums].filter(([, amount]) => amount !== 0).map(([id, amount]) => ({ shipment_id: id, amount }))
}

/**
 * Returns the lines that make what is recorded equal to what is due: new costs, and corrections of costs that changed
 * or are not due any more. Amounts are never changed, so that a paid statement stays as it was paid.
 */
export function missingCosts(due: readonly DueCost[], recorded: readonly RecordedCost[]): NewCost[] {
  const known = new Map(recorded.map((one) => [one.key, one]))
  const dueKeys = new Set(due.map(({ key }) => key))
  const changed = due.flatMap((one) => differenceOf(one, known.get(one.key)))
  const gone = recorded
    .filter(({ key }) => !dueKeys.has(key))
    .flatMap((one) =>
      differenceOf(
        { ...one, amount: 0, shares: [], reason: 'Taken back: it was reversed or does not count any more' },
        one,
      ),
    )
  return [...changed, ...gone]
}

function differenceOf(due: DueCost, recorded: RecordedCost | undefined): NewCost[] {
  if (!recorded) return due.amount === 0 && due.shares.length === 0 ? [] : [{ ...due, number: 1 }]
  const shares = addUp([
    ...due.shares,
    ...recorded.shares.map(({ shipment_id, amount }) => ({ shipment_id, amount: -amount })),
  ])
  const amount = due.amount - recorded.amount
  if (amount === 0 && shares.length === 0) return []
  const { key, leg, work_day } = due
  const reason = due.amount === 0 ? due.reason : `Corrected: ${due.reason}`
  return [{ key, leg, work_day, amount, reason, shares, number: recorded.lines + 1 }]
}
