import type { GridColumn, GridLane, RateGrid } from '@waybill/domain/rates/grid'
import { readCell, splitAt, withPrice } from '@waybill/domain/rates/lane-bands'
import type { LaneBand, RateEdit } from '@waybill/domain/rates/revisions'
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
  service_level_id: number,
  lane: Pick<GridLane, 'from_tag' | 'to_tag' | 'symmetric'>,
  bands: readonly LaneBand[] | null,
): RateEdit {
  const { from_tag, to_tag, symmetric } = lane
  return {
    part: 'formulas',
    rate_group_id: grid.group.id,
    service_level_id,
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

/** A pasted cell that cannot be used. */
export interface PasteProblem {
  where: string
  message: string
}

/**
 * The edits that a pasted block means from a cell on: its rows go to the lanes below, its columns to the bands beside.
 * One value goes to the whole cell; in a wider block a price that covers several bands is divided.
 */
export function pasteEdits(
  grid: RateGrid,
  lanes: readonly GridLane[],
  service_level_id: number,
  at: CellAt,
  block: readonly (readonly string[])[],
): { edits: RateEdit[]; problems: PasteProblem[] } {
  const problems: PasteProblem[] = []
  const edits: RateEdit[] = []
  const width = Math.max(...block.map((row) => row.length))
  block.forEach((texts, down) => {
    const lane = lanes[at.row + down]
    if (!lane) return void problems.push({ where: `Row ${down + 1}`, message: 'There is no lane for it.' })
    let bands = bandsOf(lane)
    texts.forEach((text, right) => {
      if (text.trim() === '') return
      const column = grid.columns[at.column + right]
      const where = `${lane.from_tag} to ${lane.to_tag}, column ${right + 1}`
      if (!column) return void problems.push({ where, message: 'There is no weight band for it.' })
      const price = readCell(text)
      if (typeof price === 'string') return void problems.push({ where, message: price })
      bands = width === 1 ? withPrice(bands, startOf(bands, column), price) : placed(bands, column, price)
    })
    if (JSON.stringify(bands) !== JSON.stringify(bandsOf(lane)))
      edits.push(laneEdit(grid, service_level_id, lane, bands))
  })
  return { edits: problems.length > 0 ? [] : edits, problems }
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
