import { z } from 'zod'
import { whenOn } from '../kit/setting.ts'
import { choicesOf } from '../kit/setting-control.ts'
import { settingsSection, type RowTableOptions } from '../kit/settings-section.ts'
import { account_types, invoice_allocation_methods, invoice_frequencies, pod_methods } from './model.ts'

/** Settings for how customer accounts are created, verified and invoiced. */
const creation = settingsSection('accounts', 'account creation')
const verification = settingsSection('accounts', 'verification')
const invoicing = settingsSection('accounts', 'invoicing')
const cost_centres = settingsSection('accounts', 'cost centres')
const registration = settingsSection('accounts', 'additional registration fields')
const internal = settingsSection('accounts', 'internal account details')
const vip = settingsSection('accounts', 'VIP accounts')
const features = settingsSection('general', 'enable features')

export const registration_enabled = creation.toggle('registration_enabled', 'Public registration', true, {
  public: true,
})
export const default_account_type = creation.one(
  'default_account_type',
  'Account type of new accounts',
  account_types.filter((type) => type !== 'guest'),
  'prepaid',
)
export const default_rate_group_id = creation.whole(
  'default_rate_group_id',
  'Price list of new accounts',
  0,
  { min: 0, max: 2_147_483_647 },
  { description: 'Its number; 0 takes the first price list.' },
)
export const default_account_credit_limit = creation.amount(
  'default_account_credit_limit',
  'Credit limit of new accounts',
  0,
  10_000_000_00,
)
export const registration_requires_approval = creation.toggle(
  'registration_requires_approval',
  'New accounts need approval',
  false,
)
export const promotional_credit_on_registration = creation.amount(
  'promotional_credit_on_registration',
  'Credit given on registration',
  0,
  10_000_00,
)
export const account_code_pattern = creation.words('account_code_pattern', 'Account code pattern', 'AAA999', {
  description: 'A stands for a letter of the name, 9 for a digit of a running number.',
})
export const default_account_tags = creation.texts('default_account_tags', 'Tags of new accounts', [], {
  noun: 'tag',
})
export const default_pod_method = creation.one(
  'default_pod_method',
  'Default proof of delivery',
  pod_methods,
  'pin-with-fallback',
  { description: 'Applies to accounts without their own choice.' },
)

export const account_verification_method = verification.one(
  'account_verification_method',
  'How new users are verified',
  ['none', 'email', 'sms', 'both'],
  'email',
  { public: true, guarded: 'sign-in' },
)
export const otp_length = verification.whole(
  'otp_length',
  'Length of a code',
  6,
  { min: 6, max: 10, unit: 'digits' },
  { public: true, guarded: 'sign-in' },
)
export const otp_expiry_minutes = verification.whole(
  'otp_expiry_minutes',
  'A code is valid for',
  10,
  { min: 1, max: 120, unit: 'minutes' },
  { guarded: 'sign-in' },
)
export const otp_resend_seconds = verification.whole(
  'otp_resend_seconds',
  'A code can be resent after',
  60,
  { min: 10, max: 3600, unit: 'seconds' },
  { public: true },
)
export const block_disposable_emails = verification.toggle(
  'block_disposable_emails',
  'Block disposable e-mail addresses',
  true,
)
export const captcha_enabled = verification.toggle('captcha_enabled', 'Ask for a captcha', true, {
  public: true,
  guarded: 'sign-in',
})

export const account_invoice_frequency_options = invoicing.many(
  'account_invoice_frequency_options',
  'Invoice frequencies offered',
  invoice_frequencies,
  [...invoice_frequencies],
)
export const default_invoice_allocation_method = invoicing.one(
  'default_invoice_allocation_method',
  'How payments are allocated',
  invoice_allocation_methods,
  'auto-oldest-invoice-first',
)
export const default_payment_terms_options = invoicing.numbers(
  'default_payment_terms_options',
  'Payment terms offered',
  [0, 7, 14, 30],
  365,
  { unit: 'days' },
)

