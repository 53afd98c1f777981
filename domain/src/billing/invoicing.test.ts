import { describe, expect, it } from 'vitest'
import { formatSent } from '../kit/calls/wire.ts'
import {
  documentTitle,
  documentTotals,
  docDisplayId,
  goesOnInvoice,
  groupForInvoices,
  invoiceState,
  invoiceStatus,
  isAboveInvoiceMinimum,
  triggerOf,
  type InvoiceCandidate,
} from './invoicing.ts'
import { autoHold, holdAfter } from './holds.ts'
import { dueDay, nextRun, periodOf } from './schedule.ts'

const at = (local: string): Date => new Date(`${local.replace(' ', 'T')}+02:00`)
const next = (...[frequency, weekday, now, hour]: Parameters<typeof nextRun>): string =>
  formatSent(nextRun(frequency, weekday, now, hour)).slice(0, 16)

describe('[BILL-024] the schedule, in South African time', () => {
  it.each([
    ['2026-01-06 01:30:00', '2026-01-06 02:00'],
    ['2026-01-06 02:00:00', '2026-01-06 02:00'],
    ['2026-01-06 02:00:01', '2026-01-07 02:00'],
    ['2026-01-06 02:30:00', '2026-01-07 02:00'],
    ['2026-12-31 03:00:00', '2027-01-01 02:00'],
  ])('[BILL-020] daily at %s runs %s', (now, run) => {
    expect(next('daily', 0, at(now))).toBe(run)
  })

  it.each([
    ['2026-01-28 10:00:00', '2026-01-30 02:00'],
    ['2026-01-30 01:00:00', '2026-01-30 02:00'],
    ['2026-01-31 10:00:00', '2026-02-01 02:00'],
    ['2026-02-01 02:30:00', '2026-02-06 02:00'],
  ])('[BILL-021] weekly on Friday at %s runs %s', (now, run) => {
    expect(next('weekly', 5, at(now))).toBe(run)
  })

  it.each([
    ['2026-01-15 10:00:00', '2026-02-01 02:00'],
    ['2026-02-01 01:00:00', '2026-02-01 02:00'],
    ['2026-02-01 02:00:01', '2026-03-01 02:00'],
    ['2026-12-31 23:00:00', '2027-01-01 02:00'],
  ])('[BILL-022] monthly at %s runs %s', (now, run) => {
    expect(next('monthly', 0, at(now))).toBe(run)
  })

  it('per shipment runs at once', () => {
    expect(next('shipment', 0, at('2026-01-15 10:00:00'))).toBe('2026-01-15 10:00')
  })

  it('[BILL-023] a run on the first is dated the last day of the month and takes nothing of the new one', () => {
    expect(periodOf(at('2026-02-01 02:00:00'), true)).toEqual({
      invoice_day: '2026-01-31',
      up_to: at('2026-02-01 00:00:00'),
    })
    const friday = at('2026-01-30 02:00:00')
    expect(periodOf(friday, true)).toEqual({ invoice_day: '2026-01-30', up_to: friday })
    const byHand = at('2026-02-01 10:00:00')
    expect(periodOf(byHand, false)).toEqual({ invoice_day: '2026-02-01', up_to: byHand })
  })

  it('the due day is the invoice day plus the terms', () => {
    expect(dueDay('2026-01-31', 30)).toBe('2026-03-02')
    expect(dueDay('2026-01-31', 0)).toBe('2026-01-31')
  })

  it('days from statement count from the end of the month of the invoice', () => {
    expect(dueDay('2026-01-05', 30, true)).toBe('2026-03-02')
    expect(dueDay('2026-02-28', 7, true)).toBe('2026-03-07')
    expect(dueDay('2026-12-01', 0, true)).toBe('2026-12-31')
  })
})

describe('what goes on an invoice', () => {
  const charge = (
    status: string,
    collected = true,
    more: Partial<InvoiceCandidate> = {},
  ): InvoiceCandidate => ({
    type: 'shipping-charge',
    invoice_id: null,
    has_been_reversed: false,
    shipment: { status: status as 'collected', collected_date: collected ? at('2026-01-14 09:00:00') : null },
    ...more,
  })

  it('[BILL-015] [BILL-016] a charge whose shipment reached the trigger or passed it', () => {
    expect(goesOnInvoice(charge('submitted', false), 'collected')).toBe(false)
    expect(goesOnInvoice(charge('collected'), 'collected')).toBe(true)
    expect(goesOnInvoice(charge('collected'), 'at-destination-hub')).toBe(false)
    expect(goesOnInvoice(charge('out-for-delivery'), 'at-destination-hub')).toBe(true)
    expect(goesOnInvoice(charge('delivered'), 'delivered')).toBe(true)
    expect(goesOnInvoice(charge('returned-to-sender'), 'delivered')).toBe(true)
  })

  it('held shipments count by their collection, cancelled ones unless reversed', () => {
    expect(goesOnInvoice(charge('on-hold'), 'collected')).toBe(true)
    expect(goesOnInvoice(charge('on-hold', false), 'collected')).toBe(false)
    expect(goesOnInvoice(charge('on-hold'), 'delivered')).toBe(false)
    expect(goesOnInvoice(charge('cancelled', false), 'delivered')).toBe(true)
    expect(goesOnInvoice(charge('cancelled', true, { has_been_reversed: true }), 'collected')).toBe(false)
  })

  it('other debits at once, payments and credits never, nothing twice', () => {
    const other = charge('collected', true, { shipment: null })
    expect(goesOnInvoice({ ...other, type: 'admin-debit' }, 'delivered')).toBe(true)
    expect(goesOnInvoice({ ...other, type: 'payment' }, 'collected')).toBe(false)
    expect(goesOnInvoice({ ...other, type: 'admin-credit' }, 'collected')).toBe(false)
    expect(goesOnInvoice(charge('delivered', true, { invoice_id: 7 }), 'collected')).toBe(false)
  })

  it('[SET-071] the account overrides the provider, and the last run of a month may have its own trigger', () => {
    const provider = {
      invoice_trigger_shipment_status: 'delivered',
      invoice_trigger_shipment_status_for_month_end: 'none',
    } as const
    const own = { invoice_trigger_shipment_status: null, invoice_trigger_shipment_status_for_month_end: null }
    expect(triggerOf(provider, own, true)).toBe('delivered')
    expect(
      triggerOf(provider, { ...own, invoice_trigger_shipment_status_for_month_end: 'collected' }, true),
    ).toBe('collected')
    expect(
      triggerOf(provider, { ...own, invoice_trigger_shipment_status_for_month_end: 'collected' }, false),
    ).toBe('delivered')
    expect(triggerOf(provider, { ...own, invoice_trigger_shipment_status: 'collected' }, false)).toBe(
      'collected',
    )
  })
})

