import type { Cents } from '../kit/money.ts'
import { gatewayOf, method_texts, type GatewayName } from './gateway-list.ts'
import { method_names, type MethodName } from './method-names.ts'
import type { OfferedPurpose } from './methods.ts'

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

/** Payment configuration from the company's settings and the responses of its gateways. */
export interface PaymentMethodsConfig {
  /**
   * For each gateway: whether it is enabled for this purpose, whether its credentials are complete, its limit in cents,
   * and the methods that are chosen in the settings and active at the gateway (PAY-013).
   */
  gateways: Readonly<
    Record<
      GatewayName,
      { is_on: boolean; is_complete: boolean; limit: Cents | null; methods: readonly string[] }
    >
  >
  hide_manual_eft_for_shipments: boolean
  /** Whether EFT into the company's own bank account is offered; for top-ups only. */
  has_own_eft: boolean
  /** The name of the company's own payment page; `null` when there is none. */
  custom_name: string | null
}

/** The display label of a method. */
export function methodLabel(method: MethodName): string {
  return method_texts[method].label
}

/**
 * Returns the offered payment methods in order (PAY-006…PAY-010, PAY-013, PAY-014). A gateway must be enabled for the
 * purpose and have complete credentials; its method must be chosen in the settings and active at the gateway. The
 * company's own bank account and payment page are offered for top-ups only.
 */
export function offeredMethods(
  purpose: OfferedPurpose,
  config: PaymentMethodsConfig,
): OfferedPaymentMethod[] {
  const isTopup = purpose === 'topup'
  const offer = (method: MethodName, gateway: GatewayName | null): OfferedPaymentMethod => ({
    key: method,
    ...method_texts[method],
    gateway,
    limit: gateway && isTopup ? config.gateways[gateway].limit : null,
  })
  const offered = method_names.flatMap((method): OfferedPaymentMethod[] => {
    if (method === 'manual-eft') {
      if (isTopup && config.has_own_eft) return [offer(method, null)]
      if (!isTopup && config.hide_manual_eft_for_shipments) return []
    }
    const gateway = gatewayOf(method)
    const { is_on, is_complete, methods } = config.gateways[gateway]
    return is_on && is_complete && methods.includes(method) ? [offer(method, gateway)] : []
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
