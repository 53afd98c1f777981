import { counter_methods, counter_texts } from './counter.ts'
import { gatewayTitle, type GatewayName, type PaymentSource } from './gateway-list.ts'
import { method_names, type MethodName } from './method-names.ts'

/** Names of payment methods for top-ups, as the specification names them in requests (PAY-004). */
export const top_up_values = [
  'bob_pay_saved_credit_card',
  'bob_pay_credit_card',
  'instant_eft',
  'manual_eft',
  'custom',
] as const
export type TopUpValue = (typeof top_up_values)[number]

/**
 * Purpose of a payment: top-up of an account balance, one shipment, saving a card, or another place for a delivery that
 * its receiver pays for.
 */
export const payment_purposes = ['topup', 'shipment', 'save_card', 'place_change'] as const
export type PaymentPurpose = (typeof payment_purposes)[number]
/** The purposes for which settings say which methods are offered. */
export type OfferedPurpose = Extract<PaymentPurpose, 'topup' | 'shipment'>

/** Methods of payments that are only in the ledger: from a bank statement, and posted by hand. */
export const ledger_methods = ['bank-statement', 'by-hand'] as const
export type LedgerMethod = (typeof ledger_methods)[number]

/** Display texts of payments that are only in the ledger. */
export const ledger_method_titles: Readonly<Record<LedgerMethod, string>> = {
  'bank-statement': 'EFT',
  'by-hand': 'Posted by hand',
}

/** The methods by which the list of payments is filtered, in display order. */
export const listed_methods = [...method_names, ...counter_methods, ...ledger_methods] as const
export type ListedMethod = (typeof listed_methods)[number]

/** The method of a payment as part of a sentence: `through PayFast`, `in cash`. */
export function paidBy(by: string): string {
  const method = counter_methods.find((one) => one === by)
  if (method) return counter_texts[method].by
  return `through ${gatewayTitle(by as GatewayName)}`
}

/** The source of a payment through a gateway (PAY-003). */
export function sourceOf(gateway: GatewayName, purpose: PaymentPurpose): PaymentSource {
  return purpose === 'topup' ? `${gateway}-topup` : gateway
}

const by_value: readonly (readonly [TopUpValue, MethodName])[] = [
  ['bob_pay_credit_card', 'credit-card'],
  ['bob_pay_saved_credit_card', 'credit-card'],
  ['instant_eft', 'instant-eft'],
  ['manual_eft', 'manual-eft'],
]

/** Returns the method for a top-up value or a method name; `null` for `custom` and unknown values (PAY-005). */
export function methodOf(value: string): MethodName | null {
  const named = by_value.find(([known]) => known === value)?.[1]
  return named ?? method_names.find((name) => name === value.replaceAll('_', '-')) ?? null
}

/** The top-up value of a method; when the specification has none, the method name with underscores (PAY-005). */
export function topUpValueOf(method: MethodName, isSavedCard = false): string {
  if (isSavedCard && method === 'credit-card') return 'bob_pay_saved_credit_card'
  return by_value.find(([, known]) => known === method)?.[0] ?? method.replaceAll('-', '_')
}

/** The card schemes whose logos are displayed beside card payments, in order (PAY-011). */
export const card_brands = ['Visa', 'Mastercard', 'American Express', 'Diners Club'] as const
export type CardBrand = (typeof card_brands)[number]
