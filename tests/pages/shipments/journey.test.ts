import { monthEndApi } from '@waybill/domain/billing/month-end'
import { role_ids } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { shipment_cancellation_reasons } from '@waybill/domain/shipments/settings'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insertAccount } from '../../../server/src/accounts/index.ts'
import { asSystem } from '../../../server/src/main/install.ts'
import { hashPassword, insertUser, savePassword } from '../../../server/src/identity/index.ts'
import { enterStatus, lockShipment } from '../../../server/src/shipments/index.ts'
import { scanPages, textOf } from '../../../server/dev/test-kit/documents/inspect-pdf.ts'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { visit } from '../../page-kit/clerk.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

/** Page tests for guests and prepaid customers, from price to invoice. */

const administrator = 'thandi@fynbos.example'
const password = 'waybill-demo'

let product: Product
let hashed: string
let made = 0

beforeAll(async () => {
  product = await openProduct()
  hashed = await hashPassword(password)
}, 180_000)
afterAll(async () => product.close())
afterEach(() => expect(product.pageErrors).toEqual([]))

interface Shop {
  account_id: number
  email: string
  page: Page
}

interface Booked {
  id: number
  short_tracking_reference: string
}

/** Creates a prepaid account with money on it and signs its owner in. */
async function newShop(): Promise<Shop> {
  made += 1
  const email = `palesa@shop-${made}.example`
  const accountId = await asSystem(product.running.runtime, 1, async (ctx) => {
    const account = await insertAccount(ctx, {
      name: `Shoe shop ${made}`,
      account_code: `SHO90${made}`,
      account_type: 'prepaid',
      rate_group_id: 1,
    })
    const owner = { username: `palesa-${made}`, name: 'Palesa Dube', email, role_id: role_ids.account_owner }
    await savePassword(ctx, await insertUser(ctx, { ...owner, account_id: account }), hashed)
    return account
  })
  const payment = { account_id: accountId, type: 'payment', amount: 5000, description: 'Top-up' }
  await product.ask(administrator, 'POST', '/billing/transactions', payment)
  return { account_id: accountId, email, page: await product.as(email) }
}

/** Books a shipment of three parcels, which the shop pays from its balance. */
const bookedBy = (shop: Shop, more: Parameters<typeof booking>[0] = {}) => {
  const [parcel] = booking().parcels ?? []
  const parcels = parcel ? [parcel, parcel, parcel] : []
  return product.ask<Booked>(shop.email, 'POST', '/shipments', booking({ parcels, ...more }))
}

const open = (page: Page, path: string) => page.goto(product.web + path)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const side = (page: Page, name: 'Collection' | 'Delivery') => page.getByRole('region', { name, exact: true })
const confirmContents = (page: Page) => page.getByText('I confirm that this shipment contains').click()

async function chooseSuburb(page: Page, box: ReturnType<Page['getByRole']>, suburb: string) {
  await box.fill(suburb.replace(/,.*/, ''))
  await page.getByRole('option', { name: suburb, exact: true }).click()
}

async function fillContact(page: Page, which: 'Collection' | 'Delivery', name: string, email = '') {
  const card = side(page, which)
  await card.getByRole('textbox', { name: 'Contact name' }).fill(name)
  await card.getByRole('textbox', { name: 'Mobile number' }).fill('082 555 0199')
  if (email) await card.getByRole('textbox', { name: /^Email/ }).fill(email)
}

/** Waits for the confirmation page and returns the reference and id of the booking. */
async function success(page: Page): Promise<{ reference: string; id: number }> {
  await page.waitForURL(/\/shipments\/success/)
  const { searchParams } = new URL(page.url())
  return { reference: searchParams.get('str') ?? '', id: Number(searchParams.get('id')) }
}

/** Returns the PDF that an action opens in a new tab. */
async function opened(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const { url } = await product.leaves(page, act)
  const { type, body } = await product.download(url)
  expect(type).toContain('application/pdf')
  return body
}

