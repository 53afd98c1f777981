import { describe, expect, it } from 'vitest'
import { greatCircleKm } from '../zones/zone-index.ts'
import { geocode } from './geocode.ts'
import { places } from './places.ts'

const bryanston = { lat: -26.053, lng: 28.025 }

describe('geocoding with the built-in gazetteer', () => {
  it('returns a fixed place within a kilometre of the suburb for a street, with accuracy suburb', () => {
    const parts = { street_address: '12 Wilton Ave', local_area: 'Bryanston', city: 'Sandton', code: '2191' }
    const found = geocode(parts)
    expect(found).toMatchObject({
      accuracy: 'suburb',
      geo_local_area: 'Bryanston',
      geo_city: 'Sandton',
      zone: 'GP',
    })
    expect(greatCircleKm(bryanston, found ?? bryanston)).toBeLessThan(1)
    expect(geocode({ ...parts, street_address: '12 WILTON AVENUE' })).toEqual(found)
    const neighbour = geocode({ ...parts, street_address: '14 Wilton Ave' })
    expect(neighbour).not.toEqual(found)
    expect(greatCircleKm(neighbour ?? bryanston, found ?? bryanston)).toBeLessThan(0.15)
  })

  it('falls back from suburb to city to postal code', () => {
    const whole = { street_address: '1 Long Street', local_area: 'Gardens', city: 'Cape Town', code: '8001' }
    expect(geocode({ ...whole, street_address: '' })?.accuracy).toBe('suburb')
    expect(geocode({ ...whole, local_area: 'No Such Estate' })?.accuracy).toBe('city')
    expect(geocode({ ...whole, local_area: '', city: 'No Such Town' })?.accuracy).toBe('code')
    expect(geocode({ street_address: 'Nowhere', city: 'No Such Town' })).toBeNull()
  })

  it('finds nothing for an unknown town unless its postal code is near a listed one', () => {
    for (const parts of [
      { city: 'Nowhereville', code: '9999' },
      { street_address: '1 Nowhere Street', local_area: 'Nowhereville', city: 'Nowhereville', code: '9999' },
      { entered_address: 'Nowhereville 9999' },
      { city: 'Nowhereville' },
    ])
      expect(geocode(parts), JSON.stringify(parts)).toBeNull()
    expect(geocode({ city: 'Nowhereville', code: '9988' })?.accuracy).toBe('code')
  })

  it('needs neither suburb nor province', () => {
    expect(
      geocode({ street_address: '5 Church Street', local_area: '', city: 'Polokwane', zone: '' }),
    ).toMatchObject({
      accuracy: 'city',
      zone: 'LP',
      code: '0699',
    })
    expect(geocode({})).toBeNull()
  })

  it('reads a missing suburb after the comma of the street line, or from the entered line', () => {
    expect(geocode({ street_address: '3 Oak Avenue, Bryanston', city: 'Johannesburg' })).toMatchObject({
      accuracy: 'suburb',
      geo_local_area: 'Bryanston',
    })
    expect(
      geocode({ city: 'Durban', code: '4001', entered_address: '9 Florida Road, Morningside, Durban' }),
    ).toMatchObject({ accuracy: 'suburb', geo_local_area: 'Morningside', geo_city: 'Durban' })
  })

  it('distinguishes suburbs of the same name by city, code and province', () => {
    expect(geocode({ local_area: 'Rosebank', code: '7700' })?.geo_city).toBe('Cape Town')
    expect(geocode({ local_area: 'Berea', city: 'Durban' })?.geo_city).toBe('Durban')
    expect(geocode({ local_area: 'Berea', city: 'East London' })?.geo_city).toBe('East London')
    expect(geocode({ local_area: 'Middelburg', zone: 'EC' })?.code).toBe('5900')
    expect(geocode({ city: 'Middelburg', zone: 'Mpumalanga' })?.code).toBe('1050')
    expect(geocode({ local_area: 'Rosebank', city: 'Durban' })).toMatchObject({
      accuracy: 'city',
      geo_city: 'Durban',
    })
  })

  it('resolves former names, metros, extensions and accents', () => {
    expect(geocode({ city: 'Port Elizabeth' })?.geo_city).toBe('Gqeberha')
    expect(geocode({ local_area: 'Vincent', city: 'Buffalo City' })?.geo_city).toBe('East London')
    expect(geocode({ local_area: 'Soshanguve Ext 7', city: 'Tshwane' })?.geo_local_area).toBe('Soshanguve')
    expect(geocode({ local_area: 'Lambért’s Bay' })?.code).toBe('8130')
  })

  it('locates a post-box code by the nearest listed code, and finds nothing for invalid codes', () => {
    expect(geocode({ code: '0046' })).toMatchObject({ accuracy: 'code', zone: 'GP' })
    expect(geocode({ code: '0000' })).toBeNull()
    expect(geocode({ code: 'SW1A 1AA' })).toBeNull()
  })

  it('keeps given coordinates and names the nearest suburb', () => {
    expect(geocode({ lat: -26.06, lng: 28.02 })).toMatchObject({
      lat: -26.06,
      lng: 28.02,
      accuracy: 'street',
      geo_local_area: 'Bryanston',
      zone: 'GP',
    })
    expect(geocode({ lat: 51.5, lng: -0.1 })).toMatchObject({ geo_local_area: null, zone: '' })
  })

  it('returns null for foreign addresses', () => {
    expect(geocode({ city: 'Richmond', country: 'United Kingdom' })).toBeNull()
  })

  it('finds every suburb of the gazetteer by its own address parts', () => {
    const lost = places.filter(({ local_area, city, code, zone }) => {
      const found = geocode({ local_area, city, code, zone })
      return found?.geo_local_area !== local_area || found.geo_city !== city
    })
    expect(lost).toEqual([])
  })
})
