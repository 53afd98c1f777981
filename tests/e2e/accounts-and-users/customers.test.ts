import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type Product } from '../product.ts'

const phone = { width: 390, height: 844 }
const owner = 'riaan@overbergbooks.example'

let product: Product

beforeAll(async () => {
  product = await openProduct()
}, 180_000)
afterAll(async () => product.close())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()

describe('registration', () => {
  it('shows the top of the next step on a phone, and a card of 400 px on a desktop', async () => {
    const guest = await product.window(phone)
    await guest.goto(`${product.web}/register`)
    await heading(guest, 'Open an account')
    for (const [label, value] of Object.entries({
      Company: 'Karoo Tiles',
      'Your name': 'Naledi Mokoena',
      Email: 'naledi@karootiles.example',
      'Phone number': '082 123 4567',
      Password: 'grey tiles of the karoo',
    }))
      await guest.getByLabel(label, { exact: true }).fill(value)
    await press(guest, 'Continue')
    const addresses = guest.getByRole('heading', { name: 'Your addresses' })
    await addresses.waitFor()
    await expect
      .poll(() => addresses.evaluate((element) => element.getBoundingClientRect().top))
      .toBeGreaterThanOrEqual(0)
    await guest.setViewportSize({ width: 1440, height: 900 })
    const card = await guest.locator('section').first().boundingBox()
    expect(Math.round(card?.width ?? 0)).toBe(400)
    await guest.context().close()
  })
})

describe('unsent booking', () => {
  it('has a notice more than 250 px wide on a phone', async () => {
    const customer = await product.as(owner, phone)
    await customer.goto(`${product.web}/shipments/new`)
    await customer.getByRole('textbox', { name: 'Contact name' }).first().fill('Riaan Steyn')
    await product.settled(customer)
    await customer.reload()
    const words = customer.getByText('An unsent shipment is saved in this browser.')
    await words.waitFor()
    expect((await words.boundingBox())?.width ?? 0).toBeGreaterThan(250)
    await customer.context().close()
  })
})
