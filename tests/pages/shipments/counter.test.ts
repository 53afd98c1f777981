import { counterApi } from '@waybill/domain/payments/counter-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { scan } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const email = 'thandi@fynbos.example'

let product: Product
let clerk: Page
let guest_name: string
let guest_id: number

beforeAll(async () => {
  product = await openProduct()
  await product.saveSettings({ enable_ram_counters: true })
  await product.ask(email, 'PATCH', '/users', { shipment_page_mode: 'kiosk-with-payment-flow' })
  const { accounts } = await product.ask<{
    accounts: { id: number; name: string; account_type: string }[]
  }>(email, 'GET', '/accounts?limit=100')
  const guest = accounts.find(({ account_type }) => account_type === 'guest')
  guest_name = guest?.name ?? ''
  guest_id = guest?.id ?? 0
  clerk = await product.as(email, { width: 900, height: 1200 })
}, 180_000)
afterAll(async () => product.close())

const rand = (cents: number) => (cents / 100).toFixed(2)
const heading = (name: string) => clerk.getByRole('heading', { level: 1, name }).waitFor()
const press = (name: string | RegExp) => clerk.getByRole('button', { name }).first().click()

/** Fills in the collection or delivery side as a clerk at the counter does. */
async function end(title: 'From' | 'To', side: string, place: string, name: string): Promise<void> {
  const part = clerk.getByRole('region', { name: title })
  await part.getByRole('combobox', { name: 'Find an address' }).fill(place)
  await clerk.getByRole('option', { name: place }).first().click()
  await part.getByLabel('Street address').fill('12 Park Street')
  await part.locator(`[name="${side}_contact.name"]`).fill(name)
  await part.locator(`[name="${side}_contact.mobile_number"]`).fill('082 555 0101')
}

/** Books a walk-in customer’s parcel at the kiosk up to the payment step and returns the amount due in cents. */
async function bookAtKiosk(): Promise<number> {
  await clerk.goto(`${product.web}/shipments/new`)
  await heading('Where from and where to?')
  const payer = clerk.getByRole('radiogroup', { name: 'Who pays' })
  await payer.getByRole('radio', { name: 'Cash customer', checked: true }).waitFor()
  await expect.poll(() => clerk.getByRole('combobox', { name: 'Account' }).inputValue()).toBe(guest_name)
  await end('From', 'collection', 'Hatfield, Pretoria', 'Riaan Jooste')
  await end('To', 'delivery', 'Hatfield, Pretoria', 'Naledi Mokoena')
  await press('Next')
  await heading('What are you sending?')
  await press('Next')
  await heading('How and when?')
  await clerk.getByRole('radio').first().waitFor()
  await clerk.locator('[name="billing_contact.email"]').fill('riaan@example.com')
  await press('Book and pay')
  await heading('Amount due')
  const due = await clerk
    .getByText(/^R [\d,.]+$/)
    .first()
    .innerText()
  return Math.round(Number(due.replaceAll(/[^\d.]/g, '')) * 100)
}

describe('kiosk', () => {
  it('[SHIP-103] [TOOL-003] takes a scanned sticker and its account into the booking, which stays open, and none of a sticker scanned by mistake', async () => {
    const { accounts } = await product.ask<{
      accounts: { id: number; name: string; account_type: string }[]
    }>(email, 'GET', '/accounts?limit=100')
    const holder = accounts.find(({ account_type }) => account_type !== 'guest')
    await product.ask(email, 'POST', '/tracking-stickers', {
      account_id: holder?.id,
      prefix: 'FYN',
      from: 9901,
      to: 9909,
      digits: 7,
    })
    await clerk.goto(`${product.web}/shipments`)
    await clerk.locator('a[href="/shipments/new"][data-shortcut="n"]').first().click()
    await heading('Where from and where to?')
    const name = clerk.locator('[name="collection_contact.name"]')
    await name.fill('Riaan Jooste')
    await name.evaluate((field) => field.blur())
    const account = () => clerk.getByRole('combobox', { name: 'Account' }).inputValue()
    await expect.poll(account).not.toBe('')
    const cash = await account()
    await scan(clerk, 'FYN0009901')
    await expect.poll(account).toBe(holder?.name)
    await clerk.getByText('FYN0009901 is the tracking reference of this booking.').first().waitFor()
    expect(await name.inputValue()).toBe('Riaan Jooste')
    await scan(clerk, 'FYN0008801')
    await expect.poll(account).toBe(cash)
  })
})

