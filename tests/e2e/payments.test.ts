import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '../../server/dev/test-kit/provider.ts'
import { signIn } from '../page-kit/actions.ts'
import { accessibilityViolations, openProduct, type Product } from './product.ts'

const phone = { width: 390, height: 844 }

let product: Product
let customer: Page

beforeAll(async () => {
  product = await openProduct()
  customer = await product.window()
  await signIn(customer, product.web, 'riaan@overbergbooks.example')
}, 180_000)
afterAll(async () => product.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const atGateway = (page: Page, deed: string) => page.getByRole('link', { name: deed, exact: true }).click()

/** Asks the API as the person signed in on a page. */
async function ask<Answer>(page: Page, address: string): Promise<Answer> {
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  const answer = await fetch(`${product.web}/api${address}`, {
    headers: { authorization: `Bearer ${token ?? ''}` },
  })
  return (await answer.json()) as Answer
}
const balance = async () => (await ask<{ balance: number }>(customer, '/billing/balance')).balance

/** What a guest books, who fills in the form elsewhere. */
async function guestBooking() {
  const answer = await fetch(`${product.web}/api/shipments`, {
    method: 'POST',
    body: JSON.stringify(booking()),
  })
  return (await answer.json()) as { id: number; tracking_reference: string; payment_reference: string }
}

describe('a customer tops up', () => {
  it('[NAV-021] [PAY-038] [PAY-047] at PayFast, and the balance rises once', async () => {
    const before = await balance()
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
    // The balance in the navigation follows without a reload.
    const shown = customer.getByRole('region', { name: 'Balance', exact: true })
    await expect
      .poll(async () => Number((await shown.locator('strong').innerText()).replaceAll(/[^\d.-]/g, '')))
      .toBeCloseTo(Math.abs(before + 200) * Math.sign(before + 200), 2)
    expect(await balance()).toBeCloseTo(before + 200, 2)
    await customer.reload()
    await heading(customer, 'Payment received')
    expect(await balance()).toBeCloseTo(before + 200, 2)
    expect(await accessibilityViolations(customer)).toEqual([])
  })

  it('[PAY-031] at Stitch, waits while it is pending, and hears of it when it comes', async () => {
    await customer.goto(`${product.web}/top-up-account`)
    await customer.getByRole('radio', { name: /^Stitch/ }).check()
    expect(await accessibilityViolations(customer)).toEqual([])
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

  it('[PAY-056] [PAY-057] [PAY-058] reads under the button why a payment could not be started', async () => {
    await customer.goto(`${product.web}/top-up-account`)
    await customer.getByRole('radio', { name: /^Stitch/ }).check()
    await customer.route('**/v2/billing/stitch/url', (route) =>
      route.fulfill({ json: { message: 'the gateway is closed today' } }),
    )
    await press(customer, 'Pay now')
    const said = customer.getByRole('alert').filter({ hasText: 'The gateway is closed today.' })
    await said.waitFor()
    const button = await customer.getByRole('button', { name: 'Pay now' }).boundingBox()
    const text = await said.boundingBox()
    expect((text?.y ?? 0) >= (button?.y ?? 0) + (button?.height ?? 0)).toBe(true)
    await customer.unroute('**/v2/billing/stitch/url')
  })
})

describe('a guest', () => {
  it('who pays late finds the label: on the page that has stopped looking, behind the link in the mails, and in any tab', async () => {
    const guest = await product.window(phone)
    await guest.clock.install()
    const shipment = await guestBooking()
    const link = `${product.web}/pay/${shipment.payment_reference}`
    await guest.goto(link)
    await guest
      .getByRole('radio', { name: /^Stitch|^Card/ })
      .first()
      .check()
    await press(guest, 'Pay now')
    await guest.getByRole('heading', { level: 1, name: /R [\d.]+$/ }).waitFor()
    const gateway = guest.url()
    await atGateway(guest, 'Leave it pending')
    await heading(guest, 'Waiting for your payment')
    await guest.clock.fastForward(70_000)
    await guest.getByText('Payment is being confirmed. You can close this page.').waitFor()
    const bank = await product.window()
    await bank.goto(gateway)
    await atGateway(bank, 'Pay')
    await bank.waitForURL(/\/shipments\/success/)
    await guest.evaluate(() => window.dispatchEvent(new Event('focus')))
    await heading(guest, 'Paid, shipment created')
    await guest.reload()
    await heading(guest, 'Paid, shipment created')
    const other = await product.window(phone)
    await other.goto(link)
    await heading(other, 'Paid, shipment created')
    const printing = other.waitForResponse((answer) => answer.url().includes('/shipments/label/stickers'))
    await press(other, 'Print label')
    expect((await printing).status()).toBe(200)
    for (const window of [bank, other, guest]) await window.context().close()
  })

  it('[NAV-020] who cancelled at the gateway pays in a second try', async () => {
    const guest = await product.window()
    const shipment = await guestBooking()
    const link = `${product.web}/pay/${shipment.payment_reference}`
    await guest.goto(link)
    await heading(guest, 'Not paid yet')
    await guest.goto(
      `${product.web}/topup/shipment/pending?id=${shipment.id}&key=${shipment.payment_reference}`,
    )
    await heading(guest, 'Not paid yet')
    await guest.getByRole('radio', { name: /^PayFast/ }).check()
    await press(guest, 'Pay now')
    await atGateway(guest, 'Cancel')
    await guest.waitForURL(/\/shipments\/payfast-cancelled\?id=/)
    await heading(guest, 'Not paid yet')
    await guest.getByText('The payment was cancelled and nothing was charged.').waitFor()
    expect(await accessibilityViolations(guest)).toEqual([])
    await guest.getByRole('radio', { name: /^PayFast/ }).check()
    await press(guest, 'Pay now')
    await atGateway(guest, 'Pay')
    await heading(guest, 'Paid, shipment created')
    await guest.goto(link)
    await heading(guest, 'Paid, shipment created')
    await guest.getByRole('button', { name: 'Print label' }).waitFor()
    await guest.goto(`${product.web}/pay/0cd8f7ed-aea5-44ae-8853-941f9e66d8ca`)
    await heading(guest, 'Shipment not found')
    await guest.context().close()
  })
})

it('ends without a crash or an error on a console', () => {
  expect(product.pageErrors).toEqual([])
})
