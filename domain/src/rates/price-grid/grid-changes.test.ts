import { describe, expect, it } from 'vitest'
import { applyEdits } from '../price-books/price-book-edits.ts'
import { gridOf, type RateGrid } from './price-grid.ts'
import { formerText, gridChanges, isChangedLane } from './grid-changes.ts'
import { typedCell } from './lane-bands.ts'
import type { LaneBand, LaneValue, RateEdit } from '../revisions/revisions.ts'
import { starter_price_book } from '../price-books/starter-book.ts'

const economy = 1
const flat = (amount: string, weightFrom = 0, weightTo: number | null = null): LaneBand => ({
  weight_from: weightFrom,
  weight_to: weightTo,
  type: 'flat',
  amount,
})
const grid = (edits: readonly RateEdit[] = []): RateGrid => {
  const made = gridOf(applyEdits(starter_price_book, edits), 1, economy)
  if (!made) throw new Error('the group is there')
  return made
}
const base = grid()
const [first, second] = base.lanes
if (!first || !second) throw new Error('there are lanes')
type Ends = { from_tag: string; to_tag: string }
const edit = ({ from_tag, to_tag }: Ends, value: LaneValue | null): RateEdit => ({
  part: 'formulas',
  rate_group_id: 1,
  service_level_id: economy,
  from_tag,
  to_tag,
  value,
})
const priced = (...bands: LaneBand[]): RateGrid => grid([edit(first, { symmetric: true, bands })])
const former = (now: RateGrid, before: RateGrid) =>
  [...gridChanges(now, before).cells.values()].map((bands) => formerText(bands, typedCell))

describe('grid changes of a draft', () => {
  it('reports no changes when all prices are equal, even if written differently', () => {
    expect(gridChanges(base, base).count).toBe(0)
    expect(gridChanges(priced(flat('99.00')), priced(flat('99'))).count).toBe(0)
    expect(gridChanges(priced(flat('99', 0, 5), flat('99', 5)), priced(flat('99'))).count).toBe(0)
  })

  it('reports every cell with a different price, with its former price', () => {
    const before = priced(flat('80', 0, 5), flat('120', 5))
    expect(former(priced(flat('80', 0, 5), flat('125', 5)), before)).toEqual(['120'])
    expect(former(priced(flat('90')), before)).toEqual(['0–5 kg 80, from 5 kg 120'])
    const unsold: LaneBand = { weight_from: 5, weight_to: null, type: 'no-rate', amount: '' }
    expect(former(priced(flat('80', 0, 5), flat('120', 5)), priced(flat('80', 0, 5), unsold))).toEqual([
      'not sold',
    ])
  })

  it('counts lanes that are new, removed or changed in direction, and identifies changed lanes', () => {
    const made = edit({ from_tag: 'Here', to_tag: 'There' }, { symmetric: false, bands: [flat('10')] })
    expect(former(grid([made]), base)).toEqual(['nothing, the lane is new'])
    const without = gridChanges(grid([edit(second, null)]), base)
    expect([without.count, without.removed.map(({ to_tag }) => to_tag)]).toEqual([1, [second.to_tag]])
    const bands = [flat('99')]
    const oneDirection = grid([edit(first, { symmetric: false, bands })])
    const turned = gridChanges(oneDirection, priced(...bands))
    expect([turned.count, turned.cells.size, turned.turned.size]).toEqual([1, 0, 1])
    expect(
      oneDirection.lanes.filter((lane) => isChangedLane(turned, lane)).map(({ to_tag }) => to_tag),
    ).toEqual([first.to_tag])
    expect(gridChanges(base, null).count).toBe(base.cells)
  })
})
