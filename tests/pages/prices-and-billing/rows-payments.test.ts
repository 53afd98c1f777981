import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { paymentsApi } from '@waybill/domain/payments/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fake_merchant, fakeGateways, type FakeGateways } from '../../../server/dev/fakes/payments/index.ts'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { gatewaysPort, realGateways } from '../../../server/src/payments/index.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

let product: Product
let customer: Page
let gateways: FakeGateways
const admin = 'thandi@fynbos.example'
const riaan = 'riaan@overbergbooks.example'

beforeAll(async () => {
  product = await openProduct()
  // Gateway notifications reach the product through a direct call, without a network connection.
  gateways = await fakeGateways({
    host: '127.0.0.1',
    http_port: 0,
    send: async ({ url, body }) => {
      const notice = JSON.parse(body) as object
      await product.ask(null, 'POST', new URL(url).pathname.replace('/v2', ''), notice)
    },
  })
  product.running.runtime.adapters.set(gatewaysPort.name, realGateways(gateways.url))
  await product.saveSettings(all_methods_on)
  customer = await product.as(riaan)
}, 180_000)
afterAll(async () => {
  await product.close()
  await gateways.close()
})

const open = async (page: Page, address: string): Promise<void> =>
  void (await page.goto(product.web + address))
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const paymentMethods = (page: Page) => page.getByRole('radiogroup', { name: 'How would you like to pay?' })

/** Returns the names of the offered payment methods in order. */
async function offered(page: Page): Promise<string[]> {
  const list = paymentMethods(page).getByRole('listitem')
  await list.first().waitFor()
  await product.settled(page)
  return (await list.allInnerTexts()).map((text) => text.split('\n')[0] ?? '')
}
const topUpPage = async (): Promise<string[]> => {
  await open(customer, '/top-up-account')
  return offered(customer)
}

/**
 * Returns the body and response of the request to `endpoint` sent during `action`, and the URL and form fields that the
 * browser goes to.
 */
async function sentAway(
  page: Page,
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  action: () => Promise<unknown>,
) {
  const calls: { body: Record<string, unknown>; answer: unknown }[] = []
  const asUsual = await product.answers(endpoint, async ({ input, usual }) => {
    const answer = await usual()
    calls.push({ body: input, answer: answer.body })
    return answer
  })
  const { url, fields } = await product.leaves(page, action)
  await asUsual()
  const [call] = calls
  if (!call) throw new Error('Nothing was sent.')
  return { ...call, url, fields }
}
/** Returns the title of the gateway page that the browser opens or posts a form to. */
async function titleAt({ url, fields }: { url: URL; fields: URLSearchParams }): Promise<string> {
  const answer = await fetch(url, fields.size > 0 ? { method: 'POST', body: fields } : {})
  return /<h1[^>]*>([^<]*)/.exec(await answer.text())?.[1] ?? ''
}
const pairsOf = (body: Record<string, unknown>) =>
  Object.fromEntries(
    (body.key_value_pairs as { name: string; value: string }[]).map(({ name, value }) => [name, value]),
  )

/** Books a shipment as a guest who still has to pay. */
const asGuest = () =>
  product.ask<{ id: number; short_tracking_reference: string; payment_reference: string }>(
    null,
    'POST',
    '/shipments',
    booking(),
  )

/** Saves a quote of the customer. */
const quoted = () =>
  product.ask<{ id: number; rate: number }>(riaan, 'POST', '/shipments', { ...booking(), save_as: 'quote' })

