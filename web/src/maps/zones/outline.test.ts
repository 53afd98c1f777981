import { describe, expect, it } from 'vitest'
import type { Position } from '@waybill/domain/maps/geometry'
import { outlinesOf } from '../canvas/base-map.ts'
import { placeNames } from '../canvas/map-names.ts'
import {
  addCorner,
  addRing,
  cornersIn,
  geometryOf,
  moveCorner,
  outlineOf,
  readPlaces,
  removeCorner,
  removeRing,
  type Outline,
} from './outline.ts'
import { fromDrawing, inDrawing } from '../drawn-maps/south-africa.ts'

const square: Position[] = [
  [28, -27],
  [29, -27],
  [29, -26],
  [28, -26],
]
const hole: Position[] = [
  [28.2, -26.8],
  [28.4, -26.8],
  [28.4, -26.6],
]

describe('outline editing', () => {
  it('moves, adds and removes corners, and closes rings in the geometry', () => {
    const at = { polygon: 0, ring: 0, at: 1 }
    const moved = moveCorner([[square]], at, [30, -27])
    expect(moved[0]?.[0]?.[1]).toEqual([30, -27])
    const added = addCorner(moved, at, [29.5, -26.5])
    expect(cornersIn(added)).toBe(5)
    expect(removeCorner(added, { ...at, at: 2 })).toEqual(moved)
    expect(geometryOf([[square]]).coordinates[0]?.[0]).toHaveLength(5)
    expect(outlineOf(geometryOf([[square, hole]]))).toEqual([[square, hole]])
  })

  it('adds a hole to the polygon in which it starts, and removes a ring when fewer than three corners would remain', () => {
    const withHole = addRing([[square]], hole, true)
    expect(withHole).toEqual([[square, hole]])
    const two: Outline = addRing(withHole, hole, false)
    expect(two).toHaveLength(2)
    expect(removeCorner(withHole, { polygon: 0, ring: 1, at: 0 })).toEqual([[square]])
    expect(removeRing(withHole, { polygon: 0, ring: 0 })).toEqual([])
    const outside = hole.map(([lng, lat]): Position => [lng + 5, lat])
    expect(addRing([[square]], outside, true)).toHaveLength(2)
  })

  it('reads typed or pasted places, latitude first', () => {
    expect(readPlaces('-26.1, 28.05\n-26.2;28.1\n\n -26.3\t28.2 ')).toEqual([
      [28.05, -26.1],
      [28.1, -26.2],
      [28.2, -26.3],
    ])
    expect(readPlaces('-26.1, 28.05\nSandton')).toBeNull()
  })
})

describe('base map', () => {
  it('converts the drawing of the small maps to degrees', () => {
    const place = { lat: -26.2, lng: 28.05 }
    const [lng = 0, lat = 0] = fromDrawing(inDrawing(place))
    expect([lng, lat].map((degrees) => Number(degrees.toFixed(6)))).toEqual([28.05, -26.2])
    expect(outlinesOf('M10 10l5 0l0 5zM1 1l2 2')).toHaveLength(2)
    expect(outlinesOf('M10 10l5 0l0 5z')[0]).toEqual([
      fromDrawing({ x: 10, y: 10 }),
      fromDrawing({ x: 15, y: 10 }),
      fromDrawing({ x: 15, y: 15 }),
    ])
  })

  it('places names without overlap, areas before towns before suburbs', () => {
    const at = (name: string, kind: 'zone' | 'town' | 'suburb', lng: number) => ({ name, kind, lng, lat: 0 })
    const placed = placeNames(
      [
        at('Suburb', 'suburb', 100),
        at('Town', 'town', 102),
        at('Zone', 'zone', 101),
        at('Far', 'suburb', 300),
        at('Out', 'town', 900),
      ],
      ({ lng }) => ({ x: lng, y: 50 }),
      { width: 400, height: 100 },
    )
    expect(placed.map(({ name }) => name)).toEqual(['Zone', 'Far'])
  })
})
