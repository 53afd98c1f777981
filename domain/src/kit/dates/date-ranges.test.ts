import { describe, expect, it } from 'vitest'
import { date_range_values, date_ranges, daysBefore, daysOfRange, type DateRange } from './date-ranges.ts'

/** 00:30 on 1 March in South Africa is still 28 February in UTC. */
const night = new Date('2027-02-28T22:30:00Z')

describe('date ranges', () => {
  it('[REP-001] offers yesterday, today, the last 2, 5, 7, 14 and 30 days, a date range and a month', () => {
    expect(date_ranges.map(([, label]) => label)).toEqual([
      'Yesterday',
      'Today',
      'Last 2 days',
      'Last 5 days',
      'Last 7 days',
      'Last 14 days',
      'Last 30 days',
      'Date range',
      'Month',
    ])
  })

  it('[REP-002] lists the stored values', () => {
    expect(date_range_values).toEqual([
      'yesterday',
      'today',
      'last-2-days',
      'last-5-days',
      'last-7-days',
      'last-14-days',
      'last-30-days',
      'date-range',
      'month',
    ])
  })

  it.each<[DateRange, string, string]>([
    ['today', '2027-03-01', '2027-03-01'],
    ['yesterday', '2027-02-28', '2027-02-28'],
    ['last-2-days', '2027-02-28', '2027-03-01'],
    ['last-5-days', '2027-02-25', '2027-03-01'],
    ['last-7-days', '2027-02-23', '2027-03-01'],
    ['last-14-days', '2027-02-16', '2027-03-01'],
    ['last-30-days', '2027-01-31', '2027-03-01'],
    ['month', '2027-03-01', '2027-03-31'],
  ])('[REP-001] calculates %s in South African days', (range, from, until) => {
    expect(daysOfRange(range, night)).toEqual({ from, until })
  })

  it('[REP-001] crosses leap days and the ends of months and years, and returns null for an invalid month', () => {
    const at = (day: string) => new Date(`${day}T12:00:00+02:00`)
    expect(daysOfRange('last-2-days', at('2028-03-01'))).toEqual({ from: '2028-02-29', until: '2028-03-01' })
    expect(daysOfRange('last-30-days', at('2028-01-05'))).toEqual({ from: '2027-12-07', until: '2028-01-05' })
    expect(daysOfRange('yesterday', at('2028-01-01'))).toEqual({ from: '2027-12-31', until: '2027-12-31' })
    const month = (name: string) => daysOfRange('month', night, { month: name })
    expect(month('2028-02')).toEqual({ from: '2028-02-01', until: '2028-02-29' })
    expect(month('2026-12')).toEqual({ from: '2026-12-01', until: '2026-12-31' })
    expect([month('2026-13'), month('26-01')]).toEqual([null, null])
  })

  it('[REP-001] returns null for a date range unless both days are valid and in order', () => {
    const between = (startDate: string, endDate: string) =>
      daysOfRange('date-range', night, { start_date: startDate, end_date: endDate })
    expect(between('2027-01-05', '2027-01-05')).toEqual({ from: '2027-01-05', until: '2027-01-05' })
    expect([
      between('2027-01-06', '2027-01-05'),
      between('2027-02-29', '2027-03-01'),
      between('', '2027-03-01'),
    ]).toEqual([null, null, null])
    expect(daysOfRange('date-range', night)).toBeNull()
  })

  it('returns the preceding period of the same length', () => {
    const days = { from: '2027-02-23', until: '2027-03-01' }
    expect(daysBefore(days)).toEqual({ from: '2027-02-16', until: '2027-02-22' })
  })
})
