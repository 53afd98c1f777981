import { deliveriesApi } from '@waybill/domain/billing/deliveries'
import { monthEndApi } from '@waybill/domain/billing/month-end'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const admin = 'thandi@fynbos.example'

let product: Product
let staff: Page
beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(admin)
}, 180_000)
afterAll(async () => product.close())

const open = async (page: Page = staff, query = ''): Promise<void> => {
  await page.goto(`${product.web}/billing/month-end${query}`)
  await page.getByRole('region', { name: 'Figures of month-end' }).waitFor()
}
const issue = (page: Page = staff) => page.getByRole('button', { name: /^Issue \d+ invoices? \(R / })
const startsOf = () => product.calls.filter(({ name }) => name === 'POST /billing/month-end')

describe('month-end page', () => {
  it('[BILL-015] lists the charges that are left out with the reason, and the accounts to invoice', async () => {
    await open()
    await staff.getByText(/The invoice would be below the minimum: 1 charge, R 18\.00/).waitFor()
    await staff.getByRole('tab', { name: 'Not invoiced' }).click()
    const reasons = [
      'The invoice would be below the minimum',
      'The shipment has not reached the status to invoice',
    ]
    for (const reason of reasons) await staff.getByRole('row').getByText(reason).first().waitFor()
    await staff.getByRole('tab', { name: 'Accounts to invoice' }).click()
    await staff.getByRole('cell', { name: 'R 1,150.00' }).first().waitFor()
  })

  it('shows why an e-mail failed, and sends it again', async () => {
    await open(staff, '?view=emails')
    const failed = staff.getByRole('row', { name: /The mailbox is full/ })
    await failed.waitFor()
    const sent = await product.sends(deliveriesApi.send, () =>
      failed.getByRole('button', { name: 'Send again' }).click(),
    )
    expect(sent.answer).toMatchObject({ queued: 1 })
    await staff.getByText('1 e-mail is on the way').waitFor()
  })

  it('has the figures, lists and buttons on a phone of 390 px', async () => {
    const phone = await product.as(admin, { width: 390, height: 844 })
    await open(phone)
    await issue(phone).waitFor()
    await phone.getByRole('tab', { name: 'Not invoiced' }).click()
    await phone.getByText('The shipment has not reached the status to invoice').first().waitFor()
    expect(await phone.getByRole('row').count()).toBe(0)
  })

  it('shows the progress of a run also after the page is loaded again, and blocks both buttons', async () => {
    const window = await product.as(admin)
    await product.answers(monthEndApi.summary, async ({ usual }) => {
      const { body } = (await usual()) as { body: object }
      const run = {
        id: 7,
        action: 'issue',
        period_end: '2026-10-31',
        state: 'running',
        total: 10_000,
        done: 2_350,
        made: 2_350,
        amount: 1,
        failures: [],
        started_by: 'thandi',
        time_started: product.now().toISOString(),
        time_finished: null,
      }
      return { status: 200, body: { ...body, runs: [run] } }
    })
    for (let time = 0; time < 2; time += 1) {
      await open(window)
      await window.getByText('Issuing invoices: 2,350 of 10,000').waitFor()
      expect(await issue(window).getAttribute('aria-disabled')).toBe('true')
    }
  })

  it('asks before it issues with the amount and the date, starts one run for two presses, and names the next step', async () => {
    await open()
    await issue().click()
    await staff.getByText(/Issued invoices cannot be taken back\. Nothing is e-mailed yet\./).waitFor()
    await staff.getByRole('alertdialog').getByRole('button', { name: 'Not now' }).click()
    expect(startsOf()).toHaveLength(0)
    await issue().click()
    const confirm = staff.getByRole('alertdialog').getByRole('button', { name: 'Issue', exact: true })
    await Promise.all([confirm.click(), confirm.click().catch(() => undefined)])
    await staff.getByText(/Next: e-mail them\./).waitFor()
    expect(startsOf()).toHaveLength(1)
    await staff.getByText('Nothing is waiting to be invoiced.').first().waitFor()
  })
})
