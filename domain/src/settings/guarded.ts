import type { ApprovableAction } from '../kit/calls/approval.ts'
import { flag, rand } from '../kit/calls/wire.ts'
import { formatRand } from '../kit/money.ts'

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
  'travel_times_url',
  'vroom_url',
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

/**
 * Where customers pay to, as an approver reads it: bank details, and the accounts with gateways. Their keys are secrets,
 * which cannot wait.
 */
const bank_details: ReadonlyMap<string, string> = new Map([
  ['invoice_bank_name', 'Bank on invoices'],
  ['invoice_bank_branch_code', 'Branch code on invoices'],
  ['invoice_bank_account_type', 'Account type on invoices'],
  ['invoice_bank_account_number', 'Account number on invoices'],
  ['invoice_bank_account_holder', 'Account holder on invoices'],
  ['eft_bank_name', 'Bank for EFT'],
  ['eft_branch_code', 'Branch code for EFT'],
  ['eft_account_type', 'Account type for EFT'],
  ['eft_account_number', 'Account number for EFT'],
  ['eft_account_holder', 'Account holder for EFT'],
  ['payfast_merchant_id', 'PayFast merchant id'],
  ['bobpay_account_code', 'Bob Pay account code'],
  ['stitch_client_id', 'Stitch client id'],
  ['custom_topup_url', 'Address of the custom payment page'],
])
const controls: ReadonlyMap<string, string> = new Map([
  ['finance_four_eyes', 'Approval by a second person'],
  ['finance_four_eyes_above', 'Approval only of amounts above'],
])

/**
 * Returns what a second person may have to approve when these settings are saved: bank details, and the approval
 * itself. `null` for other settings.
 */
export function approvableSettings(
  changes: readonly { key: string; value: unknown }[],
): ApprovableAction | null {
  const approvable = changes.filter(isGuarded).map(({ key, value }) => ({ key: key.toLowerCase(), value }))
  const control = approvable.filter(({ key }) => controls.has(key))
  const approved = [...control, ...approvable.filter(({ key }) => bank_details.has(key))]
  if (approved.length === 0) return null
  const others = changes.length - approved.length
  const what = approved.map(
    ({ key, value }) => `${controls.get(key) ?? bank_details.get(key)}: ${valueText(key, value)}`,
  )
  return {
    kind: control.length > 0 ? 'controls' : 'bank-details',
    amount: null,
    account_id: null,
    description: `Change settings. ${what.join('; ')}${others > 0 ? `; and ${others} other settings, which need no approval` : ''}`,
    ...(approved.length < approvable.length
      ? {
          refusal:
            'Save bank details and controls apart from other guarded settings: another person approves them.',
        }
      : {}),
  }
}

/** Returns a value as an approver reads it, or as it was sent when it is none of this setting. */
function valueText(key: string, value: unknown): string {
  const isOn = key === 'finance_four_eyes' ? flag.safeParse(value) : null
  const cents = key === 'finance_four_eyes_above' ? rand.safeParse(value) : null
  if (isOn?.success) return isOn.data ? 'on' : 'off'
  if (cents?.success) return formatRand(cents.data)
  return value === '' ? 'none' : String(value)
}

/** Checks whether saving this value requires a confirmation. */
export function isGuarded({ key, value }: { key: string; value: unknown }): boolean {
  return guarded_settings.has(key.toLowerCase()) && value !== hidden_placeholder
}
