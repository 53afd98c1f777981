import {
  payfast_merchant_id,
  payfast_merchant_key,
  payfast_passphrase,
  payfast_sandbox,
} from '@waybill/domain/payments/settings'
import type { ReadSetting } from '../port.ts'

/** A company's PayFast credentials. */
export interface PayfastCredentials {
  merchant_id: string
  merchant_key: string
  passphrase: string
  sandbox: boolean
}

/** Reads the credentials from the settings. */
export function payfastCredentials(read: ReadSetting): PayfastCredentials {
  return {
    merchant_id: read(payfast_merchant_id).trim(),
    merchant_key: read(payfast_merchant_key).trim(),
    passphrase: read(payfast_passphrase).trim(),
    sandbox: read(payfast_sandbox),
  }
}
