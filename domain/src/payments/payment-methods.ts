import type { Cents } from '../kit/money.ts'
import type { GatewayName, MethodName, PaymentPurpose } from './methods.ts'

/** An offered payment method; `limit` is the maximum of one payment in cents, `null` for none. */
export interface OfferedPaymentMethod {
  /** Unique among the offered methods: `custom` or the method's name. */
  key: MethodName | 'custom'
  label: string
  hint: string
  /** The gateway to which the payer is redirected; `null` for a bank transfer or the company's own payment page. */
  gateway: GatewayName | null
  limit: Cents | null
  /** Whether card logos are displayed beside it. */
  has_cards: boolean
}

/** Payment configuration from the company's settings and Bob Pay's response. */
export interface PaymentMethodsConfig {
  /**
   * For each gateway: whether it is enabled for this purpose, whether its credentials are complete, and its limit in
   * cents.
   */
  gateways: Readonly<Record<GatewayName, { is_on: boolean; is_complete: boolean; limit: Cents | null }>>
  /** The methods that the company has enabled for Bob Pay. */
  bobpay_methods: readonly MethodName[]
  /** The status of each method in Bob Pay's public list; only `active` ones are offered (PAY-013). */
  bobpay_status: ReadonlyMap<string, string>
  hide_manual_eft_for_shipments: boolean
  /** Whether EFT into the company's own bank account is offered; for top-ups only. */
  has_own_eft: boolean
  /** The name of the company's own payment page; `null` when there is none. */
  custom_name: string | null
}

type MethodText = Pick<OfferedPaymentMethod, 'label' | 'hint' | 'has_cards'>
const words: Readonly<Record<MethodName, MethodText>> = {
  'credit-card': { label: 'Card', hint: 'credit or debit card', has_cards: true },
  'instant-eft': { label: 'Instant EFT', hint: 'log in at your bank', has_cards: false },
  'manual-eft': { label: 'Manual EFT', hint: 'can take up to three days to reflect', has_cards: false },
  'capitec-pay': { label: 'Capitec Pay', hint: 'approve in the bank app', has_cards: false },
  'pay-shap': { label: 'PayShap', hint: 'any bank, within a minute', has_cards: false },
  'scan-to-pay': { label: 'Scan to Pay', hint: 'scan a code with your phone', has_cards: false },
  eft: { label: 'PayFast', hint: 'card or EFT on the PayFast page', has_cards: true },
  stitch: { label: 'Stitch', hint: 'card or EFT on the Stitch page', has_cards: true },
}

/** Display order of the methods (PAY-006). */
const order = [
  'credit-card',
  'instant-eft',
  'manual-eft',
  'capitec-pay',
  'pay-shap',
  'scan-to-pay',
  'eft',
  'stitch',
] as const satisfies readonly MethodName[]

/** The display label of a method. */
export function methodLabel(method: MethodName): string {
  return words[method].label
}

/**
 * Returns the offered payment methods in order (PAY-006…PAY-010, PAY-013, PAY-014). A gateway must be enabled for the
 * purpose and have complete credentials; Bob Pay methods must also be enabled in the settings and active. The
 * company's own bank account and payment page are offered for top-ups only.
 */
export function offeredMethods(
  purpose: Exclude<PaymentPurpose, 'save_card'>,
  config: PaymentMethodsConfig,
): OfferedPaymentMethod[] {
  const isTopup = purpose === 'topup'
  const usable = (gateway: GatewayName): boolean => {
    const { is_on, is_complete } = config.gateways[gateway]
    return is_on && is_complete
  }
  const offer = (method: MethodName, gateway: GatewayName | null): OfferedPaymentMethod => ({
    key: method,
    ...words[method],
    gateway,
    limit: gateway && isTopup ? config.gateways[gateway].limit : null,
  })
  const hasBobpay = (method: MethodName): boolean =>
    usable('bobpay') &&
    config.bobpay_methods.includes(method) &&
    config.bobpay_status.get(method) === 'active'
  const offered = order.flatMap((method): OfferedPaymentMethod[] => {
    if (method === 'eft') return usable('payfast') ? [offer(method, 'payfast')] : []
    if (method === 'stitch') return usable('stitch') ? [offer(method, 'stitch')] : []
    if (method !== 'manual-eft') return hasBobpay(method) ? [offer(method, 'bobpay')] : []
    if (isTopup && config.has_own_eft) return [offer(method, null)]
    const mayBeManual = isTopup || !config.hide_manual_eft_for_shipments
    return mayBeManual && hasBobpay(method) ? [offer(method, 'bobpay')] : []
  })
  if (isTopup && config.custom_name !== null)
    offered.push({
      key: 'custom',
      label: config.custom_name,
      hint: 'opens in another window',
      gateway: null,
      limit: null,
      has_cards: false,
    })
  return offered
}

/**
 * Fills the placeholders in the URL of the company's own payment page. Values are escaped; unknown placeholders are
 * left unchanged.
 */
export function customAddress(
  template: string,
  values: Readonly<Record<'account_code' | 'amount' | 'email' | 'reference', string>>,
): string {
  return template.replaceAll(/\{(account_code|amount|email|reference)\}/g, (_, name: keyof typeof values) =>
    encodeURIComponent(values[name]),
  )
}
