import { z } from 'zod'
import { whenOn } from '../kit/setting.ts'
import { settingsSection, type MoreAboutSetting } from '../kit/settings-section.ts'
import { list, rand } from '../kit/calls/wire.ts'
import { counter_methods } from './counter.ts'
import { top_up_minimum } from './top-up.ts'

/**
 * Settings of payment methods for customers and guests (SET-061…SET-066,
 * docs/domain/payments.md#rules-for-every-gateway). Money is in Rand.
 */
const guests = settingsSection('rates', 'payment methods for guest shipments')
const top_up = settingsSection('rates', 'payment methods for account top-up')

const bobpay_method_choices = [
  'card',
  'instant-eft',
  'manual-eft',
  'capitec-pay',
  'scan-to-pay',
  'pay-shap',
] as const
const stitch_method_choices = ['card', 'pay-by-bank', 'apple-pay', 'samsung-pay'] as const

/** PayFast settings. The payer pays on PayFast's own page, for one shipment or a top-up. */
export const payfast_enabled = guests.toggle('payfast_enabled', 'PayFast', false)
const with_payfast = { shown_when: whenOn(payfast_enabled) }
const guarded_payfast = { ...with_payfast, guarded: 'money' } as const
/** Secrets are sent only to the gateway's fixed addresses, which no setting changes. */
const secret_payfast = { ...with_payfast, sent_to: [] }
export const payfast_merchant_id = guests.words(
  'payfast_merchant_id',
  'PayFast merchant id',
  '',
  guarded_payfast,
)
export const payfast_merchant_key = guests.secret(
  'payfast_merchant_key',
  'PayFast merchant key',
  secret_payfast,
)
export const payfast_passphrase = guests.secret('payfast_passphrase', 'PayFast passphrase', secret_payfast)
export const payfast_sandbox = guests.toggle(
  'payfast_sandbox',
  'PayFast test environment',
  false,
  guarded_payfast,
)

export const payfast_addresses = guests.texts(
  'payfast_addresses',
  'PayFast notification addresses',
  [
    '197.97.145.144/28',
    '41.74.179.192/27',
    '102.216.36.0/28',
    '102.216.36.128/28',
    '144.126.193.139',
    '13.245.74.88',
    ...Array.from({ length: 21 }, (_, at) => `3.163.${232 + at}.237`),
  ],
  {
    ...guarded_payfast,
    noun: 'address',
    description:
      'In addition to the addresses of PayFast’s host names. Payments notified from other addresses wait for a person. Not checked in the test environment.',
  },
)

/** Bob Pay settings. */
export const bobpay_enabled = guests.toggle('bobpay_enabled', 'Bob Pay', false)
const with_bobpay = { shown_when: whenOn(bobpay_enabled) }
const guarded_bobpay = { ...with_bobpay, guarded: 'money' } as const
const secret_bobpay = { ...with_bobpay, sent_to: [] }
export const bobpay_account_code = guests.words(
  'bobpay_account_code',
  'Bob Pay account code',
  '',
  guarded_bobpay,
)
export const bobpay_api_key = guests.secret('bobpay_api_key', 'Bob Pay key', secret_bobpay)
export const bobpay_passphrase = guests.secret('bobpay_passphrase', 'Bob Pay passphrase', secret_bobpay)
export const bobpay_sandbox = guests.toggle(
  'bobpay_sandbox',
  'Bob Pay test environment',
  false,
  guarded_bobpay,
)
export const bobpay_methods = guests.many(
  'bobpay_methods',
  'Bob Pay payment methods',
  bobpay_method_choices,
  ['card'],
  {
    ...with_bobpay,
    labels: { 'instant-eft': 'Instant EFT', 'manual-eft': 'Manual EFT', 'pay-shap': 'PayShap' },
  },
)
export const bobpay_addresses = guests.texts(
  'bobpay_addresses',
  'Bob Pay notification addresses',
  ['13.246.115.225', '13.246.100.25'],
  {
    ...guarded_bobpay,
    noun: 'address',
    description:
      'Payments notified from other addresses wait for a person. Not checked in the test environment.',
  },
)

