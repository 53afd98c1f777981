import { costsApi, payApi } from '@waybill/domain/costs/api'
import { reportApi } from '@waybill/domain/reports/report-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const admin = 'thandi@fynbos.example'
const kavitha = 'kavitha@fynbos.example'

let product: Product
let staff: Page
let finance: Page

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(admin)
  finance = await product.as(kavitha)
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

describe('costs and pay', () => {
  it('shows the margin, and sources whose shipments add up to the statements and bills', async () => {
    await open(staff, '/costs')
    await staff
      .getByRole('columnheader', { name: /Margin/ })
      .first()
      .waitFor()
    await open(staff, '/costs/sources')
    await staff
      .getByRole('row', { name: /^Partner bill .*R 39\.90.*R 0\.00/ })
      .first()
      .waitFor()
    await product.answers(reportApi.run, () => ({ status: 500, body: { message: 'Out of order.' } }))
    await open(staff, '/costs')
    await button(staff, /Try again/)
      .first()
      .waitFor()
  })

  it('lets another person than the one who prepared a statement approve it, then marks it as paid', async () => {
    await open(finance, '/costs/statements?state=draft')
    await finance.getByRole('table', { name: 'Driver statements' }).getByRole('link').first().click()
    await button(finance, 'Add amount').click()
    const adjust = finance.getByRole('dialog')
    await adjust.getByRole('button', { name: 'Add amount' }).click()
    expect(product.calls.filter(({ name }) => name === 'PATCH /pay-statements')).toEqual([])
    await adjust.getByLabel('Amount').fill('-25.00')
    await adjust.getByLabel('Reason').fill('Lost uniform')
    const adjusted = await product.sends(payApi.adjust, () =>
      adjust.getByRole('button', { name: 'Add amount' }).click(),
    )
    expect(adjusted.status).toBe(200)
    expect(await button(finance, 'Approve').getAttribute('aria-disabled')).toBe('true')

    await open(staff, new URL(finance.url()).pathname)
    await button(staff, 'Approve').click()
    await button(staff, 'Mark as paid').click()
    const pay = staff.getByRole('dialog')
    await pay.getByLabel('Payment reference').fill('EFT 2001')
    const paid = await product.sends(payApi.pay, () =>
      pay.getByRole('button', { name: 'Mark as paid' }).click(),
    )
    expect(paid.answer).toMatchObject({ state: 'paid', payment_reference: 'EFT 2001' })
    await staff.getByText('EFT 2001').first().waitFor()
  })

  it('names what a pay plan lacks and saves nothing until then', async () => {
    await open(staff, '/costs/pay-plans')
    await staff.getByText('Bakkie, per stop').first().waitFor()
    await button(staff, 'New pay plan').click()
    const dialog = staff.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Night round')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Choose the first day.').first().waitFor()
    expect(product.calls.filter(({ name }) => name === 'POST /pay-plans')).toEqual([])
  })

  it('assigns a line of a partner bill to a shipment, and reports a reference that is none', async () => {
    await open(staff, '/costs/partner-bills')
    await staff
      .getByRole('link', { name: /KAC-20881/ })
      .first()
      .click()
    const row = staff.getByRole('row', { name: /KAC 771 0042/ })
    await row.getByRole('button').last().click()
    await staff.getByRole('menuitem', { name: 'Assign to a shipment' }).click()
    const dialog = staff.getByRole('dialog')
    await dialog.getByLabel('Shipment').fill('NO-SUCH-1')
    const refused = await product.sends(costsApi.assignLine, () =>
      dialog.getByRole('button', { name: 'Assign' }).click(),
    )
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(await dialog.getByLabel('Shipment').inputValue()).toBe('NO-SUCH-1')
    const { shipments } = await product.ask<{ shipments: { short_tracking_reference: string }[] }>(
      admin,
      'GET',
      '/shipments?limit=1',
    )
    await dialog.getByLabel('Shipment').fill(shipments[0]?.short_tracking_reference ?? '')
    const assigned = await product.sends(costsApi.assignLine, () =>
      dialog.getByRole('button', { name: 'Assign' }).click(),
    )
    expect(assigned.status).toBe(200)
  })
})
