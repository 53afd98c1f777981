import { describe, expect, it } from 'vitest'
import { suggestedFuelPercentage } from '../charges/adjustments.ts'
import { bandOf, compileLanes, type LaneRow } from './lanes.ts'
import { checkPriceBook, zonesWithoutArea } from '../revisions/publishing.ts'
import { starter_price_book } from '../price-books/starter-book.ts'

const groups = new Map([
  ['Main', new Set(['JHB', 'CPT'])],
  ['Inland', new Set(['JHB', 'BFN'])],
])
let next = 1
const row = (
  fromTag: string,
  toTag: string,
  more: Partial<LaneRow['formula']> = {},
  distance = 0,
): LaneRow => ({
  formula: {
    id: next++,
    from_tag: fromTag,
    to_tag: toTag,
    symmetric: false,
    weight_from: 0,
    weight_to: null,
    ...more,
  },
  distance,
})
const named = (rows: readonly LaneRow[], from: string, to: string): string => {
  const lane = compileLanes(rows, groups).find(from, to)
  return lane ? `${lane.from_tag}→${lane.to_tag}` : 'none'
}

describe('lane lookup', () => {
  const ladder = [
    ['JHB', 'CPT'],
    ['JHB', 'Main'],
    ['Main', 'CPT'],
    ['Main', 'Main'],
    ['JHB', '*'],
    ['*', 'CPT'],
    ['Main', '*'],
    ['*', 'Main'],
    ['*', '*'],
  ] as const

  it('selects the most specific lane regardless of row order', () => {
    for (const [index, [from, to]] of ladder.entries()) {
      const rows = ladder.slice(index).map(([a, b]) => row(a, b))
      expect(named(rows, 'JHB', 'CPT')).toBe(`${from}→${to}`)
      expect(named(rows.toReversed(), 'JHB', 'CPT')).toBe(`${from}→${to}`)
    }
    expect(named([row('JHB', 'CPT')], 'CPT', 'JHB')).toBe('none')
  })

  it('uses a symmetric row in both directions, but prefers a row in the requested direction', () => {
    const both = row('JHB', 'CPT', { symmetric: true })
    expect(named([both], 'CPT', 'JHB')).toBe('CPT→JHB')
    const back = row('CPT', 'JHB')
    expect(compileLanes([both, back], groups).find('CPT', 'JHB')?.bands).toEqual([back])
  })

  it('replaces a lane of a farther group with the same lane of a nearer group', () => {
    const own = row('JHB', 'CPT')
    const inherited = row('JHB', 'CPT', {}, 1)
    expect(compileLanes([inherited, own], groups).find('JHB', 'CPT')?.bands).toEqual([own])
  })

  it('treats the lower weight limit as exclusive and the upper as inclusive', () => {
    const light = row('*', '*', { weight_to: 5 })
    const heavy = row('*', '*', { weight_from: 5, weight_to: 30 })
    const lane = compileLanes([heavy, light], groups).find('JHB', 'CPT')
    expect(lane && [0, 1, 500, 501, 3000, 3001].map((centikg) => bandOf(lane, centikg))).toEqual([
      light,
      light,
      light,
      heavy,
      heavy,
      null,
    ])
  })
})

describe('checks before publishing', () => {
  it('accepts the starter book', () => {
    expect(checkPriceBook(starter_price_book)).toEqual([])
  })

  it('lists zones that no map area has', () => {
    expect(zonesWithoutArea(starter_price_book, ['JHB Main', 'CPT Main', 'DBN Main'])).toEqual(['PTA Main'])
  })

  it('reports overlapping bands, gaps, ties, syntax errors and service levels without prices', () => {
    const [first] = starter_price_book.formulas
    const [eco] = starter_price_book.service_levels
    if (!first || !eco) throw new Error('the starter book has prices')
    const lane = { ...first, from_tag: 'JHB Main', to_tag: '*', symmetric: false }
    const problems = checkPriceBook({
      ...starter_price_book,
      service_levels: [...starter_price_book.service_levels, { ...eco, id: 99, code: 'NEW', name: 'New' }],
      formulas: [
        ...starter_price_book.formulas,
        { ...lane, id: 901, weight_to: 10 },
        { ...lane, id: 902, weight_from: 5 },
        { ...lane, id: 903, to_tag: 'CPT Main', weight_from: 2, amount: '99 +' },
        { ...lane, id: 904, from_tag: 'CPT Main', to_tag: 'JHB Main', symmetric: true },
      ],
    })
    expect(problems.map(({ message }) => message)).toEqual([
      'Economy, JHB Main to *: the bands up to 10 kg and from 5 kg overlap.',
      'Economy, JHB Main to CPT Main: the first band starts at 2 kg. It must start at 0 kg.',
      'Economy, JHB Main to CPT Main: Something is missing at the end (character 5).',
      'Economy, JHB Main to CPT Main: two prices apply equally. Remove one.',
      'New has no price on any lane.',
    ])
    expect(problems[0]?.place).toMatchObject({ part: 'formulas', from_tag: 'JHB Main', to_tag: '*' })
    expect(problems[4]?.place).toMatchObject({ part: 'service_levels', id: 99 })
  })
})

describe('suggested fuel percentage', () => {
  it('changes by one step for every full step of price and never goes below 0', () => {
    const terms = { base_price: 2000, base_percentage: 10, step_cents: 10, step_percentage: 0.5 }
    expect(suggestedFuelPercentage({ ...terms, current_price: 2054 })).toBe(12.5)
    expect(suggestedFuelPercentage({ ...terms, current_price: 1985 })).toBe(9.5)
    expect(suggestedFuelPercentage({ ...terms, current_price: 1000 })).toBe(0)
  })
})
