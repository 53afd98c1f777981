import { describe, expect, it } from 'vitest'
import { addressOf, monthsBack, questionOf, rangeText } from './report-question.ts'

describe('reports in the URL', () => {
  it('[REP-015] [REP-001] converts URL parameters to a report request, and back', () => {
    const requested = questionOf('revenue', {
      date: 'last-7-days',
      by: 'account',
      account: '12,15',
      driver: '!thabo',
    })
    expect(requested).toEqual({
      report: 'revenue',
      range: 'last-7-days',
      by: 'account',
      filters: [
        { field: 'account_id', operator: 'in', value: ['12', '15'] },
        { field: 'driver', operator: 'not_in', value: ['thabo'] },
      ],
    })
    expect(addressOf(requested)).toBe(
      '/reports/revenue?date=last-7-days&by=account&account=12,15&driver=%21thabo',
    )
  })

  it('[REP-001] reads day ranges and months, and uses the default range when the date is missing or invalid', () => {
    expect(questionOf('vat', { date: '2027-02-01..2027-02-03' })).toMatchObject({
      range: 'date-range',
      start_date: '2027-02-01',
      end_date: '2027-02-03',
    })
    expect(questionOf('vat', { date: '2027-02' })).toEqual({
      report: 'vat',
      range: 'month',
      month: '2027-02',
    })
    expect([questionOf('vat', {}).range, questionOf('vat', { date: 'soon' }).range]).toEqual([
      'last-30-days',
      'last-30-days',
    ])
    expect(addressOf({ report: 'vat', range: 'month', month: '2027-02' })).toBe('/reports/vat?date=2027-02')
  })

  it('lists twelve months and formats ranges as text', () => {
    const months = monthsBack(new Date('2027-01-31T23:00:00+02:00'))
    expect([months.length, months[0], months[1], months.at(-1)]).toEqual([
      12,
      '2027-01',
      '2026-12',
      '2026-02',
    ])
    expect(rangeText({ report: 'vat', range: 'month', month: '2027-02' })).toBe('February 2027')
    expect(rangeText({ report: 'vat', range: 'last-2-days' })).toBe('Last 2 days')
  })
})
