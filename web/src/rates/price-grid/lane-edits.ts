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

/** The bands of a lane as the group has them, inherited or its own. */
export function bandsOf(lane: GridLane): LaneBand[] {
  return lane.cells.map(({ weight_from, weight_to, type, amount }) => ({
    weight_from,
    weight_to,
    type,
    amount,
  }))
}

/** The edit that gives a lane other bands in a group. */
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
 * The bands of a lane with the inherited price in one cell; `null` when nothing of its own is left, or when the lane is
 * divided otherwise than the inherited one, so that it is inherited as a whole.
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

/** A block of texts as spreadsheets copy it. */
export type Block = readonly (readonly string[])[]

/** A pasted cell that cannot be used, and what it said. */
export interface RejectedCell {
  /** Its place in the block. */
  down: number
  right: number
  /** The cell of the grid it was for, or where in the block it stood. */
  where: string
  text: string
  message: string
  /** There is no cell of the grid for it, so that no other text would help. */
  is_outside: boolean
}

/** What a pasted block means. */
export interface Pasted {
  edits: RateEdit[]
  /** How many of its cells were read. */
  read: number
  refused: RejectedCell[]
}

/** A block as spreadsheets copy it, tabs between cells, or in a sentence why it cannot be taken apart. */
export function readBlock(text: string): Block | { problem: string } {
  if (text.trim() === '') return []
  const read = readCsv(text, '\t')
  return 'problem' in read ? read : read.rows.map(({ cells }) => cells)
}

/**
 * The edits that a pasted block means from a cell on: its rows go to the lanes below, its columns to the bands beside.
 * One value goes to the whole cell; in a wider block a price that covers several bands is divided. Each cell is read by
 * itself: one that cannot be used is named and does not stand in the way of the others.
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
      const refuse = (where: string, message: string, isOutside: boolean): void =>
        void refused.push({ down, right, where, text: text.trim(), message, is_outside: isOutside })
      const inBlock = `Row ${down + 1}, column ${right + 1} of what was pasted`
      if (!lane) return refuse(inBlock, 'There is no lane for it.', true)
      if (!column) return refuse(inBlock, 'There is no weight band for it.', true)
      const present = bands.findLast((band) => band.weight_from <= column.weight_from)
      const price = present ? readCellOver(present, text) : readCell(text)
      if (typeof price === 'string') return refuse(cellName(lane, column), price, false)
      read += 1
      bands = width === 1 ? withPrice(bands, startOf(bands, column), price) : placed(bands, column, price)
    })
    if (lane && JSON.stringify(bands) !== JSON.stringify(bandsOf(lane)))
      edits.push(laneEdit(grid, serviceLevelId, lane, bands))
  })
  return { edits, read, refused }
}

/** The block with other texts in some cells (`down/right`), and with nothing in those that `isKept` leaves out. */
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