/** Waits for an alert with this text and expects it after the button that pays. */
async function expectBelowButton(page: Page, text: string): Promise<void> {
  const alert = page.getByRole('alert').filter({ hasText: text })
  await alert.waitFor()
  const isBelow = await alert.evaluate((element) => {
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Pay now')
    const relation = button?.compareDocumentPosition(element) ?? 0
    return (relation & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  })
  expect(isBelow).toBe(true)
}

/** Starts a Bob Pay payment as the customer through the API, without a page. */
const startBobpay = (more: object) =>
  product.ask(riaan, 'POST', '/billing/bobpay/url', {
    key_value_pairs: [{ name: 'amount', value: '200.00' }],
    payment_method: 'bob_pay_credit_card',
    ...more,
  })
/** Pays the payment that was started last and returns the URL that the payer is redirected to. */
async function payAtGateway(): Promise<string> {
  const address = await gateways.act(gateways.payments()[0]?.id ?? '', 'success')
  await product.running.outbox.drain()
  return address
}
async function dropCards(): Promise<void> {
  const { cards } = await product.ask<{ cards: { id: number }[] }>(riaan, 'GET', '/billing/cards')
  for (const { id } of cards) await product.ask(riaan, 'DELETE', '/billing/cards', { id })
}

const all_methods_on = {
  bobpay_methods: ['card', 'instant-eft', 'manual-eft', 'capitec-pay', 'scan-to-pay', 'pay-shap'],
  payment_methods_eft_enabled: true,
  payment_methods_custom_enabled: true,
  custom_topup_name: 'Debit order',
  custom_topup_url: 'https://pay.fynbos.example/{account_code}?for={amount}',
  custom_topup_image: '/favicon.png',
}

describe('payment methods on the customer’s page', () => {
  it('[PAY-001] [PAY-002] [PAY-006] [PAY-007] are nine in a fixed order, and the card method is named Card', async () => {
    expect(await topUpPage()).toEqual([
      'Card',
      'Instant EFT',
      'Manual EFT',
      'Capitec Pay',
      'PayShap',
      'Scan to Pay',
      'PayFast',
      'Stitch',
      'Debit order',
    ])
    expect(await paymentMethods(customer).getByText('card or EFT on the Stitch page').count()).toBe(1)
  })

  it('[PAY-008] include the company’s own page with its name and picture, opened in another tab with the account code and amount', async () => {
    await topUpPage()
    const own = paymentMethods(customer).getByRole('listitem').filter({ hasText: 'Debit order' })
    expect(await own.locator('img').getAttribute('src')).toContain('/favicon.png')
    await own.getByRole('radio').check()
    const { url } = await product.leaves(customer, () => press(customer, 'Pay now'))
    expect(url.href).toBe('https://pay.fynbos.example/OVB014?for=200.00')
    // The company’s page opens in another tab. This tab shows the dashboard.
    await customer.waitForURL(`${product.web}/dashboard`)
  })

  it('[PAY-013] exclude those that Bob Pay reports as inactive', async () => {
    expect(await topUpPage()).toContain('Card')
    // Bob Pay reports every method of an account code that it does not know as inactive.
    await product.saveSettings({ bobpay_account_code: 'NOBODY' })
    expect(await topUpPage()).toEqual(['Manual EFT', 'PayFast', 'Stitch', 'Debit order'])
    await product.saveSettings({ bobpay_account_code: fake_merchant.bobpay_account_code })
    expect(await topUpPage()).toHaveLength(9)
  })

  it('[PAY-012] are listed to staff in the settings with the status at Bob Pay of the stored account code', async () => {
    const staff = await product.as(admin)
    const list = staff
      .getByRole('region', { name: /^Payment methods of Bob Pay account/ })
      .getByRole('listitem')
    const statuses = async (): Promise<string[]> => {
      await open(staff, '/settings?tab=rates')
      await list.first().waitFor()
      return (await list.allInnerTexts()).map((line) => line.replaceAll(/\s+/g, ' ').trim())
    }
    expect(await statuses()).toContain('Capitec Pay Active')
    expect(await statuses()).toHaveLength(6)
    await product.saveSettings({ bobpay_account_code: 'NOBODY' })
    expect(await statuses()).toContain('Capitec Pay Inactive')
    await product.saveSettings({ bobpay_account_code: fake_merchant.bobpay_account_code })
  })

  it('[PAY-030] show bank, branch code, account type and account number for manual EFT', async () => {
    await product.saveSettings({
      eft_bank_name: 'Karoo Bank',
      eft_branch_code: '250655',
      eft_account_type: 'Savings',
      eft_account_number: '62000000000',
    })
    await topUpPage()
    await paymentMethods(customer)
      .getByRole('radio', { name: /Manual EFT/ })
      .check()
    const details = customer.getByRole('region', { name: 'Bank details' })
    const text = (await details.innerText()).replaceAll(/\s+/g, ' ')
    for (const fact of [
      'Bank Karoo Bank',
      'Branch code 250655',
      'Account type Savings',
      'Account number 62000000000',
      'Reference to use OVB014',
    ])
      expect(text).toContain(fact)
  })

  it('[PAY-014] exclude those that the company switched off', async () => {
    await product.saveSettings({
      stitch_enabled: false,
      payment_methods_stitch_topup_enabled: false,
      payment_methods_custom_enabled: false,
    })
    expect(await topUpPage()).not.toContain('Stitch')
    expect(await offered(customer)).not.toContain('Debit order')
    await product.saveSettings({
      stitch_enabled: true,
      payment_methods_stitch_topup_enabled: true,
      payment_methods_custom_enabled: true,
    })
  })

  it('[PAY-017] preselect the first amount and show the new balance', async () => {
    await topUpPage()
    const chips = customer.getByRole('group', { name: 'Amount' }).getByRole('radio')
    expect(await chips.nth(0).isChecked()).toBe(true)
    expect(await customer.getByText(/New balance/).innerText()).toMatch(/R /)
  })

  it('[PAY-021] [PAY-022] [PAY-023] reject amounts above the limit of the chosen gateway and below R 5.00', async () => {
    await product.saveSettings({ bobpay_topup_limit: 300, payfast_topup_limit: 400 })
    await topUpPage()
    const own = customer.getByRole('textbox', { name: 'Own amount' })
    const over = customer.getByText('The amount you have specified is more than the maximum allowed limit.')
    await paymentMethods(customer).getByRole('radio', { name: /^Card/ }).check()
    await own.fill('300.01')
    await over.waitFor()
    await paymentMethods(customer)
      .getByRole('radio', { name: /^PayFast/ })
      .check()
    await over.waitFor({ state: 'detached' })
    await own.fill('400.01')
    await over.waitFor()
    await own.fill('4.99')
    await customer.getByText('The smallest top-up is R 5.00.').waitFor()
    await product.saveSettings({ bobpay_topup_limit: 50_000, payfast_topup_limit: 20_000 })
  })
})

describe('requests sent by the browser when paying', () => {
  it('[PAY-004] [PAY-005] [PAY-041] [PAY-042] [PAY-043] send Bob Pay the method by its top-up value and the amount, and open the returned URL', async () => {
    await topUpPage()
    await paymentMethods(customer).getByRole('radio', { name: /^Card/ }).check()
    const payNow = () => sentAway(customer, paymentsApi.bobpayUrl, () => press(customer, 'Pay now'))
    const card = await payNow()
    expect(card.body.payment_method).toBe('bob_pay_credit_card')
    expect(pairsOf(card.body)).toEqual({ amount: '200.00' })
    expect(card.answer).toMatchObject({ data: { redirect_url: card.url.href } })
    expect(await titleAt(card)).toBe('Bob Pay: R 200.00')
    for (const [method, value] of [
      [/^Instant EFT/, 'instant_eft'],
      [/^Capitec Pay/, 'capitec_pay'],
      [/^PayShap/, 'pay_shap'],
      [/^Scan to Pay/, 'scan_to_pay'],
    ] as const) {
      await topUpPage()
      await paymentMethods(customer).getByRole('radio', { name: method }).check()
      const sent = await payNow()
      expect(sent.body.payment_method).toBe(value)
      expect(sent.answer).toMatchObject({ data: { redirect_url: sent.url.href } })
      expect(await titleAt(sent)).toBe('Bob Pay: R 200.00')
    }
  })

  it('[PAY-044] [PAY-045] send Stitch the quantity and open the returned URL', async () => {
    await topUpPage()
    await paymentMethods(customer)
      .getByRole('radio', { name: /^Stitch/ })
      .check()
    const sent = await sentAway(customer, paymentsApi.stitchUrl, () => press(customer, 'Pay now'))
    expect(pairsOf(sent.body)).toEqual({ quantity: '200.00' })
    expect(sent.answer).toMatchObject({ data: { redirect_url: sent.url.href } })
    expect(await titleAt(sent)).toBe('Stitch: R 200.00')
  })

  it('[PAY-046] [PAY-047] [PAY-048] [PAY-049] [PAY-050] [PAY-051] post a signed form to PayFast with the notification URL, company and shipment', async () => {
    const shipment = await asGuest()
    const guest = await product.window()
    await open(guest, `/pay/${shipment.payment_reference}`)
    await paymentMethods(guest)
      .getByRole('radio', { name: /^PayFast/ })
      .check()
    const sent = await sentAway(guest, paymentsApi.payfastSignature, () => press(guest, 'Pay now'))
    expect(sent.body).toMatchObject({ key_value_pairs: [], shipment_id: shipment.id })
    expect(sent.url.pathname).toBe('/eng/process')
    const form = sent.fields
    expect(await titleAt(sent)).toMatch(/^PayFast: R /)
    expect(form.get('notify_url')).toMatch(/\/billing\/payfast\/notify$/)
    expect(form.get('m_payment_id')).toMatch(new RegExp(`^1-${shipment.id}\\b`))
    expect(form.get('amount')).toMatch(/^\d+\.\d\d$/)
    expect(form.get('email_confirmation')).toBe('0')
    for (const name of ['signature', 'merchant_id', 'merchant_key']) expect(form.get(name)).toMatch(/\w/)
    expect([...form.keys()].toSorted()).toEqual(
      [
        'return_url',
        'cancel_url',
        'notify_url',
        'm_payment_id',
        'amount',
        'item_name',
        'item_description',
        'email_confirmation',
        'signature',
        'merchant_id',
        'merchant_key',
      ].toSorted(),
    )
    await guest.context().close()
  })

  it('[PAY-003] [PAY-061] [ACC-003] store a card through a separate setup, and list payments under their source', async () => {
    await dropCards()
    await open(customer, '/account?tab=billing')
    const setup = await sentAway(customer, paymentsApi.bobpayUrl, () => press(customer, 'Save a card'))
    expect(setup.body.is_saved_card_setup ?? setup.body.set_as_default_payment_setup).toBe(true)
    await customer.goto(await payAtGateway())
    await customer.getByText('Ending in 4242').waitFor()
    await open(customer, '/account')
    await customer.getByText('Visa ending in 4242').waitFor()
    await startBobpay({})
    await product.ask(riaan, 'POST', '/billing/stitch/url', {
      key_value_pairs: [{ name: 'quantity', value: '200.00' }],
    })
    await product.ask(riaan, 'POST', '/billing/payfast/signature', {
      key_value_pairs: [{ name: 'amount', value: '200.00' }],
    })
    const shipment = await asGuest()
    const paid = {
      key_value_pairs: [],
      shipment_id: shipment.id,
      payment_reference: shipment.payment_reference,
    }
    await product.ask(null, 'POST', '/billing/bobpay/url', { ...paid, payment_method: 'credit-card' })
    await product.ask(null, 'POST', '/billing/stitch/url', paid)
    await product.ask(null, 'POST', '/billing/payfast/signature', paid)
    const office = await product.as(admin)
    await open(office, '/billing?tab=payments')
    const rows = office.getByRole('row').filter({ hasText: /PMT\d+/ })
    await rows.first().waitFor()
    await product.settled(office)
    const texts = await rows.allInnerTexts()
    for (const [gateway, paidFor] of ['Bob Pay', 'Stitch', 'PayFast'].flatMap((name) => [
      [name, 'Balance'],
      [name, shipment.short_tracking_reference],
    ]))
      expect(
        texts.some((text) => text.includes(gateway ?? '') && text.includes(paidFor ?? '')),
        `${gateway} for ${paidFor}`,
      ).toBe(true)
    const { accounts } = await product.ask<{ accounts: { id: number }[] }>(
      admin,
      'GET',
      '/accounts?account_code=OVB014',
    )
    await open(office, `/accounts/${accounts[0]?.id ?? 0}`)
    await office.getByText('Saved card', { exact: true }).waitFor()
    await office.getByText('Visa ending in 4242').waitFor()
    await office.context().close()
  })

  it('[PAY-026] [PAY-027] [PAY-059] accept a CVV of 3 or 4 digits for a saved card, and show an error when the card was removed', async () => {
    await dropCards()
    await startBobpay({ key_value_pairs: [], is_saved_card_setup: true })
    await payAtGateway()
    await topUpPage()
    await paymentMethods(customer)
      .getByRole('radio', { name: /Saved card ending in 4242/ })
      .check()
    const cvv = customer.getByRole('textbox', { name: 'CVV' })
    await cvv.fill('12a345')
    expect(await cvv.inputValue()).toBe('1234')
    await cvv.fill('12')
    await press(customer, 'Pay now')
    await customer.getByRole('alert').getByText('The CVV has 3 or 4 digits.').waitFor()
    await dropCards()
    await cvv.fill('123')
    await press(customer, 'Pay now')
    await customer.getByRole('alert').getByText('No saved card found.').waitFor()
  })
})

describe('payments that cannot be started', () => {
  it.each([
    [/^Card/, paymentsApi.bobpayUrl],
    [/^Stitch/, paymentsApi.stitchUrl],
    [/^PayFast/, paymentsApi.payfastSignature],
  ] as const)(
    '[PAY-056] [PAY-057] show the error text of the response below the button: %s',
    async (method, endpoint) => {
      const asUsual = await product.answers(endpoint, () => ({
        status: 400,
        body: { message: 'the gateway is closed today' },
      }))
      await topUpPage()
      await paymentMethods(customer).getByRole('radio', { name: method }).check()
      await press(customer, 'Pay now')
      await expectBelowButton(customer, 'The gateway is closed today.')
      await asUsual()
    },
  )

  it('[PAY-056] show the error text of a failed payment of a shipment below the button', async () => {
    const { id } = await quoted()
    const asUsual = await product.answers(paymentsApi.payShipment, () => ({
      status: 400,
      body: { message: 'the account is being closed' },
    }))
    await open(customer, `/shipment-quotes/${id}`)
    await paymentMethods(customer)
      .getByRole('radio', { name: /^Account balance/ })
      .check()
    await press(customer, 'Pay now')
    await expectBelowButton(customer, 'The account is being closed.')
    await asUsual()
  })
})

describe('paying for one shipment', () => {
  it('[PAY-009] [PAY-010] does not offer the company’s own page, and offers manual EFT only when it is not hidden', async () => {
    await product.saveSettings({ ...all_methods_on, hide_manual_eft_for_shipments: true })
    const { payment_reference } = await asGuest()
    await open(customer, `/pay/${payment_reference}`)
    const names = await offered(customer)
    expect(names).toContain('Card')
    expect(names).not.toContain('Manual EFT')
    expect(names).not.toContain('Debit order')
    await product.saveSettings({ hide_manual_eft_for_shipments: false })
    await open(customer, `/pay/${payment_reference}`)
    expect(await offered(customer)).toContain('Manual EFT')
  })

  it('[PAY-032] [PAY-036] [PAY-037] [PAY-040] submits a shipment paid from the account, and offers staff no payment button', async () => {
    const { id } = await quoted()
    const office = await product.as(admin)
    await open(office, `/shipment-quotes/${id}`)
    await heading(office, /./)
    await product.settled(office)
    expect(await paymentMethods(office).count()).toBe(0)
    expect(await office.getByRole('button', { name: /^Pay/ }).count()).toBe(0)
    await office.context().close()
    await open(customer, `/shipment-quotes/${id}`)
    await paymentMethods(customer)
      .getByRole('radio', { name: /^Account balance/ })
      .check()
    await press(customer, 'Pay now')
    await customer.waitForURL(`**/shipments/${id}`)
    const { tracking_events } = await product.ask<{ tracking_events: { status: string }[] }>(
      riaan,
      'GET',
      `/tracking/shipment-events?shipment_id=${id}`,
    )
    expect(tracking_events.map(({ status }) => status)).toContain('submitted')
  })

  it('[PAY-032] does not let a customer choose an account that cannot afford the shipment', async () => {
    const { id } = await quoted()
    const { accounts } = await product.ask<{ accounts: { id: number; credit_limit: number }[] }>(
      admin,
      'GET',
      '/accounts?account_code=OVB014',
    )
    const account = accounts[0] ?? { id: 0, credit_limit: 0 }
    const { balance } = await product.ask<{ balance: number }>(riaan, 'GET', '/billing/balance')
    const change = (creditLimit: number) =>
      product.ask(admin, 'PATCH', '/accounts', { id: account.id, credit_limit: creditLimit })
    await change(Math.max(0, -balance))
    await open(customer, `/shipment-quotes/${id}`)
    const choice = paymentMethods(customer).getByRole('radio', { name: /^Account balance/ })
    await paymentMethods(customer).getByText('Insufficient funds. Please top up your account.').waitFor()
    expect(await choice.isDisabled()).toBe(true)
    await change(account.credit_limit)
  })

  it('[PAY-036] rejects payment requests by staff with 403', async () => {
    const { id, rate } = await quoted()
    const answer = await product.answerTo(admin, 'POST', '/shipments/pay', { id, rate })
    expect(answer.status).toBe(403)
  })
})

it('logs no crash and no console error', () => {
  expect(product.pageErrors).toEqual([])
})
