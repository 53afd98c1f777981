import { approvablePosting } from '@waybill/domain/billing/api'
import { transaction_type_names, transaction_types } from '@waybill/domain/billing/transaction-types'
import { rand } from '@waybill/domain/kit/calls/wire'
import { catalogue } from '@waybill/domain/settings/catalogue'
import { approvableSettings } from '@waybill/domain/settings/guarded'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { routes } from '../src/main/routes.ts'

/** Paths of modules that move or promise money, or store where it is paid to. */
const money_paths =
  /^\/(billing|claims|costs|pay-plans|pay-statements|payments|move-in|providers|platform|accounts|shipments\/(charges|pay|discrepancies))(\/|$)/

const bank_field = /bank|account_holder|branch_code|iban/

/** Calls that write money or where it is paid to, and that no second person approves, by the reason. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'It controls approval itself.': ['POST /billing/approvals', 'DELETE /billing/approvals'],
  'It only reads, checks, calculates or sends what is stored.': [
    'POST /shipments/change-preview',
    'POST /shipments/discrepancies/preview',
    'POST /rates/revisions/estimate',
    'POST /billing/documents/send',
    'POST /billing/checks',
    'POST /billing/accounting-export',
    'POST /billing/accounting-export/send',
    'POST /payments/test-credentials',
    'POST /shipment-quotes',
    'POST /rates',
    'POST /rates/pickup-points',
    'POST /api/v1/locker-rates-new',
    'POST /move-in/shadow-months',
    'POST /move-in/shadow-months/remove',
  ],
  'It charges a customer, or takes money in.': [
    'POST /shipments',
    'POST /api/v1/shipments',
    'POST /shipments/pay',
    'POST /billing/invoices/run',
    'POST /billing/month-end',
    'POST /billing/payfast/signature',
    'POST /billing/payfast/notify',
    'POST /billing/bobpay/url',
    'POST /billing/bobpay/notify',
    'POST /billing/stitch/url',
    'POST /billing/stitch/notify',
    'POST /billing/auto-top-up',
    'DELETE /billing/auto-top-up',
    'PATCH /billing/cards',
    'DELETE /billing/cards',
    'POST /drivers/actions',
  ],
  'It records money that came in and is compared with the bank, the gateway or the counted till; paying it back is approved.':
    [
      'POST /billing/counter-payments',
      'POST /billing/import/payments',
      'POST /billing/import/payments/match',
      'POST /billing/import/payments/ignore',
      'POST /billing/import/payments/reopen',
      'POST /billing/payments/apply',
      'POST /billing/payments/close',
      'POST /billing/settlements',
    ],
  'It moves credit between documents of the same account; the account owes as much as before.': [
    'POST /billing/allocations',
    'DELETE /billing/allocations',
    'POST /billing/allocations/import',
  ],
  'It changes what a shipment costs; the credit that results is on the account, and paying it back is approved.':
    [
      'PATCH /shipments',
      'POST /shipments/charges',
      'DELETE /shipments/charges',
      'POST /shipments/discrepancies/dispute',
      'POST /shipments/discrepancies/decide',
    ],
  'It moves cash between places of the company; another person confirms every count.': [
    'POST /billing/cash/receipt-blocks',
    'POST /billing/cash/floats',
    'POST /billing/cash/deposits',
    'POST /billing/cash/tills',
    'POST /billing/cash/cash-ups',
    'POST /billing/cash/cash-ups/decide',
  ],
  'It comes from the open till of the caller and nobody else’s, so another person cannot make it; the count of the till, which another person confirms, contains it.':
    ['POST /billing/cash/tills/payouts'],
  'A second person is part of it: only another user than the one who prepared it approves it, and paying it is approved.':
    ['POST /pay-statements', 'PATCH /pay-statements', 'POST /pay-statements/approve'],
  'It sets a price or terms for later, and moves nothing.': [
    'PATCH /rates/revisions',
    'POST /pay-plans',
    'PATCH /pay-plans',
    'POST /billing/promises',
    'DELETE /billing/promises',
    'POST /billing/preferences',
    'POST /accounts',
    'PATCH /accounts',
    'POST /accounts/settings',
    'POST /accounts/close',
    'POST /accounts/reopen',
  ],
  'It records what another company bills; the payment is made outside the product.': [
    'POST /costs/partner-bills',
    'PATCH /costs/partner-bills',
  ],
  'It only asks; the amount and the bank details are approved when the claim is paid.': [
    'POST /claims',
    'POST /claims/messages',
  ],
  'It loads what another system had; work does not start with it before another person approves the start.': [
    'POST /move-in/accounts',
    'POST /move-in/contacts',
    'POST /move-in/address-books',
    'POST /move-in/rates',
    'POST /move-in/drivers',
    'POST /move-in/areas',
    'POST /move-in/open-items',
    'POST /move-in/history',
    'POST /move-in/invoice-numbers',
    'POST /move-in/old-balances',
    'POST /move-in/batches/undo',
  ],
  'It has neither money nor bank details.': [
    'POST /accounts/notes',
    'DELETE /accounts/notes',
    'POST /accounts/address-books',
    'PATCH /accounts/address-books',
    'DELETE /accounts/address-books',
    'POST /accounts/address-books/copy',
    'POST /billing/accounting-chart',
    'POST /billing/accounting-connections',
    'DELETE /billing/accounting-connections',
    'POST /interhub-transfers',
    'PATCH /interhub-transfers',
    'POST /platform/providers',
    'PATCH /platform/providers',
    'POST /platform/infobip',
  ],
}

/** Types that add to the balance of an account and that no second person approves, with the reason. */
const type_reasons: Partial<Record<(typeof transaction_type_names)[number], string>> = {
  payment: 'It is compared with the bank, the gateway or the counted till; paying it back is approved.',
}

