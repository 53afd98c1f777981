import { gridOf } from '@waybill/domain/rates/price-grid/price-grid'
import { applyEdits } from '@waybill/domain/rates/price-books/price-book-edits'
import { starter_price_book } from '@waybill/domain/rates/price-books/starter-book'
import { describe, expect, it } from 'vitest'
import { moved } from './grid-keys.ts'
import { forgotten, no_history, remembered, stepOf, stepped } from './edit-history.ts'
import { bandsInheriting, bandsOf, laneEdit, pasteEdits, readBlock, withTexts } from './lane-edits.ts'

const economy = 1
const flat = (amount: string, weightFrom = 0, weightTo: number | null = null) => ({
  weight_from: weightFrom,
  weight_to: weightTo,
  type: 'flat' as const,
  amount,
})

/** Returns the grid of the default group with its first lane split at 5 kg, so that the other prices span two columns. */
function divided() {
  const first = gridOf(starter_price_book, 1, economy)
  const [lane] = first?.lanes ?? []
  if (!first || !lane) throw new Error('the starter book has lanes')
  const edit = laneEdit(first, economy, lane, [flat('89', 0, 5), flat('120', 5)])
  const grid = gridOf(applyEdits(starter_price_book, [edit]), 1, economy)
  if (!grid) throw new Error('the group is there')
  return grid
}

describe('pasting a block from a spreadsheet', () => {
  it('applies rows to lanes and columns to bands, and splits a price that covers several bands', () => {
    const grid = divided()
    const { edits, refused } = pasteEdits(grid, grid.lanes, economy, { row: 0, column: 0 }, [
      ['90', 'R 125.00'],
      ['not sold', '99 + max(0, w - 5) * 9'],
    ])
    expect(refused).toEqual([])
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

  it('applies a single value to the whole cell', () => {
    const grid = divided()
    const { edits } = pasteEdits(grid, grid.lanes, economy, { row: 1, column: 1 }, [['140']])
    expect(edits.map(({ value }) => value)).toEqual([{ symmetric: true, bands: [flat('140')] }])
  })

  it('reports and retains unusable cells and applies the others', () => {
    const grid = divided()
    const at = { row: grid.lanes.length - 1, column: 0 }
    const block = [['90', '99 +', '5'], ['91']]
    const { edits, read, refused } = pasteEdits(grid, grid.lanes, economy, at, block)
    const last = grid.lanes.at(-1)
    expect(edits).toHaveLength(1)
    expect(read).toBe(1)
    expect(refused).toEqual([
      {
        down: 0,
        right: 1,
        where: `${last?.from_tag} to ${last?.to_tag}, from 5 kg`,
        text: '99 +',
        message: 'Something is missing at the end (character 5).',
        is_outside: false,
      },
      expect.objectContaining({ text: '5', message: 'There is no weight band for it.', is_outside: true }),
      expect.objectContaining({ text: '91', message: 'There is no lane for it.', is_outside: true }),
    ])
    const righted = withTexts(block, new Map([['0/1', '99 + w']]))
    expect(pasteEdits(grid, grid.lanes, economy, at, righted).read).toBe(2)
    const left = withTexts(block, new Map(), (down, right) => down === 0 && right === 2)
    expect(left).toEqual([['', '', '5'], ['']])
  })

  it.each([
    [
      '1\t2\r\n3\t4\r\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['"R 1 234,50"\t"say ""free"""\n', [['R 1 234,50', 'say "free"']]],
    ['a\n\nb', [['a'], [''], ['b']]],
    ['\t5', [['', '5']]],
    ['  \n', []],
    [
      '5\t"6',
      {
        line: 1,
        problem:
          'A quote in line 1 is never closed: "6. Close or delete it; what follows would be lost in this cell.',
      },
    ],
  ])('parses %j into rows of cells or returns the problem', (text, block) => {
    expect(readBlock(text)).toEqual(block)
  })
})

describe('undo and redo', () => {
  const grid = divided()
  const [lane] = grid.lanes
  if (!lane) throw new Error('there is a lane')
  const about = { summary: 'a price', place: { group: 1, service: economy } }
  const book = applyEdits(starter_price_book, [laneEdit(grid, economy, lane, bandsOf(lane))])
  const one = stepOf(book, [laneEdit(grid, economy, lane, [flat('70')])], about)
  const two = stepOf(applyEdits(book, one.again), [laneEdit(grid, economy, lane, null)], about)

  it('restores the grid when all steps are undone', () => {
    const after = applyEdits(applyEdits(book, one.again), two.again)
    expect(gridOf(after, 1, economy)?.lanes).toHaveLength(grid.lanes.length - 1)
    const back = applyEdits(applyEdits(after, two.back), one.back)
    expect(gridOf(back, 1, economy)).toEqual(gridOf(book, 1, economy))
  })

  it('moves steps in order, clears redo steps after a new edit and removes a step that could not be stored', () => {
    const both = remembered(remembered(no_history, one), two)
    const back = stepped(both, 'back')
    expect([back?.step, back?.history]).toEqual([two, { done: [one], undone: [two] }])
    expect(stepped(back?.history ?? no_history, 'again')?.history).toEqual(both)
    expect(remembered(back?.history ?? no_history, two)).toEqual(both)
    expect(stepped(no_history, 'back')).toBeNull()
    expect(forgotten(both, two)).toEqual({ done: [one], undone: [] })
  })
})

it('uses the inherited price for one cell and keeps the others, and returns null without an inherited band of the same range', () => {
  const grid = divided()
  const [lane] = grid.lanes
  if (!lane) throw new Error('there is a lane')
  const above = [flat('80', 0, 5), flat('110', 5)]
  const once = bandsInheriting(lane, { weight_from: 0, weight_to: 5 }, above)
  expect(once).toEqual([flat('80', 0, 5), flat('120', 5)])
  expect(bandsInheriting({ ...lane, cells: [] }, { weight_from: 0, weight_to: 9 }, above)).toBeNull()
  expect(bandsOf(lane)).toHaveLength(2)
})

it('moves between cells with keys as in a spreadsheet, including cells that span several columns', () => {
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
