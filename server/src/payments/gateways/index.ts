import type { GatewayName } from '@waybill/domain/payments/gateway-list'
import type { BaseContext, ExternalContext } from '../../kit/handler.ts'
import { bobpayGateway } from './bobpay/gateway.ts'
import { payfastGateway, payfast_form_hosts } from './payfast/gateway.ts'
import { gatewaysPort, type Caller, type Gateway, type Gateways, type ReadSetting } from './port.ts'
import { stitchGateway } from './stitch/gateway.ts'

/**
 * Creates the gateways at their real addresses. `everythingAt` is one address that replaces all of them, such as that
 * of the fake gateways.
 */
export function realGateways(everythingAt?: string): Gateways {
  const at = (address: string): string => everythingAt?.replace(/\/+$/, '') ?? address
  return {
    by_name: { payfast: payfastGateway(at), bobpay: bobpayGateway(at), stitch: stitchGateway(at) },
    form_origins: [...new Set(payfast_form_hosts.map((address) => new URL(at(address)).origin))],
  }
}

/** Returns the plug-in of a gateway. */
export function gatewayFor(ctx: ExternalContext, name: GatewayName): Gateway {
  return ctx.adapter(gatewaysPort).by_name[name]
}

/** Returns what a gateway needs for a call; `read` replaces the stored settings. */
export function callerOf(ctx: BaseContext, read: ReadSetting = (setting) => ctx.setting(setting)): Caller {
  return { read, now: ctx.now }
}
