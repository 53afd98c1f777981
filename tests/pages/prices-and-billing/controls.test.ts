import { billingApi } from '@waybill/domain/billing/api'
import { controlsApi } from '@waybill/domain/controls/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const thandi = 'thandi@fynbos.example'
const kavitha = 'kavitha@fynbos.example'
const aisha = 'aisha@fynbos.example'

let product: Product
let approver: Page
let accountId: number

beforeAll(async () => {
  product = await openProduct()
  const { accounts } = await product.ask<{ accounts: { id: number }[] }>(
    kavitha,
    'GET',
    '/accounts?search=OVB014',
  )
  accountId = accounts[0]?.id ?? 0
  approver = await product.as(thandi)
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page) => page.goto(`${product.web}/billing/controls`)
const rowOf = (page: Page, description: string) =>
  page.getByRole('table', { name: 'Approvals' }).getByRole('row').filter({ hasText: description })
const refund = (by: string, description: string) =>
  product.ask(by, 'POST', billingApi.post.path, {
    account_id: accountId,
    type: 'refund',
    amount: 250,
    description,
  })

/** Opens the menu of a request and chooses what is done with it. */
async function choose(page: Page, description: string, action: string): Promise<void> {
  await rowOf(page, description)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

describe('Controls', () => {
  it('says how approval is turned on while nothing waits', async () => {
    await open(approver)
    await approver.getByText('Nothing waits for approval.').waitFor()
    await approver.getByText(/Turn approval on under Settings/).waitFor()
    await product.saveSettings({ finance_four_eyes: true })
  })

  it('lists what waits, and carries it out once when another person approves it', async () => {
    await refund(kavitha, 'Paid twice')
    await open(approver)
    await rowOf(approver, 'Paid twice').filter({ hasText: 'Waiting' }).first().waitFor()
    await choose(approver, 'Paid twice', 'Approve')
    const dialog = approver.getByRole('dialog')
    await dialog.getByText(/Kavitha Naidoo asks: Refund of R 250.00: Paid twice/).waitFor()
    await product.sends(controlsApi.decide, () =>
      dialog.getByRole('button', { name: 'Approve', exact: true }).dblclick(),
    )
    await rowOf(approver, 'Paid twice').filter({ hasText: 'Approved' }).first().waitFor()
    const { transactions } = await product.ask<{ transactions: unknown[] }>(
      kavitha,
      'GET',
      `/billing/transactions?account_id=${accountId}&type=refund&search=250`,
    )
    expect(transactions).toHaveLength(1)
  })

  it('rejects with a reason only, and shows it', async () => {
    await refund(kavitha, 'Without proof')
    await open(approver)
    await choose(approver, 'Without proof', 'Reject')
    const dialog = approver.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await dialog.getByText('Say why, so that the person who asked knows.').first().waitFor()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Send the proof of payment')
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await rowOf(approver, 'Without proof').filter({ hasText: 'Send the proof of payment' }).first().waitFor()
  })

  it('offers the person who asked to withdraw it, and nothing else, also at 390 px', async () => {
    await refund(kavitha, 'My own')
    const phone = await product.as(kavitha, { width: 390, height: 844 })
    await open(phone)
    await phone
      .getByText(/My own/)
      .first()
      .waitFor()
    await phone.getByRole('button', { name: 'Withdraw', exact: true }).waitFor()
    await product.settled(phone)
    for (const name of ['Approve', 'Reject'])
      expect(await phone.getByRole('button', { name, exact: true }).count()).toBe(0)
    await phone.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await phone.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click()
    await phone.getByText('Withdrawn').first().waitFor()
  })

  it('repeats a posting with the same key until it is sent for approval; pressed again, it is another request', async () => {
    const finance = await product.as(kavitha)
    const post = () => finance.getByRole('button', { name: 'Post R 75.00' }).click()
    const fill = async () => {
      await finance.goto(`${product.web}/accounts/${accountId}?tab=billing`)
      await finance.getByRole('button', { name: 'Post transaction' }).click()
      const dialog = finance.getByRole('dialog', { name: /^Post a transaction/ })
      await dialog.getByRole('combobox', { name: 'Type', exact: true }).click()
      await finance.getByRole('option', { name: 'Refund', exact: true }).click()
      await dialog.getByRole('textbox', { name: 'Amount' }).fill('75')
      await dialog.getByRole('textbox', { name: 'Description' }).fill('Sent twice')
      return dialog
    }
    const dialog = await fill()
    const restore = await product.answers(billingApi.post, async ({ usual }) => {
      await usual()
      return { status: 503, body: { message: 'The answer was lost.' } }
    })
    const lost = await product.sends(billingApi.post, post)
    const alert = finance.getByRole('alertdialog')
    await alert.getByText('The answer was lost.').waitFor()
    await alert.locator('footer').getByRole('button').first().click()
    await restore()
    const first = await product.sends(billingApi.post, post)
    expect(first.status).toBe(202)
    expect(first.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
    await alert.getByText(/^Sent for approval as/).waitFor()
    await alert.locator('footer').getByRole('button').first().click()
    await dialog.waitFor({ state: 'detached' })
    await fill()
    const second = await product.sends(billingApi.post, post)
    expect(second.status).toBe(202)
    expect(second.headers['idempotency-key']).not.toBe(first.headers['idempotency-key'])
  })

  it('shows staff who cannot decide nothing of what others ask for', async () => {
    await refund(kavitha, 'For the auditor')
    const service = await product.as(aisha)
    await open(service)
    await product.settled(service)
    expect(await service.getByText(/For the auditor/).count()).toBe(0)
  })
})

describe('Checks', () => {
  it('shows every rule, and when they held after they were checked', async () => {
    await approver.goto(`${product.web}/billing/checks`)
    await approver.getByText('Not checked yet').first().waitFor()
    await product.sends(controlsApi.runChecks, () =>
      approver.getByRole('button', { name: 'Check now', exact: true }).click(),
    )
    await approver.getByText(/^Checked every night, last on/).waitFor()
    await approver.getByText('Holds').first().waitFor()
    await product.settled(approver)
    expect(await approver.getByText('Not checked yet').count()).toBe(0)
  })

  it('shows a broken rule first, with its first rows and what to do', async () => {
    await product.answers(controlsApi.checks, async ({ usual }) => {
      const { body } = await usual()
      const { checks } = body as { checks: object[] }
      const [first, ...others] = checks
      return {
        status: 200,
        body: { checks: [...others, { ...first, rows_broken: 3, sample: ['account 7'] }] },
      }
    })
    await approver.goto(`${product.web}/billing/checks`)
    await approver.getByText('3 broken').first().waitFor()
    await approver.getByText('account 7').first().waitFor()
    await approver.getByText('The first 1 of 3 rows.').waitFor()
  })
})
