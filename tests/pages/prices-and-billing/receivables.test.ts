import { deliveriesApi } from '@waybill/domain/billing/deliveries'
import { receivablesApi } from '@waybill/domain/billing/receivables-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loseSignal } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const admin = 'thandi@fynbos.example'

let product: Product
let staff: Page
beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(admin)
}, 180_000)
afterAll(async () => product.close())

const open = async (address: string): Promise<void> => void (await staff.goto(product.web + address))
const button = (name: string | RegExp) => staff.getByRole('button', { name, exact: true })
const heading = (name: string | RegExp) => staff.getByRole('heading', { level: 1, name }).waitFor()

/** Opens an account with manual allocation that owes R 115 and R 230 and has paid R 200. */
async function books() {
  const post = <Answer>(path: string, body: object) => product.ask<Answer>(admin, 'POST', path, body)
  const { accounts } = await product.ask<{ accounts: { id: number; version: number }[] }>(
    admin,
    'GET',
    '/accounts?account_code=OVB014',
  )
  const account = accounts[0]
  if (!account) throw new Error('The demonstration has no account OVB014.')
  await product.ask(admin, 'PATCH', '/accounts', {
    id: account.id,
    version: account.version,
    invoice_allocation_method: 'manual',
  })
  const invoices: { id: number; doc_display_id: string }[] = []
  for (const amount of [115, 230]) {
    await post('/billing/transactions', {
      account_id: account.id,
      type: 'admin-debit',
      amount,
      description: `Storage ${amount}`,
    })
    const run = await post<{ invoices: { id: number; doc_display_id: string }[] }>('/billing/invoices/run', {
      account_id: account.id,
    })
    invoices.push(...run.invoices)
  }
  await post('/billing/transactions', {
    account_id: account.id,
    type: 'payment',
    amount: 200,
    description: 'EFT',
  })
  return { account_id: account.id, invoices }
}

const openOf = (accountId: number) =>
  product.ask<{
    credits: { transaction_id: number; rest: number }[]
    invoices: { invoice_id: number; open: number }[]
  }>(admin, 'GET', `/billing/allocations/open?account_id=${accountId}`)

describe('allocations of an account', () => {
  it('[BILL-009] fills the oldest invoices first, allocates once for two presses, and undoes an allocation', async () => {
    const { account_id } = await books()
    const before = await openOf(account_id)
    const rest = before.credits.reduce((sum, credit) => sum + credit.rest, 0)
    await open(`/accounts/${account_id}?tab=billing`)
    await staff.getByRole('link', { name: 'Allocations' }).click()
    await heading('Allocations')
    await button('Fill oldest first').click()
    const submit = staff.getByRole('button', { name: /^Allocate R/ })
    const sent = () => product.calls.filter(({ name }) => name === 'POST /billing/allocations').length
    const sentBefore = sent()
    const { status } = await product.sends(receivablesApi.allocate, () => submit.dblclick())
    expect(status).toBe(200)
    await staff
      .getByText(/ allocated$/)
      .first()
      .waitFor()
    expect(sent()).toBe(sentBefore + 1)
    const after = await openOf(account_id)
    const due = (of: typeof before) => of.invoices.reduce((sum, one) => sum + one.open, 0)
    expect(due(before) - due(after)).toBeCloseTo(Math.min(rest, due(before)), 2)
    const table = staff.getByRole('table', { name: 'Allocated' })
    await table.getByRole('row').nth(1).getByRole('button').last().click()
    await staff.getByRole('menuitem', { name: 'Undo allocation' }).click()
    const undone = await product.sends(receivablesApi.deallocate, () =>
      staff.getByRole('alertdialog').getByRole('button', { name: 'Undo allocation' }).click(),
    )
    expect(undone.status).toBe(204)
    await staff.getByText(/ is free again$/).waitFor()
  })

  it('rejects an amount above what is open beside its field, and keeps the typed amounts without a connection', async () => {
    const { account_id } = await books()
    await open(`/accounts/${account_id}/allocations`)
    const amount = staff.getByRole('textbox', { name: /^Amount for INV/ }).first()
    await amount.fill('9999999')
    await staff.getByRole('button', { name: /^Allocate R/ }).click()
    await staff
      .getByText(/^Enter an amount up to R/)
      .first()
      .waitFor()
    await amount.fill('1')
    const back = await loseSignal(product, staff, [receivablesApi.allocate])
    await staff.getByRole('button', { name: /^Allocate R/ }).click()
    await staff.getByRole('alertdialog').waitFor()
    await staff.keyboard.press('Escape')
    await back()
    expect(await amount.inputValue()).toMatch(/^1/)
  })

  it('refunds a free credit and writes off an invoice with a reason', async () => {
    const { account_id, invoices } = await books()
    await open(`/accounts/${account_id}/allocations`)
    await staff
      .getByRole('button', { name: /^Refund PMT/ })
      .last()
      .click()
    const refund = staff.getByRole('dialog')
    await refund.getByRole('button', { name: /^Refund R/ }).click()
    await refund.getByText('Say why.').first().waitFor()
    await refund.getByRole('textbox', { name: 'Reason' }).fill('Paid twice')
    const refunded = await product.sends(receivablesApi.refund, () =>
      refund.getByRole('button', { name: /^Refund R/ }).click(),
    )
    expect(refunded.status).toBe(200)
    await refund.waitFor({ state: 'detached' })
    const name = invoices.at(-1)?.doc_display_id ?? ''
    await button(`Write off ${name}`).click()
    const dialog = staff.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Insolvent')
    const written = await product.sends(receivablesApi.writeOff, () =>
      dialog.getByRole('button', { name: /^Write off R/ }).click(),
    )
    expect(written.status).toBe(200)
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => button(`Write off ${name}`).count()).toBe(0)
  })
})