describe('documents', () => {
  it('total their rows and the VAT of their rows, zero-rated apart', () => {
    const rows = [
      { amount: -11138, vat: 1453, ex_vat_zero_rated: 0 },
      { amount: -9618, vat: 1255, ex_vat_zero_rated: 0 },
      { amount: 956, vat: 125, ex_vat_zero_rated: 0 },
      { amount: -125000, vat: 0, ex_vat_zero_rated: 125000 },
    ]
    expect(documentTotals(rows, 'invoice')).toEqual({
      total: 144800,
      vat: 2583,
      total_excluding_vat: 142217,
      standard: 19800,
      zero_rated: 125000,
    })
    expect(documentTotals([{ amount: 19800, vat: 2583, ex_vat_zero_rated: 0 }], 'credit-note')).toMatchObject(
      { total: 19800, vat: 2583 },
    )
    const givenBack = [
      { amount: 11500, vat: 1500, ex_vat_zero_rated: 0 },
      { amount: 5000, vat: 0, ex_vat_zero_rated: 5000 },
    ]
    expect(documentTotals(givenBack, 'credit-note')).toEqual({
      total: 16500,
      vat: 1500,
      total_excluding_vat: 15000,
      standard: 11500,
      zero_rated: 5000,
    })
  })

  it('split by cost centre only when asked, and wait below the minimum', () => {
    const rows = [{ cost_center_id: 1 }, { cost_center_id: null }, { cost_center_id: 1 }]
    expect(groupForInvoices(rows, false)).toHaveLength(1)
    expect(groupForInvoices(rows, true).map(({ length }) => length)).toEqual([2, 1])
    expect([
      isAboveInvoiceMinimum(0, 0),
      isAboveInvoiceMinimum(9999, 10000),
      isAboveInvoiceMinimum(10000, 10000),
    ]).toEqual([false, false, true])
  })

  it('[BILL-011] show a migration reference in place of their number', () => {
    expect([
      docDisplayId('invoice', 123),
      docDisplayId('credit-note', 7),
      docDisplayId('receipt', 1234567),
    ]).toEqual(['INV000123', 'CR000007', 'PMT1234567'])
    expect(docDisplayId('invoice', 123, 'OLD-88')).toBe('OLD-88')
  })

  it('are open, overdue the day after the due day, paid, or credited', () => {
    const invoice = { total: 50000, amount_paid: 0, credit_note_total: 0, due_day: '2026-01-31' }
    const states = (changes: Partial<typeof invoice>, today: string) => {
      const changed = { ...invoice, ...changes }
      return [invoiceState(changed, today), invoiceStatus(changed, today)]
    }
    expect(states({}, '2026-01-31')).toEqual(['issued', 'open'])
    expect(states({}, '2026-02-01')).toEqual(['overdue', 'overdue'])
    expect(states({ amount_paid: 1 }, '2026-01-31')).toEqual(['partly paid', 'open'])
    expect(states({ amount_paid: 40000, credit_note_total: 10000 }, '2026-02-01')).toEqual(['paid', 'paid'])
    expect(states({ credit_note_total: 50000 }, '2026-02-01')).toEqual(['credited', 'paid'])
  })

  it('are tax invoices only of a company with a VAT number', () => {
    const titles = (['invoice', 'credit-note'] as const).flatMap((document) => [
      documentTitle(document, '4123456789'),
      documentTitle(document, ''),
    ])
    expect(titles).toEqual(['Tax invoice', 'Invoice', 'Tax credit note', 'Credit note'])
  })
})

describe('automatic holds', () => {
  const settings = { auto_hold_enabled: true, auto_hold_days_overdue: 7, auto_hold_limit_percentage: 100 }
  const account = {
    account_type: 'postpaid',
    balance: -1000_00,
    credit_limit: 1000_00,
    disable_auto_hold: false,
    temp_disable_auto_hold: false,
    disable_account_in_arrears_checks: false,
    oldest_days_overdue: 7,
  } as const

  it('follow arrears and the limit, and leave manual holds alone', () => {
    expect(autoHold(account, settings)).toBeNull()
    expect(autoHold({ ...account, oldest_days_overdue: 8 }, settings)).toBe('overdue')
    expect(autoHold({ ...account, balance: -1000_01 }, settings)).toBe('over_limit')
    expect(autoHold({ ...account, account_type: 'prepaid', oldest_days_overdue: 90 }, settings)).toBeNull()
    expect(
      autoHold({ ...account, temp_disable_auto_hold: true, oldest_days_overdue: 90 }, settings),
    ).toBeNull()
    expect(holdAfter('manual', account, settings)).toBe('manual')
    expect(holdAfter('overdue', account, settings)).toBeNull()
  })
})
