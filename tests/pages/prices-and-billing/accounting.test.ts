import { accountingApi } from '@waybill/domain/accounting/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loseSignal } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const kavitha = 'kavitha@fynbos.example'

let product: Product
let finance: Page

beforeAll(async () => {
  product = await openProduct()
  finance = await product.as(kavitha)
}, 180_000)
afterAll(async () => product.close())

const open = (part: string) => finance.goto(`${product.web}/billing/accounting?part=${part}`)
const button = (name: string | RegExp) => finance.getByRole('button', { name, exact: true })
const text = (content: string | RegExp) => finance.getByText(content).first()
const sentTo = ({ method, path }: { method: string; path: string }) =>
  product.calls.filter(({ name }) => name === `${method} ${path}`).length

describe('exports', () => {
  it('[BILL-008] lists the batches, and opens one with its files and documents', async () => {
    await open('exports')
    const row = finance
      .getByRole('table', { name: 'Exports' })
      .getByRole('row')
      .filter({ hasText: 'EXP000001' })
    await row.filter({ hasText: 'Not sent' }).first().waitFor()
    await row.getByRole('link').first().click()
    await finance.getByRole('heading', { level: 1, name: 'EXP000001' }).waitFor()
    await button(/^bank-\d+\.csv$/).waitFor()
    await finance
      .getByRole('table', { name: 'Documents' })
      .getByText(/^PMT\d{6}$/)
      .first()
      .waitFor()
  })

  it('exports a period once with two presses, and keeps the form with the reason when nothing is left', async () => {
    await open('exports')
    await button('New export').click()
    const before = sentTo(accountingApi.create)
    const dialog = finance.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'From' }).fill('2020-01-01')
    await dialog.getByRole('textbox', { name: 'To' }).fill('2020-01-31')
    await dialog.getByRole('button', { name: 'Export', exact: true }).dblclick()
    await text('This period has no documents to export.').waitFor()
    expect(sentTo(accountingApi.create) - before).toBe(1)
    expect(await dialog.getByRole('textbox', { name: 'To' }).inputValue()).toMatch(/31 Jan/)
  })

  it('says beside the field that the last day is before the first, and sends nothing', async () => {
    await open('exports')
    await button('New export').click()
    const before = sentTo(accountingApi.create)
    const dialog = finance.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'From' }).fill('2020-02-01')
    await dialog.getByRole('textbox', { name: 'To' }).fill('2020-01-31')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    await dialog.getByText('The last day must not be before the first.').first().waitFor()
    expect(sentTo(accountingApi.create)).toBe(before)
  })
})

describe('the VAT return', () => {
  it('[BILL-013] agrees with the ledger and opens the rows of a field with links to their documents', async () => {
    const [from, until] = [60, 0].map((days) =>
      new Date(product.now().getTime() - days * 86_400_000).toISOString().slice(0, 10),
    )
    await open(`vat&from=${from}&until=${until}`)
    await text(/^Field 20 agrees with the ledger/).waitFor()
    await finance.getByRole('link', { name: 'VAT on field 1', exact: true }).click()
    const rows = finance.getByRole('table', { name: 'Rows of field 4' })
    await rows
      .getByRole('link', { name: /^INV\d{6}$/ })
      .first()
      .waitFor()
  })

  it('shows the reason and tries again when it cannot be loaded', async () => {
    await product.answers(accountingApi.vatReturn, () => ({
      status: 500,
      body: { message: 'No', code: 'internal' },
    }))
    await open('vat&from=2026-02-01&until=2026-02-28')
    await text('The VAT return could not be loaded.').waitFor()
    await button('Try again').waitFor()
  })
})

describe('the chart of accounts', () => {
  it('saves a code and keeps the typed one while there is no connection', async () => {
    await open('chart')
    await finance.getByLabel('Gateway fees').fill('3250')
    const back = await loseSignal(product, finance, [accountingApi.saveChart])
    await button('Save changes').click()
    await finance.getByRole('alertdialog').waitFor()
    await finance.getByRole('alertdialog').getByRole('button').first().click()
    expect(await finance.getByLabel('Gateway fees').inputValue()).toBe('3250')
    await back()
    await button('Save changes').click()
    await text('Chart of accounts saved').waitFor()
    await open('chart')
    expect(await finance.getByLabel('Gateway fees').inputValue()).toBe('3250')
  })
})

describe('assumptions', () => {
  it('are listed above the VAT return and for each program that can be connected', async () => {
    await open('vat')
    await text(/^The company declares VAT on the invoice basis\./).waitFor()
    await open('connections')
    await text(/are OUTPUT3 \(standard rate\), ZERORATEDOUTPUT/).waitFor()
    await text(/are TAX \(standard rate\), ZERO \(zero rate\)/).waitFor()
  })
})

describe('connections', () => {
  it('shows the connected program, and names each missing value of a new connection', async () => {
    await open('connections')
    await button('Connect QuickBooks Online').click()
    const dialog = finance.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    for (const name of ['Company ID', 'Client ID', 'Client secret', 'Refresh token'])
      await dialog.getByText(`Enter this: ${name}.`).first().waitFor()
    await text('fynbos-tenant').waitFor()
  })
})
