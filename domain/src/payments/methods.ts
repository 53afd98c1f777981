import type { Setting } from '../kit/setting.ts'
import { counter_methods, counter_texts } from './counter.ts'
import { bobpay_topup, payfast_topup, stitch_topup } from './settings.ts'

/**
 * Names of payment methods (PAY-001, PAY-002). `eft` is PayFast's payment page, `stitch` is card and EFT through
 * Stitch.
 */
export const method_names = [
  'credit-card',
  'instant-eft',
  'manual-eft',
  'capitec-pay',
  'pay-shap',
  'scan-to-pay',
  'eft',
  'stitch',
] as const
export type MethodName = (typeof method_names)[number]

/** Sources of a payment (PAY-003): the `-topup` sources pay into an account balance, the others pay for one shipment. */
export const payment_sources = [
  'payfast',
  'payfast-topup',
  'bobpay',
  'bobpay-topup',
  'manual',
  'stitch',
  'stitch-topup',
] as const
export type PaymentSource = (typeof payment_sources)[number]

/** Names of payment methods for top-ups, as used in requests for Bob Pay (PAY-004). */
export const top_up_values = [
  'bob_pay_saved_credit_card',
  'bob_pay_credit_card',
  'instant_eft',
  'manual_eft',
  'custom',
] as const
export type TopUpValue = (typeof top_up_values)[number]

export const gateway_names = ['payfast', 'bobpay', 'stitch'] as const
export type GatewayName = (typeof gateway_names)[number]

/** Purpose of a payment: top-up of an account balance, one shipment, or saving a card. */
export const payment_purposes = ['topup', 'shipment', 'save_card'] as const
export type PaymentPurpose = (typeof payment_purposes)[number]

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

/** Display names of the gateways. */
export const gateway_titles: Readonly<Record<GatewayName, string>> = {
  payfast: 'PayFast',
  bobpay: 'Bob Pay',
  stitch: 'Stitch',
}

/** The method of a payment as part of a sentence: `through PayFast`, `in cash`. */
export function paidBy(by: string): string {
  const method = counter_methods.find((one) => one === by)
  if (method) return counter_texts[method].by
  return `through ${gateway_titles[by as GatewayName]}`
}

/**
 * For each gateway, the setting that enables top-ups and the maximum amount of one top-up in cents (PAY-022, SET-065,
 * SET-111).
 */
export const top_up_rules: Readonly<
  Record<GatewayName, { enabled: Setting<boolean>; limit: Setting<number> }>
> = { payfast: payfast_topup, bobpay: bobpay_topup, stitch: stitch_topup }

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
