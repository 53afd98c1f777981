import { describe, expect, it } from 'vitest'
import { countries, countryName, findCountry, home_country, isHome } from './countries.ts'
import { publicHolidays } from './holidays.ts'
import { findProvince, province_codes, province_names, provinceOfCode } from './provinces.ts'

describe('provinces', () => {
  it('[CONST-002] knows nine by code, name and ISO form, in any case', () => {
    expect(province_codes).toEqual(['EC', 'FS', 'GP', 'KZN', 'LP', 'MP', 'NC', 'NW', 'WC'])
    for (const code of province_codes)
      for (const text of [
        code,
        code.toLowerCase(),
        `ZA-${code}`,
        province_names[code],
        `${province_names[code]} (${code})`,
      ])
        expect(findProvince(text), text).toBe(code)
  })
  it.each([
    ['LIM', 'LP'],
    ['NL', 'KZN'],
    ['Kwazulu Natal', 'KZN'],
    ['kwazulu-natal', 'KZN'],
    ['North-West', 'NW'],
    ['Northwest', 'NW'],
    ['za-nl', 'KZN'],
    ['Atlantis', null],
    ['', null],
  ])('%o is %o', (text, code) => {
    expect(findProvince(text)).toBe(code)
  })
  it.each([
    ['0001', 'GP'],
    ['0300', 'NW'],
    ['0699', 'LP'],
    ['1200', 'MP'],
    ['2000', 'GP'],
    ['2520', 'NW'],
    ['4001', 'KZN'],
    ['6001', 'EC'],
    ['8001', 'WC'],
    ['8300', 'NC'],
    ['9301', 'FS'],
    ['9100', null],
    ['12', null],
  ])('postal code %s suggests %o', (code, province) => {
    expect(provinceOfCode(code)).toBe(province)
  })
})

describe('countries', () => {
  it('[CONST-004] [CONST-005] lists about 240, each code and name once, South Africa by its full name', () => {
    expect(home_country).toBe('South Africa')
    expect(countries.filter(({ name }) => isHome(name))).toEqual([{ code: 'ZA', name: 'South Africa' }])
    expect(countries.length).toBeGreaterThan(235)
    expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length)
    expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length)
    expect(countries.every(({ code }) => /^[A-Z]{2}$/.test(code))).toBe(true)
  })
  it('[ADDR-002] means South Africa when nothing is said, by its full name', () => {
    for (const text of ['', 'ZA', 'za', 'ZAF', 'RSA', 'South Africa', ' south africa '])
      expect(countryName(text), text).toBe('South Africa')
    expect(countryName('NA')).toBe('Namibia')
    expect(countryName('Botswana')).toBe('Botswana')
    expect(countryName('Nowhere')).toBe('Nowhere')
    expect(findCountry('gb')?.name).toBe('United Kingdom')
    expect(isHome('ZA')).toBe(true)
    expect(isHome('Namibia')).toBe(false)
  })
})

describe('public holidays', () => {
  const dates = (year: number) =>
    new Map(publicHolidays(year).map(({ date, description }) => [date, description]))
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
  ] as const)('%i has its moving and observed days', (year, expected, number) => {
    const found = dates(year)
    for (const [date, name] of Object.entries(expected)) expect(found.get(date)).toBe(name)
    expect(found.size).toBe(number)
  })
  it('keeps the ten fixed days and leaves a Saturday where it is', () => {
    const found = dates(2026)
    expect(found.get('2026-01-01')).toBe("New Year's Day")
    expect(found.get('2026-03-21')).toBe('Human Rights Day')
    expect(found.has('2026-03-23')).toBe(false)
    expect(found.get('2026-12-26')).toBe('Day of Goodwill')
  })
  it('comes in order', () => {
    for (const year of [2024, 2025, 2026, 2030, 2038]) {
      const days = publicHolidays(year).map(({ date }) => date)
      expect(days).toEqual(days.toSorted())
    }
  })
})