describe('guest', () => {
  it('[SHIP-067] [SHIP-081] [PERM-007] [PERM-052] [PERM-053] shows the price with its parts, and books on the guest account unless the company takes no guest bookings', async () => {
    const guest = await product.window()
    const services = guest.getByRole('region', { name: 'Services compared' })
    const compare = async () => {
      await open(guest, '/shipments/new?quick_quote=quote')
      await heading(guest, 'Quick quote')
      await chooseSuburb(guest, guest.getByRole('combobox', { name: 'From' }), 'Hyde Park, Sandton, 2196')
      await chooseSuburb(guest, guest.getByRole('combobox', { name: 'To' }), 'Sea Point, Cape Town, 8005')
      await services.waitFor()
    }
    await compare()
    const compared = await services.innerText()
    expect(compared).toMatch(/R \d+\.\d\d/)
    expect(compared).toMatch(/Made up of\s+Base/)
    expect(compared).toMatch(/VAT 15 ?% included: R \d/)

    await press(guest, 'Send now: Economy')
    await heading(guest, 'New shipment')
    await side(guest, 'Collection')
      .getByRole('textbox', { name: /Street address/ })
      .fill('1 Jan Smuts Avenue')
    await fillContact(guest, 'Collection', 'Gugu Guest', 'gugu@example.com')
    await side(guest, 'Delivery')
      .getByRole('textbox', { name: /Street address/ })
      .fill('4 Beach Road')
    await fillContact(guest, 'Delivery', 'Thabo Receiver')
    await press(guest, 'Book and pay')
    await guest.getByText('Please fill in all the required fields.').first().waitFor()
    await guest.getByRole('link', { name: 'Please provide an email address for billing purposes.' }).waitFor()
    await guest.getByRole('textbox', { name: 'Billing email' }).fill('gugu@example.com')
    await confirmContents(guest)
    await press(guest, 'Book and pay')
    const { reference } = await success(guest)
    await heading(guest, 'Booked, waiting for payment')
    expect(reference).toMatch(/^[A-Z0-9]{6}$/)
    const { shipments } = await product.ask<{ shipments: { account_id: number }[] }>(
      administrator,
      'GET',
      `/shipments?search=${reference}`,
    )
    const { accounts } = await product.ask<{ accounts: { account_type: string }[] }>(
      administrator,
      'GET',
      `/accounts?id=[${shipments[0]?.account_id ?? 0}]`,
    )
    expect(accounts.map(({ account_type }) => account_type)).toEqual(['guest'])

    await product.saveSettings({ unused_feature_guest_shipment_creation: true })
    await compare()
    await product.settled(guest)
    expect(await guest.getByRole('button', { name: /^Send now/ }).count()).toBe(0)
    await product.saveSettings({ unused_feature_guest_shipment_creation: false })
    await guest.context().close()
  })
})

