import { accountsApi } from '@waybill/domain/accounts/api'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type Product } from './product.ts'

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

describe('a customer whose credit limit does not cover a booking', () => {
  it('tops up first and comes back to the draft, or books and pays this one by card', async () => {
    const customer = await product.as(owner)
    const { shipments } = await product.ask<{ shipments: { id: number }[] }>(
      owner,
      'GET',
      '/shipments?limit=1',
    )
    // However much the demonstration left: no account pays for this one.
    const asUsual = await product.answers(accountsApi.list, async ({ usual }) => {
      const { status, body } = await usual()
      const { accounts } = body as { accounts: object[] }
      return {
        status,
        body: {
          ...(body as object),
          accounts: accounts.map((one) => ({ ...one, credit_limit: 0, balance: 0 })),
        },
      }
    })
    await customer.goto(`${product.web}/shipments/new?duplicate=${shipments[0]?.id ?? 0}`)
    await customer.getByText('Your credit limit does not cover this.').waitFor()
    await customer.getByRole('button', { name: 'Book and pay' }).waitFor()
    await customer.getByRole('textbox', { name: 'Contact name' }).first().fill('Riaan Steyn')
    await press(customer, 'Top up first')
    const modal = customer.getByRole('dialog', { name: 'Top up account' })
    await modal.getByRole('radio', { name: /^PayFast/ }).check()
    await modal.getByRole('button', { name: 'Pay now' }).click()
    await customer.getByRole('link', { name: 'Pay', exact: true }).click()
    await heading(customer, 'Payment received')
    await customer.getByRole('link', { name: 'Back to your shipment' }).click()
    await customer.waitForURL(/\/shipments\/new\?duplicate=/)
    await customer.getByText('Continue where you left off').first().waitFor()
    await asUsual()
    await customer.unrouteAll({ behavior: 'ignoreErrors' })
    await customer.context().close()
  })
})

describe('a registration', () => {
  it('begins the next step at its top, and is as wide as its card', async () => {
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

describe('a booking that was not sent', () => {
  it('is offered on a phone in whole lines above its buttons', async () => {
    const customer = await product.as(owner, phone)
    await customer.goto(`${product.web}/shipments/new`)
    await customer.getByRole('textbox', { name: 'Contact name' }).first().fill('Riaan Steyn')
    await product.settled(customer)
    await customer.reload()
    const words = customer.getByText('A shipment that was not sent is kept in this browser.')
    await words.waitFor()
    expect((await words.boundingBox())?.width ?? 0).toBeGreaterThan(250)
    await customer.context().close()
  })
})