export const enable_cost_centers = features.toggle('enable_cost_centers', 'Cost centres', false, {
  for_customers: true,
})
const when_cost_centres = { for_customers: true, shown_when: whenOn(enable_cost_centers) }
export const cost_center_required = cost_centres.toggle(
  'cost_center_required',
  'Cost centre required on shipments',
  true,
  when_cost_centres,
)
export const cost_center_label = cost_centres.words(
  'cost_center_label',
  'Name for cost centre',
  'Cost centre',
  when_cost_centres,
)

const custom_field_types = ['text', 'number', 'select', 'checkbox', 'date'] as const

/** A custom field: a question on registration, or a field for staff. */
export const CustomField = z.object({
  key: z.string().max(60),
  label: z.string().max(120),
  type: z.enum(custom_field_types),
  required: z.boolean(),
  options: z.array(z.string().max(120)),
  show_to_account: z.boolean(),
})
export type CustomField = z.output<typeof CustomField>

const question = (key: string, label: string, options: string[] = []): CustomField => ({
  key,
  label,
  type: options.length > 0 ? 'select' : 'text',
  required: false,
  options,
  show_to_account: true,
})

const questions: RowTableOptions<CustomField> = {
  noun: 'field',
  columns: [
    { key: 'key', label: 'Key', control: { kind: 'words', max: 60 } },
    { key: 'label', label: 'Label', control: { kind: 'words', max: 120 }, wide: 2 },
    {
      key: 'type',
      label: 'Kind',
      control: {
        kind: 'one',
        choices: choicesOf(custom_field_types, { select: 'Choice', checkbox: 'Tick' }),
      },
    },
    { key: 'options', label: 'Choices', control: { kind: 'texts', noun: 'choice', max: 120 } },
    { key: 'required', label: 'Required', control: { kind: 'toggle' } },
    { key: 'show_to_account', label: 'Visible to customer', control: { kind: 'toggle' } },
  ],
  empty: { key: '', label: '', type: 'text', required: false, options: [], show_to_account: true },
}

export const registration_fields = registration.rows(
  'registration_fields',
  'Fields',
  CustomField,
  [
    question('vat_number', 'VAT number'),
    question('company_registration', 'Company registration'),
    question('monthly_volume', 'Monthly volume', ['1–20', '21–100', '101–500', 'More than 500']),
    question('how_did_you_hear', 'How did you hear about us?'),
  ],
  questions,
  { public: true, description: 'Asked during registration.' },
)
export const internal_account_fields = internal.rows(
  'internal_account_fields',
  'Fields for staff only',
  CustomField,
  [
    { ...question('salesperson', 'Salesperson'), show_to_account: false },
    { ...question('industry', 'Industry'), show_to_account: false },
  ],
  questions,
)

export const vip_accounts = vip.texts('vip_accounts', 'VIP accounts', [], {
  noun: 'account code',
  description: 'Account codes. Their shipments are marked and shown first in lists.',
})
export const vip_colour = vip.colour('vip_colour', 'Colour in lists', '#d4af37', '#d4af37')
export const vip_priority_level = vip.whole('vip_priority_level', 'Priority on tripsheets', 1, {
  min: 0,
  max: 9,
})
export const account_inactive_after_days = vip.whole(
  'account_inactive_after_days',
  'Inactive without shipments for',
  90,
  { min: 1, max: 3650, unit: 'days' },
)

const cod = settingsSection('rates', 'cash on delivery')
/** Whether receivers may pay for the goods at the delivery. */
export const cod_enabled = cod.toggle('cod_enabled', 'Offer cash on delivery', false, { for_customers: true })
const when_cod = { shown_when: whenOn(cod_enabled), for_customers: true }
export const cod_max_amount = cod.amount(
  'cod_max_amount',
  'Largest amount of a shipment',
  5_000_00,
  100_000_00,
  when_cod,
)
export const cod_excluded_service_levels = cod.texts(
  'cod_excluded_service_levels',
  'Service levels without cash on delivery',
  [],
  { ...when_cod, noun: 'service level', description: 'The codes of the service levels.' },
)
