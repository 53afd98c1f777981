import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import type { Statement } from '@waybill/domain/billing/model'
import { identityApi } from '@waybill/domain/identity/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { startupApi } from '@waybill/domain/startup/api'
import type { FileLink } from '@waybill/domain/files/model'
import { afterEach, describe, expect, it } from 'vitest'
import { insertRole } from '../identity/index.ts'
import { testRuntime } from '../../dev/test-kit/runtime.ts'
import { newProvider, type TestProvider } from '../../dev/test-kit/provider.ts'
import { pagesOf, textOf } from '../../dev/test-kit/documents/inspect-pdf.ts'

afterEach(async () => (await testRuntime()).setNow(null))

const sast = (text: string) => new Date(`${text.replace(' ', 'T')}:00+02:00`)

async function pdfAt(p: TestProvider, { url }: FileLink): Promise<Buffer> {
  const { pathname, search } = new URL(url)
  const answer = await p.guest().http('GET', pathname + search)
  expect(answer.status).toBe(200)
  return answer.body as Buffer
}

/** Creates an account with a payment and an invoiced shipment. */
async function trading(settings: Readonly<Record<string, unknown>> = {}) {
  const p = await newProvider(settings)
  const { id: accountId } = await p.given.account({ balance: 5000, vat_number: '4987654321' })
  const shipment = await p.given.shipment({ account_id: accountId, status: 'collected' })
  const staff = await p.staff()
  const { invoices } = await staff.send(billingApi.runInvoices, { account_id: accountId })
  const invoice = invoices[0]
  if (!invoice) throw new Error('No invoice was issued.')
  return { p, staff, account_id: accountId, shipment, invoice }
}

describe('access to billing', () => {
  it('[BILL-006] shows staff all accounts and filters by account and by type', async () => {
    const { p, staff, account_id } = await trading({ show_billing_transactions_for_account_users: false })
    await p.given.account({ balance: 700 })
    expect((await staff.send(billingApi.transactions, {})).count).toBe(3)
    expect((await staff.send(billingApi.transactions, { account_id })).count).toBe(2)
    expect((await staff.send(billingApi.transactions, { type: ['shipping-charge'] })).count).toBe(1)
  })

  it('shows account users only their own account', async () => {
    const { p, account_id, invoice } = await trading()
    const stranger = await p.owner()
    expect((await stranger.send(billingApi.transactions, {})).transactions).toEqual([])
    expect((await stranger.send(billingApi.invoices, {})).invoices).toEqual([])
    await expect(stranger.send(billingApi.invoiceItems, { invoice_id: invoice.id })).rejects.toThrow(
      'Could not find this invoice.',
    )
    await expect(
      stranger.send(billingApi.invoiceItems, { invoice_id: invoice.id, pdf: true }),
    ).rejects.toMatchObject({ status: 404 })
    const own = await p.owner(account_id)
    expect((await own.send(billingApi.transactions, {})).count).toBe(2)
    expect((await own.send(billingApi.invoices, {})).invoices.map((one) => one.id)).toEqual([invoice.id])
    const elsewhere = await (await newProvider()).staff()
    expect((await elsewhere.send(billingApi.transactions, {})).count).toBe(0)
    expect((await elsewhere.send(billingApi.invoices, {})).count).toBe(0)
  })

  it('[SET-096] [BILL-005] hides transactions from account users unless the provider or their account shows them', async () => {
    const { p, staff, account_id } = await trading({ show_billing_transactions_for_account_users: false })
    const owner = await p.owner(account_id)
    for (const endpoint of [billingApi.transactions, billingApi.invoices, billingApi.creditNotes])
      await expect(owner.send(endpoint, {})).rejects.toThrow(
        'Billing transactions are not shown online. Ask the courier company for a statement.',
      )
    await staff.send(accountsApi.change, { id: account_id, force_show_billing_transactions: true })
    expect((await owner.send(billingApi.transactions, {})).count).toBe(2)
  })

  it('[BILL-007] returns 403 to a role without the billing permission', async () => {
    const { p, account_id, invoice } = await trading()
    // The first role also lacks endpoint permissions. The second has all billing endpoints and lacks only the billing
    // permission.
    await p.inTransaction((ctx) =>
      insertRole(ctx, {
        id: 70,
        name: 'Warehouse',
        label: 'Warehouse',
        permissions: ['API_/billing/*'],
        permissions_ui: [],
        require_2fa: false,
      }),
    )
    const period = { start_date: new Date('2026-01-01'), end_date: new Date('2026-01-31') }
    for (const roleId of [role_ids.account_user_no_billing, 70]) {
      const clerk = await p.user(roleId, { account_id })
      for (const requested of [
        () => clerk.send(billingApi.transactions, {}),
        () => clerk.send(billingApi.invoices, {}),
        () => clerk.send(billingApi.invoiceItems, { invoice_id: invoice.id }),
        () => clerk.send(billingApi.invoiceItems, { invoice_id: invoice.id, pdf: true }),
        () => clerk.send(billingApi.creditNotes, {}),
        () => clerk.send(billingApi.statement, period),
        () => clerk.send(billingApi.balance, {}),
      ])
        await expect(requested()).rejects.toMatchObject({ status: 403 })
    }
  })

  it('shows the EFT bank details to customers, and not to visitors who are not signed in', async () => {
    const { p, account_id } = await trading({ invoice_bank_account_number: '62001234567' })
    const owner = await p.owner(account_id)
    const { provider_settings } = await owner.send(startupApi.generalData, {})
    expect(provider_settings).toMatchObject({ invoice_bank_account_number: '62001234567' })
    expect(provider_settings).not.toHaveProperty('invoice_minimum_amount')
    const { provider } = await p.guest().send(identityApi.provider, {})
    expect(provider.settings).not.toHaveProperty('invoice_bank_account_number')
  })

  it('hides internal notes from account users', async () => {
    const { p, staff, account_id } = await trading()
    const note = { account_id, amount: 100, description: 'Storage', internal_note: 'Bad payer' }
    await staff.send(billingApi.post, { ...note, type: 'admin-debit' })
    const { transactions } = await (await p.owner(account_id)).send(billingApi.transactions, {})
    expect(transactions.map((row) => row.internal_note)).toEqual([null, null, null])
  })
})

