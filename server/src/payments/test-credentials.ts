import type { Setting } from '@waybill/domain/kit/setting'
import type { paymentsApi } from '@waybill/domain/payments/api'
import { gatewayTitle } from '@waybill/domain/payments/gateway-list'
import type { ExternalHandler } from '../kit/handler.ts'
import { callerOf, gatewayFor } from './gateways/index.ts'
import { GatewayRejectedError, GatewayUnavailableError, type ReadSetting } from './gateways/port.ts'

/** The placeholder for a stored secret on the settings page. */
const hidden_placeholder = '***'

/** Checks typed or stored credentials with a gateway and returns the result as a sentence. */
export const testCredentials: ExternalHandler<typeof paymentsApi.testCredentials> = async (ctx, input) => {
  const { gateway, values } = input
  const title = gatewayTitle(gateway)
  const read: ReadSetting = <Value>(setting: Setting<Value>): Value => {
    const typed = values[setting.key]
    if (typed === undefined || typed === hidden_placeholder) return ctx.setting(setting)
    const parsed = setting.schema.safeParse(typed)
    return parsed.success ? parsed.data : ctx.setting(setting)
  }
  const plugIn = gatewayFor(ctx, gateway)
  const missing = plugIn.missing(read)
  if (missing.length > 0)
    return { works: false, message: `We cannot check with ${title} yet. Missing: ${missing.join(', ')}.` }
  try {
    await plugIn.check(callerOf(ctx, read))
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
