import type { Page } from 'playwright-core'
import { monthEndApi, type MonthEndSummary } from '@waybill/domain/billing/month-end'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { role_ids } from '@waybill/domain/kit/actor'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { address } from '../../server/dev/test-kit/provider.ts'
import { tokenOfNewUser } from '../page-kit/clerk.ts'
import { openProduct, type Product } from './product.ts'

const finance = 'kavitha@fynbos.example'
const admin = 'thandi@fynbos.example'
const billing_contact = 'accounts@karoocandles.example'

let product: Product
let office: Page
let customer: Page
let account: { id: number; account_code: string }

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
  const { accounts } = await product.ask<{ accounts: { id: number; account_code: string }[] }>(
    admin,
    'GET',
    `/accounts?id=[${id}]`,
  )
  const [made] = accounts
  if (!made) throw new Error('The account was not created.')
  account = made
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
  customer = await product.window(
    undefined,
    await tokenOfNewUser(product, { role_id: role_ids.account_owner, account_id: id }),
  )
}, 180_000)
afterAll(async () => product.close())

const period = () => dayOf(product.now())
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const summary = () =>
  product.ask<MonthEndSummary>(finance, 'GET', `/billing/month-end?period_end=${period()}`)
const invoiceCount = async () =>
  (await product.ask<{ count: number }>(finance, 'GET', '/billing/invoices?limit=1')).count

interface Mail {
  text: string
  attachments: { filename: string; content_type: string }[]
}
/** Returns the e-mails to an address, newest first. */
async function mailsTo(receiver: string): Promise<Mail[]> {
  const inbox = product.running.addresses.find(({ name }) => name === 'Mail')?.url ?? ''
  return (await (await fetch(`${inbox}/messages?to=${receiver}`)).json()) as Mail[]
}
const invoicesIn = (mails: readonly Mail[]) =>
  mails.flatMap(({ attachments }) => attachments.filter(({ filename }) => /^INV\d+\.pdf$/.test(filename)))

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

it('[BILL-008] issues and e-mails each invoice once, when the connection is cut and buttons are pressed twice', async () => {
  const before = await invoiceCount()
  const { to_issue } = await summary()
  const runs = () => product.calls.filter(({ name }) => name === 'POST /billing/month-end')
  const runsBefore = runs().length
  let pressed = 0
  let shown: unknown
  // The page does not notice that the run was started, until the user presses again.
  await product.answers(monthEndApi.summary, async ({ usual }) => {
    if (pressed > 1) return 'as usual'
    shown ??= (await usual()).body
    return { body: shown }
  })
  await product.answers(monthEndApi.run, async ({ usual }) => {
    pressed += 1
    if (pressed > 1) return 'as usual'
    await usual()
    return 'no connection'
  })
  const issue = async () => {
    await button(office, /^Issue \d+ invoices?/).click()
    await office.getByRole('alertdialog').getByRole('button', { name: 'Issue', exact: true }).dblclick()
  }
  await office.goto(`${product.web}/billing/month-end?period=${period()}`)
  await issue()
  await office
    .getByRole('alertdialog', { name: 'Something went wrong' })
    .getByRole('button', { name: 'Close' })
    .last()
    .click()
  await issue()
  await office.getByText(/\d+ invoices?, R [\d,.]+\. Next: e-mail them\./).waitFor()
  expect(await invoiceCount()).toBe(before + to_issue.invoices)
  const keys = runs()
    .slice(runsBefore)
    .map(({ headers }) => headers['idempotency-key'])
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])

  await button(office, /^E-mail \d+ invoices?/).dblclick()
  await office.getByText('Invoices e-mailed').waitFor()
  await expect.poll(async () => (await summary()).emails.queued, { timeout: 20_000 }).toBe(0)
  await expect.poll(async () => invoicesIn(await mailsTo(billing_contact)).length).toBe(1)
  expect(await invoiceCount()).toBe(before + to_issue.invoices)
})

it('[PAY-031] [BILL-008] the customer opens the e-mailed link, sees the statement and pays; the payment settles the invoice', async () => {
  const [mail] = await mailsTo(billing_contact)
  const link = /https?:\/\/\S+\/invoices\/\d+/.exec(mail?.text ?? '')?.[0]
  const [number] = invoicesIn(mail ? [mail] : []).map(({ filename }) => filename.replace('.pdf', ''))
  await customer.goto(link ?? '')
  await customer.getByRole('heading', { level: 1, name: number ?? '' }).waitFor()
  await customer.goto(`${product.web}/statement`)
  await customer.getByText('Storage of candles').waitFor()

  await customer.goto(`${product.web}/top-up-account`)
  await customer.getByRole('button', { name: 'Pay this amount' }).click()
  await customer.getByRole('radio', { name: /^PayFast/ }).check()
  await button(customer, 'Pay now').click()
  await customer.getByRole('heading', { level: 1, name: 'PayFast: R 1,150.00' }).waitFor()
  await customer.getByRole('link', { name: 'Pay', exact: true }).click()
  await customer.getByRole('heading', { level: 1, name: 'Payment received' }).waitFor()

  await office.goto(`${product.web}/billing/payments?q=${account.account_code}`)
  const payment = office.getByRole('table', { name: 'Payments' }).getByRole('row', { name: /Karoo Candles/ })
  await payment.getByText('Complete').waitFor()
  await office.goto(`${product.web}/accounts/${account.id}/allocations`)
  await office.getByText('No open invoices.').waitFor()
  await office
    .getByRole('table', { name: 'Allocated' })
    .getByText(number ?? '')
    .waitFor()
  await office.goto(`${product.web}/billing/debtors?q=${account.account_code}`)
  await office.getByRole('tab', { name: 'Debtors', selected: true }).waitFor()
  await office.getByText('No debtors match.').waitFor()
  expect(product.pageErrors).toEqual([])
})
