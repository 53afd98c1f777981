import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { optionsOf } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

let product: Product
let staff: Page
let account_id: number
const admin = 'thandi@fynbos.example'
const [riaan, zanele, pravesh] = ['riaan', 'zanele', 'pravesh'].map(
  (name) => `${name}@overbergbooks.example`,
) as [string, string, string]

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(admin)
  const { accounts } = await product.ask<{ accounts: { id: number }[] }>(
    admin,
    'GET',
    '/accounts?account_code=OVB014',
  )
  account_id = accounts[0]?.id ?? 0
  await product.ask(admin, 'POST', '/billing/invoices/run', {})
}, 180_000)
afterAll(async () => product.close())

const open = async (page: Page, address: string): Promise<void> =>
  void (await page.goto(product.web + address))
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const ledger = (page: Page) => page.getByRole('table', { name: 'Transactions' })

describe('transaction ledger', () => {
  it('[BILL-001] [BILL-006] shows staff the type, shipment and document of a transaction and links to them, also when customers see none', async () => {
    await product.saveSettings({ show_billing_transactions_for_account_users: false })
    await open(staff, '/billing?tab=transactions&sort=transaction_date')
    const charge = ledger(staff)
      .getByRole('row')
      .filter({ hasText: 'Shipping charge' })
      .filter({ hasText: /INV\d{6}/ })
      .first()
    await charge.waitFor()
    const document = charge.getByRole('link', { name: /^INV\d{6}$/ })
    const number = await document.innerText()
    const shipment = await charge.getByRole('link').first().innerText()
    await document.click()
    await heading(staff, new RegExp(number))
    await staff.getByRole('link', { name: shipment }).first().click()
    await staff.waitForURL(/\/shipments\/\d+/)
    await product.saveSettings({ show_billing_transactions_for_account_users: true })
  })

  it('[BILL-002] offers twelve transaction types for posting by hand', async () => {
    await open(staff, `/accounts/${account_id}?tab=billing`)
    await button(staff, 'Post transaction').click()
    expect(await optionsOf(staff, 'Type')).toEqual([
      'Payment',
      'Payment reversal',
      'Refund',
      'Refund reversal',
      'Admin debit',
      'Admin credit',
      'Promotional debit',
      'Promotional credit',
      'Balance adjustment debit',
      'Balance adjustment credit',
      'Bad debt write-off',
      'Bad debt write-off reversal',
    ])
    await button(staff, 'Cancel').click()
  })

  it('[BILL-003] subtracts a debit from the balance, adds a credit, and shows both with their sign', async () => {
    const dialog = staff.getByRole('dialog', { name: /^Post a transaction/ })
    const post = async (type: string, amount: string, description: string) => {
      await button(staff, 'Post transaction').click()
      await dialog.getByRole('combobox', { name: 'Type', exact: true }).click()
      await staff.getByRole('option', { name: type, exact: true }).click()
      await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
      await dialog.getByRole('textbox', { name: 'Description' }).fill(description)
      const { status } = await product.sends(billingApi.post, () =>
        dialog.getByRole('button', { name: /^Post R/ }).click(),
      )
      expect(status).toBe(200)
      await dialog.waitFor({ state: 'detached' })
    }
    const balance = async () =>
      (await product.ask<{ balance: number }>(admin, 'GET', `/billing/balance?account_id=${account_id}`))
        .balance
    const before = await balance()
    await post('Admin debit', '100', 'Storage in March')
    expect(await balance()).toBeCloseTo(before - 100, 2)
    await post('Promotional credit', '40', 'Thank you')
    expect(await balance()).toBeCloseTo(before - 60, 2)
    const amountOf = (text: string) => ledger(staff).getByRole('row').filter({ hasText: text }).innerText()
    await expect.poll(() => amountOf('Storage in March')).toMatch(/[-−]R 100\.00/)
    expect(await amountOf('Thank you')).toMatch(/(?<![-−])R 40\.00/)
  })

  it('[BILL-002] offers only the transaction types that the role has the permission to post', async () => {
    const finance = await product.as('kavitha@fynbos.example')
    const { roles } = await product.ask<{
      roles: { id: number; version: number; name: string; permissions: string[] }[]
    }>(admin, 'GET', '/roles')
    const role = roles.find(({ name }) => name === 'Finance manager')
    const others = (role?.permissions ?? []).filter((one) => !one.startsWith('INLINE_transaction_'))
    let version = role?.version
    const give = async (permissions: readonly string[]) => {
      const changed = await product.ask<{ version: number }>(admin, 'PATCH', '/roles', {
        id: role?.id,
        version,
        permissions,
      })
      version = changed.version
    }
    const offered = async (...types: string[]) => {
      await give([...others, ...types.map((type) => `INLINE_transaction_${type}`)])
      await open(finance, `/accounts/${account_id}?tab=billing`)
      await button(finance, 'Post transaction').click()
      return optionsOf(finance, 'Type')
    }
    expect(await offered('payment', 'bad_debt_write_off')).toEqual(['Payment', 'Bad debt write-off'])
    expect(await offered('payment')).toEqual(['Payment'])
    await give(role?.permissions ?? [])
    await finance.context().close()
  })

  it('[BILL-005] shows transactions to customers when the company or the account setting allows it', async () => {
    const customer = await product.as(riaan)
    await open(customer, '/account?tab=billing')
    await ledger(customer).waitFor()
    await product.saveSettings({ show_billing_transactions_for_account_users: false })
    await customer.reload()
    await customer.getByText('Transactions are not shown online.').waitFor()
    await product.ask(admin, 'PATCH', '/accounts', { id: account_id, force_show_billing_transactions: true })
    await customer.reload()
    await ledger(customer).waitFor()
    await product.ask(admin, 'PATCH', '/accounts', { id: account_id, force_show_billing_transactions: false })
    await product.saveSettings({ show_billing_transactions_for_account_users: true })
    await customer.context().close()
  })

  it('[BILL-007] hides the balance, prices and invoices from users without billing access', async () => {
    const [seeing, blind] = [await product.as(zanele), await product.as(pravesh)]
    const { shipments } = await product.ask<{ shipments: { id: number }[] }>(
      riaan,
      'GET',
      '/shipments?limit=1',
    )
    const balance = (page: Page) => page.getByRole('region', { name: 'Balance', exact: true })
    for (const page of [seeing, blind]) {
      await open(page, `/shipments/${shipments[0]?.id ?? 0}`)
      await page.getByRole('heading', { level: 2 }).first().waitFor()
    }
    await balance(seeing).getByText(/R \d/).first().waitFor()
    await seeing.getByRole('main').getByText(/R \d/).first().waitFor()
    await product.settled(blind)
    expect(await balance(blind).count()).toBe(0)
    expect(await blind.getByRole('main').innerText()).not.toMatch(/R \d/)
    await open(blind, '/account')
    await blind.getByRole('heading', { level: 1 }).waitFor()
    await product.settled(blind)
    expect(await blind.getByRole('tab', { name: /Billing|Invoices|Credit notes/ }).count()).toBe(0)
    for (const page of [seeing, blind]) await page.context().close()
  })
})