describe('prepaid customer', () => {
  it('stores an address in the address book and finds it by name when booking', async () => {
    const { page } = await newShop()
    await open(page, '/address-book')
    await page.getByRole('button', { name: 'Add address' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add address' })
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Rosebank branch')
    await chooseSuburb(
      page,
      dialog.getByRole('combobox', { name: 'Find an address' }),
      'Rosebank, Johannesburg, 2196',
    )
    await dialog.getByRole('textbox', { name: /Street address/ }).fill('12 Bath Avenue')
    await dialog.getByRole('textbox', { name: 'Contact name' }).fill('Naledi Mokoena')
    await dialog.getByRole('textbox', { name: 'Mobile number' }).fill('082 555 0142')
    await dialog.getByRole('button', { name: 'Add address' }).click()
    await page.getByRole('row').filter({ hasText: 'Rosebank branch' }).waitFor()
    await visit(page, '/shipments/new')
    await side(page, 'Delivery').getByRole('combobox', { name: 'Find an address' }).fill('Rosebank br')
    await page.getByRole('option', { name: /Rosebank branch/ }).click()
    await side(page, 'Delivery').getByText('12 Bath Avenue').waitFor()
    const name = side(page, 'Delivery').getByRole('textbox', { name: 'Contact name' })
    await expect.poll(() => name.inputValue()).toBe('Naledi Mokoena')
    await page.context().close()
  })

  it('keeps the draft through a reload and an expired session, and books it once from the balance', async () => {
    const shop = await newShop()
    const { page } = shop
    const ownReference = 'SHOES-0042'
    await open(page, '/shipments/new')
    for (const [which, suburb, street, name] of [
      ['Collection', 'Hyde Park, Sandton, 2196', '170 Station Road', 'Palesa Dube'],
      ['Delivery', 'Rosebank, Johannesburg, 2196', '12 Bath Avenue', 'Naledi Mokoena'],
    ] as const) {
      const card = side(page, which)
      await chooseSuburb(page, card.getByRole('combobox', { name: 'Find an address' }), suburb)
      await card.getByRole('textbox', { name: /Street address/ }).fill(street)
      await fillContact(page, which, name, 'palesa@shop.example')
    }
    const first = page.getByRole('group', { name: 'Parcel row 1' })
    await first.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Medium box' }).click()
    await first.getByRole('combobox', { name: 'Description' }).fill('Red shoes')
    await press(page, 'Add parcel')
    const second = page.getByRole('group', { name: 'Parcel row 2' })
    await second.getByRole('textbox', { name: 'Weight' }).fill('30')
    await second.getByRole('textbox', { name: 'Quantity' }).fill('190')
    await page.getByRole('textbox', { name: 'Custom tracking reference' }).fill(ownReference)
    await confirmContents(page)
    const summary = page.getByRole('complementary', { name: 'Summary' })
    const funds = /Your balance does not cover this\. Book it and pay this one by card, or top up first/
    await summary.getByText(funds).waitFor()
    await summary.getByRole('button', { name: 'Book and pay' }).waitFor()
    await second.getByRole('textbox', { name: 'Weight' }).fill('2')
    await second.getByRole('textbox', { name: 'Quantity' }).fill('2')
    await summary.getByText(funds).waitFor({ state: 'detached' })

    await product.settled(page)
    await page.reload()
    await press(page, /^Continue where you left off/)
    expect(await first.getByRole('combobox', { name: 'Description' }).inputValue()).toBe('Red shoes')
    expect(await second.getByRole('textbox', { name: 'Quantity' }).inputValue()).toBe('2')
    await side(page, 'Delivery').getByText('12 Bath Avenue').waitFor()
    await summary.getByText(/^Balance after this/).waitFor()

    await product.ask(shop.email, 'POST', '/logout', {})
    const rejected = await product.sends(shipmentsApi.create, () => press(page, 'Book and print label'))
    expect(rejected.status).toBe(401)
    const again = page.getByRole('dialog', { name: 'Log in to continue' })
    await again.getByLabel('Password', { exact: true }).fill(password)
    await again.getByRole('button', { name: 'Log in', exact: true }).click()
    await again.waitFor({ state: 'detached' })
    await press(page, 'Book and print label')
    const { reference } = await success(page)
    await heading(page, 'Shipment created')
    expect(reference).toBe(ownReference)
    const { shipments } = await product.ask<{ shipments: { parcels: object[] }[] }>(
      administrator,
      'GET',
      `/shipments?account_id=${shop.account_id}`,
    )
    expect(shipments.map(({ parcels }) => parcels.length)).toEqual([3])
    await page.context().close()
  })

  it('prints a label with barcode for each parcel and the waybill on the confirmation page', async () => {
    const shop = await newShop()
    const { page } = shop
    const customTrackingReference = 'SHOES-0043'
    const { id } = await bookedBy(shop, { custom_tracking_reference: customTrackingReference })
    await open(page, `/shipments/success?str=${customTrackingReference}&id=${id}`)
    await heading(page, 'Shipment created')
    const label = await opened(page, () => press(page, 'Print label'))
    const codes = scanPages(label).map((codesOfPage) => codesOfPage.map(({ text }) => text).join(' '))
    expect(codes).toHaveLength(3)
    for (const [at, text] of codes.entries()) expect(text).toContain(`${customTrackingReference}/${at + 1}`)
    const waybill = await opened(page, () => press(page, 'Print waybill'))
    expect(textOf(waybill)).toContain(customTrackingReference)
    await page.context().close()
  })

  it('finds a shipment by its custom reference in lower case', async () => {
    const shop = await newShop()
    const { page } = shop
    await bookedBy(shop)
    await bookedBy(shop, { custom_tracking_reference: 'SHOES-0044' })
    await open(page, '/shipments')
    await page.getByRole('searchbox').fill('shoes-0044')
    await expect.poll(() => page.getByRole('table', { name: 'Shipments' }).getByRole('row').count()).toBe(2)
    await page.getByRole('link', { name: 'SHOES-0044', exact: true }).click()
    await heading(page, /SHOES-0044/)
    await page.context().close()
  })

  it('books a copy with another address under a new reference', async () => {
    const shop = await newShop()
    const { page } = shop
    const { id } = await bookedBy(shop, { custom_tracking_reference: 'SHOES-0045' })
    await open(page, `/shipments/new?duplicate=${id}`)
    await side(page, 'Collection').getByText('12 Bofors Circle').waitFor()
    await page.getByRole('group', { name: 'Parcel row 1' }).waitFor()
    await side(page, 'Delivery').getByRole('button', { name: 'Edit' }).click()
    await side(page, 'Delivery')
      .getByRole('textbox', { name: /Street address/ })
      .fill('9 Keyes Avenue')
    await page.getByRole('textbox', { name: 'Custom tracking reference' }).fill('')
    await confirmContents(page)
    await press(page, 'Book and print label')
    const copy = await success(page)
    expect(copy.reference).toMatch(/^[A-Z0-9]{6}$/)
    const { shipment } = await product.ask<{
      shipment: { delivery_address: { street_address: string }; parcels: object[] }
    }>(shop.email, 'GET', `/shipments/detail?id=${copy.id}`)
    expect(shipment).toMatchObject({ delivery_address: { street_address: '9 Keyes Avenue' } })
    expect(shipment.parcels).toHaveLength(3)
    await page.context().close()
  })

  it('[SHIP-094] cancels before collection with a reason predefined by the company, and receives a refund', async () => {
    const shop = await newShop()
    const { page } = shop
    const balance = () =>
      product.ask<{ balance: number }>(shop.email, 'GET', '/billing/balance').then((body) => body.balance)
    const before = await balance()
    const { id, short_tracking_reference } = await bookedBy(shop)
    expect(await balance()).toBeLessThan(before)
    const cancelDialog = page.getByRole('dialog', { name: /^Cancel shipment/ })
    const offered = async () => {
      await open(page, `/shipments/${id}`)
      await press(page, 'More')
      await page.getByRole('menuitem', { name: 'Cancel shipment…' }).click()
      await cancelDialog.getByRole('combobox', { name: 'Reason' }).click()
      await page.getByRole('option').first().waitFor()
      return page.getByRole('option').allInnerTexts()
    }
    expect(await offered()).toEqual([...shipment_cancellation_reasons.default, 'Other'])
    await product.saveSettings({ shipment_cancellation_reasons: ['Wrong shoes', 'Shop closed'] })
    expect(await offered()).toEqual(['Wrong shoes', 'Shop closed', 'Other'])
    await product.saveSettings({ shipment_cancellation_reasons: shipment_cancellation_reasons.default })
    await page.getByRole('option', { name: 'Shop closed' }).click()
    await cancelDialog.getByRole('button', { name: 'Cancel shipment' }).click()
    await page.locator('header [data-badge]').filter({ hasText: 'Cancelled' }).first().waitFor()
    expect(await balance()).toBe(before)
    await visit(page, '/account?tab=billing')
    await page.getByText(`Cancelled: ${short_tracking_reference}`).first().waitFor()
    await page.context().close()
  })
})

describe('invoice run', () => {
  it('invoices a delivered shipment, and shows the customer how to pay, the transactions and the invoice', async () => {
    const shop = await newShop()
    const { page } = shop
    const customTrackingReference = 'SHOES-0046'
    const { id } = await bookedBy(shop, { custom_tracking_reference: customTrackingReference })
    await asSystem(product.running.runtime, 1, async (ctx) => {
      await enterStatus(ctx, await lockShipment(ctx, id), { to: 'delivered' })
    })
    const staff = await product.as(administrator)
    await open(staff, '/billing')
    await staff.getByRole('link', { name: 'Issue invoices' }).click()
    await staff.getByRole('button', { name: /^Issue \d+ invoices? \(R / }).click()
    const { answer } = await product.sends(monthEndApi.run, () =>
      staff.getByRole('alertdialog').getByRole('button', { name: 'Issue', exact: true }).click(),
    )
    expect((answer as { invoices: number }).invoices).toBeGreaterThan(0)
    await staff.getByText(/Next: e-mail them\./).waitFor()
    await open(page, '/account?tab=billing')
    await page.getByRole('heading', { name: 'Paying by EFT' }).waitFor()
    await page.getByText('First National Bank').waitFor()
    await page.getByText(customTrackingReference).first().waitFor()
    await page
      .getByRole('link', { name: /^INV\d+/ })
      .first()
      .click()
    await heading(page, /^INV\d+/)
    await page.getByRole('link', { name: customTrackingReference }).first().waitFor()
    const text = textOf(await opened(page, () => press(page, 'Download PDF')))
    expect(text).toMatch(/tax invoice/i)
    expect(text).toContain(customTrackingReference)
    expect(text).toMatch(/INV\d{6}/)
    for (const window of [page, staff]) await window.context().close()
  })
})
