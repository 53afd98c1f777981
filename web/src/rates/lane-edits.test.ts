import { gridOf } from '@waybill/domain/rates/grid'
import { applyEdits } from '@waybill/domain/rates/edits'
import { starter_price_book } from '@waybill/domain/rates/starter-book'
import { describe, expect, it } from 'vitest'
import { moved } from './grid-keys.ts'
import { bandsInheriting, bandsOf, laneEdit, pasteEdits } from './lane-edits.ts'

const economy = 1
const flat = (amount: string, weight_from = 0, weight_to: number | null = null) => ({
  weight_from,
  weight_to,
  type: 'flat' as const,
  amount,
})

/** The default group with its first lane divided at 5 kg, so that the others cover two columns. */
function divided() {
  const first = gridOf(starter_price_book, 1, economy)
  const [lane] = first?.lanes ?? []
  if (!first || !lane) throw new Error('the starter book has lanes')
  const edit = laneEdit(first, economy, lane, [flat('89', 0, 5), flat('120', 5)])
  const grid = gridOf(applyEdits(starter_price_book, [edit]), 1, economy)
  if (!grid) throw new Error('the group is there')
  return grid
}

describe('a block from a spreadsheet', () => {
  it('goes down the lanes and across the bands, and divides a price that covers several', () => {
    const grid = divided()
    const { edits, problems } = pasteEdits(grid, grid.lanes, economy, { row: 0, column: 0 }, [
      ['90', 'R 125.00'],
      ['not sold', '99 + max(0, w - 5) * 9'],
    ])
    expect(problems).toEqual([])
    expect(edits.map(({ value }) => value)).toEqual([
      { symmetric: true, bands: [flat('90', 0, 5), flat('125.00', 5)] },
      {
        symmetric: true,
        bands: [
          { weight_from: 0, weight_to: 5, type: 'no-rate', amount: '' },
          { weight_from: 5, weight_to: null, type: 'formula', amount: '99 + max(0, w - 5) * 9' },
        ],
      },
    ])
  })

  it('a single value goes to the whole price', () => {
    const grid = divided()
    const { edits } = pasteEdits(grid, grid.lanes, economy, { row: 1, column: 1 }, [['140']])
    expect(edits.map(({ value }) => value)).toEqual([{ symmetric: true, bands: [flat('140')] }])
  })

  it('is taken whole or not at all, and every wrong cell is named', () => {
    const grid = divided()
    const { edits, problems } = pasteEdits(
      grid,
      grid.lanes,
      economy,
      { row: grid.lanes.length - 1, column: 0 },
      [['90', '99 +', '5'], ['90']],
    )
    expect(edits).toEqual([])
    expect(problems.map(({ message }) => message)).toEqual([
      'Something is missing at the end (character 5).',
      'There is no weight band for it.',
      'There is no lane for it.',
    ])
  })
})

it('taking the inherited price of a cell keeps the others; the last one gives the lane back', () => {
  const grid = divided()
  const [lane] = grid.lanes
  if (!lane) throw new Error('there is a lane')
  const above = [flat('80', 0, 5), flat('110', 5)]
  const once = bandsInheriting(lane, { weight_from: 0, weight_to: 5 }, above)
  expect(once).toEqual([flat('80', 0, 5), flat('120', 5)])
  expect(bandsInheriting({ ...lane, cells: [] }, { weight_from: 0, weight_to: 9 }, above)).toBeNull()
  expect(bandsOf(lane)).toHaveLength(2)
})

it('keys move over cells as in a spreadsheet, also where a price covers several columns', () => {
  const { lanes } = divided()
  const from = { row: 0, column: 0 }
  const press = (key: string, at = from, ctrlKey = false) => moved({ key, ctrlKey }, lanes, at)
  expect(press('ArrowRight')).toEqual({ row: 0, column: 1 })
  expect(press('ArrowDown', { row: 0, column: 1 })).toEqual({ row: 1, column: 1 })
  expect(press('ArrowRight', { row: 1, column: 1 })).toEqual({ row: 1, column: 0 })
  expect(press('ArrowUp')).toEqual(from)
  expect(press('End', from, true)).toEqual({ row: lanes.length - 1, column: 0 })
  expect(press('a')).toBeNull()
})
