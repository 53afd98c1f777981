import { describe, expect, it } from 'vitest'
import { listProblem, type ListedPoint } from './point-list.ts'

const point = (id: number | string, more: Partial<ListedPoint> = {}): ListedPoint => ({
  pickup_point_id: `CG${id}`,
  name: `Locker ${id}`,
  lat: -26.05,
  lng: 28.06,
  ...more,
})
const list = (count: number) => Array.from({ length: count }, (_, index) => point(index))

describe('a list of locations', () => {
  it.each<[string, readonly ListedPoint[], number, string | null]>([
    ['one of a new network', list(1), 0, null],
    ['as many as before', list(8), 8, null],
    ['more than half', list(5), 9, null],
    ['half of them', list(4), 8, 'It has 4 locations. Before, there were 8.'],
    ['one of three', list(1), 3, null],
    ['two of four', list(2), 4, 'It has 2 locations. Before, there were 4.'],
    ['none', [], 0, 'It is empty.'],
    ['a repeated code', [point(1), point(2), point(1)], 3, 'It has CG1 twice.'],
    ['no code', [point(1, { pickup_point_id: ' ' })], 0, 'A location has no code or no name.'],
    ['no name', [point(1, { name: '' })], 0, 'A location has no code or no name.'],
    ['zero coordinates', [point(1, { lat: 0, lng: 0 })], 0, 'CG1 Locker 1 is outside of the country (0, 0).'],
    [
      'swapped coordinates',
      [point(1, { lat: 28.06, lng: -26.05 })],
      0,
      'CG1 Locker 1 is outside of the country (28.06, -26.05).',
    ],
    [
      'unreadable coordinates',
      [point(1, { lat: Number.NaN })],
      0,
      'CG1 Locker 1 is outside of the country (NaN, 28.06).',
    ],
    ['the south of the Cape', [point(1, { lat: -34.83, lng: 20.01 })], 0, null],
    ['Musina', [point(1, { lat: -22.34, lng: 30.04 })], 0, null],
  ])('is stored or refused whole: %s', (_, points, known, expected) => {
    expect(listProblem(points, known)?.message ?? null).toBe(expected)
  })

  it('may be accepted by staff only when it is too short', () => {
    expect(listProblem(list(4), 8)?.kind).toBe('fewer')
    expect(listProblem([], 8)?.kind).toBe('nonsense')
    expect(listProblem([point(1), point(1)], 8)?.kind).toBe('nonsense')
  })
})