describe('shipment paid at the counter', () => {
  it('[SHIP-103] shows the change for a cash payment, and then prints the receipt', async () => {
    const price = await bookAtKiosk()
    await scan(clerk, 'FYN0009911')
    await heading('Amount due')
    expect(new URL(clerk.url()).pathname).toBe('/shipments/mobile/new')
    const due = price - (price % 10)
    await clerk.getByRole('radio', { name: /^Cash/ }).check()
    const handed = clerk.getByLabel('Cash handed over')
    await handed.fill(rand(due - 10))
    await press(/^Record R .* in cash$/)
    await clerk
      .getByText(`R 0.10 is missing: R ${rand(due)} is due in cash.`)
      .first()
      .waitFor()
    await handed.fill(rand(due + 50_00))
    await clerk.getByText('R 50.00', { exact: true }).waitFor()
    // The response is lost. Pressing again returns the payment that was recorded.
    let recorded = 0
    const asUsual = await product.answers(counterApi.take, async ({ usual }) => {
      recorded = (await usual()).status
      return 'no connection' as const
    })
    await press(/^Record R .* in cash$/)
    await clerk.getByRole('alertdialog').getByRole('button', { name: 'Close', exact: true }).last().click()
    expect(recorded).toBe(200)
    await asUsual()
    const { status } = await product.sends(counterApi.take, () => press(/^Record R .* in cash$/))
    expect(status).toBe(200)
    await heading('Paid')
    await clerk.getByText('R 50.00', { exact: true }).waitFor()
    await clerk.getByRole('button', { name: 'Print label' }).waitFor()
    let tab = ''
    const { answer } = await product.sends(counterApi.receipt, async () => {
      tab = (await product.leaves(clerk, () => press('Print receipt'))).url.href
    })
    expect(answer).toMatchObject({ filename: expect.stringMatching(/^Receipt_PMT\d{6}\.pdf$/) })
    const { type, body } = await product.download(tab)
    expect([type, body.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-'])
    const { payments } = await product.ask<{ payments: object[] }>(email, 'GET', '/billing/payments?limit=2')
    expect(payments[0]).toMatchObject({ source: 'manual', method: 'cash', received: price / 100 })
    expect(payments[1]).not.toMatchObject({ method: 'cash' })
    await press('Next customer')
    await heading('Where from and where to?')
  })

  it('[SHIP-103] records a card terminal payment on the shipment page', async () => {
    const shipment = await product.ask<{ id: number; rate: number }>(email, 'POST', '/shipments', {
      ...booking({ save_as: 'payment-pending' }),
      account_id: guest_id,
    })
    await clerk.goto(`${product.web}/shipments/${shipment.id}`)
    const card = clerk
      .locator('section')
      .filter({ has: clerk.getByRole('heading', { name: 'Payment', exact: true }) })
    await card.getByRole('radio', { name: /^Card terminal/ }).check()
    await product.settled(clerk)
    expect(await card.getByRole('radio').count()).toBe(2)
    await card.getByLabel('Amount on the slip').fill(String(shipment.rate))
    await card.getByRole('button', { name: /^Record R/ }).click()
    await card.getByText('Enter the reference on the slip.').first().waitFor()
    await card.getByLabel('Reference on the slip').fill('AP0417')
    await card.getByLabel(/Last four digits/).fill('4242')
    const { status } = await product.sends(counterApi.take, () =>
      card.getByRole('button', { name: /^Record R/ }).click(),
    )
    expect(status).toBe(200)
    await card.waitFor({ state: 'detached' })
    await clerk.goto(`${product.web}/billing/payments`)
    await clerk.getByText('Card terminal at the counter').first().waitFor()
    expect(product.pageErrors).toEqual([])
  })
})
