import type { Page } from 'playwright-core'
import type { MonthEndSummary } from '@waybill/domain/billing/month-end'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { address } from '../../server/dev/test-kit/provider.ts'
import { openProduct, type Product } from './product.ts'

const finance = 'kavitha@fynbos.example'
const admin = 'thandi@fynbos.example'
const billing_contact = 'accounts@karoocandles.example'

let product: Product
let office: Page

/** Creates an account that owes R 1,150.00, which no invoice holds yet. */
beforeAll(async () => {
  product = await openProduct()
  const { id } = await product.ask<{ id: number }>(admin, 'POST', '/accounts', {
    name: 'Karoo Candles',
    account_type: 'postpaid',
    default_collection_address: {
      address: address('1 Main Road', 'Newlands', 'Cape Town', '7700', 'WC'),
      contact: { name: 'Anika Botha', mobile_number: '0215550142', email: '' },
    },
    first_user: { name: 'Anika Botha', email: 'anika@karoocandles.example' },
  })
  await product.ask(admin, 'POST', '/billing/preferences', {
    account_id: id,
    invoice_emails: billing_contact,
  })
  await product.ask(finance, 'POST', '/billing/transactions', {
    account_id: id,
    type: 'admin-debit',
    amount: 1150,
    description: 'Storage of candles',
  })
  office = await product.as(finance)
}, 180_000)
afterAll(async () => product.close())

const period = () => dayOf(product.now())
const summary = () =>
  product.ask<MonthEndSummary>(finance, 'GET', `/billing/month-end?period_end=${period()}`)
const invoiceCount = async () =>
  (await product.ask<{ count: number }>(finance, 'GET', '/billing/invoices?limit=1')).count

it('[BILL-008] shows what a month-end run would invoice and what not, and a dry run issues nothing', async () => {
  const before = await invoiceCount()
  await office.goto(`${product.web}/billing/month-end?period=${period()}`)
  await office.getByText(/The shipment has not reached the status to invoice: \d+ charges?/).waitFor()
  const row = office
    .getByRole('table', { name: 'Accounts to invoice' })
    .getByRole('row', { name: /Karoo Candles/ })
  await row.waitFor()
  expect(await row.innerText()).toMatch(/R 1,150\.00/)
  expect(await row.innerText()).toContain(billing_contact)
  await office.getByRole('tab', { name: 'Not invoiced' }).click()
  await office
    .getByRole('table', { name: 'Charges that are not invoiced' })
    .getByText('The shipment has not reached the status to invoice')
    .first()
    .waitFor()
  const { to_issue } = await summary()
  expect(
    await product.ask(finance, 'POST', '/billing/month-end', {
      period_end: period(),
      action: 'issue',
      dry_run: true,
    }),
  ).toMatchObject({ invoices: to_issue.invoices, amount: to_issue.amount, run: null })
  expect(await invoiceCount()).toBe(before)
})
