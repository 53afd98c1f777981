import type { Setting } from '@waybill/domain/kit/setting'
import type { paymentsApi } from '@waybill/domain/payments/api'
import { gateway_titles, type GatewayName } from '@waybill/domain/payments/methods'
import type { ExternalHandler } from '../kit/handler.ts'
import {
  bobpayCredentials,
  missingCredentials,
  payfastCredentials,
  stitchCredentials,
  type ReadSetting,
} from './credentials.ts'
import { GatewayRejectedError, GatewayUnavailableError, gatewaysPort } from './gateways/port.ts'

/** The placeholder for a stored secret on the settings page. */
const hidden_placeholder = '***'

/** Checks typed or stored credentials with a gateway and returns the result as a sentence. */
export const testCredentials: ExternalHandler<typeof paymentsApi.testCredentials> = async (ctx, input) => {
  const { gateway, values } = input
  const title = gateway_titles[gateway]
  const read: ReadSetting = <Value>(setting: Setting<Value>): Value => {
    const typed = values[setting.key]
    if (typed === undefined || typed === hidden_placeholder) return ctx.setting(setting)
    const parsed = setting.schema.safeParse(typed)
    return parsed.success ? parsed.data : ctx.setting(setting)
  }
  const missing = missingCredentials(ctx, gateway, read)
  if (missing.length > 0)
    return { works: false, message: `We cannot check with ${title} yet. Missing: ${missing.join(', ')}.` }
  const gateways = ctx.adapter(gatewaysPort)
  const check: Readonly<Record<GatewayName, () => Promise<void>>> = {
    payfast: () => gateways.payfast.check(payfastCredentials(ctx, read), ctx.now),
    bobpay: () => gateways.bobpay.check(bobpayCredentials(ctx, read)),
    stitch: () => gateways.stitch.check(stitchCredentials(ctx, read)),
  }
  try {
    await check[gateway]()
    return { works: true, message: `${title} accepted these credentials.` }
  } catch (error) {
    if (error instanceof GatewayRejectedError)
      return {
        works: false,
        message: `${title} did not accept these credentials. It said: ${error.message.replace(/\.$/, '')}.`,
      }
    if (error instanceof GatewayUnavailableError)
      return { works: false, message: `${title} did not answer. Try again in a moment.` }
    throw error
  }
}
