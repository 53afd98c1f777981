import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '../../server/dev/test-kit/provider.ts'
import { accessibilityViolations, openProduct, signIn, type Product } from './product.ts'

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
  it('[PAY-011] [PAY-015] [PAY-016] [PAY-018] [PAY-019] [PAY-020] [PAY-028] [PAY-029] in a modal that says what there is to choose', async () => {
    await customer.goto(`${product.web}/account?tab=billing`)
    await customer.getByRole('main').getByRole('button', { name: 'Top up', exact: true }).click()
    const modal = customer.getByRole('dialog', { name: 'Top up account' })
    const ways = modal.getByRole('radiogroup', { name: 'How would you like to pay?' })
    await ways.waitFor()
    const amounts = modal.getByRole('group', { name: 'Amount' })
    expect(await amounts.locator('label:has(input[type=radio])').allInnerTexts()).toEqual([
      'R 200',
      'R 500',
      'R 1 000',
      'R 5 000',
    ])
    expect(await amounts.getByRole('radio').first().isChecked()).toBe(true)
    for (const brand of ['Visa', 'Mastercard', 'American Express', 'Diners Club'])
      await ways.getByRole('img', { name: brand }).waitFor()
    await modal.getByRole('button', { name: 'Cancel' }).waitFor()
    await modal.getByRole('button', { name: 'Pay now' }).waitFor()
    const save = ways.getByRole('checkbox', { name: 'Save this card for the next time' })
    await save.check()
    await ways.getByRole('radio', { name: /Manual EFT/ }).check()
    await modal.getByText('Manual EFT payments can take up to three days to reflect.').waitFor()
    await modal.getByText('62000000000').waitFor()
    expect(await accessibilityViolations(customer)).toEqual([])
    expect(await modal.getByRole('button', { name: 'Pay now' }).count()).toBe(0)
    await ways.getByRole('radio', { name: /^Card/ }).check()
    expect(await save.isChecked()).toBe(false)
    const own = amounts.getByRole('textbox', { name: 'Own amount' })
    await own.fill('60000')
    await modal.getByText('The amount you have specified is more than the maximum allowed limit.').waitFor()
    await own.fill('')
    await modal.getByRole('button', { name: 'Cancel' }).click()
    await modal.waitFor({ state: 'detached' })
  })

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

  it('cancelled, comes back to try again with the amount that was chosen, and failed says so', async () => {
    const chip = (amount: string) =>
      customer.getByRole('group', { name: 'Amount' }).getByRole('radio', { name: amount })
    await customer.goto(`${product.web}/top-up-account`)
    await chip('R 5 000').check()
    await customer.getByRole('radio', { name: /^Card/ }).check()
    await press(customer, 'Pay now')
    await customer.getByRole('heading', { level: 1, name: /^Bob Pay: R 5\D?000\.00/ }).waitFor()
    await atGateway(customer, 'Cancel')
    await heading(customer, 'Top up account')
    await customer.getByText('The payment was cancelled.').waitFor()
    expect(await chip('R 5 000').isChecked()).toBe(true)
    await customer.getByRole('textbox', { name: 'Own amount' }).fill('321')
    await press(customer, 'Pay now')
    await heading(customer, 'Bob Pay: R 321.00')
    await atGateway(customer, 'Fail')
    await heading(customer, 'Top up account')
    await customer.getByText('The payment failed.').waitFor()
    expect(await customer.getByRole('textbox', { name: 'Own amount' }).inputValue()).toMatch(/^321/)
    expect(await accessibilityViolations(customer)).toEqual([])
  })

  it('[NAV-022] [PAY-060] saves a card, pays with it, and says when there is something wrong with its CVV', async () => {
    await customer.goto(`${product.web}/account?tab=billing`)
    await press(customer, 'Save a card')
    await atGateway(customer, 'Pay')
    await customer.getByText('Your card has been saved.').waitFor()
    await customer.getByText('Ending in 4242').waitFor()
    const before = await balance()
    await customer.getByRole('main').getByRole('button', { name: 'Top up', exact: true }).click()
    const modal = customer.getByRole('dialog', { name: 'Top up account' })
    expect(await modal.getByRole('radio', { name: /Saved card ending in 4242/ }).isChecked()).toBe(true)
    await modal.getByRole('button', { name: 'Pay now' }).click()
    await modal.getByRole('alert').getByText('Enter the CVV of your card.').waitFor()
    await modal.getByRole('textbox', { name: 'CVV' }).fill('12a3')
    await modal.getByRole('button', { name: 'Pay now' }).click()
    await atGateway(customer, 'Pay')
    await heading(customer, 'Payment received')
    expect(await balance()).toBeCloseTo(before + 200, 2)
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
  it('[NAV-019] [PAY-039] pays a shipment on a phone and then prints its label', async () => {
    const guest = await product.window(phone)
    const shipment = await guestBooking()
    const address = `/shipments/success?str=${shipment.tracking_reference}&id=${shipment.id}&key=${shipment.payment_reference}`
    await guest.goto(product.web + address)
    await heading(guest, 'Booked, waiting for payment')
    await guest.getByRole('radio', { name: /^Card/ }).check()
    expect(await accessibilityViolations(guest)).toEqual([])
    expect(await guest.getByRole('radio', { name: /Manual EFT/ }).count()).toBe(0)
    await press(guest, 'Pay now')
    await atGateway(guest, 'Pay')
    await heading(guest, 'Paid, shipment created')
    await guest.getByRole('button', { name: 'Print label' }).waitFor()
    await guest.goto(`${product.web}/shipments/success`)
    await heading(guest, 'Shipment not found')
    await guest.context().close()
  })

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
