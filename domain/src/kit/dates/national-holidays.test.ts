import { describe, expect, it } from 'vitest'
import { companyHolidays, nationalHolidays, holidayDifferences } from './national-holidays.ts'

describe('public holiday dates', () => {
  it.each([
    [2026, ['2026-04-03', '2026-04-06', '2026-08-10']],
    [2027, ['2027-03-22', '2027-03-26', '2027-03-29', '2027-12-27']],
    [2028, ['2028-04-14', '2028-04-17', '2028-09-25']],
  ])('includes the moving and observed days of %i, sorted and without duplicates', (year, moving) => {
    const dates = nationalHolidays(year).map(({ date }) => date)
    expect(dates).toEqual(expect.arrayContaining(moving))
    expect(dates).toEqual(dates.toSorted())
    expect(new Set(dates).size).toBe(dates.length)
  })

  it('returns twelve holidays and one observed Monday for 2026, and no observed day for a weekday', () => {
    expect(nationalHolidays(2026)).toHaveLength(13)
    expect(nationalHolidays(2025).map(({ date }) => date)).not.toContain('2025-01-02')
  })

  it('lists a Monday that is already a holiday once', () => {
    expect(nationalHolidays(2022).filter(({ date }) => date === '2022-12-26')).toEqual([
      { date: '2022-12-26', description: 'Day of Goodwill' },
    ])
  })
})

describe('public holiday names', () => {
  const dates = (year: number) =>
    new Map(nationalHolidays(year).map(({ date, description }) => [date, description]))
  it.each([
    [
      2026,
      {
        '2026-04-03': 'Good Friday',
        '2026-04-06': 'Family Day',
        '2026-08-10': "National Women's Day (observed)",
      },
      13,
    ],
    [
      2027,
      {
        '2027-03-22': 'Human Rights Day (observed)',
        '2027-03-26': 'Good Friday',
        '2027-03-29': 'Family Day',
        '2027-12-27': 'Day of Goodwill (observed)',
      },
      14,
    ],
    [
      2028,
      { '2028-04-14': 'Good Friday', '2028-04-17': 'Family Day', '2028-09-25': 'Heritage Day (observed)' },
      13,
    ],
  ] as const)('names the moving and observed days of %i', (year, expected, number) => {
    const found = dates(year)
    for (const [date, name] of Object.entries(expected)) expect(found.get(date)).toBe(name)
    expect(found.size).toBe(number)
  })
  it('returns fixed days by name, and adds no observed day for a Saturday', () => {
    const found = dates(2026)
    expect(found.get('2026-01-01')).toBe("New Year's Day")
    expect(found.get('2026-03-21')).toBe('Human Rights Day')
    expect(found.has('2026-03-23')).toBe(false)
    expect(found.get('2026-12-26')).toBe('Day of Goodwill')
  })
  it('sorts the days by date', () => {
    for (const year of [2024, 2025, 2026, 2030, 2038]) {
      const days = nationalHolidays(year).map(({ date }) => date)
      expect(days).toEqual(days.toSorted())
    }
  })
})

describe('public holidays of a company', () => {
  const datesOf = (own: Parameters<typeof companyHolidays>[0], from: number, to: number) =>
    companyHolidays(own, from, to).map(({ date }) => date)

  it('returns the statutory and proclaimed holidays of any year', () => {
    expect(datesOf([], 2029, 2029)).toContain('2029-12-26')
    expect(datesOf([], 2060, 2061)).toEqual(expect.arrayContaining(['2060-12-26', '2061-12-26']))
    expect(datesOf([], 2024, 2024)).toContain('2024-05-29')
    expect(datesOf([], 2025, 2025)).not.toContain('2025-05-29')
  })

  it('excludes days on which the company works and includes its own holidays', () => {
    const own = [
      { date: '2027-12-16', description: 'Day of Reconciliation', is_working: true },
      { date: '2027-12-24', description: 'Closed', is_working: false },
    ]
    const days = datesOf(own, 2027, 2028)
    expect(days).toContain('2027-12-24')
    expect(days).toContain('2028-12-16')
    expect(days).not.toContain('2027-12-16')
    expect(days).toEqual(days.toSorted())
  })

  it('stores only the differences from the statutory list and rebuilds the complete list from them', () => {
    const whole = companyHolidays([], 2026, 2028)
    expect(holidayDifferences(whole)).toEqual([])
    const changed = [
      ...whole.filter(({ date }) => date !== '2027-12-16'),
      { date: '2027-12-24', description: 'Closed' },
    ]
    expect(holidayDifferences(changed)).toEqual([
      { date: '2027-12-24', description: 'Closed', is_working: false },
      { date: '2027-12-16', description: 'Day of Reconciliation', is_working: true },
    ])
    expect(companyHolidays(holidayDifferences(changed), 2026, 2028)).toEqual(
      changed.toSorted((a, b) => a.date.localeCompare(b.date)),
    )
  })
})
