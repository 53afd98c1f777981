import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { describe, expect, it } from 'vitest'
import { creditNoteState, invoiceState } from './document-state.ts'

const now = new Date('2026-11-18T09:00:00+02:00')
const issued = {
  status: 'open' as const,
  total: 10_000,
  amount_paid: 0,
  credit_note_total: 0,
  due_date: startOfDay('2026-11-30'),
}

describe('invoice state', () => {
  it('is issued when it is due in more than three days', () => {
    expect(invoiceState(issued, now)).toEqual({ family: 'blue', label: 'Issued' })
  })

  it('is due soon from three days before the due day', () => {
    const dueOn = (day: string) => invoiceState({ ...issued, due_date: startOfDay(day) }, now).label
    expect([dueOn('2026-11-22'), dueOn('2026-11-21'), dueOn('2026-11-18')]).toEqual([
      'Issued',
      'Due soon',
      'Due soon',
    ])
  })

  it('is partly paid when part of it has been paid', () => {
    expect(invoiceState({ ...issued, amount_paid: 1 }, now)).toEqual({
      family: 'yellow',
      label: 'Partly paid',
    })
  })

  it('distinguishes a paid invoice from one credited in full', () => {
    expect(invoiceState({ ...issued, status: 'paid', amount_paid: 10_000 }, now).label).toBe('Paid')
    expect(invoiceState({ ...issued, status: 'paid', credit_note_total: 10_000 }, now)).toEqual({
      family: 'grey',
      label: 'Credited',
    })
  })

  it('is red when overdue, even when partly paid', () => {
    expect(invoiceState({ ...issued, status: 'overdue', amount_paid: 500 }, now).family).toBe('red')
  })
})

describe('credit note state', () => {
  it('is open, partly used or used, depending on the amount allocated to invoices', () => {
    expect(creditNoteState({ status: 'open', allocated: 0 }).label).toBe('Open')
    expect(creditNoteState({ status: 'open', allocated: 5 }).label).toBe('Partly used')
    expect(creditNoteState({ status: 'allocated', allocated: 10 }).label).toBe('Used')
  })
})
