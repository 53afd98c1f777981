import { readCsv } from '@waybill/domain/kit/csv/read-csv'
import {
  cellName,
  type GridColumn,
  type GridLane,
  type RateGrid,
} from '@waybill/domain/rates/price-grid/price-grid'
import { readCell, readCellOver, splitAt, withPrice } from '@waybill/domain/rates/price-grid/lane-bands'
import type { LaneBand, RateEdit } from '@waybill/domain/rates/revisions/revisions'
import type { CellAt } from './grid-keys.ts'

/** Returns the effective bands of a lane in its group, inherited or defined by the group. */
export function bandsOf(lane: GridLane): LaneBand[] {
  return lane.cells.map(({ weight_from, weight_to, type, amount }) => ({
    weight_from,
    weight_to,
    type,
    amount,
  }))
}

/** Builds the edit that replaces the bands of a lane in a group; `null` bands remove the group’s own lane. */
export function laneEdit(
  grid: RateGrid,
  serviceLevelId: number,
  lane: Pick<GridLane, 'from_tag' | 'to_tag' | 'symmetric'>,
  bands: readonly LaneBand[] | null,
): RateEdit {
  const { from_tag, to_tag, symmetric } = lane
  return {
    part: 'formulas',
    rate_group_id: grid.group.id,
    service_level_id: serviceLevelId,
    from_tag,
    to_tag,
    value: bands && { symmetric, bands: [...bands] },
  }
}

/**
 * Returns the bands of a lane with the inherited price in one cell. Returns `null`, so that the whole lane is
 * inherited, when nothing differs from the inherited lane any more, or when the inherited lane has no band with the
 * same limits.
 */
export function bandsInheriting(
  lane: GridLane,
  cell: Pick<LaneBand, 'weight_from' | 'weight_to'>,
  inherited: readonly LaneBand[],
): LaneBand[] | null {
  const price = inherited.find(
    (band) => band.weight_from === cell.weight_from && band.weight_to === cell.weight_to,
  )
  if (!price) return null
  const bands = withPrice(bandsOf(lane), cell.weight_from, price)
  return JSON.stringify(bands) === JSON.stringify(inherited) ? null : bands
}

/** A block of cell texts as copied from a spreadsheet: rows of cells. */
export type Block = readonly (readonly string[])[]

/** A pasted cell that cannot be used, with the reason. */
export interface RejectedCell {
  /** Its row and column in the block, from 0. */
  down: number
  right: number
  /** The name of the target cell in the grid, or the position in the block. */
  where: string
  text: string
  message: string
  /** Whether the cell lies outside the grid, so that another text would not help. */
  is_outside: boolean
}

/** The result of a pasted block. */
export interface Pasted {
  edits: RateEdit[]
  /** Number of cells that were parsed. */
  read: number
  refused: RejectedCell[]
}

/** Parses a tab-separated block as spreadsheets copy it. Returns a `problem` when it cannot be parsed. */
export function readBlock(text: string): Block | { problem: string } {
  if (text.trim() === '') return []
  const read = readCsv(text, '\t')
  return 'problem' in read ? read : read.rows.map(({ cells }) => cells)
}

/**
 * Converts a pasted block to edits, starting at a cell: rows apply to the lanes below, columns to the bands to the
 * right. A block of one column sets whole cells; a wider block splits a price that covers several bands. Each cell is
 * parsed separately; an unusable cell is reported and does not affect the others.
 */
export function pasteEdits(
  grid: RateGrid,
  lanes: readonly (GridLane | undefined)[],
  serviceLevelId: number,
  at: CellAt,
  block: Block,
): Pasted {
  const refused: RejectedCell[] = []
  const edits: RateEdit[] = []
  let read = 0
  const width = Math.max(...block.map((row) => row.length))
  block.forEach((texts, down) => {
    const lane = lanes[at.row + down]
    let bands = lane ? bandsOf(lane) : []
    texts.forEach((text, right) => {
      if (text.trim() === '') return
      const column = grid.columns[at.column + right]
      const reject = (where: string, message: string, isOutside: boolean): void =>
        void refused.push({ down, right, where, text: text.trim(), message, is_outside: isOutside })
      const inBlock = `Row ${down + 1}, column ${right + 1} of the pasted cells`
      if (!lane) return reject(inBlock, 'There is no lane for it.', true)
      if (!column) return reject(inBlock, 'There is no weight band for it.', true)
      const present = bands.findLast((band) => band.weight_from <= column.weight_from)
      const price = present ? readCellOver(present, text) : readCell(text)
      if (typeof price === 'string') return reject(cellName(lane, column), price, false)
      read += 1
      bands = width === 1 ? withPrice(bands, startOf(bands, column), price) : placed(bands, column, price)
    })
    if (lane && JSON.stringify(bands) !== JSON.stringify(bandsOf(lane)))
      edits.push(laneEdit(grid, serviceLevelId, lane, bands))
  })
  return { edits, read, refused }
}

/**
 * Returns the block with the texts of `texts` (by `down/right`) replaced, and with empty text in cells for which
 * `isStored` is false.
 */
export function withTexts(
  block: Block,
  texts: ReadonlyMap<string, string>,
  isStored: (down: number, right: number) => boolean = () => true,
): Block {
  return block.map((row, down) =>
    row.map((text, right) => (isStored(down, right) ? (texts.get(`${down}/${right}`) ?? text) : '')),
  )
}

function placed(
  bands: readonly LaneBand[],
  column: GridColumn,
  price: Pick<LaneBand, 'type' | 'amount'>,
): LaneBand[] {
  const cut = splitAt(bands, column.weight_from)
  return withPrice(
    column.weight_to === null ? cut : splitAt(cut, column.weight_to),
    column.weight_from,
    price,
  )
}

const startOf = (bands: readonly LaneBand[], column: GridColumn): number =>
  bands.findLast((band) => band.weight_from <= column.weight_from)?.weight_from ?? 0
