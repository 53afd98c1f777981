import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { role_ids, systemActor, type Actor } from '../kit/actor.ts'
import { reasonOf } from '../kit/rule-result.ts'
import { map_tag_types, other_tag_types, tag_types } from '../tags/model.ts'
import { checkTag, mayEditTags } from '../tags/rules.ts'
import {
  areaKm2,
  boundsOf,
  checkGeometry,
  findCrossing,
  nodeCount,
  overlaps,
  simplify,
  normaliseGeometry,
  type Position,
} from './geometry.ts'
import { type ZoneDetails, type ZoneGeometry } from './model.ts'
import { geoJsonOf, kindNamed, kmlOf, readFeature } from './zone-files.ts'
import {
  checkTogether,
  checkZone,
  empty_zone,
  mayChangeDraft,
  mayEditMap,
  ofKind,
  tagTypeOf,
} from './zone-rules.ts'
import { maySeeMap, zone_kinds } from './map-kinds.ts'

const max_points = 500

const ring = (...corners: Position[]): Position[] => [...corners, corners[0] ?? [0, 0]]
const box = (west: number, south: number, east: number, north: number): Position[] =>
  ring([west, south], [east, south], [east, north], [west, north])
const shape = (...polygons: Position[][][]): ZoneGeometry => ({ type: 'MultiPolygon', coordinates: polygons })
const problemOf = (geometry: ZoneGeometry, max = max_points) =>
  checkGeometry(geometry, max)[0]?.message ?? null

/** A circle with `points` points around Johannesburg. */
const circle = (points: number): ZoneGeometry =>
  shape([
    ring(
      ...Array.from({ length: points }, (_, at): Position => {
        const turn = (at / points) * 2 * Math.PI
        return [28 + 0.5 * Math.cos(turn), -26 + 0.5 * Math.sin(turn)]
      }),
    ),
  ])

