import { invoice_frequencies } from '../accounts/model.ts'
import { whenIs, whenOn } from '../kit/setting.ts'
import { settingsSection } from '../kit/settings-section.ts'
import { invoice_company_vat_no, vat_percentage } from '../rates/settings.ts'
import { invoice_trigger_statuses } from '../shipments/statuses/status.ts'

export { invoice_company_vat_no, vat_percentage }

/**
 * Billing settings of the rates tab (BILL-025, SET-058, SET-068…SET-072). Money is stored in Rand.
 */
const contact = settingsSection('rates', 'billing contact')
const invoice = settingsSection('rates', 'invoice settings')
const when = settingsSection('rates', 'when to invoice')
const imports = settingsSection('rates', 'payment import date range')

const days = { min: 0, max: 365, unit: 'days', stored_max: 3650 }
/** Bank details for EFT payments; customers see them on their billing page. */
const bank = { for_customers: true, guarded: 'money' } as const

export const billing_contact_name = contact.words('billing_contact_name', 'Contact name', '', {
  description: 'The contact for questions about invoices.',
})
export const billing_contact_email = contact.email('billing_contact_email', 'Contact e-mail', '')
export const billing_contact_phone = contact.phone('billing_contact_phone', 'Contact phone', '')

export const invoice_company_name = invoice.words('invoice_company_name', 'Company name', '', {
  description: 'Shown on invoices and statements.',
})
export const invoice_company_reg_no = invoice.words('invoice_company_reg_no', 'Registration number', '')
export const invoice_company_address = invoice.lines('invoice_company_address', 'Company address', '')
export const invoice_bank_name = invoice.words('invoice_bank_name', 'Bank', '', {
  ...bank,
  description: 'Shown on invoices, so that customers can pay by EFT.',
})
export const invoice_bank_branch_code = invoice.words('invoice_bank_branch_code', 'Branch code', '', bank)
export const invoice_bank_account_type = invoice.words('invoice_bank_account_type', 'Account type', '', bank)
export const invoice_bank_account_number = invoice.words(
  'invoice_bank_account_number',
  'Account number',
  '',
  bank,
)
export const invoice_bank_account_holder = invoice.words(
  'invoice_bank_account_holder',
  'Account holder',
  '',
  bank,
)
export const invoice_footer = invoice.lines('invoice_footer', 'Invoice footer', '')
export const invoice_notes = invoice.lines('invoice_notes', 'Invoice notes', '')
export const invoice_minimum_amount = invoice.amount(
  'invoice_minimum_amount',
  'Do not invoice below',
  0,
  10_000_00,
)
export const invoice_per_cost_center = invoice.toggle(
  'invoice_per_cost_center',
  'Split per cost centre',
  false,
)
export const invoice_attach_csv = invoice.toggle('invoice_attach_csv', 'Attach CSV', true, {
  description:
    'E-mailed invoices also have their lines as a CSV file. Off: only for accounts that asked for it.',
})
export const hold_charges_under_claim = invoice.toggle(
  'hold_charges_under_claim',
  'Do not invoice shipments with an open claim',
  false,
  { description: 'Their charges wait until the claim is decided.' },
)
export const default_payment_terms = invoice.whole('default_payment_terms', 'Time to pay', 30, days)
export const show_billing_transactions_for_account_users = invoice.toggle(
  'show_billing_transactions_for_account_users',
  'Show transactions to account users',
  true,
)

export const default_invoice_frequency = when.one(
  'default_invoice_frequency',
  'Invoice frequency',
  invoice_frequencies,
  'monthly',
  { description: 'For new accounts; every account may have its own.' },
)
export const invoice_frequency_time = when.weekday(
  'invoice_frequency_time',
  'Weekday for weekly invoices',
  1,
  { shown_when: whenIs(default_invoice_frequency, 'weekly') },
)
export const invoice_trigger_shipment_status_for_month_end = when.one(
  'invoice_trigger_shipment_status_for_month_end',
  'In the last run of the month, invoice from status',
  ['none', ...invoice_trigger_statuses],
  'none',
  { description: 'None: use the same status as in other runs.' },
)
export const invoice_run_hour = when.whole('invoice_run_hour', 'Hour of the invoice run', 2, {
  min: 0,
  max: 23,
  unit: 'h',
})

export const email_invoices_on_issue = when.toggle(
  'email_invoices_on_issue',
  'E-mail invoices of scheduled runs',
  false,
  { description: 'Off: staff send them on the month-end page.' },
)
export const statement_day = when.whole(
  'statement_day',
  'Day of the month for statements',
  0,
  { min: 0, max: 28 },
  {
    description: 'Statements of the month before are e-mailed on this day. 0: never.',
  },
)

export const payment_import_date_range = imports.whole(
  'payment_import_date_range',
  'Accept payments from the last',
  90,
  days,
)
export const accounting_lock_date = imports.day('accounting_lock_date', 'Books closed up to', {
  description: 'Posting on or before this date needs the permission to backdate.',
})
export const auto_hold_enabled = imports.toggle('auto_hold_enabled', 'Put accounts in arrears on hold', true)
const when_holding = { shown_when: whenOn(auto_hold_enabled) }
export const auto_hold_days_overdue = imports.whole(
  'auto_hold_days_overdue',
  'Hold when overdue by',
  7,
  days,
  when_holding,
)
export const auto_hold_limit_percentage = imports.number(
  'auto_hold_limit_percentage',
  'Hold above this share of the credit limit',
  100,
  { min: 0, max: 1000, unit: '%' },
  when_holding,
)
export const hold_warning_days = imports.whole(
  'hold_warning_days',
  'Warn before a hold',
  3,
  days,
  when_holding,
)

export const reminders_enabled = imports.toggle('reminders_enabled', 'Send payment reminders', false, {
  description: 'For overdue invoices, unless a promise to pay is running or a claim or dispute is open.',
})
const when_reminding = { shown_when: whenOn(reminders_enabled) }
/** Days after the due date for each step of the reminder ladder; 0: the step is left out. */
export const reminder_days = [
  imports.whole('reminder_days_1', 'First reminder after', 3, days, when_reminding),
  imports.whole('reminder_days_2', 'Second reminder after', 10, days, when_reminding),
  imports.whole('reminder_days_3', 'Third reminder after', 20, days, when_reminding),
  imports.whole('reminder_days_final', 'Final reminder after', 30, days, when_reminding),
] as const
