import { describe, expect, it } from 'vitest'
import { nationalHolidays } from './national-holidays.ts'

describe('public holidays', () => {
  it.each([
    [2026, ['2026-04-03', '2026-04-06', '2026-08-10']],
    [2027, ['2027-03-22', '2027-03-26', '2027-03-29', '2027-12-27']],
    [2028, ['2028-04-14', '2028-04-17', '2028-09-25']],
  ])('%i has its moving and observed days', (year, moving) => {
    const dates = nationalHolidays(year).map(({ date }) => date)
    expect(dates).toEqual(expect.arrayContaining(moving))
    expect(dates).toEqual(dates.toSorted())
    expect(new Set(dates).size).toBe(dates.length)
  })

  it('counts twelve named days, and a Monday for each that falls on a Sunday', () => {
    expect(nationalHolidays(2026)).toHaveLength(13)
    expect(nationalHolidays(2025).map(({ date }) => date)).not.toContain('2025-01-02')
  })

  it('a Monday that is already a holiday is named once', () => {
    expect(nationalHolidays(2022).filter(({ date }) => date === '2022-12-26')).toEqual([
      { date: '2022-12-26', description: 'Day of Goodwill' },
    ])
  })
})
