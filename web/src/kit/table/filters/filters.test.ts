import { describe, expect, it } from 'vitest'
import { readDay, weeksOf } from '../../form/dates/read-day.ts'
import { row_choices } from '../use-list.ts'
import { dateFilterText, daysOf, momentsOf } from './date-filter.ts'
import { chipLead, readFilter, valueText, writeFilter, type Filter } from './filters.ts'
import { pagesToShow } from '../Pager.tsx'
import { nextSort } from '../rows/TableHead.tsx'

const now = new Date('2025-03-05T10:00:00+02:00')
const status: Filter = {
  key: 'status',
  label: 'Status',
  kind: 'choice',
  negatable: true,
  options: [
    { value: 'at-hub', label: 'At hub' },
    { value: 'in-transit', label: 'In transit' },
  ],
  groups: [{ label: 'On the way', values: ['at-hub', 'in-transit'] }],
}

describe('filters in the URL', () => {
  it('reads and writes choices, including negated ones', () => {
    expect(readFilter(status, '!at-hub', now)).toEqual({ values: ['at-hub'], isNot: true })
    expect(writeFilter({ values: ['at-hub', 'in-transit'], isNot: false })).toBe('at-hub,in-transit')
  })

  it('returns null for an invalid date', () => {
    expect(readFilter({ key: 'c', label: 'Collected', kind: 'date' }, 'nonsense', now)).toBeNull()
  })

  it('displays the chosen values as words', () => {
    const one = { values: ['at-hub'], isNot: true }
    expect(`${chipLead(status, one)} ${valueText(status, one, now)}`).toBe('Status is not At hub')
    expect(valueText(status, { values: ['in-transit', 'at-hub'], isNot: false }, now)).toBe('On the way')
  })
})

describe('date filters', () => {
  it('resolves relative dates and includes today', () => {
    expect(daysOf('last-7-days', now)).toEqual({ from: '2025-02-27', until: '2025-03-05' })
    expect(daysOf('month', now)).toEqual({ from: '2025-03-01', until: '2025-03-05' })
  })

  it('[REP-011] [REP-012] covers the start of the first day to the end of the last, South African time', () => {
    expect(momentsOf('2025-03-04..2025-03-05', now)).toEqual({
      from: new Date('2025-03-04T00:00:00+02:00'),
      until: new Date('2025-03-05T23:59:59.999+02:00'),
    })
  })

  it('displays date filters as words', () => {
    expect(dateFilterText('last-14-days', now)).toBe('last 14 days')
    expect(dateFilterText('2025-03-05..2025-03-07', now)).toBe('today to Fri 7 Mar')
  })
})

describe('rows per page', () => {
  it('[REP-016] offers 10, 20 or 100 rows', () => {
    expect(row_choices).toEqual([10, 20, 100])
  })
})

describe('typed days', () => {
  it.each([
    ['today', '2025-03-05'],
    ['tomorrow', '2025-03-06'],
    ['fri', '2025-03-07'],
    ['wed', '2025-03-12'],
    ['4/3', '2025-03-04'],
    ['4 mar', '2025-03-04'],
    ['4 March 2024', '2024-03-04'],
    ['20 dec', '2024-12-20'],
    ['2025-03-04', '2025-03-04'],
  ])('parses %s as %s', (typed, day) => {
    expect(readDay(typed, now)).toBe(day)
  })

  it.each(['31/2', 'soon', '', '99'])('returns null for %j', (typed) => {
    expect(readDay(typed, now)).toBeNull()
  })

  it('starts weeks on Monday', () => {
    expect(weeksOf('2025-03')[0]).toEqual([
      '2025-02-24',
      '2025-02-25',
      '2025-02-26',
      '2025-02-27',
      '2025-02-28',
      '2025-03-01',
      '2025-03-02',
    ])
  })
})

describe('sorting and paging', () => {
  it('cycles from ascending to descending to default and adds a second key', () => {
    expect(nextSort('', 'name', false)).toBe('name')
    expect(nextSort('name', 'name', false)).toBe('-name')
    expect(nextSort('-name', 'name', false)).toBe('')
    expect(nextSort('name', 'city', true)).toBe('name,city')
  })

  it('displays the first, the last and the pages around the current one', () => {
    expect(pagesToShow(1, 65)).toEqual([1, 2, 3, null, 65])
    expect(pagesToShow(30, 65)).toEqual([1, null, 29, 30, 31, null, 65])
    expect(pagesToShow(2, 3)).toEqual([1, 2, 3])
  })
})
