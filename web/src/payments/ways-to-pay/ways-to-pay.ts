import type { Cents } from '@waybill/domain/kit/money'
import type { CounterMethod } from '@waybill/domain/payments/counter'
import type { SavedCard, OfferedMethod } from '@waybill/domain/payments/model'

/** One row of the list of ways: money taken at the counter, a saved card, the balance of the account, or a way of a gateway. */
export type Choice =
  | { key: string; kind: 'card'; card: SavedCard; way: OfferedMethod }
  | { key: string; kind: 'balance'; available: Cents; refusal: string | null }
  | { key: string; kind: 'way'; way: OfferedMethod }
  | { key: string; kind: 'counter'; method: CounterMethod }

/** The rows to choose from: the counter first, then the balance, then saved cards, then the ways in their order. */
export function choicesOf(
  ways: readonly OfferedMethod[],
  cards: readonly SavedCard[],
  balance: { available: Cents; refusal: string | null } | null = null,
  counter: readonly CounterMethod[] = [],
): Choice[] {
  const cardMethod = ways.find((way) => way.key === 'credit-card')
  return [
    ...counter.map((method) => ({ key: method, kind: 'counter' as const, method })),
    ...(balance ? [{ key: 'balance', kind: 'balance' as const, ...balance }] : []),
    ...(cardMethod
      ? cards.map((card) => ({ key: `card-${card.id}`, kind: 'card' as const, card, way: cardMethod }))
      : []),
    ...ways.map((way) => ({ key: way.key, kind: 'way' as const, way })),
  ]
}

/** The row that is chosen to begin with: the first one that can be paid by. */
export function firstChoice(choices: readonly Choice[]): string {
  const usable = choices.find((one) => one.kind !== 'balance' || one.refusal === null)
  return usable?.key ?? ''
}

/** What is chosen beside the row itself; another row begins anew (PAY-020). */
export interface Chosen {
  key: string
  cvv: string
  save_card: boolean
}

/** Another row was chosen: its CVV is not typed yet and nobody has asked to save its card (PAY-020). */
export function newChoice(key: string): Chosen {
  return { key, cvv: '', save_card: false }
}