describe('billing documents', () => {
  it('[BILL-012] prints a tax invoice with VAT, the company and the customer', async () => {
    const { p, staff, account_id, invoice, shipment } = await trading({
      invoice_company_name: 'Karoo Couriers (Pty) Ltd',
      invoice_company_vat_no: '4123456789',
      invoice_company_address: '14 Depot Road\nBeaufort West',
      invoice_bank_account_number: '62000000001',
    })
    const link = (await staff.send(billingApi.invoiceItems, {
      invoice_id: invoice.id,
      pdf: true,
    })) as FileLink
    expect(link).toMatchObject({ filename: 'INV000001.pdf', expiry_duration: '15 minutes' })
    const pdf = await pdfAt(p, link)
    expect(pagesOf(pdf).count).toBe(1)
    const words = [
      'TAX INVOICE',
      'INV000001',
      'Karoo Couriers (Pty) Ltd',
      '14 Depot Road',
      'VAT number 4123456789',
      'VAT number 4987654321',
      invoice.account_code,
      shipment.tracking_reference,
      'Epping',
      'Rosebank',
      'VAT at 15 %',
      'R 14.53',
      'R 111.38',
      '62000000001',
    ]
    const text = textOf(pdf)
    for (const word of words) expect(text).toContain(word)
    const owner = await p.owner(account_id)
    expect(await owner.send(billingApi.invoiceItems, { invoice_id: invoice.id, pdf: true })).toHaveProperty(
      'url',
    )
  })

  it('prints a credit note with the number of its invoice', async () => {
    const { p, staff, account_id } = await trading()
    const about = { account_id, amount: 11500, description: 'Storage charged twice' }
    const debit = await staff.send(billingApi.post, { ...about, type: 'admin-debit' })
    await staff.send(billingApi.runInvoices, { account_id })
    const credit = await staff.send(billingApi.post, {
      ...about,
      type: 'admin-credit',
      reverses_id: debit.id,
    })
    const { credit_note_id } = credit
    expect(await staff.send(billingApi.creditNoteItems, { credit_note_id })).toMatchObject({
      count: 1,
      credit_note_items: [{ type: 'admin-credit', amount: 11500 }],
    })
    const link = await staff.send(billingApi.creditNoteItems, { credit_note_id, pdf: true })
    const text = textOf(await pdfAt(p, link as FileLink))
    for (const word of ['CREDIT NOTE', 'CR000001', 'INV000002', 'Storage charged twice', 'R 115.00'])
      expect(text).toContain(word)
  })
})

describe('statement of account', () => {
  it('runs from the opening to the closing balance over whole days', async () => {
    const p = await newProvider()
    p.runtime.setNow(sast('2027-01-20 10:00'))
    const { id: accountId, account_code } = await p.given.account({ balance: 50000 })
    const staff = await p.staff()
    const debit = (amount: number) =>
      staff.send(billingApi.post, {
        account_id: accountId,
        type: 'admin-debit',
        amount,
        description: 'Storage',
      })
    p.runtime.setNow(sast('2027-02-01 00:00'))
    await debit(30000)
    p.runtime.setNow(sast('2027-02-28 23:59'))
    await debit(40000)
    await staff.send(billingApi.runInvoices, { account_id: accountId })
    p.runtime.setNow(sast('2027-03-01 00:00'))
    await debit(100)
    const period = {
      account_id: accountId,
      start_date: sast('2027-02-01 00:00'),
      end_date: sast('2027-02-28 00:00'),
    }
    const statement = (await staff.send(billingApi.statement, period)) as Statement
    expect(statement).toMatchObject({
      account_code,
      start_date: '2027-02-01',
      end_date: '2027-02-28',
      opening_balance: 50000,
      closing_balance: -20000,
      total_debits: 70000,
      total_credits: 0,
      ageing: { current: 20000, days_30: 0 },
      count: 2,
    })
    expect(statement.transactions.map((row) => row.running_balance)).toEqual([20000, -20000])
    const link = (await staff.send(billingApi.statement, { ...period, pdf: true })) as FileLink
    expect(link.filename).toBe(`statement_${p.provider_id}_${accountId}_2027-02-01_2027-02-28.pdf`)
    const text = textOf(await pdfAt(p, link))
    expect(text).toMatch(/Opening balance\s+R 500\.00/)
    expect(text).toMatch(/Closing balance\s+-R 200\.00/)
    await expect(
      staff.send(billingApi.statement, { ...period, end_date: sast('2027-01-01 00:00') }),
    ).rejects.toThrow('The end date is before the start date.')
  })
})

describe('account balance', () => {
  it('returns the balance and the amount that an account may still spend', async () => {
    const p = await newProvider()
    const postpaid = await p.given.account({ credit_limit: 100000, balance: 500 })
    const prepaid = await p.given.account({ account_type: 'prepaid', balance: 700 })
    const staff = await p.staff()
    expect(await staff.send(billingApi.balance, { account_id: postpaid.id })).toMatchObject({
      balance: 500,
      available: 100500,
      credit_allocation_balance: 500,
    })
    const owner = await p.owner(prepaid.id)
    expect(await owner.send(billingApi.balance, {})).toMatchObject({ balance: 700, available: 700 })
  })
})
