import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers, openProduct, signIn, type Product } from './product.ts'

const phone = { width: 390, height: 844 }
const people = {
  administrator: 'thandi@fynbos.example',
  operator: 'bongani@fynbos.example',
  driver: 'sipho@fynbos.example',
  customer: 'riaan@overbergbooks.example',
}

let product: Product
beforeAll(async () => {
  product = await openProduct({ port: 4310, api_port: 4311 })
}, 180_000)
afterAll(async () => product.close())

interface Side {
  suburb: string
  street: string
  name: string
}

/** Fills in one side of the booking form: the suburb found by typing, the rest by hand. */
async function fillSide(page: Page, side: 'Collection' | 'Delivery', { suburb, street, name }: Side) {
  const card = page.getByRole('region', { name: side, exact: true })
  await card.getByRole('combobox', { name: 'Find an address' }).fill(suburb.replace(/,.*/, ''))
  await page.getByRole('option', { name: suburb, exact: true }).click()
  await card.getByRole('textbox', { name: /Street address/ }).fill(street)
  await card.getByRole('textbox', { name: 'Contact name' }).fill(name)
  await card.getByRole('textbox', { name: 'Mobile number' }).fill('082 555 0199')
}

async function fillBooking(page: Page, street: string) {
  await fillSide(page, 'Collection', {
    suburb: 'Hyde Park, Sandton, 2196',
    street: '170 Station Road',
    name: 'Nadia Botha',
  })
  await fillSide(page, 'Delivery', {
    suburb: 'Rosebank, Johannesburg, 2196',
    street,
    name: 'Palesa Dube',
  })
}

/** Books and answers reference and id of the new shipment. */
async function book(page: Page, street: string) {
  await page.goto(`${product.web}/shipments/new`)
  await fillBooking(page, street)
  await page.getByRole('radio', { name: /^Economy/ }).waitFor()
  await page.getByText('I confirm that this shipment contains').click()
  await page.getByRole('button', { name: 'Book and print label' }).click()
  await page.waitForURL(/\/shipments\/success/)
  const { searchParams } = new URL(page.url())
  return { reference: searchParams.get('str') ?? '', id: Number(searchParams.get('id')) }
}

/** Enters a reference at the scanner and waits for what the screen then says. */
async function scan(page: Page, reference: string, says: RegExp) {
  await page.getByRole('textbox', { name: 'Scan or type a parcel reference' }).fill(reference)
  await page.keyboard.press('Enter')
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await expect
    .poll(async () => (await verdict.innerText()).replaceAll('\n', ' '), { timeout: 20_000 })
    .toMatch(new RegExp(`(${says.source}).*${reference}|${reference}.*(${says.source})`, 'i'))
}

async function pinOf(page: Page, id: number) {
  await page.goto(`${product.web}/shipments/${id}`)
  const shown = page.getByText(/^PIN \d{4}$/)
  await shown.waitFor()
  return (await shown.innerText()).slice(-4)
}

async function typePin(page: Page, pin: string) {
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click()
}

describe('one parcel, by the hands of its people', () => {
  it('is booked by the customer, scanned at the hub, delivered without signal and seen on the tracking page', async () => {
    const customer = await product.window()
    await signIn(customer, product.web, people.customer)
    const { reference, id } = await book(customer, '12 Bath Avenue')
    expect(reference).toMatch(/^[A-Z0-9]{6}$/)
    await customer.getByRole('heading', { name: 'Shipment created' }).waitFor()
    expect(await barriers(customer)).toEqual([])

    const hub = await product.window()
    await signIn(hub, product.web, people.operator)
    await hub.goto(`${product.web}/hub-scanner`)
    await hub.getByRole('radio', { name: /^Arrive at hub/ }).waitFor()
    await hub.getByRole('button', { name: 'Start scanning' }).click()
    await scan(hub, `${reference}/1`, /at destination hub/i)
    await scan(hub, 'NOSUCH/1', /not found|unknown/i)
    await scan(hub, `${reference}/1`, /already/i)
    await hub.getByRole('button', { name: /^Change mode/ }).click()
    await hub.getByText('Parcels leave with a driver.').click()
    await hub.getByRole('combobox', { name: 'Driver' }).fill('Sipho')
    await hub.getByRole('option', { name: /Sipho/ }).click()
    await hub.getByRole('button', { name: 'Go on scanning' }).click()
    await scan(hub, `${reference}/1`, /out for delivery|fast service first/i)
    await hub.getByText('All scans sent').waitFor()
    expect(await barriers(hub)).toEqual([])

    const staff = await product.window()
    await signIn(staff, product.web, people.administrator)
    const pin = await pinOf(staff, id)
    expect(await barriers(staff)).toEqual([])

    const driver = await product.window(phone)
    await signIn(driver, product.web, people.driver)
    await driver.getByRole('link', { name: /12 Bath Avenue/ }).click()
    await driver.getByRole('button', { name: 'Type a reference' }).click()
    await driver.getByRole('textbox', { name: 'Parcel reference' }).fill(`${reference}/1`)
    await driver.getByRole('button', { name: 'Add' }).click()
    await driver.getByRole('link', { name: 'Deliver', exact: true }).click()
    await driver.getByRole('heading', { name: 'Ask for the 4-digit PIN' }).waitFor()
    expect(await barriers(driver)).toEqual([])
    await driver.context().setOffline(true)
    await typePin(driver, pin)
    await driver.getByRole('button', { name: /^Done/ }).click()
    await driver
      .getByText(/1 (action )?(waiting|to send|not sent)|no signal|offline/i)
      .first()
      .waitFor()
    await driver.context().setOffline(false)

    await staff.goto(`${product.web}/shipments/${id}`)
    await expect
      .poll(
        async () => {
          await staff.reload()
          return staff.getByRole('main').innerText()
        },
        { timeout: 60_000, interval: 1_000 },
      )
      .toMatch(/Delivered/)

    const guest = await product.window(phone)
    await guest.goto(`${product.web}/track?ref=${reference.toLowerCase()}`)
    await guest
      .getByText(/delivered/i)
      .first()
      .waitFor()
    expect(await guest.content()).not.toContain('0825550199')
    expect(await barriers(guest)).toEqual([])
    expect(product.troubles).toEqual([])
  })
})
