/** What stands in the place of a secret that is stored; sent back it leaves the secret as it is. */
export const hidden_placeholder = '***'

/**
 * Settings whose change is confirmed by the person who makes it: where money goes, what signs and receives payments,
 * every secret, and how staff sign in. By name, because the list is loaded with every page and the catalogue is not.
 */
export const guarded_settings: ReadonlySet<string> = new Set([
  'require_2fa_for_staff',
  'invoice_bank_name',
  'invoice_bank_branch_code',
  'invoice_bank_account_type',
  'invoice_bank_account_number',
  'invoice_bank_account_holder',
  'eft_bank_name',
  'eft_branch_code',
  'eft_account_type',
  'eft_account_number',
  'eft_account_holder',
  'custom_topup_url',
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
  'smtp_password',
  'infobip_api_key',
  'geocoder_api_key',
  'pickup_point_credentials',
])

/** Whether saving this value needs a confirmation. */
export function isGuarded({ key, value }: { key: string; value: unknown }): boolean {
  return guarded_settings.has(key.toLowerCase()) && value !== hidden_placeholder
}