const isSchema = (value: unknown): value is z.ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value

/** Whether a schema has an amount in Rand, or a field with bank details, anywhere. */
function namesMoney(schema: z.ZodType, seen = new Set<z.ZodType>()): boolean {
  if (schema === rand) return true
  if (seen.has(schema)) return false
  seen.add(schema)
  const def: { shape?: Record<string, unknown> } = { ...schema.def }
  const shape = def.shape ?? {}
  if (Object.keys(shape).some((key) => bank_field.test(key))) return true
  const parts = [...Object.values(shape), ...Object.values(def).flat()].filter(isSchema)
  return parts.some((part) => namesMoney(part, seen))
}

const money = routes.filter(
  ({ endpoint: { method, path, input } }) =>
    method !== 'GET' && (money_paths.test(path) || namesMoney(input)),
)
const nameOf = ({ endpoint: { method, path } }: (typeof routes)[number]): string => `${method} ${path}`

it('has every call that writes money or bank details approved by a second person, or gives the reason why not', () => {
  const unapproved = money.filter(({ endpoint }) => endpoint.approval === null).map(nameOf)
  expect([...new Set(unapproved)].sort()).toEqual(Object.values(reasons).flat().sort())
})

it('has only calls approved that run in one transaction, so that each is made once or not at all', () => {
  const approved = routes.filter(({ endpoint }) => endpoint.approval !== null)
  expect(approved.length).toBeGreaterThan(9)
  expect(approved.filter(({ kind }) => kind !== 'transaction').map(nameOf)).toEqual([])
})

it('has every type that a person posts, and that gives money to an account or pays it out, approved or gives the reason why not', () => {
  const giving = transaction_type_names.filter((type) => {
    const { permission, sign } = transaction_types[type]
    return permission !== null && (sign === 1 || type === 'refund')
  })
  const unapproved = giving.filter(
    (type) => approvablePosting({ type, amount: 1, account_id: 1, description: '' }) === null,
  )
  expect(unapproved).toEqual(Object.keys(type_reasons))
})

it('has every setting that decides where money is paid to approved', () => {
  const keys = [...catalogue.values()]
    .filter(({ guarded, secret }) => guarded === 'money' && !secret)
    .map(({ key }) => key)
    .filter((key) => !/_(sandbox|addresses)$/.test(key))
  expect(keys.length).toBeGreaterThan(10)
  expect(keys.filter((key) => approvableSettings([{ key, value: 'x' }]) === null)).toEqual([])
})
