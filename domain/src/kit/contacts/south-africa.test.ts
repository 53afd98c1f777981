import { describe, expect, it } from 'vitest'
import { countries, countryName, findCountry, home_country, isHome } from './countries.ts'
import { currency, formatRand } from '../money.ts'
import { e164 } from './phone-number.ts'
import { findProvince, province_codes, province_names, provinceOfCode } from './provinces.ts'

it('[SHELL-003] uses Rand, nine provinces and calling code 27 for South Africa', () => {
  expect(currency).toEqual({ code: 'ZAR', symbol: 'R' })
  expect(formatRand(123_450)).toBe('R 1,234.50')
  expect(province_codes).toHaveLength(9)
  expect(e164('082 123 4567')).toBe('+27821234567')
})

describe('provinces', () => {
  it('[CONST-002] finds each of the nine provinces by code, name and ISO form, in any case', () => {
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
  ])('resolves %o to %o', (text, code) => {
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
  ])('suggests for postal code %s the province %o', (code, province) => {
    expect(provinceOfCode(code)).toBe(province)
  })
})

describe('countries', () => {
  it('[CONST-004] [CONST-005] lists more than 235 countries with unique codes and names, including South Africa by its full name', () => {
    expect(home_country).toBe('South Africa')
    expect(countries.filter(({ name }) => isHome(name))).toEqual([{ code: 'ZA', name: 'South Africa' }])
    expect(countries.length).toBeGreaterThan(235)
    expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length)
    expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length)
    expect(countries.every(({ code }) => /^[A-Z]{2}$/.test(code))).toBe(true)
  })
  it('[ADDR-002] returns the full country name, and South Africa for an empty text', () => {
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
