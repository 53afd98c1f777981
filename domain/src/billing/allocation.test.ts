import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allocateOldestFirst,
  allocateToNamed,
  deallocationOf,
  mayAllocate,
  mayAllocateAll,
  oldestFirst,
} from './allocation.ts'
import { balanceState } from './balance-state.ts'
import { ageInvoices, overdueOf, runStatement } from './statement.ts'

const january = { invoice_id: 11, invoice_number: 1, due_day: '2026-01-01', open: 30000 }
const february = { invoice_id: 12, invoice_number: 2, due_day: '2026-02-01', open: 20000 }

describe('allocation of credits to invoices', () => {
  it('[BILL-009] pays the oldest invoice first', () => {
    const payment = { transaction_id: 1, invoice_id: null, rest: 40000 }
    expect(allocateOldestFirst([payment], [february, january])).toEqual([
      { transaction_id: 1, invoice_id: 11, amount: 30000 },
      { transaction_id: 1, invoice_id: 12, amount: 10000 },
    ])
    const sameDay = { ...january, invoice_id: 13, invoice_number: 3 }
    expect(oldestFirst([sameDay, february, january]).map(({ invoice_id }) => invoice_id)).toEqual([
      11, 13, 12,
    ])
  })

  it('pays the invoice named on the payment first and the oldest invoice with the rest', () => {
    const payment = { transaction_id: 1, invoice_id: 12, rest: 25000 }
    expect(allocateOldestFirst([payment], [january, february])).toEqual([
      { transaction_id: 1, invoice_id: 12, amount: 20000 },
      { transaction_id: 1, invoice_id: 11, amount: 5000 },
    ])
  })

  it('pays another invoice when the invoice named on the credit is already paid', () => {
    const paid = { ...february, open: 0 }
    const payment = { transaction_id: 1, invoice_id: 12, rest: 25000 }
    expect(allocateOldestFirst([payment], [paid, january])).toEqual([
      { transaction_id: 1, invoice_id: 11, amount: 25000 },
    ])
  })

  it('pays the named invoice whose open amount equals the payment; otherwise allocates as much as possible, but only with the automatic method', () => {
    const payment = { transaction_id: 1, rest: 20000 }
    const exact = [{ transaction_id: 1, invoice_id: 12, amount: 20000 }]
    expect(allocateToNamed(payment, [january, february], false)).toEqual(exact)
    expect(allocateToNamed(payment, [january, february], true)).toEqual(exact)
    expect(allocateToNamed(payment, [january], false)).toEqual([])
    expect(allocateToNamed(payment, [january], true)).toEqual([
      { transaction_id: 1, invoice_id: 11, amount: 20000 },
    ])
  })

  it('pays the lowest invoice number first when due days are equal, whatever the input order', () => {
    const twin = { ...january, invoice_id: 14, invoice_number: 4 }
    expect(oldestFirst([twin, january])).toEqual([january, twin])
    expect(oldestFirst([january, twin])).toEqual([january, twin])
  })

  it('limits manual allocation to the rest of the credit and the open amount, and undoes it with a negative row', () => {
    expect(mayAllocate(40000, 30000, 30000)).toBe(true)
    expect(mayAllocate(40000, 30000, 30001)).toMatchObject({
      message: 'Only R 300.00 is open on this invoice.',
    })
    expect(mayAllocate(10000, 30000, 10001)).toMatchObject({
      message: 'Only R 100.00 is left on this credit.',
    })
    expect(mayAllocate(10000, 30000, 0)).not.toBe(true)
    expect(deallocationOf({ transaction_id: 1, invoice_id: 11, amount: 5 }).amount).toBe(-5)
  })

  it('never allocates more than is left or open, and allocates everything that can be allocated', () => {
    const amounts = fc.array(fc.nat(100_000), { maxLength: 6 })
    fc.assert(
      fc.property(amounts, amounts, fc.nat(8), (rests, opens, named) => {
        const credits = rests.map((rest, index) => ({
          transaction_id: index,
          invoice_id: index === 0 ? named : null,
          rest,
        }))
        const invoices = opens.map((open, index) => ({
          invoice_id: index,
          invoice_number: index,
          due_day: '2026-01-01',
          open,
        }))
        const rows = allocateOldestFirst(credits, invoices)
        const used = (key: 'transaction_id' | 'invoice_id', id: number): number =>
          rows.filter((row) => row[key] === id).reduce((total, row) => total + row.amount, 0)
        expect(rows.every(({ amount }) => amount > 0)).toBe(true)
        for (const { transaction_id, rest } of credits)
          expect(used('transaction_id', transaction_id)).toBeLessThanOrEqual(rest)
        for (const { invoice_id, open } of invoices)
          expect(used('invoice_id', invoice_id)).toBeLessThanOrEqual(open)
        const total = (values: number[]): number => values.reduce((all, one) => all + one, 0)
        expect(total(rows.map(({ amount }) => amount))).toBe(Math.min(total(rests), total(opens)))
      }),
    )
  })
})