describe('invoice page', () => {
  const act = async (item: string) => {
    await button('Actions').click()
    await staff.getByRole('menuitem', { name: item }).click()
    return staff.getByRole('dialog')
  }

  it('[BILL-008] credits a line, voids the rest, and shows the credit notes and allocations', async () => {
    const { invoices } = await books()
    const [invoice] = invoices
    await open(`/accounts/invoices/${invoice?.id}`)
    await heading(invoice?.doc_display_id ?? '')
    const dialog = await act('Credit lines or an amount')
    await dialog.getByRole('radio', { name: 'An amount' }).click()
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('15')
    await dialog.getByRole('button', { name: /^Credit R/ }).click()
    await dialog.getByText('Say why.').first().waitFor()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Late')
    const credited = await product.sends(receivablesApi.credit, () =>
      dialog.getByRole('button', { name: /^Credit R/ }).click(),
    )
    expect(credited.status).toBe(200)
    await dialog.waitFor({ state: 'detached' })
    const note = staff.getByRole('link', { name: /^CR\d{6}$/ }).first()
    await note.waitFor()
    const rest = await act('Void by credit')
    await rest.getByRole('textbox', { name: 'Reason' }).fill('Wrong company')
    const voided = await product.sends(receivablesApi.credit, () =>
      rest.getByRole('button', { name: /^Credit R/ }).click(),
    )
    expect(voided.status).toBe(200)
    await rest.waitFor({ state: 'detached' })
    await expect.poll(() => staff.getByRole('link', { name: /^CR\d{6}$/ }).count()).toBeGreaterThanOrEqual(2)
    await note.click()
    await heading(/^CR\d{6}$/)
  })

  it('sends the invoice to typed addresses, rejects one that is none, and records the e-mail', async () => {
    const { invoices } = await books()
    await open(`/accounts/invoices/${invoices[0]?.id}`)
    const dialog = await act('Send by email')
    const to = dialog.getByRole('textbox', { name: 'To' })
    await to.fill('nobody')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog
      .getByText(/is not an email address/)
      .first()
      .waitFor()
    await to.fill('ap@overberg.example')
    const sent = await product.sends(deliveriesApi.send, () =>
      dialog.getByRole('button', { name: 'Send' }).click(),
    )
    expect(sent.status).toBe(200)
    await staff.getByText('ap@overberg.example').first().waitFor()
  })
})

describe('payments and debtors', () => {
  it('lists all payments with what is allocated, found by amount', async () => {
    await books()
    await open('/payments')
    await heading('Billing')
    const table = staff.getByRole('table', { name: 'Payments' })
    await table.getByRole('columnheader', { name: 'Not allocated' }).waitFor()
    await open('/payments?q=200.00')
    await expect.poll(() => table.getByRole('row').count()).toBeGreaterThan(1)
    const amounts = await table.getByRole('row').allInnerTexts()
    expect(amounts.slice(1).every((text) => text.includes('R 200.00'))).toBe(true)
    await staff.getByText(/ received, R [\d,.]+ of it not allocated$/).waitFor()
  })

  it('[BILL-008] lists debtors with totals, and adds a note with a day to follow up', async () => {
    const { account_id } = await books()
    await open('/billing')
    await staff.getByRole('tab', { name: 'Debtors' }).click()
    const table = staff.getByRole('table', { name: 'Debtors' })
    await table.getByRole('link', { name: /Overberg Books/ }).waitFor()
    await table.getByText('Total').first().waitFor()
    await table
      .getByRole('row', { name: /Overberg Books/ })
      .getByRole('button')
      .last()
      .click()
    await staff.getByRole('menuitem', { name: 'Notes and follow-up' }).click()
    const notes = staff.getByRole('dialog')
    await notes.getByRole('button', { name: 'Add note' }).click()
    await notes.getByRole('textbox', { name: 'Note' }).fill('Promised to pay on Friday')
    await notes.getByRole('button', { name: 'Add note' }).last().click()
    await notes.getByText('Promised to pay on Friday').first().waitFor()
    await notes.getByRole('button', { name: 'Close' }).click()
    await table.getByRole('link', { name: /Overberg Books/ }).click()
    await staff.waitForURL(new RegExp(`/accounts/${account_id}`))
  })
})
