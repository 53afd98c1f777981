import { shipmentsApi } from '@waybill/domain/shipments/api'
import { quotesApi } from '@waybill/domain/shipments/pricing/quotes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visit } from '../../page-kit/clerk.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const people = {
  administrator: 'thandi@fynbos.example',
  kiosk: 'boitumelo@fynbos.example',
  sales: 'anele@fynbos.example',
  auditor: 'helen@fynbos.example',
}

let product: Product
/** A shipment from the demo data that is not in transit yet. */
let booked = { id: 0, account_id: 0 }

beforeAll(async () => {
  product = await openProduct()
  const { shipments } = await product.ask<{ shipments: (typeof booked)[] }>(
    people.administrator,
    'GET',
    '/shipments?status=["collection-assigned"]&limit=1',
  )
  booked = shipments[0] ?? booked
}, 180_000)
afterAll(async () => product.close())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const open = (page: Page, address: string) => page.goto(product.web + address)
const places = async (page: Page): Promise<string[]> => {
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  await sidebar.waitFor()
  await product.settled(page)
  return sidebar.locator('ul a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}

describe('sales role', () => {
  let page: Page
  beforeAll(async () => {
    page = await product.as(people.sales)
  })

  it('shows shipments, quotes, accounts, prices, maps and reports, and no booking actions', async () => {
    await open(page, '/shipments')
    await heading(page, 'Shipments')
    expect(await places(page)).toEqual([
      '/shipments',
      '/shipment-quotes',
      '/maps',
      '/tools',
      '/accounts',
      '/rates-and-estimates',
      '/reports',
      '/settings',
      '/inbox',
      '/weight-discrepancies',
      '/help-centre',
    ])
    await page.getByRole('row').nth(1).waitFor()
    await product.settled(page)
    expect(await page.getByRole('link', { name: 'New shipment' }).count()).toBe(0)
    await open(page, `/shipments/${booked.id}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Public tracking page' }).waitFor()
    await product.settled(page)
    for (const name of [/Duplicate/, /Create return/, /Cancel shipment/])
      expect(await page.getByRole('menuitem', { name }).count(), String(name)).toBe(0)
    await page.keyboard.press('Escape')
  })

  it('saves a quote on the booking page, which has no booking button, and opens it again to quote again', async () => {
    await open(page, '/shipment-quotes')
    await page.getByRole('link', { name: 'New quote' }).first().click()
    await heading(page, 'New quote')
    await open(page, `/shipments/new?duplicate=${booked.id}`)
    await heading(page, 'New quote')
    const quoteButton = page.getByRole('button', { name: 'Keep as a quote' })
    await quoteButton.waitFor()
    await product.settled(page)
    expect(await page.getByRole('button', { name: /Create shipment|Book and/ }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /Page mode/ }).count()).toBe(0)
    await page
      .getByText(/including VAT/)
      .first()
      .waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await heading(page, 'New quote')
    await quoteButton.waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    const stored = await product.sends(quotesApi.create, () => quoteButton.click())
    expect(stored.status).toBe(200)
    await page.waitForURL(/\/shipment-quotes\/\d+$/)
    await heading(page, /^QTE\d+/)
    await page.getByRole('link', { name: 'Change and quote again' }).click()
    await heading(page, 'New quote')
    await quoteButton.waitFor()
  })
})

describe('kiosk operator role', () => {
  let page: Page
  beforeAll(async () => {
    page = await product.as(people.kiosk)
  })

  it('shows the shipments, hub scanner and sticker pages, and no bulk import', async () => {
    await open(page, '/shipments')
    await heading(page, 'Shipments')
    await page.getByRole('link', { name: 'New shipment' }).first().waitFor()
    expect(await places(page)).toEqual([
      '/shipments',
      '/hub-scanner',
      '/tools',
      '/settings',
      '/inbox',
      '/cash/till',
      '/weight-discrepancies',
      '/help-centre',
    ])
    await open(page, '/tools')
    await page.getByRole('link', { name: /Assign tracking stickers/ }).waitFor()
    await product.settled(page)
    expect(await page.getByRole('link', { name: /Shipment bulk import/ }).count()).toBe(0)
  })

  it('offers only arrival at the hub and look-up in the hub scanner', async () => {
    await open(page, '/hub-scanner')
    const modes = page.getByRole('radiogroup', { name: 'Mode' })
    await modes.waitFor()
    await product.settled(page)
    expect(await modes.getByRole('radio').count()).toBe(2)
    await modes.getByRole('radio', { name: /Arrive at hub/ }).waitFor()
    await modes.getByRole('radio', { name: /Look up/ }).waitFor()
  })

  it('cancels the operator’s own booking of today and shows why another booking cannot be cancelled', async () => {
    const { id } = await product.ask<{ id: number }>(people.kiosk, 'POST', '/shipments', {
      account_id: booked.account_id,
      collection_address: {
        street_address: '12 Bofors Circle',
        local_area: 'Epping',
        city: 'Cape Town',
        code: '7460',
        zone: 'WC',
        country: 'South Africa',
      },
      collection_contact: { name: 'Riaan', mobile_number: '0215550142' },
      delivery_address: {
        street_address: '31 Bath Avenue',
        local_area: 'Rosebank',
        city: 'Johannesburg',
        code: '2196',
        zone: 'GP',
        country: 'South Africa',
      },
      delivery_contact: { name: 'Naledi', mobile_number: '0821234567' },
      parcels: [
        {
          submitted_length_cm: 20,
          submitted_width_cm: 20,
          submitted_height_cm: 20,
          submitted_weight_kg: 2,
        },
      ],
      service_level_code: 'ECO',
    })
    const cancelOf = async (shipmentId: number) => {
      await open(page, `/shipments/${shipmentId}`)
      await page.getByRole('button', { name: 'More', exact: true }).click()
      return page.getByRole('menuitem', { name: /Cancel shipment/ })
    }
    const closed = await cancelOf(booked.id)
    await page
      .getByText(/You may only cancel shipments that you booked yourself/)
      .first()
      .waitFor({ state: 'attached' })
    expect(await closed.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
    await (await cancelOf(id)).click()
    const dialog = page.getByRole('dialog', { name: /Cancel/ })
    await dialog.getByLabel('Reason').click()
    await page.getByRole('option', { name: 'Other' }).click()
    await dialog.getByLabel('What is the reason?').fill('Typed the wrong suburb')
    const cancelled = await product.sends(shipmentsApi.cancel, () =>
      dialog.getByRole('button', { name: /^Cancel shipment/ }).click(),
    )
    expect(cancelled.status).toBe(200)
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Cancelled', { exact: true }).first().waitFor()
  })
})

describe('read-only auditor role', () => {
  it('opens the billing, shipments, users, accounts and roles pages without buttons that add records', async () => {
    const page = await product.as(people.auditor)
    await open(page, '/billing')
    await heading(page, /Billing/)
    for (const [address, name, button] of [
      ['/shipments', 'Shipments', 'New shipment'],
      ['/users', 'Users', 'Invite user'],
      ['/accounts', 'Accounts', 'New account'],
      ['/roles', 'Roles', 'New role'],
    ] as const) {
      await visit(page, address)
      await heading(page, name)
      await page.getByRole('row').nth(1).waitFor()
      await product.settled(page)
      expect(await page.getByRole('button', { name: button }).count(), button).toBe(0)
      expect(await page.getByRole('link', { name: button }).count(), button).toBe(0)
    }
  })
})
