import { z } from 'zod'
import { invoice_frequencies } from '../accounts/model.ts'
import { setting } from '../kit/setting.ts'
import { day, flag, num, rand, text } from '../kit/wire.ts'
import { invoice_company_vat_no, vat_percentage } from '../rates/settings.ts'
import { invoice_trigger_statuses } from '../shipments/status.ts'

export { invoice_company_vat_no, vat_percentage }

/** Billing settings of the rates tab (BILL-025, domain notes 11.2). Money is stored in Rand. */
const contact = { tab: 'rates', section: 'billing contact' } as const
const invoice = { tab: 'rates', section: 'invoice settings' } as const
const when = { tab: 'rates', section: 'when to invoice' } as const
const imports = { tab: 'rates', section: 'payment import date range' } as const

const wholeDays = num.pipe(z.int().min(0).max(3650))
const line = (key: string, title: string, section: typeof contact | typeof invoice = invoice) =>
  setting(key, { ...section, schema: text(200), default: '', title })
/** Where customers pay by EFT; they read it on their billing page. */
const bank = (key: string, title: string) =>
  setting(key, { ...invoice, schema: text(200), default: '', title, for_customers: true })

export const billing_contact_name = line('billing_contact_name', 'Contact name', contact)
export const billing_contact_email = line('billing_contact_email', 'Contact e-mail', contact)
export const billing_contact_phone = line('billing_contact_phone', 'Contact phone', contact)

export const invoice_company_name = line('invoice_company_name', 'Company name')
export const invoice_company_reg_no = line('invoice_company_reg_no', 'Registration number')
export const invoice_company_address = setting('invoice_company_address', {
  ...invoice,
  schema: text(500, { lines: true }),
  default: '',
  title: 'Company address',
})
export const invoice_bank_name = bank('invoice_bank_name', 'Bank')
export const invoice_bank_branch_code = bank('invoice_bank_branch_code', 'Branch code')
export const invoice_bank_account_type = bank('invoice_bank_account_type', 'Account type')
export const invoice_bank_account_number = bank('invoice_bank_account_number', 'Account number')
export const invoice_bank_account_holder = bank('invoice_bank_account_holder', 'Account holder')

export const invoice_footer = setting('invoice_footer', {
  ...invoice,
  schema: text(5000, { lines: true }),
  default: '',
  title: 'Footer of invoices',
})
export const invoice_notes = setting('invoice_notes', {
  ...invoice,
  schema: text(5000, { lines: true }),
  default: '',
  title: 'Notes on invoices',
})
export const invoice_minimum_amount = setting('invoice_minimum_amount', {
  ...invoice,
  schema: rand,
  default: 0,
  title: 'Do not invoice below',
})
export const invoice_per_cost_center = setting('invoice_per_cost_center', {
  ...invoice,
  schema: flag,
  default: false,
  title: 'Split per cost centre',
})
export const invoice_attach_csv = setting('invoice_attach_csv', {
  ...invoice,
  schema: flag,
  default: true,
  title: 'Attach CSV',
})
export const default_payment_terms = setting('default_payment_terms', {
  ...invoice,
  schema: wholeDays,
  default: 30,
  title: 'Days to pay',
})
export const pay_as_you_go = setting('pay_as_you_go', {
  ...invoice,
  schema: flag,
  default: true,
  title: 'Prepaid may pay per shipment',
})
export const show_billing_transactions_for_account_users = setting(
  'show_billing_transactions_for_account_users',
  {
    ...invoice,
    schema: flag,
    default: true,
    title: 'Show transactions to account users',
  },
)

export const default_invoice_frequency = setting('default_invoice_frequency', {
  ...when,
  schema: z.enum(invoice_frequencies),
  default: 'monthly',
  title: 'How often to invoice',
})
export const invoice_frequency_time = setting('invoice_frequency_time', {
  ...when,
  schema: num.pipe(z.int().min(0).max(6)),
  default: 1,
  title: 'Weekday for weekly invoices',
  description: 'Sunday 0 to Saturday 6.',
})
export const invoice_trigger_shipment_status = setting('invoice_trigger_shipment_status', {
  ...when,
  schema: z.enum(invoice_trigger_statuses),
  default: 'collected',
  title: 'A shipment may be invoiced from',
})
export const invoice_trigger_shipment_status_for_month_end = setting(
  'invoice_trigger_shipment_status_for_month_end',
  {
    ...when,
    schema: z.enum(['none', ...invoice_trigger_statuses]),
    default: 'none',
    title: 'In the last run of the month, from',
    description: 'None: the same status as in every other run.',
  },
)
export const invoice_run_hour = setting('invoice_run_hour', {
  ...when,
  schema: num.pipe(z.int().min(0).max(23)),
  default: 2,
  title: 'Hour of the invoice run',
})

export const payment_import_date_range = setting('payment_import_date_range', {
  ...imports,
  schema: wholeDays,
  default: 90,
  title: 'Days back accepted',
})
export const accounting_lock_date = setting('accounting_lock_date', {
  ...imports,
  schema: day.nullable(),
  default: null,
  title: 'Books closed up to',
  description: 'Nothing is posted on or before this day without the permission to backdate.',
})
export const auto_hold_enabled = setting('auto_hold_enabled', {
  ...imports,
  schema: flag,
  default: true,
  title: 'Put accounts in arrears on hold',
})
export const auto_hold_days_overdue = setting('auto_hold_days_overdue', {
  ...imports,
  schema: wholeDays,
  default: 7,
  title: 'Hold after days overdue',
})
export const auto_hold_limit_percentage = setting('auto_hold_limit_percentage', {
  ...imports,
  schema: num.pipe(z.number().min(0).max(1000)),
  default: 100,
  title: 'Hold above % of the credit limit',
})
export const hold_warning_days = setting('hold_warning_days', {
  ...imports,
  schema: wholeDays,
  default: 3,
  title: 'Warn days before a hold',
})

/** Every setting of billing, for the catalogue. */
export const billing_settings = [
  billing_contact_name,
  billing_contact_email,
  billing_contact_phone,
  invoice_company_name,
  invoice_company_reg_no,
  invoice_company_vat_no,
  invoice_company_address,
  invoice_bank_name,
  invoice_bank_branch_code,
  invoice_bank_account_type,
  invoice_bank_account_number,
  invoice_bank_account_holder,
  vat_percentage,
  invoice_footer,
  invoice_notes,
  invoice_minimum_amount,
  invoice_per_cost_center,
  invoice_attach_csv,
  default_payment_terms,
  pay_as_you_go,
  show_billing_transactions_for_account_users,
  default_invoice_frequency,
  invoice_frequency_time,
  invoice_trigger_shipment_status,
  invoice_trigger_shipment_status_for_month_end,
  invoice_run_hour,
  payment_import_date_range,
  accounting_lock_date,
  auto_hold_enabled,
  auto_hold_days_overdue,
  auto_hold_limit_percentage,
  hold_warning_days,
]
