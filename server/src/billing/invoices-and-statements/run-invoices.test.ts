import { billingApi } from '@waybill/domain/billing/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { systemActor } from '@waybill/domain/kit/actor'
import { afterEach, describe, expect, it } from 'vitest'
import { jobFacts } from '../../jobs/outbox.ts'
import { brokenInvariants } from '../../../dev/test-kit/database/invariants.ts'
import { newProvider, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { testRuntime } from '../../../dev/test-kit/runtime.ts'
import { externalContext } from '../../db/transaction.ts'
import type { ExternalContext } from '../../kit/handler.ts'
import { invoiceAtOnce, issueInvoices, markShipmentsInvoiced, runDueInvoices } from './run-invoices.ts'

afterEach(async () => (await testRuntime()).setNow(null))

const job = (p: TestProvider): Promise<ExternalContext> =>
  externalContext(p.runtime.runtime, {
    actor: systemActor(p.provider_id),
    request: jobFacts(p.runtime.runtime, 'test'),
  })

const sast = (text: string) => new Date(`${text.replace(' ', 'T')}:00+02:00`)

const debit = async (p: TestProvider, accountId: number, amount: number) =>
  (await p.staff()).send(billingApi.post, {
    account_id: accountId,
    type: 'admin-debit',
    amount,
    description: 'Storage',
  })

const run = async (p: TestProvider, accountId?: number) =>
  (await (await p.staff()).send(billingApi.runInvoices, accountId ? { account_id: accountId } : {})).invoices

const invoicesOf = async (p: TestProvider, accountId?: number) => {
  const filter = accountId ? { account_id: accountId } : {}
  const order = { order_by: 'invoice_number', order: 'ASC' }
  return (await (await p.staff()).send(billingApi.invoices, { ...filter, ...order })).invoices
}

describe('invoice runs', () => {
  it('[BILL-008] issues one invoice with the totals of its lines, and nothing when run again', async () => {
    const p = await newProvider()
    const { id: accountId } = await p.given.account()
    const shipment = await p.given.shipment({ account_id: accountId, status: 'collected' })
    await p.given.shipment({ account_id: accountId })
    await debit(p, accountId, 11500)
    const [invoice, ...others] = await run(p, accountId)
    expect(others).toEqual([])
    expect(invoice).toMatchObject({
      doc_display_id: 'INV000001',
      status: 'open',
      total: 22638,
      vat: 2953,
      total_excluding_vat: 19685,
      balance_due: 22638,
    })
    expect(await run(p, accountId)).toEqual([])
    expect(await run(p)).toEqual([])
    const { invoice_items } = (await (
      await p.staff()
    ).send(billingApi.invoiceItems, { invoice_id: invoice?.id ?? 0, order: 'ASC' })) as {
      invoice_items: object[]
    }
    expect(invoice_items).toMatchObject([
      {
        type: 'shipping-charge',
        shipment_id: shipment.id,
        service_level_code: 'ECO',
        quantity: 1,
        doc_display_id: 'INV000001',
        invoice_number: 1,
      },
      { type: 'admin-debit', amount: -11500 },
    ])
    await p.settle()
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('puts each charge on exactly one invoice when several runs start at once', async () => {
    const p = await newProvider()
    const accounts = [await p.given.account(), await p.given.account(), await p.given.account()]
    for (const { id } of accounts) for (const amount of [1000, 2000, 3000]) await debit(p, id, amount)
    const answers = await Promise.all([run(p), run(p), run(p)])
    expect(answers.flat()).toHaveLength(3)
    const invoices = await invoicesOf(p)
    expect(invoices.map((invoice) => [invoice.invoice_number, invoice.total])).toEqual([
      [1, 6000],
      [2, 6000],
      [3, 6000],
    ])
    await p.settle()
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('leaves no partial invoice and no gap in the numbers when the run is killed halfway', async () => {
    const p = await newProvider()
    const { id } = await p.given.account()
    const second = await p.given.account()
    await debit(p, id, 5000)
    await debit(p, second.id, 7000)
    const ctx = await job(p)
    let transactionCount = 0
    const killed: ExternalContext = {
      ...ctx,
      inTransaction: (fn) =>
        ctx.inTransaction(async (inner) => {
          const result = await fn(inner)
          transactionCount += 1
          if (transactionCount === 2) throw new Error('killed')
          return result
        }),
    }
    await expect(issueInvoices(killed, { up_to: new Date() })).rejects.toThrow('killed')
    expect(await invoicesOf(p)).toEqual([])
    await run(p)
    expect((await invoicesOf(p)).map((one) => [one.invoice_number, one.total])).toEqual([
      [1, 5000],
      [2, 7000],
    ])
    await p.settle()
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('keeps invoice numbers and rows of providers separate', async () => {
    const [p, other] = [await newProvider(), await newProvider()]
    for (const provider of [p, other]) {
      const { id } = await provider.given.account()
      await debit(provider, id, 5000)
    }
    expect((await run(p)).map((one) => one.doc_display_id)).toEqual(['INV000001'])
    expect(await invoicesOf(other)).toEqual([])
    expect((await run(other)).map((one) => one.doc_display_id)).toEqual(['INV000001'])
  })

  it('[BILL-011] [FMT-019] shows INV and six digits, or the migration reference instead', async () => {
    const p = await newProvider()
    const { id } = await p.given.account()
    await debit(p, id, 5000)
    expect((await run(p, id))[0]?.doc_display_id).toBe('INV000001')
    await p.inTransaction((ctx) =>
      ctx.db.updateTable('invoice').set({ migration_reference: 'OLD-77' }).execute(),
    )
    expect((await invoicesOf(p, id)).map((one) => one.doc_display_id)).toEqual(['OLD-77'])
    const { transactions } = await (await p.staff()).send(billingApi.transactions, { account_id: id })
    expect(transactions.map((row) => [row.doc_display_id, row.migration_reference])).toEqual([
      ['OLD-77', 'OLD-77'],
    ])
  })

  it('issues no invoice below the minimum amount', async () => {
    const p = await newProvider({ invoice_minimum_amount: 100 })
    const { id } = await p.given.account()
    await debit(p, id, 9999)
    expect(await run(p, id)).toEqual([])
    await debit(p, id, 1)
    expect((await run(p, id)).map((one) => one.total)).toEqual([10000])
  })

  it('issues invoices of prepaid accounts as paid', async () => {
    const p = await newProvider()
    const { id: accountId } = await p.given.account({ account_type: 'prepaid', balance: 50000 })
    await p.given.shipment({ account_id: accountId, status: 'collected' })
    const [invoice] = await run(p, accountId)
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 11138, balance_due: 0 })
    await p.settle()
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('sets the due date from the payment terms of the account, and lists the invoice as overdue from the day after', async () => {
    const p = await newProvider()
    p.runtime.setNow(sast('2027-03-10 09:00'))
    const { id } = await p.given.account({ payment_terms: 30 })
    await debit(p, id, 5000)
    expect((await run(p, id))[0]).toMatchObject({ due_date: sast('2027-04-09 00:00'), status: 'open' })
    const staff = await p.staff()
    p.runtime.setNow(sast('2027-04-09 23:00'))
    expect((await staff.send(billingApi.invoices, { account_id: id, status: ['overdue'] })).count).toBe(0)
    p.runtime.setNow(sast('2027-04-10 08:00'))
    const { invoices } = await staff.send(billingApi.invoices, { account_id: id, status: ['overdue'] })
    expect(invoices.map((one) => one.status)).toEqual(['overdue'])
  })
})

describe('scheduled invoice job [BILL-017]', () => {
  it('[BILL-022] [BILL-023] dates monthly invoices on the last day of the month and issues them in the run on the 1st', async () => {
    const p = await newProvider()
    p.runtime.setNow(sast('2027-01-15 10:00'))
    const { id } = await p.given.account({ invoice_frequency: 'monthly' })
    await runDueInvoices(await job(p))
    await debit(p, id, 5000)
    p.runtime.setNow(sast('2027-02-01 01:00'))
    await debit(p, id, 700)
    await runDueInvoices(await job(p))
    expect(await invoicesOf(p, id)).toEqual([])
    p.runtime.setNow(sast('2027-02-01 02:03'))
    await runDueInvoices(await job(p))
    await runDueInvoices(await job(p))
    expect(await invoicesOf(p, id)).toMatchObject([{ total: 5000, invoice_date: sast('2027-01-31 00:00') }])
    p.runtime.setNow(sast('2027-03-01 02:03'))
    await runDueInvoices(await job(p))
    expect((await invoicesOf(p, id)).map((one) => one.total)).toEqual([5000, 700])
    await p.settle()
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('[BILL-019] [BILL-021] invoices weekly on the chosen weekday and at the end of the month', async () => {
    const p = await newProvider()
    p.runtime.setNow(sast('2026-12-29 10:00'))
    const { id } = await p.given.account({ invoice_frequency: 'weekly', invoice_frequency_time: 5 })
    await runDueInvoices(await job(p))
    const days: string[] = []
    for (const day of ['2026-12-31', '2027-01-01', '2027-01-02', '2027-01-08', '2027-01-09']) {
      await debit(p, id, 1000)
      p.runtime.setNow(sast(`${day} 02:10`))
      await runDueInvoices(await job(p))
      for (const one of (await invoicesOf(p, id)).slice(days.length))
        days.push(one.invoice_date.toISOString())
    }
    expect(days).toEqual([sast('2026-12-31 00:00').toISOString(), sast('2027-01-08 00:00').toISOString()])
  })

  it('invoices an account after each transaction when its frequency is per shipment', async () => {
    const p = await newProvider()
    const { id: accountId } = await p.given.account({ invoice_frequency: 'shipment' })
    await p.given.shipment({ account_id: accountId, status: 'collected' })
    await invoiceAtOnce(await job(p), { account_id: accountId })
    await invoiceAtOnce(await job(p), { account_id: accountId })
    expect((await invoicesOf(p, accountId)).map((one) => one.total)).toEqual([11138])
  })

  it('marks only the shipments on an invoice as invoiced', async () => {
    const p = await newProvider()
    const { id: accountId } = await p.given.account()
    const billed = await p.given.shipment({ account_id: accountId, status: 'collected' })
    const waiting = await p.given.shipment({ account_id: accountId })
    const [invoice] = await run(p, accountId)
    await markShipmentsInvoiced(await job(p), { invoice_ids: [invoice?.id ?? 0] })
    const staff = await p.staff()
    const isInvoiced = async (id: number) =>
      (await staff.send(shipmentsApi.detail, { id })).shipment.has_been_invoiced
    expect([await isInvoiced(billed.id), await isInvoiced(waiting.id)]).toEqual([true, false])
  })

  it('resets a next run that was set too far ahead by a wrong clock, and issues no invoice for it', async () => {
    const p = await newProvider()
    const { id } = await p.given.account({ invoice_frequency: 'weekly', invoice_frequency_time: 1 })
    const nextRun = async () => {
      const { rows } = await p.runtime.runtime.pool.query<{ next_invoice_run: Date }>(
        'SELECT next_invoice_run FROM account WHERE provider_id = $1 AND id = $2',
        [p.provider_id, id],
      )
      return rows[0]?.next_invoice_run
    }
    const runAt = async (moment: string) => {
      p.runtime.setNow(sast(moment))
      await runDueInvoices(await job(p))
    }
    await runAt('2027-04-06 12:00')
    const usual = await nextRun()
    expect(usual).toEqual(sast('2027-04-12 02:00'))
    await runAt('2027-05-20 12:00')
    p.runtime.setNow(sast('2027-04-06 13:00'))
    await debit(p, id, 5000)
    await runAt('2027-04-06 14:00')
    expect(await nextRun()).toEqual(usual)
    expect(await invoicesOf(p, id)).toEqual([])
  })

  it('continues with the other accounts when one fails, and retries the failed one', async () => {
    const p = await newProvider()
    p.runtime.setNow(sast('2027-01-15 01:00'))
    const [first, second] = [
      await p.given.account({ invoice_frequency: 'daily' }),
      await p.given.account({ invoice_frequency: 'daily' }),
    ]
    await runDueInvoices(await job(p))
    for (const { id } of [first, second]) await debit(p, id, 1000)
    p.runtime.setNow(sast('2027-01-15 02:03'))
    const ctx = await job(p)
    let transactionCount = 0
    const failing: ExternalContext = {
      ...ctx,
      inTransaction: (fn) => {
        transactionCount += 1
        // The batch of both accounts, then the first account alone.
        return transactionCount === 2 || transactionCount === 3
          ? Promise.reject(new Error('The disk is full.'))
          : ctx.inTransaction(fn)
      },
    }
    await runDueInvoices(failing)
    expect((await invoicesOf(p)).map((one) => one.account_id)).toEqual([second.id])
    await runDueInvoices(ctx)
    expect((await invoicesOf(p)).map((one) => one.account_id)).toEqual([second.id, first.id])
  })

  it('[SET-071] includes charges that only the month-end trigger allows in the last run of the month', async () => {
    const p = await newProvider({
      invoice_trigger_shipment_status: 'delivered',
      invoice_trigger_shipment_status_for_month_end: 'collected',
    })
    p.runtime.setNow(sast('2027-01-29 10:00'))
    const { id: accountId } = await p.given.account({ invoice_frequency: 'daily' })
    await runDueInvoices(await job(p))
    await p.given.shipment({ account_id: accountId, status: 'collected' })
    p.runtime.setNow(sast('2027-01-30 02:03'))
    await runDueInvoices(await job(p))
    expect(await invoicesOf(p, accountId)).toEqual([])
    p.runtime.setNow(sast('2027-01-31 02:03'))
    await runDueInvoices(await job(p))
    p.runtime.setNow(sast('2027-02-01 02:03'))
    await runDueInvoices(await job(p))
    expect(await invoicesOf(p, accountId)).toMatchObject([
      { total: 11138, invoice_date: sast('2027-01-31 00:00') },
    ])
    await p.settle()
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })
})