describe('statements', () => {
  it('calculates the running balance through the period', () => {
    const rows = [{ amount: 50000 }, { amount: -11138 }, { amount: -9618 }]
    expect(runStatement(-10000, rows)).toEqual({
      opening_balance: -10000,
      closing_balance: 19244,
      total_debits: 20756,
      total_credits: 50000,
      transactions: [
        { amount: 50000, running_balance: 40000 },
        { amount: -11138, running_balance: 28862 },
        { amount: -9618, running_balance: 19244 },
      ],
    })
  })

  it('ages open amounts by days past their due day', () => {
    const due = (dueDay: string) => ({ due_day: dueDay, open: 100 })
    const days = [
      '2026-05-01',
      '2026-04-30',
      '2026-04-01',
      '2026-03-31',
      '2026-03-02',
      '2026-03-01',
      '2026-01-31',
      '2026-01-30',
    ]
    expect(ageInvoices(days.map(due), '2026-05-01')).toEqual({
      current: 100,
      days_30: 200,
      days_60: 200,
      days_90: 200,
      days_120: 100,
    })
  })

  it('counts every amount past its due day as overdue', () => {
    expect(overdueOf({ current: 1, days_30: 10, days_60: 100, days_90: 1000, days_120: 10_000 })).toBe(11_110)
  })
})

describe('account balance state', () => {
  it('is in credit, owing, low on credit below a fifth of the limit, or over the limit', () => {
    const label = (balance: number) => balanceState(balance, 100_00).label
    expect([1, 0].map(label)).toEqual(['In credit', 'Nothing owed'])
    expect([-1, -80_00].map(label)).toEqual(['Owing', 'Owing'])
    expect([-80_01, -100_00].map(label)).toEqual(['Low credit', 'Low credit'])
    expect(label(-100_01)).toBe('Over limit')
  })
})

describe('allocations by hand', () => {
  const now = {
    credits: new Map([[1, 40_000]]),
    invoices: new Map([
      [11, 30_000],
      [12, 20_000],
    ]),
  }
  const row = (invoiceId: number, amount: number, open: number, rest = 40_000) => ({
    transaction_id: 1,
    invoice_id: invoiceId,
    amount,
    rest,
    open,
  })
  it.each([
    ['exactly what is left', [row(11, 30_000, 30_000), row(12, 10_000, 20_000)], true],
    [
      'one cent more than the rows before leave',
      [row(11, 30_000, 30_000), row(12, 10_001, 20_000)],
      'invalid',
    ],
    ['nothing', [row(11, 0, 30_000)], 'invalid'],
    ['another open amount than now', [row(11, 1, 29_999)], 'conflict'],
    ['another rest than now', [row(11, 1, 30_000, 39_999)], 'conflict'],
    ['a credit that is used up', [{ ...row(11, 1, 30_000), transaction_id: 2 }], 'conflict'],
  ])('[BILL-009] judges %s', (_, rows, expected) => {
    const verdict = mayAllocateAll(rows, now)
    expect(verdict === true ? true : verdict.kind).toBe(expected)
  })

  it('names the row whose amount is too high, and the current amounts after a change', () => {
    const tooHigh = mayAllocateAll([row(11, 30_000, 30_000), row(12, 20_000, 20_000)], now)
    expect(tooHigh === true ? [] : tooHigh.fields).toEqual([
      { field: 'allocations.1.amount', message: 'Only R 100.00 is left on this credit.' },
    ])
    const changed = mayAllocateAll([row(11, 1, 20_000)], now)
    expect(changed === true ? null : changed.current).toEqual({
      allocations: [{ transaction_id: 1, invoice_id: 11, rest: 400, open: 300 }],
    })
  })
})