describe('area outlines', () => {
  it('accepts an outline with several parts and holes', () => {
    const area = shape([box(28, -27, 29, -26), box(28.2, -26.8, 28.4, -26.6)], [box(30, -27, 31, -26)])
    expect(problemOf(area)).toBeNull()
    expect(nodeCount(area)).toBe(12)
    expect(boundsOf([area])).toEqual({ west: 28, south: -27, east: 31, north: -26 })
    expect(areaKm2(area)).toBeCloseTo(areaKm2(shape([box(28, -27, 29, -26)])) * 2 - 441, -2)
  })

  it('[MAP-007] [MAP-008] allows at most the configured number of points', () => {
    expect(problemOf(circle(500))).toBeNull()
    expect(problemOf(circle(501))).toBe('This area has 501 points. The maximum is 500.')
    expect(problemOf(circle(6), 5)).toBe('This area has 6 points. The maximum is 5.')
  })

  it('reports the place where an outline crosses or touches itself', () => {
    const bowTie = shape([ring([28, -26], [29, -27], [29, -26], [28, -27])])
    expect(findCrossing(bowTie)?.place).toEqual([28.5, -26.5])
    expect(problemOf(bowTie)).toBe(
      'The outline crosses itself near -26.5000, 28.5000, between the sides after points 1 and 3. Move one of the points.',
    )
    const touching = shape([ring([28, -26], [29, -26], [29, -27], [28.5, -26], [28, -27])])
    expect(findCrossing(touching)?.place).toEqual([28.5, -26])
    const spike = shape([ring([28, -26], [29, -26], [30, -26], [29, -26.0], [29, -27], [28, -27])])
    expect(findCrossing(spike)).not.toBeNull()
    const holeAcross = shape([box(28, -27, 29, -26), box(28.5, -26.5, 29.5, -26.2)])
    expect(problemOf(holeAcross)).toContain('where two outlines of the area meet')
  })

  it.each([
    ['nothing', shape(), 'Draw the area on the map, or enter at least three points.'],
    [
      'a line',
      shape([
        [
          [28, -26],
          [29, -26],
          [28, -26],
        ],
      ]),
      'Every outline needs at least three points.',
    ],
    [
      'latitude and longitude the wrong way round',
      shape([ring([-26, 28.1], [-26.1, 98.2], [-26.2, 28.1])]),
      'Point 2 (98.2000, -26.1000) is outside Africa.',
    ],
    [
      'a hole elsewhere',
      shape([box(28, -27, 29, -26), box(30, -27, 31, -26)]),
      'A hole is outside its area.',
    ],
  ])('rejects an outline that is %s', (_name, geometry, message) => {
    expect(problemOf(geometry)).toContain(message)
  })

  it('accepts two parts of one area that share a border', () => {
    expect(findCrossing(shape([box(28, -27, 29, -26)], [box(29, -27, 30, -26)]))).toBeNull()
  })

  it('treats areas as overlapping when they share ground and not only a border', () => {
    const one = shape([box(28, -27, 29, -26)])
    const beside = shape([box(29, -27, 30, -26)])
    const across = shape([box(28.5, -26.5, 29.5, -25.5)])
    const within = shape([box(28.2, -26.8, 28.4, -26.6)])
    const ringAround = shape([box(27, -28, 30, -25), box(28, -27, 29, -26)])
    expect([beside, across, within, one, ringAround].map((other) => overlaps(one, other))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
  })

  it('closes open rings, removes repeated points and rounds coordinates to about a centimetre', () => {
    const untidy = shape([
      [
        [28.123456789, -26],
        [28.123456789, -26],
        [29, -26],
        [29, -27],
      ],
    ])
    expect(normaliseGeometry(untidy).coordinates).toEqual([[ring([28.1234568, -26], [29, -26], [29, -27])]])
  })

  it('[MAP-008] simplifies an outline to fewer points with nearly the same area and no problems', () => {
    const simpler = simplify(circle(5_000), 60)
    expect(simpler).not.toBeNull()
    if (!simpler) return
    expect(nodeCount(simpler)).toBeLessThanOrEqual(60)
    expect(nodeCount(simpler)).toBeGreaterThan(20)
    expect(problemOf(simpler, 60)).toBeNull()
    expect(areaKm2(simpler) / areaKm2(circle(5_000))).toBeGreaterThan(0.99)
    const small = circle(40)
    expect(simplify(small, 60)).toBe(small)
  })

  it('simplifies any star-shaped outline to a valid outline or to none', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 30, maxLength: 120 }),
        (reaches) => {
          const star = shape([
            ring(
              ...reaches.map((reach, at): Position => {
                const turn = (at / reaches.length) * 2 * Math.PI
                return [28 + reach * Math.cos(turn), -26 + reach * Math.sin(turn)]
              }),
            ),
          ])
          const simpler = simplify(star, 20)
          return simpler === null || problemOf(simpler, 20) === null
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('area details', () => {
  const sound: ZoneDetails = { ...empty_zone, name: 'North', geometry: shape([box(28, -27, 29, -26)]) }
  const fieldsOf = (kind: (typeof zone_kinds)[number], zone: ZoneDetails) =>
    checkZone(kind, zone, max_points).map(({ field }) => field)

  it('requires the fields that the kind of area needs and validates the others', () => {
    expect(fieldsOf('drivers', sound)).toEqual(['branch_id'])
    expect(fieldsOf('branches', { ...sound, branch_id: 1 })).toEqual([])
    expect(fieldsOf('rates', sound)).toEqual(['tags'])
    expect(fieldsOf('surcharges', sound)).toEqual([])
    expect(fieldsOf('exceptions', sound)).toEqual(['message'])
    expect(fieldsOf('service_days', sound)).toEqual(['service_days'])
    expect(fieldsOf('surcharges', { ...sound, name: ' ', colour: 'red', priority: 1.5 })).toEqual([
      'name',
      'colour',
      'priority',
    ])
    const window = { window_from: '14:00', window_to: '12:00' }
    expect(fieldsOf('drivers', { ...sound, branch_id: 1, ...window })).toEqual(['window_to'])
    const days = { valid_from: new Date('2026-12-02'), valid_until: new Date('2026-12-01') }
    expect(fieldsOf('surcharges', { ...sound, ...days })).toEqual(['valid_until'])
  })

  it('resets the fields that a kind of area does not have', () => {
    const remaining = ofKind('rates', {
      ...sound,
      tags: ['JHB Main'],
      branch_id: 4,
      message: 'x',
      drivers: ['a'],
    })
    expect(remaining).toMatchObject({ tags: ['JHB Main'], branch_id: null, message: '', drivers: [] })
  })

  it('rejects two areas with the same name or two default areas', () => {
    const one = {
      id: 1,
      kind: 'service_days',
      is_default: true,
      name: 'A',
      geometry: sound.geometry,
    } as const
    expect(checkTogether('service_days', [one, { ...one, id: 2, name: 'a' }])).toContain(
      'two service day areas',
    )
    expect(checkTogether('service_days', [one, { ...one, id: 2, name: 'B' }])).toContain('Choose one of them')
    expect(checkTogether('service_days', [one, { ...one, id: 2, name: 'B', is_default: false }])).toBeNull()
  })
})

describe('map tags', () => {
  it('[MAP-001] provides tags for five kinds of area', () => {
    expect(map_tag_types).toEqual(['branches', 'rates', 'surcharges', 'service_days', 'exceptions'])
    expect(zone_kinds.filter((kind) => tagTypeOf(kind) !== null).toSorted()).toEqual(map_tag_types.toSorted())
  })

  it('[MAP-002] gives driver zones no tags, and draft maps are not a kind of area', () => {
    expect(tagTypeOf('drivers')).toBeNull()
    expect(zone_kinds).toContain('drivers')
    expect(zone_kinds as readonly string[]).not.toContain('draft_maps')
  })

  it('[MAP-003] provides two other tag types, for accounts and for shipments', () => {
    expect(other_tag_types).toEqual(['account', 'shipment'])
    expect(tag_types).toEqual([...map_tag_types, ...other_tag_types])
  })

  it('requires a name without commas and a valid colour', () => {
    expect(checkTag({ name: '', colour: '#12' }).map(({ field }) => field)).toEqual(['name', 'colour'])
    expect(checkTag({ name: 'a, b', colour: '#112233' }).map(({ field }) => field)).toEqual(['name'])
  })
})

describe('map permissions', () => {
  const office: Actor = { ...systemActor(1), kind: 'user', role_id: role_ids.administrator }
  const withUi = (...permissionsUi: string[]): Actor => ({ ...office, permissions_ui: permissionsUi })

  it('[PERM-034] allows viewing and editing each kind of map by its own permission', () => {
    const viewer = withUi('UI_maps_rates_view', 'UI_maps_drivers_edit')
    expect(zone_kinds.filter((kind) => maySeeMap(viewer, kind) === true)).toEqual(['drivers', 'rates'])
    expect(zone_kinds.filter((kind) => mayEditMap(viewer, kind) === true)).toEqual(['drivers'])
    expect(mayEditTags(viewer, 'rates')).not.toBe(true)
    expect(reasonOf(mayEditMap(viewer, 'draft_maps'))).toContain('not change it')
    expect(maySeeMap({ ...office, account_id: 7 }, 'rates')).not.toBe(true)
  })

  it('[PERM-050] allows staff limited to a branch to change only their own driver zones', () => {
    const limited: Actor = { ...office, branch_id: 4, limit_user_to_branch: true }
    expect(mayEditMap(limited, 'drivers', [4, 4])).toBe(true)
    expect(reasonOf(mayEditMap(limited, 'drivers', [4, 5]))).toBe(
      'You may change only the driver zones of your own branch.',
    )
    expect(mayEditMap(limited, 'rates')).not.toBe(true)
  })

  it('allows changes to a draft only while its status is preparing', () => {
    expect(mayChangeDraft({ name: 'Rounds', status: 'preparing' })).toBe(true)
    expect(reasonOf(mayChangeDraft({ name: 'Rounds', status: 'scheduled' }))).toContain('off the schedule')
    expect(reasonOf(mayChangeDraft({ name: 'Rounds', status: 'published' }))).toContain('published')
  })
})

describe('map files', () => {
  it('reads the kind from its key, its tab name or a folder, and other folders as tags', () => {
    expect(['Service days', 'service_days', 'RATES', 'Old town'].map(kindNamed)).toEqual([
      'service_days',
      'service_days',
      'rates',
      null,
    ])
    const geometry = { type: 'Polygon', coordinates: [box(28, -27, 29, -26).map(([x, y]) => [x, y, 12])] }
    expect(
      readFeature({ geometry, properties: { name: 'A', stroke: '#112233' }, folders: ['Rates', 'JHB Main'] }),
    ).toEqual({
      kind: 'rates',
      branch: null,
      details: {
        name: 'A',
        colour: '#112233',
        tags: ['JHB Main'],
        geometry: shape([box(28, -27, 29, -26)]),
      },
    })
    expect(readFeature({ geometry: { type: 'Point', coordinates: [1, 2] }, properties: {} })).toBe('point')
  })

  it('writes every field to GeoJSON so that reading returns the same area, and escapes names in KML', () => {
    const zone: ZoneDetails = ofKind('service_days', {
      ...empty_zone,
      name: 'Farms & <co>',
      tags: ['Farms'],
      service_days: { collection: [1, 3], delivery: [2] },
      is_default: true,
      valid_from: new Date('2026-12-01T00:00:00Z'),
      geometry: shape([box(28, -27, 29, -26), box(28.2, -26.8, 28.4, -26.6)]),
    })
    const written = [{ kind: 'service_days', details: zone, branch: null }] as const
    const file = JSON.parse(geoJsonOf(written)) as { features: Parameters<typeof readFeature>[0][] }
    const read = file.features.map(readFeature)
    expect(read).toEqual([{ kind: 'service_days', branch: null, details: expect.any(Object) }])
    const [first] = read
    expect({ ...empty_zone, ...(typeof first === 'object' ? first.details : {}) }).toEqual(zone)
    expect(kmlOf('Map', written)).toContain('<name>Farms &amp; &lt;co&gt;</name>')
  })
})
