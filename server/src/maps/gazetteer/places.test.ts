import { describe, expect, it } from 'vitest'
import { province_codes, provinceOfCode } from '@waybill/domain/kit/contacts/provinces'
import { greatCircleKm } from '../zones/zone-index.ts'
import { city_other_names, metro_members, places, places_by_city } from './places.ts'
import { searchPlaces } from './search-places.ts'

const labels = (text: string, limit?: number) => searchPlaces(text, limit).map(({ label }) => label)

describe('gazetteer places', () => {
  it('are complete and unique rows inside South Africa', () => {
    expect(places.length).toBeGreaterThan(700)
    for (const { label, code, zone, lat, lng } of places) {
      expect(code, label).toMatch(/^\d{4}$/)
      expect(province_codes, label).toContain(zone)
      expect(lat > -34.9 && lat < -22.1 && lng > 16.4 && lng < 32.9, label).toBe(true)
    }
    const keys = places.map(({ local_area, city, zone }) => `${local_area}|${city}|${zone}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('are within 55 km of the centre of their city', () => {
    const far = places.filter((place) => {
      const [middle] = places.filter(({ city, zone }) => city === place.city && zone === place.zone)
      return middle && greatCircleKm(place, middle) > 55
    })
    expect(far).toEqual([])
  })

  it('have a postal code of their province in more than 95 percent of rows', () => {
    const odd = places.filter(({ code, zone }) => provinceOfCode(code) !== zone)
    expect(odd.length / places.length).toBeLessThan(0.05)
  })

  it('have other names only for existing cities and metros', () => {
    const cities = new Set(places.map(({ city }) => city))
    const named = [...Object.keys(city_other_names), ...Object.values(metro_members).flat()]
    expect(named.filter((name) => !cities.has(name) && !(name in metro_members))).toEqual([])
    expect(places_by_city.get('grahamstown')?.[0]?.city).toBe('Makhanda')
  })
})

describe('place search', () => {
  it('matches whole words and prefixes in any order and case', () => {
    expect(labels('rosebank joh')[0]).toBe('Rosebank, Johannesburg, 2196')
    expect(labels('JOH rosebank')[0]).toBe('Rosebank, Johannesburg, 2196')
    expect(labels('rosebank cape')).toEqual(['Rosebank, Cape Town, 7700'])
    expect(labels('lyttelton')[0]).toBe('Lyttelton, Centurion, 0157')
  })

  it('finds whole and partial postal codes', () => {
    expect(searchPlaces('2196', 50).every(({ code }) => code === '2196')).toBe(true)
    expect(labels('2196')[0]).toBe('Sandton Central, Sandton, 2196')
    expect(searchPlaces('219', 50).every(({ code }) => code.startsWith('219'))).toBe(true)
  })

  it('matches extensions, and finds the township when the extension is not listed', () => {
    expect(labels('Ext 2 Soshanguve')[0]).toBe('Soshanguve East Ext 2, Pretoria, 0152')
    expect(labels('soshanguve extension 2 south')[0]).toBe('Soshanguve South Ext 2, Pretoria, 0152')
    expect(labels('Soshanguve Ext 19')[0]).toBe('Soshanguve, Pretoria, 0152')
  })

  it('ignores accents, apostrophes and hyphens', () => {
    expect(labels('gordons bay')[0]).toBe("Gordon's Bay, Strand, 7140")
    expect(labels('kénton on sea')[0]).toBe('Kenton-on-Sea, 6191')
  })

  it('matches former and short names', () => {
    expect(labels('port elizabeth')[0]).toBe('Gqeberha Central, Gqeberha, 6001')
    expect(labels('nelspruit')[0]).toBe('Mbombela Central, Mbombela, 1201')
    expect(labels('bryanston jhb')).toEqual(['Bryanston, Sandton, 2191'])
  })

  it('lists the centre of a city first', () => {
    expect(labels('durban')[0]).toBe('Durban Central, Durban, 4001')
    expect(labels('pretoria')[0]).toBe('Pretoria Central, Pretoria, 0002')
  })

  it('finds the place at the end of a street address', () => {
    expect(labels('12 Main Road Rosebank')).toContain('Rosebank, Cape Town, 7700')
  })

  it('returns at most the requested number of places, and none for empty or unknown text', () => {
    expect(labels('a', 3)).toHaveLength(3)
    expect(labels('')).toEqual([])
    expect(labels('qqqq')).toEqual([])
  })
})
