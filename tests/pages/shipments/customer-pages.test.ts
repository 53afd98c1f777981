import { accountsApi } from '@waybill/domain/accounts/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const riaan = 'riaan@overbergbooks.example'

let product: Product
let customer: Page

beforeAll(async () => {
  product = await openProduct()
  customer = await product.as(riaan)
}, 180_000)
afterAll(async () => product.close())

const open = (address: string) => customer.goto(product.web + address)
const heading = (name: string | RegExp) => customer.getByRole('heading', { level: 1, name }).waitFor()
const link = (name: string | RegExp) => customer.getByRole('link', { name }).first()

describe('customer pages', () => {
  it('[NAV-024] include locations, quotes, the address book and tracking, each one click away', async () => {
    const menu = customer.getByRole('navigation', { name: 'Main' })
    for (const [label, title, path] of [
      ['Bob Box locations', 'Lockers and counters', '/locations'],
      ['Quotes', 'Quotes', '/shipment-quotes'],
      ['Address book', 'Address book', '/address-book'],
      ['Track', /Track/, '/track'],
    ] as const) {
      await open('/dashboard')
      await menu.getByRole('link', { name: label, exact: true }).click()
      await heading(title)
      expect(new URL(customer.url()).pathname).toBe(path)
    }
  })

  it('list lockers and counters near a place and start a booking to one', async () => {
    await open('/locations')
    await customer.getByRole('button', { name: /Rosebank Mall locker/ }).waitFor()
    await customer.getByRole('radio', { name: 'Counters' }).click()
    await customer.getByRole('button', { name: /Gateway counter/ }).waitFor()
    await expect.poll(() => customer.getByRole('button', { name: /locker/ }).count()).toBe(0)
    await customer.getByRole('radio', { name: 'All' }).click()
    await customer.getByLabel('Find locations near a place').fill('Menlyn')
    const found = customer.getByRole('button', { name: /Menlyn locker.*km/ })
    await found.click()
    await customer.getByText(/Largest parcel 60 × 41 × 19 cm, 10 kg/).waitFor()
    await link('Send here').click()
    await customer.getByText('Pickup point CG1077').first().waitFor()
    await open('/locations?q=Upington')
    await customer.getByText('No location near ‘Upington’.').waitFor()
  })

  it('[RATE-020] save the price of a shipment as a quote, show its parts and turn it into a shipment by paying', async () => {
    await open('/shipment-quotes')
    await heading('Quotes')
    const { shipments } = await product.ask<{ shipments: { id: number }[] }>(
      riaan,
      'GET',
      '/shipments/rows?limit=1&status=["delivered"]',
    )
    await open(`/shipments/new?duplicate=${shipments[0]?.id ?? 0}`)
    const quoteButton = customer.getByRole('button', { name: 'Keep as a quote' })
    await customer
      .getByText(/including VAT/)
      .first()
      .waitFor()
    await customer.getByLabel(/I confirm that this shipment contains no dangerous/).check()
    await quoteButton.click()
    await heading(/^QTE\d{6}$/)
    const reference = await customer.getByRole('heading', { level: 1 }).innerText()
    await customer.getByText('Total including VAT').waitFor()
    await customer.getByText(/^Base/).first().waitFor()
    await open('/shipment-quotes')
    await customer.getByRole('row', { name: new RegExp(reference) }).click()
    await heading(reference)
    const id = new URL(customer.url()).pathname.split('/').at(-1)
    await open(`/shipments/${id}`)
    await customer.getByText('Oops!').waitFor()
    await open(`/shipment-quotes/${id}`)
    await customer.getByRole('button', { name: 'Pay now' }).click()
    await customer.waitForURL(`${product.web}/shipments/${id}`)
    await customer
      .getByText('Collection unassigned')
      .or(customer.getByText('Collection assigned'))
      .first()
      .waitFor()
    await open(`/shipment-quotes/${id}`)
    await customer.getByText('Oops!').waitFor()
  })

  it('[NAV-033] change the account’s own settings and show no company tabs', async () => {
    await open('/settings?tab=account')
    await heading('Settings')
    const sections = customer.getByRole('navigation', { name: 'Sections of settings' })
    expect(await sections.getByRole('link').allInnerTexts()).toEqual([
      'API keys',
      'Webhook subscriptions',
      'Booking',
      'Your courier',
    ])
    await customer.getByRole('combobox', { name: /Keep typed addresses/ }).click()
    await customer.getByRole('option', { name: 'No' }).click()
    const saved = await product.sends(accountsApi.saveSettings, () =>
      customer.getByRole('button', { name: 'Save settings' }).click(),
    )
    expect(saved.status).toBe(200)
    await customer.reload()
    await customer.getByRole('combobox', { name: /Keep typed addresses/ }).waitFor()
    expect(await customer.getByRole('combobox', { name: /Keep typed addresses/ }).inputValue()).toBe('No')
    await open('/settings?tab=theme')
    await heading('Settings')
    await product.settled(customer)
    expect(await customer.getByText('Primary colour').count()).toBe(0)
  })

  it('log no crash and no console error', () => {
    expect(product.pageErrors.filter((one) => !one.startsWith('PageNotFound'))).toEqual([])
  })
})
