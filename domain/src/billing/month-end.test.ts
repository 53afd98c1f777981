import { describe, expect, it } from 'vitest'
import { recipientsOf } from './deliveries.ts'
import { closingPeriod, invoiceable_cases, lastMonthEnd } from './month-end.ts'

const sast = (local: string): Date => new Date(`${local.replace(' ', 'T')}+02:00`)

describe('period of month-end in South African time', () => {
  it.each([
    ['2027-02-01 00:00:00', '2027-01-31'],
    ['2027-01-31 23:59:59', '2026-12-31'],
    ['2027-03-01 01:59:59', '2027-02-28'],
    ['2028-03-15 12:00:00', '2028-02-29'],
    ['2027-01-01 00:00:00', '2026-12-31'],
  ])('at %s the month to close ends on %s', (now, day) => {
    expect(lastMonthEnd(sast(now))).toBe(day)
  })

  it.each([
    ['2027-01-31', '2027-02-01 00:00:00', '2027-01-31 23:59:59.999', true],
    ['2027-01-30', '2027-02-01 00:00:00', '2027-01-30 23:59:59.999', false],
    ['2028-02-28', '2028-03-01 08:00:00', '2028-02-28 23:59:59.999', false],
    ['2028-02-29', '2028-03-01 08:00:00', '2028-02-29 23:59:59.999', true],
    ['2027-01-31', '2027-01-31 23:30:00', '2027-01-31 23:30:00', false],
  ])(
    'a period up to %s, closed at %s, has charges up to %s (month-end trigger: %s)',
    (day, now, upTo, isMonthEnd) => {
      expect(closingPeriod(day, sast(now))).toEqual({
        period_end: day,
        period_start: `${day.slice(0, 8)}01`,
        invoice_day: day,
        up_to: sast(upTo),
        is_month_end: isMonthEnd,
      })
    },
  )

  it('has no period for tomorrow, also in the two hours in which the day differs from UTC', () => {
    expect(closingPeriod('2027-02-01', sast('2027-01-31 23:59:59'))).toBeNull()
    expect(closingPeriod('2027-02-01', sast('2027-02-01 00:30:00'))?.invoice_day).toBe('2027-02-01')
  })
})

describe('who gets an invoice and what is on it', () => {
  it.each([
    [{ invoice_emails: '', billing_contact_email: '' }, []],
    [{ invoice_emails: ' , ', billing_contact_email: 'Books@karoo.example' }, ['books@karoo.example']],
    [
      {
        invoice_emails: 'a@karoo.example, A@karoo.example; b@karoo.example',
        billing_contact_email: 'c@karoo.example',
      },
      ['a@karoo.example', 'b@karoo.example'],
    ],
    [{ invoice_emails: '', billing_contact_email: 'no address' }, []],
  ])('an account with %j has the recipients %j', (account, recipients) => {
    expect(recipientsOf('invoice', { statement_emails: '', ...account })).toEqual(recipients)
  })

  it('a cancelled shipment counts with every trigger, and a submitted one with none', () => {
    const triggersOf = (status: string) =>
      new Set(invoiceable_cases.filter((one) => one.status === status).map(({ trigger }) => trigger)).size
    expect([triggersOf('cancelled'), triggersOf('submitted')]).toEqual([4, 1])
    expect(invoiceable_cases.filter((one) => one.status === 'submitted' && !one.is_collected)).toEqual([])
  })
})
