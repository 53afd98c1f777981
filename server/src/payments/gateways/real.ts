import { payfast_senders } from '@waybill/domain/payments/gateways/payfast'
import { bobpayGateway } from './bobpay.ts'
import { payfastGateway } from './payfast.ts'
import type { Gateways } from './port.ts'
import { stitchGateway } from './stitch.ts'

/**
 * Creates the gateways at their real addresses. `everythingAt` is one address that replaces all of them, such as that
 * of the fake gateways.
 */
export function realGateways(everythingAt?: string): Gateways {
  const at = (address: string): string => everythingAt?.replace(/\/+$/, '') ?? address
  const payfast = {
    live: at('https://www.payfast.co.za'),
    sandbox: at('https://sandbox.payfast.co.za'),
    api: at('https://api.payfast.co.za'),
    senders: everythingAt === undefined ? payfast_senders : [],
  }
  return {
    payfast: payfastGateway(payfast),
    bobpay: bobpayGateway({
      live: at('https://api.bobpay.co.za'),
      sandbox: at('https://api.sandbox.bobpay.co.za'),
    }),
    stitch: stitchGateway({ tokens: at('https://secure.stitch.money'), api: at('https://api.stitch.money') }),
    form_origins: [...new Set([payfast.live, payfast.sandbox].map((address) => new URL(address).origin))],
  }
}
