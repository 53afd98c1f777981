import { paymentsApi } from '@waybill/domain/payments/api'
import { settlementApi } from '@waybill/domain/payments/settlement-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const thandi = 'thandi@fynbos.example'
const riaan = 'riaan@overbergbooks.example'

let product: Product
let staff: Page

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(thandi)
}, 180_000)
afterAll(() => product.close())

describe('the settlements of gateways', () => {
  it('are listed with what differs, and link to their payment', async () => {
    await staff.goto(`${product.web}/billing/settlements`)
    await staff.getByText('Another amount than we received. Ask the gateway.').first().waitFor()
    await staff.getByText('We have no such payment. Ask the gateway who paid.').first().waitFor()
    const link = staff.getByRole('link', { name: /20\d\d/ }).first()
    expect(await link.getAttribute('href')).toContain('/billing/payments?q=')
  })

  it('state how many payments no report has, with a link to them', async () => {
    const asUsual = await product.answers(settlementApi.list, async ({ usual }) => ({
      body: { ...((await usual()).body as object), unsettled: { count: 2, received: 400 } },
    }))
    await staff.goto(`${product.web}/billing/settlements?q=PMT1`)
    await staff.getByText(/2 payments of together R 400\.00 are in no report of the gateway\./).waitFor()
    await asUsual()
    const sent = await product.sends(paymentsApi.list, () =>
      staff.getByRole('link', { name: 'Show these payments' }).click(),
    )
    expect(sent.input).toMatchObject({ is_unsettled: 'true' })
  })

  it('show an error when they cannot be read', async () => {
    const asUsual = await product.answers(settlementApi.list, () => ({ status: 503, body: {} }))
    await staff.goto(`${product.web}/billing/settlements?q=none`)
    await staff.getByRole('button', { name: 'Try again' }).first().waitFor()
    await asUsual()
  })
})

describe('a refund', () => {
  it('is requested from the menu of a payment, for at most what was received', async () => {
    const { payments } = await product.ask<{ payments: { reference: string; received: number }[] }>(
      thandi,
      'GET',
      '/billing/payments?status=complete&method=eft&limit=1',
    )
    const [payment] = payments
    await staff.goto(`${product.web}/billing/payments?q=${payment?.reference}`)
    await staff
      .getByRole('button', { name: /actions/i })
      .last()
      .click()
    await staff.getByRole('menuitem', { name: 'Refund', exact: true }).click()
    const dialog = staff.getByRole('dialog', { name: `Refund ${payment?.reference}?` })
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('99999999')
    await dialog.getByRole('button', { name: /^Refund/ }).click()
    await dialog
      .getByText(/what is left of the payment/)
      .first()
      .waitFor()
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1.00')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Booked twice')
    await product.answers(paymentsApi.refund, ({ input }) => {
      expect(input).toMatchObject({ amount: 1, reason: 'Booked twice' })
      return { status: 503, body: { message: 'Not now.' } }
    })
    await dialog.getByRole('button', { name: 'Refund R 1.00' }).click()
    await staff.getByText('Not now.').first().waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('Booked twice')
  })
})

describe('a refund in doubt', () => {
  it('is settled from the menu of its payment, with what was seen at the gateway and a reason', async () => {
    const asUsual = await product.answers(paymentsApi.list, async ({ usual }) => {
      const body = (await usual()).body as { payments: object[] }
      return {
        body: { ...body, payments: body.payments.map((one) => ({ ...one, refund_state: 'in-doubt' })) },
      }
    })
    await staff.goto(`${product.web}/billing/payments?status=complete&method=eft`)
    await staff.getByText('Refund in doubt').first().waitFor()
    await staff
      .getByRole('button', { name: /actions/i })
      .last()
      .click()
    await staff.getByRole('menuitem', { name: 'Settle refund' }).click()
    const dialog = staff.getByRole('dialog', { name: /^Settle the refund of PMT/ })
    await dialog.getByRole('button', { name: 'Settle refund' }).click()
    await dialog.getByText('Choose what you saw at the gateway.').first().waitFor()
    await dialog.getByRole('combobox', { name: 'Refund at the gateway' }).click()
    await staff.getByRole('option', { name: /It was not made/ }).click()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Not on the statement')
    const sent = await product.sends(paymentsApi.settleRefund, () =>
      dialog.getByRole('button', { name: 'Settle refund' }).click(),
    )
    expect(sent.input).toMatchObject({ is_made: false, reason: 'Not on the statement' })
    await asUsual()
  })
})

describe('automatic top-up', () => {
  it('is offered to a customer, who first saves a card', async () => {
    const customer = await product.as(riaan)
    await customer.goto(`${product.web}/account?tab=billing`)
    await customer.getByRole('heading', { name: 'Automatic top-up' }).waitFor()
    await customer.getByRole('button', { name: 'Save a card with PayFast' }).waitFor()
  })
})
