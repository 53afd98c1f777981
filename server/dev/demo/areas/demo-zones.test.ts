import { describe, expect, it } from 'vitest'
import { places } from '../../../src/maps/gazetteer/places.ts'
import { areaKm2 } from '@waybill/domain/maps/geometry'
import { buildZoneIndex } from '../../../src/maps/zones/zone-index.ts'
import { demo_zones } from './demo-zones.ts'

const zones = demo_zones.map((zone, at) => ({ ...zone, id: at + 1 }))
const index = buildZoneIndex(zones)

function placeNamed(suburb: string, city: string) {
  const place = places.find(({ local_area, city: of }) => local_area === suburb && of === city)
  if (!place) throw new Error(`${suburb} is not in the table.`)
  return place
}

describe('demo map', () => {
  it('places every place of the gazetteer in exactly one branch', () => {
    const odd = places.filter(({ lat, lng }) => index.findAll(lat, lng, 'branches').length !== 1)
    expect(odd.map(({ label }) => label)).toEqual([])
  })

  it('assigns each province to its expected branches', () => {
    const expected: Record<string, readonly string[]> = {
      GP: ['JHB'],
      NW: ['JHB'],
      LP: ['JHB'],
      MP: ['JHB'],
      FS: ['JHB'],
      WC: ['CPT'],
      NC: ['CPT'],
      EC: ['CPT', 'DBN'],
      KZN: ['DBN'],
    }
    const wrong = places.filter(
      ({ lat, lng, zone }) => !expected[zone]?.includes(index.find(lat, lng, 'branches')?.branch ?? ''),
    )
    expect(wrong.map(({ label }) => label)).toEqual([])
    const branchOf = (city: string) => {
      const { lat, lng } = places.find((place) => place.city === city) ?? { lat: 0, lng: 0 }
      return index.find(lat, lng, 'branches')?.branch
    }
    expect(['Gqeberha', 'East London', 'Mthatha'].map(branchOf)).toEqual(['CPT', 'CPT', 'DBN'])
  })

  it('gives every place a driver zone of its branch, with a routing number', () => {
    const odd = places.filter(({ lat, lng }) => {
      const zone = index.find(lat, lng, 'drivers')
      return !zone?.routing_number || zone.branch !== index.find(lat, lng, 'branches')?.branch
    })
    expect(odd.map(({ label }) => label)).toEqual([])
  })

  it('splits the metros into driver zones without gaps or overlaps', () => {
    for (const { lat, lng, label } of places) {
      const inTown = index.findAll(lat, lng, 'drivers').filter(({ priority }) => priority > 0)
      expect(inTown.length, label).toBe(index.find(lat, lng, 'rates') ? 1 : 0)
    }
    const total = (kind: string, pick: (priority: number) => boolean) =>
      zones
        .filter((zone) => zone.kind === kind && pick(zone.priority))
        .reduce((sum, { geometry }) => sum + areaKm2(geometry), 0)
    const metros = total('rates', () => true)
    expect(Math.abs(total('drivers', (priority) => priority > 0) - metros) / metros).toBeLessThan(0.001)
  })

  it.each([
    ['Sandton Central', 'Sandton', 'JHB Main', 'JHB North'],
    ['Orlando West', 'Soweto', 'JHB Main', 'JHB South'],
    ['Kempton Park Central', 'Kempton Park', 'JHB Main', 'JHB East'],
    ['Roodepoort Central', 'Roodepoort', 'JHB Main', 'JHB West'],
    ['Centurion Central', 'Centurion', 'PTA Main', 'PTA South'],
    ['Soshanguve', 'Pretoria', 'PTA Main', 'PTA North'],
    ['Bellville Central', 'Bellville', 'CPT Main', 'CPT North'],
    ['Cape Town City Centre', 'Cape Town', 'CPT Main', 'CPT City'],
    ['Fish Hoek', 'Cape Town', 'CPT Main', 'CPT South'],
    ['Khayelitsha', 'Cape Town', 'CPT Main', 'CPT Flats'],
    ['Stellenbosch Central', 'Stellenbosch', 'CPT Main', 'CPT Helderberg'],
    ['Umhlanga Rocks', 'Umhlanga', 'DBN Main', 'DBN North'],
    ['Durban Central', 'Durban', 'DBN Main', 'DBN Central'],
    ['Pinetown Central', 'Pinetown', 'DBN Main', 'DBN West'],
    ['Amanzimtoti', 'Amanzimtoti', 'DBN Main', 'DBN South'],
    ['Polokwane Central', 'Polokwane', undefined, 'JHB Outlying'],
    ['George Central', 'George', undefined, 'CPT Outlying'],
    ['Pietermaritzburg Central', 'Pietermaritzburg', undefined, 'DBN Outlying'],
  ])('finds the rate zone and driver zone of %s, %s', (suburb, city, rates, drivers) => {
    const { lat, lng } = placeNamed(suburb, city)
    expect(index.find(lat, lng, 'rates')?.name).toBe(rates)
    expect(index.find(lat, lng, 'drivers')?.name).toBe(drivers)
  })

  it('includes whole metros in their main centre, except Orange Farm', () => {
    const metros: Record<string, string> = {
      Johannesburg: 'JHB Main',
      Sandton: 'JHB Main',
      Randburg: 'JHB Main',
      Soweto: 'JHB Main',
      Midrand: 'JHB Main',
      Centurion: 'PTA Main',
      Bellville: 'CPT Main',
      Durbanville: 'CPT Main',
      Durban: 'DBN Main',
      Umhlanga: 'DBN Main',
      Pinetown: 'DBN Main',
    }
    const outside = places.filter(
      ({ city, lat, lng }) => metros[city] && index.find(lat, lng, 'rates')?.name !== metros[city],
    )
    expect(outside.map(({ label }) => label)).toEqual(['Orange Farm, Johannesburg, 1841'])
  })

  it('has weekday service everywhere, and a surcharge in the far north-west', () => {
    for (const { lat, lng } of places)
      expect(index.find(lat, lng, 'service_days')).toMatchObject({ is_default: true, days: [1, 2, 3, 4, 5] })
    const remote = places.filter(({ lat, lng }) => index.find(lat, lng, 'surcharges'))
    expect(remote.map(({ local_area }) => local_area)).toContain('Springbok')
    expect(remote.map(({ local_area }) => local_area)).not.toContain('Upington Central')
  })

  it('has closed rings whose sides do not cross', () => {
    for (const { name, geometry } of zones)
      for (const ring of geometry.coordinates.flat()) {
        expect(ring.at(-1), name).toEqual(ring[0])
        expect(crossings(ring), name).toEqual([])
      }
  })
})

type Position = [number, number]

function crossings(ring: Position[]): [Position, Position][] {
  const sides = ring.slice(1).map((to, at): [Position, Position] => [ring[at] ?? to, to])
  const turn = ([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position) =>
    Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
  return sides.filter(([a, b], at) =>
    sides
      .slice(at + 1)
      .some(([c, d]) => turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0),
  )
}
