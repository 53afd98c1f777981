import { describe, expect, it } from 'vitest'
import { formatSent } from '../kit/calls/wire.ts'
import {
  documentTitle,
  docDisplayId,
  goesOnInvoice,
  invoiceState,
  invoiceStatus,
  type InvoiceCandidate,
} from './invoicing.ts'
import { autoHold, holdAfter } from './holds.ts'
import { dueDay, nextRun, periodOf } from './schedule.ts'

const at = (local: string): Date => new Date(`${local.replace(' ', 'T')}+02:00`)
const next = (...[frequency, weekday, now, hour]: Parameters<typeof nextRun>): string =>
  formatSent(nextRun(frequency, weekday, now, hour)).slice(0, 16)

describe('[BILL-024] invoice run schedule in South African time', () => {
  it.each([
    ['2026-01-06 01:30:00', '2026-01-06 02:00'],
    ['2026-01-06 02:00:00', '2026-01-06 02:00'],
    ['2026-01-06 02:00:01', '2026-01-07 02:00'],
    ['2026-01-06 02:30:00', '2026-01-07 02:00'],
    ['2026-12-31 03:00:00', '2027-01-01 02:00'],
  ])('[BILL-020] at %s the next daily run is %s', (now, run) => {
    expect(next('daily', 0, at(now))).toBe(run)
  })

  it.each([
    ['2026-01-28 10:00:00', '2026-01-30 02:00'],
    ['2026-01-30 01:00:00', '2026-01-30 02:00'],
    ['2026-01-31 10:00:00', '2026-02-01 02:00'],
    ['2026-02-01 02:30:00', '2026-02-06 02:00'],
  ])('[BILL-021] at %s the next weekly run on Fridays is %s', (now, run) => {
    expect(next('weekly', 5, at(now))).toBe(run)
  })

  it.each([
    ['2026-01-15 10:00:00', '2026-02-01 02:00'],
    ['2026-02-01 01:00:00', '2026-02-01 02:00'],
    ['2026-02-01 02:00:01', '2026-03-01 02:00'],
    ['2026-12-31 23:00:00', '2027-01-01 02:00'],
  ])('[BILL-022] at %s the next monthly run is %s', (now, run) => {
    expect(next('monthly', 0, at(now))).toBe(run)
  })

  it('schedules invoices per shipment immediately', () => {
    expect(next('shipment', 0, at('2026-01-15 10:00:00'))).toBe('2026-01-15 10:00')
  })

  it('[BILL-023] dates a scheduled run on the 1st to the last day of the previous month and excludes the new month', () => {
    expect(periodOf(at('2026-02-01 02:00:00'), true)).toEqual({
      invoice_day: '2026-01-31',
      up_to: at('2026-02-01 00:00:00'),
    })
    const friday = at('2026-01-30 02:00:00')
    expect(periodOf(friday, true)).toEqual({ invoice_day: '2026-01-30', up_to: friday })
    const byHand = at('2026-02-01 10:00:00')
    expect(periodOf(byHand, false)).toEqual({ invoice_day: '2026-02-01', up_to: byHand })
  })

  it('sets the due day to the invoice day plus the payment terms', () => {
    expect(dueDay('2026-01-31', 30)).toBe('2026-03-02')
    expect(dueDay('2026-01-31', 0)).toBe('2026-01-31')
  })

  it('counts payment terms from the end of the invoice month when they count from the statement', () => {
    expect(dueDay('2026-01-05', 30, true)).toBe('2026-03-02')
    expect(dueDay('2026-02-28', 7, true)).toBe('2026-03-07')
    expect(dueDay('2026-12-01', 0, true)).toBe('2026-12-31')
  })
})

describe('transactions that go on an invoice', () => {
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

  it('[BILL-015] [BILL-016] includes a charge when its shipment has reached or passed the trigger status', () => {
    expect(goesOnInvoice(charge('submitted', false), 'collected')).toBe(false)
    expect(goesOnInvoice(charge('collected'), 'collected')).toBe(true)
    expect(goesOnInvoice(charge('collected'), 'at-destination-hub')).toBe(false)
    expect(goesOnInvoice(charge('out-for-delivery'), 'at-destination-hub')).toBe(true)
    expect(goesOnInvoice(charge('delivered'), 'delivered')).toBe(true)
    expect(goesOnInvoice(charge('returned-to-sender'), 'delivered')).toBe(true)
  })

  const reached = (trigger: Parameters<typeof goesOnInvoice>[1]): string[] =>
    ['submitted', 'collected', 'at-destination-hub', 'out-for-delivery', 'delivered'].filter((status) =>
      goesOnInvoice(charge(status, status !== 'submitted'), trigger),
    )

  it.each([
    ['collected', ['collected', 'at-destination-hub', 'out-for-delivery', 'delivered']],
    ['at-destination-hub', ['at-destination-hub', 'out-for-delivery', 'delivered']],
    ['out-for-delivery', ['out-for-delivery', 'delivered']],
    ['delivered', ['delivered']],
  ] as const)('[BILL-015] invoices with the trigger %s from that status on', (trigger, statuses) => {
    expect(reached(trigger)).toEqual(statuses)
  })

  it('includes held shipments by their collection date and cancelled shipments unless reversed', () => {
    expect(goesOnInvoice(charge('on-hold'), 'collected')).toBe(true)
    expect(goesOnInvoice(charge('on-hold', false), 'collected')).toBe(false)
    expect(goesOnInvoice(charge('on-hold'), 'delivered')).toBe(false)
    expect(goesOnInvoice(charge('cancelled', false), 'delivered')).toBe(true)
    expect(goesOnInvoice(charge('cancelled', true, { has_been_reversed: true }), 'collected')).toBe(false)
  })

  it('includes other debits at once, excludes payments and credits, and includes nothing twice', () => {
    const other = charge('collected', true, { shipment: null })
    expect(goesOnInvoice({ ...other, type: 'admin-debit' }, 'delivered')).toBe(true)
    expect(goesOnInvoice({ ...other, type: 'payment' }, 'collected')).toBe(false)
    expect(goesOnInvoice({ ...other, type: 'admin-credit' }, 'collected')).toBe(false)
    expect(goesOnInvoice(charge('delivered', true, { invoice_id: 7 }), 'collected')).toBe(false)
  })
})

describe('invoice and credit note documents', () => {
  it('[BILL-011] shows the migration reference in place of the document number', () => {
    expect([
      docDisplayId('invoice', 123),
      docDisplayId('credit-note', 7),
      docDisplayId('receipt', 1234567),
    ]).toEqual(['INV000123', 'CR000007', 'PMT1234567'])
    expect(docDisplayId('invoice', 123, 'OLD-88')).toBe('OLD-88')
  })

  it('returns issued, partly paid, overdue from the day after the due day, paid or credited', () => {
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

  it('is titled a tax document only for a company with a VAT number', () => {
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

  it('follows arrears and the credit limit, and keeps manual holds unchanged', () => {
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
