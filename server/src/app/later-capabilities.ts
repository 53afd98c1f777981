const prices = 'prices that explain themselves'
const shipments = 'every way a shipment is made, changed, found and followed'
const money = 'money to the cent'
const operations = 'operations'
const words = 'words, partners and insight'

/** The capability that will read settings that nothing reads yet, by key or by `tab/section`. */
export const later_capabilities: Readonly<Record<string, string>> = {
  promotional_credit_on_registration: money,
  default_payment_terms_options: money,
  charge_discrepancy_threshold_min_amount: prices,
  dispute_window_days: prices,
  quote_payment_reference_option: prices,
  'general/public holiday office hours': prices,
  'rates/billing contact': money,
  'rates/invoice settings': money,
  'rates/payment import date range': money,
  auto_topup_enabled: money,
  'shipments/permissions and additional settings': shipments,
  'shipments/international shipments': shipments,
  'shipments/locker settings': shipments,
  'general/tracking settings': shipments,
  'general/dashboard settings': words,
  'general/enable features': words,
  'general/map settings': prices,
  'general/corporate identity': words,
  'general/support contact details': words,
  'driver/driver settings': operations,
  'driver/push notification schedule': operations,
  'driver/proof of delivery settings': operations,
  'notifications/email settings': words,
  sms_monthly_budget: words,
  sms_charge_to_account: money,
  sms_charge_amount: money,
  notify_on_hold_account: words,
  notify_returned_to_sender_account: words,
  notify_undeliverable_account: words,
  notify_charge_discrepancy: words,
  notify_driver_nearby: words,
  daily_summary_account_time: words,
  email_include_label_pdf: words,
  email_include_pod_pdf: words,
  email_language: words,
  'feature_toggles/feature toggles': 'whatever is rolled out by steps',
}

/** Settings that are read through one name for many: the pattern of their keys, and that name. */
export const read_through: readonly (readonly [RegExp, string])[] = [
  [/^notify_(email|sms|whatsapp)_\w+_(collection|delivery)$/, 'messageSwitch'],
  [/^site_wide_/, 'site_wide_'],
]