/** Stitch settings. */
export const stitch_enabled = guests.toggle('stitch_enabled', 'Stitch', false)
const with_stitch = { shown_when: whenOn(stitch_enabled) }
const guarded_stitch = { ...with_stitch, guarded: 'money' } as const
const secret_stitch = { ...with_stitch, sent_to: [] }
export const stitch_client_id = guests.words('stitch_client_id', 'Stitch client id', '', guarded_stitch)
export const stitch_client_secret = guests.secret(
  'stitch_client_secret',
  'Stitch client secret',
  secret_stitch,
)
export const stitch_webhook_secret = guests.secret(
  'stitch_webhook_secret',
  'Stitch webhook secret',
  secret_stitch,
)
export const stitch_methods = guests.many(
  'stitch_methods',
  'Stitch payment methods',
  stitch_method_choices,
  ['card'],
  {
    ...with_stitch,
  },
)
export const hide_manual_eft_for_shipments = guests.toggle(
  'hide_manual_eft_for_shipments',
  'No manual EFT for single shipments',
  true,
)

/** The payment methods that staff accept at the counter, for shipments that are paid when booked. */
export const counter_payment_methods = guests.many(
  'counter_payment_methods',
  'Counter payment methods',
  counter_methods,
  [...counter_methods],
)

/** The highest limit that a company can set for one top-up, in cents. */
const top_up_maximum = 1_000_000_00

/** Creates the settings of a top-up method: whether it is enabled, and the maximum of one top-up in cents. */
const topUp = (switchKey: string, limitKey: string, name: string, max: number, more?: MoreAboutSetting) => {
  const enabled = top_up.toggle(switchKey, name, false, { ...more, for_customers: true })
  const limit = top_up.amount(limitKey, `${name}: maximum per payment`, max, top_up_maximum, {
    shown_when: whenOn(enabled),
    for_customers: true,
  })
  return { enabled, limit }
}
export const payfast_topup = topUp(
  'payment_methods_payfast_topup_enabled',
  'payfast_topup_limit',
  'PayFast',
  20_000_00,
)
export const bobpay_topup = topUp(
  'payment_methods_bobpay_topup_enabled',
  'bobpay_topup_limit',
  'Bob Pay',
  50_000_00,
)
export const stitch_topup = topUp(
  'payment_methods_stitch_topup_enabled',
  'stitch_topup_limit',
  'Stitch',
  50_000_00,
)

/** EFT into a bank account for top-ups, separate from the one on invoices (SET-063). */
export const payment_methods_eft_enabled = top_up.toggle('payment_methods_eft_enabled', 'EFT', false, {
  for_customers: true,
})
const with_eft = {
  for_customers: true,
  shown_when: whenOn(payment_methods_eft_enabled),
  guarded: 'money',
} as const
export const eft_bank_name = top_up.words('eft_bank_name', 'Bank', '', with_eft)
export const eft_branch_code = top_up.words('eft_branch_code', 'Branch code', '', with_eft)
export const eft_account_type = top_up.words('eft_account_type', 'Account type', '', with_eft)
export const eft_account_number = top_up.words('eft_account_number', 'Account number', '', with_eft)
export const eft_account_holder = top_up.words('eft_account_holder', 'Account holder', '', with_eft)

/** The company's own payment page. */
export const payment_methods_custom_enabled = top_up.toggle(
  'payment_methods_custom_enabled',
  'Own payment page',
  false,
  { for_customers: true },
)
const with_custom = { for_customers: true, shown_when: whenOn(payment_methods_custom_enabled) }
export const custom_topup_name = top_up.words('custom_topup_name', 'Payment method name', '', with_custom)
export const custom_topup_url = top_up.url('custom_topup_url', 'Address of the page', '', {
  ...with_custom,
  guarded: 'money',
})
export const custom_topup_image = top_up.image('custom_topup_image', 'Picture', 'wide', with_custom)

/** The amounts offered for a top-up, besides a free amount (PAY-017, FMT-014). */
export const topup_chips = top_up.custom(
  'topup_chips',
  'Amounts offered for a top-up',
  list(rand.pipe(z.int().min(top_up_minimum))).pipe(z.array(z.int()).max(8)),
  [200_00, 500_00, 1_000_00, 5_000_00],
  { kind: 'amounts', max: top_up_maximum },
  { for_customers: true },
)
export const auto_topup_enabled = top_up.toggle('auto_topup_enabled', 'Automatic top-up', false, {
  for_customers: true,
  description: 'Charges a saved card when the balance falls below the amount the customer has chosen.',
})
