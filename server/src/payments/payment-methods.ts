import { gateway_list, gateway_names, type GatewayName } from '@waybill/domain/payments/gateway-list'
import type { OfferedPurpose } from '@waybill/domain/payments/methods'
import {
  offeredMethods,
  type OfferedPaymentMethod,
  type PaymentMethodsConfig,
} from '@waybill/domain/payments/payment-methods'
import {
  custom_topup_name,
  custom_topup_url,
  eft_account_number,
  hide_manual_eft_for_shipments,
  payment_methods_custom_enabled,
  payment_methods_eft_enabled,
} from '@waybill/domain/payments/settings'
import type { ExternalContext } from '../kit/handler.ts'
import { callerOf, gatewayFor } from './gateways/index.ts'

/**
 * Returns the payment methods currently offered for a purpose. Methods of a gateway that lists which are active are left
 * out while it is unavailable (PAY-014).
 */
export async function paymentMethodsFor(
  ctx: ExternalContext,
  purpose: OfferedPurpose,
): Promise<OfferedPaymentMethod[]> {
  return offeredMethods(purpose, await configOf(ctx, purpose))
}

/**
 * Returns the status of each payment method in a gateway's public list; empty when the gateway is not set up or
 * unavailable (PAY-012), and `null` when it has no such list.
 */
export async function methodStatus(
  ctx: ExternalContext,
  gateway: GatewayName,
  accountCode = '',
): Promise<Map<string, string> | null> {
  const plugIn = gatewayFor(ctx, gateway)
  if (!plugIn.listMethods) return null
  try {
    const methods = await plugIn.listMethods(callerOf(ctx), accountCode)
    return new Map(methods.map(({ name, status }) => [name, status]))
  } catch (error) {
    ctx.log.warn({ gateway, reason: String(error) }, 'the payment methods of a gateway could not be read')
    return new Map()
  }
}

/** Returns the methods of a gateway that the settings select and that are active at the gateway (PAY-013). */
async function activeMethods(ctx: ExternalContext, gateway: GatewayName): Promise<string[]> {
  const { methods, chosen } = gateway_list[gateway]
  const selected: readonly string[] = chosen ? ctx.setting(chosen.setting).map(chosen.method) : methods
  const status = await methodStatus(ctx, gateway)
  return selected.filter((method) => status === null || status.get(method) === 'active')
}

type GatewayRule = PaymentMethodsConfig['gateways'][GatewayName]

async function configOf(ctx: ExternalContext, purpose: OfferedPurpose): Promise<PaymentMethodsConfig> {
  const isTopup = purpose === 'topup'
  const customName = ctx.setting(custom_topup_name).trim()
  const hasCustom =
    ctx.setting(payment_methods_custom_enabled) && customName !== '' && ctx.setting(custom_topup_url)
  const ruleOf = async (gateway: GatewayName): Promise<GatewayRule> => {
    const { top_up, for_shipments } = gateway_list[gateway]
    const isOn = ctx.setting(isTopup ? top_up.enabled : for_shipments)
    return {
      is_on: isOn,
      is_complete: gatewayFor(ctx, gateway).missing((setting) => ctx.setting(setting)).length === 0,
      limit: ctx.setting(top_up.limit),
      methods: isOn ? await activeMethods(ctx, gateway) : [],
    }
  }
  const rules = await Promise.all(gateway_names.map(async (name) => [name, await ruleOf(name)] as const))
  return {
    gateways: Object.fromEntries(rules) as Record<GatewayName, GatewayRule>,
    hide_manual_eft_for_shipments: ctx.setting(hide_manual_eft_for_shipments),
    has_own_eft: ctx.setting(payment_methods_eft_enabled) && ctx.setting(eft_account_number).trim() !== '',
    custom_name: hasCustom ? customName : null,
  }
}
