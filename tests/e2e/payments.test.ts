import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type Product } from './product.ts'

const riaan = 'riaan@overbergbooks.example'

let product: Product
let customer: Page

beforeAll(async () => {
  product = await openProduct()
  customer = await product.as(riaan)
}, 180_000)
afterAll(async () => product.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const atGateway = (page: Page, action: string) =>
  page.getByRole('link', { name: action, exact: true }).click()

const balance = async () => (await product.ask<{ balance: number }>(riaan, 'GET', '/billing/balance')).balance

describe('account top-up', () => {
  it('[NAV-021] [PAY-031] [PAY-038] adds a PayFast payment to the balance once', async () => {
    const before = await balance()
    await customer.goto(`${product.web}/dashboard`)
    await customer
      .getByRole('region', { name: 'Balance', exact: true })
      .getByRole('button', { name: 'Top up' })
      .click()
    await customer.getByRole('radio', { name: /^PayFast/ }).check()
    await press(customer, 'Pay now')
    await heading(customer, 'PayFast: R 200.00')
    await atGateway(customer, 'Pay')
    await heading(customer, 'Payment received')
    await customer.getByText('R 200.00 has been added to your account.').waitFor()
    // The balance in the navigation updates without a reload.
    const shown = customer.getByRole('region', { name: 'Balance', exact: true })
    await expect
      .poll(async () => Number((await shown.locator('strong').innerText()).replaceAll(/[^\d.-]/g, '')))
      .toBeCloseTo(Math.abs(before + 200) * Math.sign(before + 200), 2)
    expect(await balance()).toBeCloseTo(before + 200, 2)
    await customer.reload()
    await heading(customer, 'Payment received')
    expect(await balance()).toBeCloseTo(before + 200, 2)
  })

  it('[PAY-031] shows a pending Stitch payment as waiting until it is received', async () => {
    await customer.goto(`${product.web}/top-up-account`)
    await customer.getByRole('radio', { name: /^Stitch/ }).check()
    await press(customer, 'Pay now')
    await heading(customer, 'Stitch: R 200.00')
    const gateway = customer.url()
    await atGateway(customer, 'Leave it pending')
    await heading(customer, 'Waiting for your payment')
    const other = await product.window()
    await other.goto(gateway)
    await atGateway(other, 'Pay')
    await heading(customer, 'Payment received')
    await other.context().close()
  })

  it.each([
    ['Stitch', 'Cancel', 'Payment cancelled'],
    ['Stitch', 'Fail', 'Payment failed'],
    // PayFast returns to one address when nothing was paid, so that the customer can try again.
    ['PayFast', 'Cancel', 'Top up account'],
  ])('[PAY-031] returns from %s after %s to a page with the result', async (gateway, action, title) => {
    const before = await balance()
    await customer.goto(`${product.web}/top-up-account`)
    await customer.getByRole('radio', { name: new RegExp(`^${gateway}`) }).check()
    await press(customer, 'Pay now')
    await heading(customer, `${gateway}: R 200.00`)
    await atGateway(customer, action)
    await heading(customer, title)
    await customer.getByText('Nothing was charged.').first().waitFor()
    expect(await balance()).toBe(before)
  })

  it('[PAY-056] [PAY-057] [PAY-058] shows below the button why a payment could not be started', async () => {
    await customer.goto(`${product.web}/top-up-account`)
    await customer.getByRole('radio', { name: /^Stitch/ }).check()
    await customer.route('**/v2/billing/stitch/url', (route) =>
      route.fulfill({ json: { message: 'the gateway is closed today' } }),
    )
    await press(customer, 'Pay now')
    const alert = customer.getByRole('alert').filter({ hasText: 'The gateway is closed today.' })
    await alert.waitFor()
    const button = await customer.getByRole('button', { name: 'Pay now' }).boundingBox()
    const text = await alert.boundingBox()
    expect((text?.y ?? 0) >= (button?.y ?? 0) + (button?.height ?? 0)).toBe(true)
    await customer.unroute('**/v2/billing/stitch/url')
  })
})

it('has no page errors or console errors at the end', () => {
  expect(product.pageErrors).toEqual([])
})
