import type { Setting } from '@waybill/domain/kit/setting'
import type { GatewayName } from '@waybill/domain/payments/methods'
import {
  bobpay_account_code,
  bobpay_api_key,
  bobpay_passphrase,
  bobpay_sandbox,
  payfast_merchant_id,
  payfast_merchant_key,
  payfast_passphrase,
  payfast_sandbox,
  stitch_client_id,
  stitch_client_secret,
  stitch_webhook_secret,
} from '@waybill/domain/payments/settings'
import type { BaseContext } from '../kit/handler.ts'
import type { BobpayCredentials, PayfastCredentials, StitchCredentials } from './gateways/port.ts'

/** Reads a setting. Replaced when credentials are tested before they are saved. */
export type ReadSetting = <Value>(setting: Setting<Value>) => Value

const stored =
  (reader: BaseContext): ReadSetting =>
  (setting) =>
    reader.setting(setting)

export function payfastCredentials(reader: BaseContext, read = stored(reader)): PayfastCredentials {
  return {
    merchant_id: read(payfast_merchant_id).trim(),
    merchant_key: read(payfast_merchant_key).trim(),
    passphrase: read(payfast_passphrase).trim(),
    sandbox: read(payfast_sandbox),
  }
}

export function bobpayCredentials(reader: BaseContext, read = stored(reader)): BobpayCredentials {
  return {
    account_code: read(bobpay_account_code).trim(),
    api_key: read(bobpay_api_key).trim(),
    passphrase: read(bobpay_passphrase).trim(),
    sandbox: read(bobpay_sandbox),
  }
}

export function stitchCredentials(reader: BaseContext, read = stored(reader)): StitchCredentials {
  return {
    client_id: read(stitch_client_id).trim(),
    client_secret: read(stitch_client_secret).trim(),
    webhook_secret: read(stitch_webhook_secret).trim(),
  }
}

/**
 * Returns the titles of the settings that are missing for a gateway; empty when its credentials are complete. Live
 * PayFast requires a passphrase, because without one anyone can compute its signatures.
 */
export function missingCredentials(
  reader: BaseContext,
  gateway: GatewayName,
  read = stored(reader),
): string[] {
  const needed: Readonly<Record<GatewayName, readonly Setting<string>[]>> = {
    payfast: [
      payfast_merchant_id,
      payfast_merchant_key,
      ...(read(payfast_sandbox) ? [] : [payfast_passphrase]),
    ],
    bobpay: [bobpay_account_code, bobpay_api_key, bobpay_passphrase],
    stitch: [stitch_client_id, stitch_client_secret, stitch_webhook_secret],
  }
  return needed[gateway].flatMap((setting) => (read(setting).trim() ? [] : [setting.title]))
}
