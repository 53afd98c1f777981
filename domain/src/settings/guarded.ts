import type { ApprovableAction } from '../kit/calls/approval.ts'

/** The placeholder returned instead of a stored secret. Saving it leaves the secret unchanged. */
export const hidden_placeholder = '***'

/**
 * Keys of the settings whose change the user must confirm: all that are declared with `guarded`. Listed by key
 * because this list is loaded with every page and the catalogue is not.
 */
export const guarded_settings: ReadonlySet<string> = new Set([
  'account_verification_method',
  'otp_length',
  'otp_expiry_minutes',
  'captcha_enabled',
  'invoice_bank_name',
  'invoice_bank_branch_code',
  'invoice_bank_account_type',
  'invoice_bank_account_number',
  'invoice_bank_account_holder',
  'finance_four_eyes',
  'finance_four_eyes_above',
  'url',
  'tracking_url',
  'jwt_expiry',
  'password_min_length',
  'staff_only_login',
  'require_2fa_for_staff',
  'google_login_enabled',
  'google_client_id',
  'websocket_api_url',
  'geocoder_api_key',
  'email_provider',
  'smtp_host',
  'smtp_port',
  'smtp_user',
  'smtp_password',
  'bcc_address',
  'sms_provider',
  'infobip_base_url',
  'infobip_api_key',
  'payfast_merchant_id',
  'payfast_merchant_key',
  'payfast_passphrase',
  'payfast_sandbox',
  'payfast_addresses',
  'bobpay_account_code',
  'bobpay_api_key',
  'bobpay_passphrase',
  'bobpay_sandbox',
  'bobpay_addresses',
  'stitch_client_id',
  'stitch_client_secret',
  'stitch_webhook_secret',
  'eft_bank_name',
  'eft_branch_code',
  'eft_account_type',
  'eft_account_number',
  'eft_account_holder',
  'custom_topup_url',
  'pickup_point_credentials',
])

/** Where customers pay to: bank details, and the accounts with gateways. Their keys are secrets, which cannot wait. */
const bank_details =
  /^((invoice_bank|eft)_(name|bank_name|branch_code|account_(type|number|holder))|payfast_merchant_id|bobpay_account_code|stitch_client_id|custom_topup_url)$/
const four_eyes = /^finance_four_eyes/

/**
 * Returns what a second person may have to approve when these settings are saved: bank details, and the approval
 * itself. `null` for other settings.
 */
export function approvableSettings(
  changes: readonly { key: string; value: unknown }[],
): ApprovableAction | null {
  const keys = changes.filter(isGuarded).map(({ key }) => key.toLowerCase())
  const bank = keys.filter((key) => bank_details.test(key))
  const control = keys.filter((key) => four_eyes.test(key))
  if (bank.length + control.length === 0) return null
  const changed = changes.map(({ key, value }) => `${key}: ${String(value)}`).join('; ')
  return {
    kind: control.length > 0 ? 'controls' : 'bank-details',
    amount: null,
    account_id: null,
    description: `Change settings. ${changed}`.slice(0, 1000),
    ...(bank.length + control.length < keys.length
      ? {
          refusal:
            'Save bank details and controls apart from other guarded settings: another person approves them.',
        }
      : {}),
  }
}

/** Checks whether saving this value requires a confirmation. */
export function isGuarded({ key, value }: { key: string; value: unknown }): boolean {
  return guarded_settings.has(key.toLowerCase()) && value !== hidden_placeholder
}
