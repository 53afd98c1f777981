import type { Setting } from '../kit/setting.ts'
import { counter_methods, counter_texts } from './counter.ts'
import { bobpay_topup, payfast_topup, stitch_topup } from './settings.ts'

/** The names of ways to pay (PAY-001, PAY-002); `eft` is PayFast's page, `stitch` the card and EFT of Stitch. */
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

/** Where money came through (PAY-003); the `-topup` ones into a balance, the others for one shipment. */
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

/** Names of a way to pay on a top-up, as the calls of Bob Pay carry them (PAY-004). */
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

/** What is paid for: an account's balance, one shipment, or the saving of a card. */
export const payment_purposes = ['topup', 'shipment', 'save_card'] as const
export type PaymentPurpose = (typeof payment_purposes)[number]

/** The names people read for the gateways. */
export const gateway_titles: Readonly<Record<GatewayName, string>> = {
  payfast: 'PayFast',
  bobpay: 'Bob Pay',
  stitch: 'Stitch',
}

/** How money came, in a sentence: `through PayFast`, `in cash`. */
export function paidBy(by: string): string {
  const method = counter_methods.find((one) => one === by)
  if (method) return counter_texts[method].by
  return `through ${gateway_titles[by as GatewayName]}`
}

/** The top-up switch of a gateway and the most it takes at once, in cents (PAY-022, SET-065, SET-111). */
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

/** The method behind a top-up value or a method's own name; `null` for a custom way and for unknown words (PAY-005). */
export function methodOf(value: string): MethodName | null {
  const named = by_value.find(([known]) => known === value)?.[1]
  return named ?? method_names.find((name) => name === value.replaceAll('_', '-')) ?? null
}

/** The top-up value of a method; the name with underscores where the specification gives none (PAY-005). */
export function topUpValueOf(method: MethodName, isSavedCard = false): string {
  if (isSavedCard && method === 'credit-card') return 'bob_pay_saved_credit_card'
  return by_value.find(([, known]) => known === method)?.[0] ?? method.replaceAll('-', '_')
}

/** The card schemes whose logos stand beside card payments, in order (PAY-011). */
export const card_brands = ['Visa', 'Mastercard', 'American Express', 'Diners Club'] as const
export type CardBrand = (typeof card_brands)[number]
