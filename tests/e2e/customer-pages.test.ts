import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, openProduct, signIn, type Product } from './product.ts'

let product: Product
let customer: Page

beforeAll(async () => {
  product = await openProduct()
  customer = await product.window()
  await signIn(customer, product.web, 'riaan@overbergbooks.example')
}, 180_000)
afterAll(async () => product.close())

const open = (address: string) => customer.goto(product.web + address)
const heading = (name: string | RegExp) => customer.getByRole('heading', { level: 1, name }).waitFor()
const link = (name: string | RegExp) => customer.getByRole('link', { name }).first()

async function onPhone(fn: () => Promise<void>) {
  await customer.setViewportSize({ width: 390, height: 844 })
  await fn()
  await customer.setViewportSize({ width: 1440, height: 900 })
}

const looksRight = async () => {
  expect(await accessibilityViolations(customer)).toEqual([])
  await onPhone(async () => expect(await accessibilityViolations(customer)).toEqual([]))
}

describe('the pages of customers', () => {
  it('[NAV-024] are locations, quotes, the address book and tracking, each a press away', async () => {
    const menu = customer.getByRole('navigation', { name: 'Main' })
    for (const [label, title, path] of [
      ['Bob Box locations', 'Bob Box locations', '/locations'],
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

  it('find lockers and counters near a place, and send there', async () => {
    await open('/locations')
    await customer.getByRole('button', { name: /Rosebank Mall locker/ }).waitFor()
    await looksRight()
    await customer.getByRole('radio', { name: 'Counters' }).click()
    await customer.getByRole('button', { name: /Gateway counter/ }).waitFor()
    await expect.poll(() => customer.getByRole('button', { name: /locker/ }).count()).toBe(0)
    await customer.getByRole('radio', { name: 'All' }).click()
    await customer.getByLabel('Find locations near a place').fill('Menlyn')
    const found = customer.getByRole('button', { name: /Menlyn locker.*km/ })
    await found.click()
    await customer.getByText(/Largest parcel 60 × 41 × 19 cm, 10 kg/).waitFor()
    await looksRight()
    await link('Send to here').click()
    await customer.getByText('Pickup point CG1077').first().waitFor()
    await open('/locations?q=Upington')
    await customer.getByText('No location near ‘Upington’.').waitFor()
  })

  it('[RATE-020] keep the price of a shipment as a quote, and find it again with why it costs what it costs', async () => {
    await open('/shipment-quotes')
    await heading('Quotes')
    await customer.getByText('No quotes yet.').or(customer.getByRole('row').nth(1)).first().waitFor()
    const [earlier] = await booked()
    await open(`/shipments/new?duplicate=${earlier}`)
    const keep = customer.getByRole('button', { name: 'Keep as a quote' })
    await customer
      .getByText(/including VAT/)
      .first()
      .waitFor()
    await customer.getByLabel(/I confirm that this shipment contains no dangerous/).check()
    await keep.click()
    await heading(/^QTE\d{6}$/)
    const reference = await customer.getByRole('heading', { level: 1 }).innerText()
    await customer.getByText('Total including VAT').waitFor()
    await customer.getByText(/^Base/).first().waitFor()
    await looksRight()
    await onPhone(async () => {
      const collection = await customer.getByText('Collection', { exact: true }).locator('..').boundingBox()
      expect(collection?.width).toBeGreaterThan(300)
    })
    await open('/shipment-quotes')
    await looksRight()
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

  it('[NAV-033] change what their account sets for itself, and see none of the company’s own tabs', async () => {
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
    await customer.getByRole('button', { name: 'Save settings' }).click()
    await customer.getByText('Settings saved').waitFor()
    await customer.reload()
    await customer.getByRole('combobox', { name: /Keep typed addresses/ }).waitFor()
    expect(await customer.getByRole('combobox', { name: /Keep typed addresses/ }).inputValue()).toBe('No')
    await looksRight()
    await open('/settings?tab=theme')
    await heading('Settings')
    expect(await customer.getByText('Primary colour').count()).toBe(0)
  })

  it('end without a crash', () => {
    expect(product.pageErrors.filter((one) => !one.startsWith('PageNotFound'))).toEqual([])
  })
})

/** Ids of the customer's own shipments, newest first. */
async function booked(): Promise<readonly number[]> {
  const token = await customer.evaluate(() => localStorage.getItem('access_token'))
  const answer = await fetch(`${product.web}/api/shipments/rows?limit=1&status=["delivered"]`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { shipments } = (await answer.json()) as { shipments: { id: number }[] }
  return shipments.map(({ id }) => id)
}

describe('the links of a receiver', () => {
  it('open on a phone without script, and take another day and a word for the driver', async () => {
    const status = encodeURIComponent('["at-destination-hub"]')
    const { shipments } = await product.ask<{
      shipments: { reschedule_reference: string; delivery_pickup_point_id?: string }[]
    }>('thandi@fynbos.example', 'GET', `/shipments?limit=50&status=${status}`)
    const toADoor = shipments.find((one) => !one.delivery_pickup_point_id)
    const page = await product.window({ width: 390, height: 844 })
    await page.goto(`${product.web}/reschedule/${toADoor?.reschedule_reference ?? ''}`)
    expect(await page.locator('script').count()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('radio').nth(2).check()
    await page.getByLabel('For the driver').fill('Gate code 4471')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Thank you. We have noted it.').waitFor()
    await page.getByRole('radio', { name: /as you chose/, checked: true }).waitFor()
    expect(await page.getByLabel('For the driver').inputValue()).toBe('Gate code 4471')
    await page.goto(`${product.web}/rate/0cd8f7ed-aea5-44ae-8853-941f9e66d8ca`)
    await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
    await page.context().close()
  })
})
