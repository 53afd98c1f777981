import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areaKm2 } from '@waybill/domain/maps/geometry'
import { buildZoneIndex, greatCircleKm, roadKm } from './zone-index.ts'
import type { ZoneShape } from './zone-index.ts'

type Position = [number, number]

const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

const zone = (id: number, coordinates: Position[][][], more: Partial<ZoneShape> = {}): ZoneShape => ({
  id,
  kind: 'drivers',
  priority: 0,
  geometry: { type: 'MultiPolygon', coordinates },
  ...more,
})

describe('zone lookup by point', () => {
  it('orders zones by highest priority, then smallest area, then lowest id', () => {
    const index = buildZoneIndex([
      zone(4, [[box(0, 0, 9, 9)]], { priority: 5 }),
      zone(3, [[box(0, 0, 4, 4)]]),
      zone(2, [[box(0, 0, 2, 2)]]),
      zone(1, [[box(0, 0, 2, 2)]]),
    ])
    expect(index.findAll(1, 1, 'drivers').map(({ id }) => id)).toEqual([4, 1, 2, 3])
    expect(index.find(1, 1, 'drivers')?.id).toBe(4)
  })

  it('searches only zones of the given kind', () => {
    const index = buildZoneIndex([zone(1, [[box(0, 0, 2, 2)]], { kind: 'rates' })])
    expect(index.find(1, 1, 'rates')?.id).toBe(1)
    expect(index.find(1, 1, 'branches')).toBeNull()
  })

  it('treats edges, corners and the edge of a hole as inside, and the hole itself as outside', () => {
    const index = buildZoneIndex([zone(1, [[box(0, 0, 6, 6), box(2, 2, 4, 4)]])])
    const inside = (lat: number, lng: number) => index.find(lat, lng, 'drivers') !== null
    expect([inside(0, 3), inside(6, 6), inside(2, 3), inside(4, 4)]).toEqual([true, true, true, true])
    expect([inside(3, 3), inside(6.001, 3), inside(-0.001, 0)]).toEqual([false, false, false])
  })

  it('finds a zone in each of its parts, and returns it once where parts overlap', () => {
    const index = buildZoneIndex([zone(1, [[box(0, 0, 2, 2)], [box(1, 1, 3, 3)], [box(8, 8, 9, 9)]])])
    expect(index.findAll(1.5, 1.5, 'drivers')).toHaveLength(1)
    expect(index.find(8.5, 8.5, 'drivers')?.id).toBe(1)
    expect(index.find(5, 5, 'drivers')).toBeNull()
  })

  it('handles an empty map, open rings, rings without area and invalid coordinates', () => {
    expect(buildZoneIndex([]).find(1, 1, 'rates')).toBeNull()
    const index = buildZoneIndex([
      zone(1, [[box(0, 0, 2, 2).slice(0, 4)]]),
      zone(2, [[[[0, 0]]], []]),
      zone(3, [], { kind: 'rates' }),
    ])
    expect(index.findAll(1, 1, 'drivers').map(({ id }) => id)).toEqual([1])
    expect(index.find(Number.NaN, 1, 'drivers')).toBeNull()
    expect(index.find(1, 1, 'rates')).toBeNull()
  })

  it('returns the same zones as a linear search through random zones', () => {
    const small = fc.integer({ min: -6, max: 6 })
    const ring = fc
      .array(fc.tuple(small, small), { minLength: 3, maxLength: 6 })
      .map((corners): Position[] => [...corners, corners[0] ?? [0, 0]])
    const polygon = fc.array(ring, { minLength: 1, maxLength: 2 })
    const zones = fc.array(
      fc.record({ polygons: fc.array(polygon, { maxLength: 3 }), priority: fc.integer({ min: 0, max: 2 }) }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(
        zones,
        fc.array(fc.tuple(small, small), { minLength: 1, maxLength: 20 }),
        (made, points) => {
          const all = made.map(({ polygons, priority }, at) => zone(at + 1, polygons, { priority }))
          const index = buildZoneIndex(all)
          for (const [lng, lat] of points) {
            const plain = all
              .filter(({ geometry }) => geometry.coordinates.some((rings) => holdsPlainly([lng, lat], rings)))
              .map((found) => ({ found, area: areaKm2(found.geometry) }))
              .sort(
                (a, b) => b.found.priority - a.found.priority || a.area - b.area || a.found.id - b.found.id,
              )
            expect(index.findAll(lat, lng, 'drivers')).toEqual(plain.map(({ found }) => found))
          }
        },
      ),
    )
  })
})

/**
 * Reference implementation by ray casting. It works on whole numbers, so that the result is exact; the boundary
 * counts as inside.
 */
function holdsPlainly([x, y]: Position, rings: Position[][]): boolean {
  let crossings = 0
  for (const ring of rings)
    for (const [at, [x1, y1]] of ring.entries()) {
      const [x2, y2] = ring[at + 1] ?? ring[0] ?? [x1, y1]
      const side = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
      const between =
        Math.min(x1, x2) <= x && x <= Math.max(x1, x2) && Math.min(y1, y2) <= y && y <= Math.max(y1, y2)
      if (side === 0 && between) return true
      if (y1 > y !== y2 > y && side > 0 === y2 > y1) crossings += 1
    }
  return crossings % 2 === 1
}

describe('areas and distances', () => {
  it('calculates the area of a degree square at the equator and subtracts holes', () => {
    expect(areaKm2(zone(1, [[box(0, 0, 1, 1)]]).geometry)).toBeCloseTo(12_363.7, 0)
    const withHole = areaKm2(zone(1, [[box(0, 0, 2, 2), box(0.5, 0.5, 1.5, 1.5)]]).geometry)
    expect(withHole / areaKm2(zone(1, [[box(0, 0, 2, 2)]]).geometry)).toBeCloseTo(0.75, 2)
  })

  it('calculates the distance between Johannesburg and Cape Town', () => {
    const [johannesburg, capeTown] = [
      { lat: -26.2041, lng: 28.0473 },
      { lat: -33.9249, lng: 18.4241 },
    ]
    expect(greatCircleKm(johannesburg, capeTown)).toBeGreaterThan(1255)
    expect(greatCircleKm(johannesburg, capeTown)).toBeLessThan(1270)
    expect(roadKm(johannesburg, capeTown)).toBe(Math.ceil(greatCircleKm(johannesburg, capeTown) * 1.3))
  })

  it('rounds road distances up to whole kilometres, and returns 0 for the same point', () => {
    const sandton = { lat: -26.1076, lng: 28.0567 }
    expect(roadKm(sandton, sandton)).toBe(0)
    expect(roadKm(sandton, { lat: -26.1075, lng: 28.0567 })).toBe(1)
  })
})
