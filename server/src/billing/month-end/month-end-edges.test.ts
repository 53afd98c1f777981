import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { monthEndApi, type MonthEndSummary } from '@waybill/domain/billing/month-end'
import { postingOf } from '@waybill/domain/billing/posting'
import type { TransactionTypeName } from '@waybill/domain/billing/transaction-types'
import { afterEach, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../dev/test-kit/database/invariants.ts'
import { newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { testRuntime } from '../../../dev/test-kit/runtime.ts'
import { lockBalances } from '../../accounts/index.ts'
import { post } from '../ledger/record-transaction.ts'

afterEach(async () => (await testRuntime()).setNow(null))

const sast = (text: string) => new Date(`${text.replace(' ', 'T')}:00+02:00`)
const period = { period_end: '2027-01-31' }

/** A company in January with one account. */
async function company(settings: object = {}) {
  const p = await newProvider({ invoice_company_vat_no: '4123456789', vat_percentage: 15, ...settings })
  p.runtime.setNow(sast('2027-01-20 10:00'))
  return { p, staff: await p.staff(), account: await p.given.account() }
}

interface Charged {
  type?: TransactionTypeName
  amount: number
  zero_rated?: number
  cost_center_id?: number
}

/** Posts a charge that may be invoiced; amounts in cents. */
async function charge(p: TestProvider, accountId: number, charged: Charged): Promise<void> {
  const { type = 'admin-debit', amount, zero_rated = 0, cost_center_id } = charged
  await p.inTransaction(async (ctx) => {
    await lockBalances(ctx, [accountId])
    const posting = postingOf({ type, amount, zero_rated, vat_percentage: 15, by_kind: [], gateway: '' })
    await post(ctx, posting, {
      account_id: accountId,
      cost_center_id: cost_center_id ?? null,
      invoiceable: true,
      description: 'Storage',
    })
  })
}

/** Closes January on 3 February; returns the preview before it, and the invoices in the order of their numbers. */
async function closeJanuary(p: TestProvider, staff: Caller) {
  await p.settle()
  p.runtime.setNow(sast('2027-02-03 10:00'))
  const preview = await staff.send(monthEndApi.summary, period)
  await staff.send(monthEndApi.run, { ...period, action: 'issue' })
  await p.settle()
  const { invoices } = await staff.send(billingApi.invoices, { order_by: 'invoice_number', order: 'ASC' })
  expect(await p.inTransaction(brokenInvariants)).toEqual({})
  return { preview, invoices }
}

const excluded = ({ excluded: reasons }: MonthEndSummary) =>
  Object.fromEntries(reasons.map(({ reason, charges }) => [reason, charges]))

describe('month-end', () => {
  it('adds up the VAT of its lines, each rounded to the cent, and leaves out VAT of zero-rated parts', async () => {
    const { p, staff, account } = await company()
    for (const amount of [333, 333, 334]) await charge(p, account.id, { amount })
    await charge(p, account.id, { type: 'shipping-charge', amount: 11500, zero_rated: 11500 })
    await charge(p, account.id, { type: 'shipping-charge', amount: 10000, zero_rated: 2300 })
    const { invoices } = await closeJanuary(p, staff)
    expect(invoices).toMatchObject([{ total: 22500, vat: 43 + 43 + 44 + 0 + 1004 }])
  })

  it.each([
    [true, [1000, 4000, 2000]],
    [false, [7000]],
  ])('[SET-071] splits invoices per cost centre when the setting is %s', async (isSplit, totals) => {
    const { p, staff, account } = await company({ invoice_per_cost_center: isSplit })
    await charge(p, account.id, { amount: 1000 })
    await charge(p, account.id, { amount: 1500, cost_center_id: 2 })
    await charge(p, account.id, { amount: 2000, cost_center_id: 1 })
    await charge(p, account.id, { amount: 2500, cost_center_id: 2 })
    const { preview, invoices } = await closeJanuary(p, staff)
    expect(preview.to_issue).toMatchObject({ accounts: 1, invoices: totals.length, amount: 7000 })
    expect(invoices.map(({ total }) => total)).toEqual(totals)
  })

  it('keeps a credit of the same period apart: the invoice has its full total, and the credit pays a part', async () => {
    const { p, staff, account } = await company()
    await charge(p, account.id, { amount: 7000 })
    await staff.send(billingApi.post, {
      account_id: account.id,
      type: 'admin-credit',
      amount: 2000,
      description: 'Goodwill',
    })
    const { preview, invoices } = await closeJanuary(p, staff)
    expect(preview.to_issue).toMatchObject({ charges: 1, amount: 7000 })
    expect(invoices).toMatchObject([{ total: 7000, balance_due: 5000 }])
  })

  it('issues no invoice of zero, and lists its charges with the reason', async () => {
    const { p, staff, account } = await company()
    await charge(p, account.id, { amount: 5000 })
    await charge(p, account.id, { type: 'shipping-charge-adjustment', amount: -5000 })
    const { preview, invoices } = await closeJanuary(p, staff)
    expect([preview.to_issue.invoices, excluded(preview), invoices]).toEqual([0, { 'below-minimum': 2 }, []])
  })

  it('invoices an account on hold, because a hold only stops new bookings', async () => {
    const { p, staff, account } = await company()
    await charge(p, account.id, { amount: 5000 })
    await staff.send(accountsApi.change, {
      id: account.id,
      is_on_hold: true,
      hold_message: 'Cheque returned',
    } as never)
    const { invoices } = await closeJanuary(p, staff)
    expect(invoices).toMatchObject([{ account_id: account.id, total: 5000 }])
  })

  it('includes the last minute of the month in South African time and leaves out the first of the next', async () => {
    const { p, staff, account } = await company()
    p.runtime.setNow(sast('2027-01-31 23:59'))
    await charge(p, account.id, { amount: 5000 })
    p.runtime.setNow(sast('2027-02-01 00:00'))
    await charge(p, account.id, { amount: 7000 })
    const { invoices } = await closeJanuary(p, staff)
    expect(invoices).toMatchObject([{ total: 5000, invoice_date: sast('2027-01-31 00:00') }])
  })

  it('records in the audit trail which invoice a charge went on, and that its shipment was invoiced', async () => {
    const { p, staff, account } = await company({ invoice_trigger_shipment_status: 'collected' })
    const shipment = await p.given.shipment({ account_id: account.id, status: 'collected' })
    const { invoices } = await closeJanuary(p, staff)
    const { rows } = await p.runtime.runtime.pool.query<{ object_type: string; change: object }>(
      `SELECT object_type, change FROM audit_event WHERE provider_id = $1 AND action = 'update'
       AND (change ? 'invoice_id' OR change ? 'has_been_invoiced') ORDER BY id`,
      [p.provider_id],
    )
    expect(rows).toEqual([
      {
        object_type: 'billing_transaction',
        change: { invoice_id: { change_from: null, change_to: invoices[0]?.id } },
      },
      { object_type: 'shipment', change: { has_been_invoiced: { change_from: false, change_to: true } } },
    ])
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('shipment')
        .set({ has_been_invoiced: false, customer_reference: 'PO 7' })
        .where('id', '=', shipment.id)
        .execute(),
    )
    const { rows: both } = await p.runtime.runtime.pool.query<{ change: object }>(
      `SELECT change FROM audit_event WHERE provider_id = $1 AND object_type = 'shipment' ORDER BY id DESC LIMIT 1`,
      [p.provider_id],
    )
    expect(both[0]?.change).toMatchObject({
      has_been_invoiced: { change_from: true, change_to: false },
      customer_reference: { change_to: 'PO 7' },
    })
  })
})
