import { accountsApi } from '@waybill/domain/accounts/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  fakeGateways,
  type FakeGateways,
  type FakeGatewayAction,
} from '../../../server/dev/fakes/payments/index.ts'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { gatewaysPort, realGateways } from '../../../server/src/payments/index.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const phone = { width: 390, height: 844 }
const riaan = 'riaan@overbergbooks.example'

let product: Product
let customer: Page
let gateways: FakeGateways

beforeAll(async () => {
  product = await openProduct()
  // Bob Pay notifications reach the product through a direct call, without a network connection.
  gateways = await fakeGateways({
    host: '127.0.0.1',
    http_port: 0,
    send: async ({ url, body }) => {
      const notice = JSON.parse(body) as object
      await product.ask(null, 'POST', new URL(url).pathname.replace('/v2', ''), notice)
    },
  })
  product.running.runtime.adapters.set(gatewaysPort.name, realGateways(gateways.url))
  customer = await product.as(riaan)
}, 180_000)
afterAll(async () => {
  await product.close()
  await gateways.close()
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const balance = async () => (await product.ask<{ balance: number }>(riaan, 'GET', '/billing/balance')).balance

/**
 * Performs `action` at the gateway that `going` leads to, follows the redirect and returns the amount to pay in
 * cents.
 */
async function atGateway(
  page: Page,
  action: FakeGatewayAction,
  going: () => Promise<unknown> = () => press(page, 'Pay now'),
): Promise<number> {
  const payment = await sentToGateway(page, going)
  await page.goto(await gateways.act(payment.id, action))
  return payment.amount
}

/** Returns the payment whose gateway page `going` leads to. PayFast receives a form and redirects from it. */
async function sentToGateway(page: Page, going: () => Promise<unknown>) {
  const { url, fields } = await product.leaves(page, going)
  const answer = fields.size > 0 && (await fetch(url, { method: 'POST', body: fields, redirect: 'manual' }))
  const { pathname } = new URL(answer ? (answer.headers.get('location') ?? '') : url, url)
  const payment = gateways.payments().find(({ id }) => pathname === `/pay/${id}`)
  if (!payment) throw new Error(`${pathname} is no page of a gateway.`)
  return payment
}

interface Booked {
  id: number
  tracking_reference: string
  payment_reference: string
}
/** Books a shipment as a guest who still has to pay. */
const booked = () => product.ask<Booked>(null, 'POST', '/shipments', booking())

describe('customer top-up', () => {
  it('[PAY-011] [PAY-015] [PAY-016] [PAY-018] [PAY-019] [PAY-020] [PAY-028] [PAY-029] offers amounts and payment methods in a dialog', async () => {
    await customer.goto(`${product.web}/account?tab=billing`)
    await customer.getByRole('main').getByRole('button', { name: 'Top up', exact: true }).click()
    const modal = customer.getByRole('dialog', { name: 'Top up account' })
    const methods = modal.getByRole('radiogroup', { name: 'How would you like to pay?' })
    await methods.waitFor()
    const amounts = modal.getByRole('group', { name: 'Amount' })
    expect(await amounts.locator('label:has(input[type=radio])').allInnerTexts()).toEqual([
      'R 200',
      'R 500',
      'R 1 000',
      'R 5 000',
    ])
    expect(await amounts.getByRole('radio').first().isChecked()).toBe(true)
    for (const brand of ['Visa', 'Mastercard', 'American Express', 'Diners Club'])
      await methods.getByRole('img', { name: brand }).waitFor()
    await modal.getByRole('button', { name: 'Cancel' }).waitFor()
    await modal.getByRole('button', { name: 'Pay now' }).waitFor()
    const save = methods.getByRole('checkbox', { name: 'Save this card for the next time' })
    await save.check()
    await methods.getByRole('radio', { name: /Manual EFT/ }).check()
    await modal.getByText('Manual EFT payments can take up to three days to reflect.').waitFor()
    await modal.getByText('62000000000').waitFor()
    await product.settled(customer)
    expect(await modal.getByRole('button', { name: 'Pay now' }).count()).toBe(0)
    await modal.getByRole('button', { name: 'OK', exact: true }).waitFor()
    await methods.getByRole('radio', { name: /^Card/ }).check()
    expect(await save.isChecked()).toBe(false)
    const own = amounts.getByRole('textbox', { name: 'Own amount' })
    expect(await amounts.getByText('R', { exact: true }).count()).toBe(1)
    await own.fill('60000')
    await modal.getByText('The amount you have specified is more than the maximum allowed limit.').waitFor()
    await own.fill('')
    await modal.getByRole('button', { name: 'Cancel' }).click()
    await modal.waitFor({ state: 'detached' })
  })

  it('[PAY-031] keeps the chosen amount after a cancelled payment, and shows when a payment failed', async () => {
    const chip = (amount: string) =>
      customer.getByRole('group', { name: 'Amount' }).getByRole('radio', { name: amount })
    await customer.goto(`${product.web}/top-up-account`)
    await chip('R 5 000').check()
    await customer.getByRole('radio', { name: /^Card/ }).check()
    expect(await atGateway(customer, 'cancel')).toBe(500_000)
    await heading(customer, 'Top up account')
    await customer.getByText('The payment was cancelled.').waitFor()
    expect(await chip('R 5 000').isChecked()).toBe(true)
    await customer.getByRole('textbox', { name: 'Own amount' }).fill('321')
    expect(await atGateway(customer, 'fail')).toBe(32_100)
    await heading(customer, 'Top up account')
    await customer.getByText('The payment failed.').waitFor()
    expect(await customer.getByRole('textbox', { name: 'Own amount' }).inputValue()).toMatch(/^321/)
  })

  it('[PAY-031] shows a pending Bob Pay payment as waiting, and the added amount when it is paid', async () => {
    const back = async (action: FakeGatewayAction) => {
      await customer.goto(`${product.web}/top-up-account`)
      await customer.getByRole('radio', { name: /^Card/ }).check()
      await atGateway(customer, action)
    }
    const before = await balance()
    await back('pending')
    await heading(customer, 'Waiting for your payment')
    expect(await balance()).toBeCloseTo(before, 2)
    await back('success')
    await heading(customer, 'Payment received')
    await customer.getByText('R 200.00 has been added to your account.').waitFor()
    expect(await balance()).toBeCloseTo(before + 200, 2)
  })

  it('[NAV-022] [PAY-020] [PAY-060] saves a card or says that it failed, pays with it and reports a missing CVV', async () => {
    await customer.goto(`${product.web}/account?tab=billing`)
    await atGateway(customer, 'fail', () => press(customer, 'Save a card'))
    await customer.getByText('Your card could not be saved. Please try again.').waitFor()
    await customer.goto(`${product.web}/account?tab=billing`)
    await atGateway(customer, 'success', () => press(customer, 'Save a card'))
    await customer.getByText('Your card has been saved.').waitFor()
    await customer.getByText('Ending in 4242').waitFor()
    const before = await balance()
    await customer.getByRole('main').getByRole('button', { name: 'Top up', exact: true }).click()
    const modal = customer.getByRole('dialog', { name: 'Top up account' })
    expect(await modal.getByRole('radio', { name: /Saved card ending in 4242/ }).isChecked()).toBe(true)
    await modal.getByRole('button', { name: 'Pay now' }).click()
    await modal.getByRole('alert').getByText('Enter the CVV of your card.').waitFor()
    const cvv = modal.getByRole('textbox', { name: 'CVV' })
    await cvv.fill('987')
    await modal.getByRole('radio', { name: /^Card/ }).check()
    await modal.getByRole('radio', { name: /Saved card ending in 4242/ }).check()
    expect(await cvv.inputValue()).toBe('')
    await cvv.fill('12a3')
    await atGateway(customer, 'success', () => modal.getByRole('button', { name: 'Pay now' }).click())
    await heading(customer, 'Payment received')
    expect(await balance()).toBeCloseTo(before + 200, 2)
  })

  it('is offered when the credit limit does not cover a booking, and returns to the draft', async () => {
    const page = await product.as(riaan)
    const { shipments } = await product.ask<{ shipments: { id: number }[] }>(
      riaan,
      'GET',
      '/shipments?limit=1',
    )
    // Whatever the demo data contains, no account has enough credit for this booking.
    const asUsual = await product.answers(accountsApi.list, async ({ usual }) => {
      const { status, body } = await usual()
      const { accounts } = body as { accounts: object[] }
      const poor = accounts.map((one) => ({ ...one, credit_limit: 0, balance: 0 }))
      return { status, body: { ...(body as object), accounts: poor } }
    })
    await page.goto(`${product.web}/shipments/new?duplicate=${shipments[0]?.id ?? 0}`)
    await page.getByText('Your credit limit does not cover this.').waitFor()
    await page.getByRole('button', { name: 'Book and pay' }).waitFor()
    await page.getByRole('textbox', { name: 'Contact name' }).first().fill('Riaan Steyn')
    await press(page, 'Top up first')
    const modal = page.getByRole('dialog', { name: 'Top up account' })
    await modal.getByRole('radio', { name: /^Card/ }).check()
    await atGateway(page, 'success', () => modal.getByRole('button', { name: 'Pay now' }).click())
    await heading(page, 'Payment received')
    await page.getByRole('link', { name: 'Back to your shipment' }).click()
    await page.waitForURL(/\/shipments\/new\?duplicate=/)
    await page.getByText('Continue where you left off').first().waitFor()
    await asUsual()
    await page.context().close()
  })
})

describe('guest payment', () => {
  it('[NAV-019] [PAY-039] pays for a shipment on a phone and then offers to print its label', async () => {
    const guest = await product.window(phone)
    const shipment = await booked()
    const address = `/shipments/success?str=${shipment.tracking_reference}&id=${shipment.id}&key=${shipment.payment_reference}`
    await guest.goto(product.web + address)
    await heading(guest, 'Booked, waiting for payment')
    for (const fact of ['Epping', 'Rosebank', 'Economy'])
      await guest.getByText(fact, { exact: true }).waitFor()
    await guest.getByRole('radio', { name: /^Card/ }).check()
    await guest.getByText('You continue on the secure page of Bob Pay and come back here.').waitFor()
    await product.settled(guest)
    expect(await guest.getByRole('radio', { name: /Manual EFT/ }).count()).toBe(0)
    await atGateway(guest, 'success')
    await heading(guest, 'Paid, shipment created')
    await guest.getByText(/^R [\d,.]+ paid · PMT\d{6}$/).waitFor()
    await guest.getByRole('button', { name: 'Print label' }).waitFor()
    await guest.goto(`${product.web}/shipments/success`)
    await heading(guest, 'Shipment not found')
    await guest.context().close()
  })

  it('shows the payment options of an unpaid shipment at its URL, a hint about the emailed link without the key, and nothing for an invented URL', async () => {
    const shipment = await booked()
    const own = `/shipments/success?str=${shipment.tracking_reference}&id=${shipment.id}`
    const guest = await product.window(phone)
    await guest.goto(`${product.web}${own}&key=${shipment.payment_reference}`)
    await guest.getByRole('radio', { name: /^Card/ }).check()
    await sentToGateway(guest, () => press(guest, 'Pay now'))
    // The guest returned from the gateway without paying, so the page has nothing to wait for.
    await guest.goto(`${product.web}${own}&key=${shipment.payment_reference}`)
    await guest.getByText('If you have just paid, wait a moment').waitFor()
    await guest.getByRole('button', { name: 'Pay now' }).waitFor()
    await product.sleep(guest, 61_000)
    await guest.reload()
    await guest.getByRole('button', { name: 'Pay now' }).waitFor()
    await product.settled(guest)
    expect(await guest.getByText('If you have just paid, wait a moment').count()).toBe(0)
    await guest.getByText('No payment has arrived yet.').waitFor()
    const other = await product.window(phone)
    await other.goto(product.web + own)
    await heading(other, 'Booked, waiting for payment')
    await other.getByText('Pay with the link in your booking e-mail.').waitFor()
    expect(await other.getByRole('button', { name: 'Print label' }).count()).toBe(0)
    for (const invented of [
      `/shipments/success?str=NOSUCH7&id=${shipment.id}`,
      `/shipments/success?str=${shipment.tracking_reference}&id=${shipment.id + 1}`,
      `/shipments/success?str=NOSUCH7&id=${shipment.id}&key=${shipment.payment_reference}`,
    ]) {
      await other.goto(product.web + invented)
      await heading(other, 'Shipment not found')
    }
    await Promise.all([guest.context().close(), other.context().close()])
  })

  it('shows the received and missing amounts and the payment options when too little was paid', async () => {
    const guest = await product.window(phone)
    const { payment_reference } = await booked()
    await guest.goto(`${product.web}/pay/${payment_reference}`)
    await guest.getByRole('radio', { name: /^Card/ }).check()
    await atGateway(guest, 'wrong-amount')
    await guest.getByText(/We received R [\d,.]+ of R [\d,.]+: R 1\.00 is missing\./).waitFor()
    await guest.getByRole('button', { name: 'Pay now' }).waitFor()
    await guest.context().close()
  })

  it('shows a late payment on the page that stopped polling, behind the emailed link and in any tab', async () => {
    const guest = await product.window(phone)
    const { payment_reference } = await booked()
    const link = `${product.web}/pay/${payment_reference}`
    await guest.goto(link)
    await guest.getByRole('radio', { name: /^Card/ }).check()
    const payment = await sentToGateway(guest, () => press(guest, 'Pay now'))
    await guest.goto(await gateways.act(payment.id, 'pending'))
    await heading(guest, 'Waiting for your payment')
    await product.sleep(guest, 70_000)
    await guest.getByText('Payment is being confirmed. You can close this page.').waitFor()
    await gateways.act(payment.id, 'success')
    await guest.evaluate(() => window.dispatchEvent(new Event('focus')))
    await heading(guest, 'Paid, shipment created')
    await guest.reload()
    await heading(guest, 'Paid, shipment created')
    const other = await product.window(phone)
    await other.goto(link)
    await heading(other, 'Paid, shipment created')
    const printed = await product.sends(shipmentsApi.stickers, () => press(other, 'Print label'))
    expect(printed.status).toBe(200)
    await Promise.all([guest.context().close(), other.context().close()])
  })

  it('[NAV-020] [PAY-037] [PAY-040] succeeds in another attempt after it was cancelled and after it failed at the gateway', async () => {
    const guest = await product.window()
    const { id, payment_reference } = await booked()
    const link = `${product.web}/pay/${payment_reference}`
    await guest.goto(link)
    await heading(guest, 'Not paid yet')
    await guest.goto(`${product.web}/topup/shipment/pending?id=${id}&key=${payment_reference}`)
    await heading(guest, 'Not paid yet')
    await guest.getByRole('radio', { name: /^PayFast/ }).check()
    await atGateway(guest, 'cancel')
    await guest.waitForURL(new RegExp(`/shipments/payfast-cancelled\\?id=${id}\\b`))
    await heading(guest, 'Not paid yet')
    await guest.getByText('The payment was cancelled and nothing was charged.').waitFor()
    const status = async () =>
      (
        await product.ask<{ shipment: { status: string } }>(
          'thandi@fynbos.example',
          'GET',
          `/shipments/detail?id=${id}`,
        )
      ).shipment.status
    expect(await status()).toBe('payment-pending')
    await guest.getByRole('radio', { name: /^Card/ }).check()
    await atGateway(guest, 'fail')
    await product.running.outbox.drain()
    expect(await status()).toBe('payment-failed')
    await guest.getByRole('radio', { name: /^Card/ }).check()
    await atGateway(guest, 'success')
    await heading(guest, 'Paid, shipment created')
    await guest.goto(link)
    await heading(guest, 'Paid, shipment created')
    await guest.getByRole('button', { name: 'Print label' }).waitFor()
    await guest.goto(`${product.web}/pay/0cd8f7ed-aea5-44ae-8853-941f9e66d8ca`)
    await heading(guest, 'Shipment not found')
    await guest.context().close()
  })
})

it('logs no crash and no console error', () => {
  expect(product.pageErrors).toEqual([])
})