describe('invoicing rules of an account', () => {
  it('[BILL-009] [BILL-010] offers allocating payments by hand or automatically to the oldest invoice, and stores the choice', async () => {
    await open(staff, `/accounts/${account_id}`)
    await button(staff, 'Edit billing rules').click()
    expect(await optionsOf(staff, 'Payments are allocated')).toEqual([
      'By hand',
      'Automatically, oldest first',
    ])
    await staff.getByRole('combobox', { name: 'Payments are allocated', exact: true }).click()
    await staff.getByRole('option', { name: 'By hand' }).click()
    const saved = await product.sends(accountsApi.change, () => button(staff, 'Save changes').click())
    expect(saved.status).toBe(200)
    await button(staff, 'Edit billing rules').waitFor()
    const { accounts } = await product.ask<{ accounts: { invoice_allocation_method: string }[] }>(
      admin,
      'GET',
      `/accounts?id=[${account_id}]`,
    )
    expect(accounts[0]?.invoice_allocation_method).toBe('manual')
  })

  it('[BILL-017] [BILL-019] [CONST-001] offers monthly, weekly on a chosen day, daily or per-shipment invoicing', async () => {
    await button(staff, 'Edit').first().click()
    const label = 'Invoiced'
    const options = await optionsOf(staff, label)
    expect(options).toEqual(['Monthly, on the last day', 'Weekly', 'Daily', 'With each shipment'])
    await staff.getByRole('combobox', { name: label, exact: true }).click()
    await staff.getByRole('option', { name: /^Weekly/ }).click()
    expect(await optionsOf(staff, 'Weekday of invoices')).toEqual([
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
      'Sunday',
    ])
    await staff.getByRole('combobox', { name: /Weekday/ }).click()
    await staff.getByRole('option', { name: 'Friday' }).click()
    await button(staff, 'Save changes').click()
    await staff.getByText(/Weekly.*, on Friday/).waitFor()
  })

  it('[BILL-018] offers the default invoice frequencies in the company settings', async () => {
    await open(staff, '/settings?tab=rates')
    const row = staff.locator('[data-setting="default_invoice_frequency"]')
    await row.waitFor()
    const options = await optionsOf(staff, 'Invoice frequency')
    expect(options.map((one) => one.toLowerCase())).toEqual(['monthly', 'weekly', 'daily', 'shipment'])
  })

  it('[BILL-025] shows invoice timing, invoice settings and the payment import date range on the rates tab', async () => {
    await open(staff, '/settings?tab=rates')
    for (const name of ['When to invoice', 'Invoice settings', 'Payment import date range'])
      await staff.getByRole('heading', { level: 2, name }).waitFor()
  })
})

it('logs no crash and no console error', () => {
  expect(product.pageErrors).toEqual([])
})
