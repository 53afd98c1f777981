import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const admin = 'thandi@fynbos.example'

let product: Product
let staff: Page
let customer: Page

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(admin)
  customer = await product.as('riaan@overbergbooks.example')
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialog = (page: Page) => page.getByRole('dialog')

/** Sends a request as the company’s administrator and returns the response. */
const request = <Answer>(method: string, path: string, body?: object) =>
  product.ask<Answer>(admin, method, path, body)

/** Returns a delivered shipment of the customer that has no claim. */
async function deliveredShipment(): Promise<{ id: number; reference: string }> {
  const { accounts } = await request<{ accounts: { id: number }[] }>('GET', '/accounts?search=OVB014')
  const { shipments } = await request<{ shipments: { id: number; tracking_reference: string }[] }>(
    'GET',
    `/shipments/rows?account_id=${accounts[0]?.id}&status=delivered&limit=10`,
  )
  const { claims } = await request<{ claims: { shipment_id: number }[] }>('GET', '/claims?limit=100')
  const claimed = new Set(claims.map((claim) => claim.shipment_id))
  const free = shipments.find(({ id }) => !claimed.has(id))
  if (!free) throw new Error('The demonstration company has no delivery without a claim.')
  return { id: free.id, reference: free.tracking_reference }
}

describe('claims', () => {
  it('[NAV-012] [ACC-019] are lodged by a customer with a photo, queried, approved and paid by staff', async () => {
    const { id, reference } = await deliveredShipment()
    await open(customer, `/shipments/${id}`)
    await heading(customer, reference)
    await button(customer, 'More').click()
    await customer.getByRole('menuitem', { name: 'Lodge a claim…' }).click()
    await heading(customer, 'Lodge a claim')
    await button(customer, 'Lodge claim').click()
    await customer.getByText('Describe what happened.').first().waitFor()
    await customer.getByLabel('Description').fill('The atlas is wet and its pages stick together.')
    await customer.getByLabel('Value of the goods').fill('400')
    await customer.getByLabel('Amount claimed').fill('300')
    const photo = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#08c' } })
      .jpeg()
      .toBuffer()
    await customer
      .getByLabel('Invoice and photos')
      .setInputFiles({ name: 'atlas.jpg', mimeType: 'image/jpeg', buffer: photo })
    await button(customer, 'Remove atlas.jpg').waitFor()
    await button(customer, 'Lodge claim').click()
    await heading(customer, /^CLM0000\d\d/)
    const name = (await customer.title()).match(/CLM\d{6}/)?.[0] ?? ''
    await customer.getByRole('img', { name: 'atlas.jpg' }).waitFor()

    await open(staff, '/claims')
    await heading(staff, 'Claims')
    await staff.getByRole('row', { name: new RegExp(name) }).waitFor()
    await staff.getByRole('row', { name: new RegExp(name) }).click()
    await heading(staff, name)
    await staff.getByRole('heading', { name: 'Liability' }).waitFor()
    await staff.getByRole('heading', { name: 'Tracking timeline' }).waitFor()
    await button(staff, 'Ask for information').click()
    await dialog(staff).getByRole('button', { name: 'Ask for information' }).click()
    await dialog(staff).getByText('Enter what you need from the customer.').first().waitFor()
    await dialog(staff).getByLabel('Message to the customer').fill('Please send the invoice.')
    await dialog(staff).getByRole('button', { name: 'Ask for information' }).click()
    await dialog(staff).waitFor({ state: 'detached' })

    await customer.reload()
    await customer.getByText('Please send the invoice.').waitFor()
    await button(customer, 'Answer').click()
    await dialog(customer).getByLabel('Message', { exact: true }).fill('It was 400 rand, here it is.')
    await button(customer, 'Send answer').click()
    await dialog(customer).waitFor({ state: 'detached' })

    await staff.reload()
    await button(staff, 'Approve').click()
    await dialog(staff).getByLabel('Approved amount').fill('200')
    await dialog(staff).getByRole('button', { name: 'Approve' }).click()
    await dialog(staff).waitFor({ state: 'detached' })
    await button(staff, 'Pay').click()
    await dialog(staff).getByRole('button', { name: 'Pay' }).click()
    await dialog(staff).waitFor({ state: 'detached' })

    await open(customer, '/account?tab=claims')
    await customer.getByRole('row', { name: new RegExp(`${name}.*Paid.*R 200.00`) }).waitFor()
    await open(customer, `/shipments/${id}`)
    await customer.getByRole('link', { name }).waitFor()
    expect(product.pageErrors).toEqual([])
  })
})

describe('credit allocation import', () => {
  it('[BILL-026] [TOOL-006] checks pasted lines, shows the result of each line and imports valid lines', async () => {
    const { accounts } = await request<{ accounts: { id: number; account_code: string }[] }>(
      'GET',
      '/accounts?search=SAS031',
    )
    const { id, account_code } = accounts[0] ?? { id: 0, account_code: '' }
    await request('PATCH', '/accounts', { id, invoice_allocation_method: 'manual' })
    const post = (type: string, amount: number) =>
      request<{ doc_display_id: string }>('POST', '/billing/transactions', {
        account_id: id,
        type,
        amount,
        description: 'Storage',
      })
    await post('admin-debit', 115)
    const { invoices } = await request<{
      invoices: { id: number; doc_display_id: string; balance_due: number }[]
    }>('POST', '/billing/invoices/run', { account_id: id })
    const payment = await post('payment', 100)
    const [invoice] = invoices
    const line = (amount: string) =>
      `account_code,payment_reference,invoice_number,amount\n${account_code},${payment.doc_display_id},${invoice?.doc_display_id},${amount}`

    await open(staff, '/tools')
    await staff.getByRole('link', { name: /Credit allocations bulk import/ }).click()
    await heading(staff, 'Credit allocations bulk import')
    await staff.getByLabel(/Or paste the lines/).fill(line('200'))
    await button(staff, 'Check lines').click()
    await staff.getByText('Only R 100.00 is left on this credit.').waitFor()
    await product.settled(staff)
    expect(await button(staff, /^Import/).count()).toBe(0)
    await staff.getByLabel(/Or paste the lines/).fill(line('100'))
    await button(staff, 'Check lines').click()
    await staff.getByText(/^R 0.00 left on the credit/).waitFor()
    await button(staff, 'Import 1 allocation').click()
    await heading(staff, 'Tools')
    const after = await request<{ invoices: { balance_due: number }[] }>(
      'GET',
      `/billing/invoices?id=${invoice?.id}`,
    )
    expect(after.invoices[0]?.balance_due).toBeCloseTo((invoice?.balance_due ?? 0) - 100)
    expect(product.pageErrors).toEqual([])
  })
})
