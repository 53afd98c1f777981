import { gateway_names, top_up_rules, type PaymentPurpose } from '@waybill/domain/payments/methods'
import { bobpayMethod } from '@waybill/domain/payments/gateways/bobpay'
import {
  bobpay_enabled,
  bobpay_methods,
  custom_topup_name,
  custom_topup_url,
  eft_account_number,
  hide_manual_eft_for_shipments,
  payfast_enabled,
  payment_methods_custom_enabled,
  payment_methods_eft_enabled,
  stitch_enabled,
} from '@waybill/domain/payments/settings'
import {
  offeredMethods,
  type OfferedPaymentMethod,
  type PaymentMethodsConfig,
} from '@waybill/domain/payments/payment-methods'
import type { ExternalContext, BaseContext } from '../kit/handler.ts'
import { bobpayCredentials, missingCredentials } from './credentials.ts'
import { gatewaysPort } from './gateways/port.ts'

const for_shipments = { payfast: payfast_enabled, bobpay: bobpay_enabled, stitch: stitch_enabled }

/**
 * Returns the payment methods currently offered for a purpose. Bob Pay methods are left out while Bob Pay is
 * unavailable (PAY-014).
 */
export async function paymentMethodsFor(
  ctx: ExternalContext,
  purpose: Exclude<PaymentPurpose, 'save_card'>,
): Promise<OfferedPaymentMethod[]> {
  return offeredMethods(purpose, configOf(ctx, purpose, await bobpayStatus(ctx)))
}

/**
 * Returns the status of each payment method in Bob Pay's public list; empty when Bob Pay is not set up or unavailable
 * (PAY-012).
 */
export async function bobpayStatus(ctx: ExternalContext, accountCode = ''): Promise<Map<string, string>> {
  const own = bobpayCredentials(ctx)
  const code = accountCode || own.account_code
  if (!code) return new Map()
  try {
    const methods = await ctx.adapter(gatewaysPort).bobpay.methods(code, own.sandbox)
    return new Map(methods.map(({ name, status }) => [name, status]))
  } catch (error) {
    ctx.log.warn({ reason: String(error) }, 'the payment methods of Bob Pay could not be read')
    return new Map()
  }
}

function configOf(
  reader: BaseContext,
  purpose: Exclude<PaymentPurpose, 'save_card'>,
  bobpayState: ReadonlyMap<string, string>,
): PaymentMethodsConfig {
  const isTopup = purpose === 'topup'
  const customName = reader.setting(custom_topup_name).trim()
  const hasCustom =
    reader.setting(payment_methods_custom_enabled) && customName !== '' && reader.setting(custom_topup_url)
  const rules = gateway_names.map((gateway) => {
    const { enabled, limit } = top_up_rules[gateway]
    return [
      gateway,
      {
        is_on: reader.setting(isTopup ? enabled : for_shipments[gateway]),
        is_complete: missingCredentials(reader, gateway).length === 0,
        limit: reader.setting(limit),
      },
    ] as const
  })
  return {
    gateways: Object.fromEntries(rules) as PaymentMethodsConfig['gateways'],
    bobpay_methods: reader.setting(bobpay_methods).map(bobpayMethod),
    bobpay_status: bobpayState,
    hide_manual_eft_for_shipments: reader.setting(hide_manual_eft_for_shipments),
    has_own_eft:
      reader.setting(payment_methods_eft_enabled) && reader.setting(eft_account_number).trim() !== '',
    custom_name: hasCustom ? customName : null,
  }
}
