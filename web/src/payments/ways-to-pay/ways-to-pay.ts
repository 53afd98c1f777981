import type { Cents } from '@waybill/domain/kit/money'
import type { CounterMethod } from '@waybill/domain/payments/counter'
import type { SavedCard, OfferedMethod } from '@waybill/domain/payments/model'

/**
 * A row in the list of payment methods: a counter method, a saved card, the account balance, or an offered payment
 * method.
 */
export type Choice =
  | { key: string; kind: 'card'; card: SavedCard; offered: OfferedMethod }
  | { key: string; kind: 'balance'; available: Cents; rejection: string | null }
  | { key: string; kind: 'way'; offered: OfferedMethod }
  | { key: string; kind: 'counter'; method: CounterMethod }

/** Returns the rows in order: counter methods, balance, saved cards, offered payment methods. */
export function choicesOf(
  methods: readonly OfferedMethod[],
  cards: readonly SavedCard[],
  balance: { available: Cents; rejection: string | null } | null = null,
  counter: readonly CounterMethod[] = [],
): Choice[] {
  const cardMethod = methods.find((offered) => offered.key === 'credit-card')
  return [
    ...counter.map((method) => ({ key: method, kind: 'counter' as const, method })),
    ...(balance ? [{ key: 'balance', kind: 'balance' as const, ...balance }] : []),
    ...(cardMethod
      ? cards.map((card) => ({ key: `card-${card.id}`, kind: 'card' as const, card, offered: cardMethod }))
      : []),
    ...methods.map((offered) => ({ key: offered.key, kind: 'way' as const, offered })),
  ]
}

/** Returns the key of the preselected row: the first usable one; `''` when there is none. */
export function firstChoice(choices: readonly Choice[]): string {
  const usable = choices.find((one) => one.kind !== 'balance' || one.rejection === null)
  return usable?.key ?? ''
}

/** The chosen row with its inputs. Choosing another row resets the inputs (PAY-020). */
export interface Chosen {
  key: string
  cvv: string
  save_card: boolean
}

/** Returns a new choice with an empty CVV and without saving the card (PAY-020). */
export function newChoice(key: string): Chosen {
  return { key, cvv: '', save_card: false }
}
