import { parseDecimal } from '../formulas/exact-arithmetic.ts'
import { isOverlapping, laneKey, type GridCell, type GridLane, type RateGrid } from './price-grid.ts'
import { bandName, type CellPrice } from './lane-bands.ts'
import type { LaneBand } from '../revisions/revisions.ts'

/** The former prices of a changed cell, lightest band first; empty when the lane is new. */
export type FormerPrices = readonly LaneBand[]

/** The differences between a draft’s grid and the grid of its base revision. */
export interface GridChanges {
  /** Changed cells by `cellKey`. */
  cells: ReadonlyMap<string, FormerPrices>
  /** Lanes whose `symmetric` flag changed, by `laneKey`. */
  turned: ReadonlySet<string>
  /** Lanes that exist only in the base grid. */
  removed: readonly GridLane[]
  /** Number of changed cells, turned lanes and removed lanes together. */
  count: number
}

/** Returns the key of a grid cell. */
export function cellKey(
  lane: Pick<GridLane, 'from_tag' | 'to_tag'>,
  cell: Pick<GridCell, 'weight_from'>,
): string {
  return `${laneKey(lane)}\n${cell.weight_from}`
}

/** Compares effective prices, including inherited ones. `99` equals `99.00`. */
export function gridChanges(grid: RateGrid, base: RateGrid | null): GridChanges {
  const before = new Map((base?.lanes ?? []).map((lane) => [laneKey(lane), lane]))
  const now = new Set(grid.lanes.map(laneKey))
  const cells = new Map<string, FormerPrices>()
  const turned = new Set<string>()
  for (const lane of grid.lanes) {
    const former = before.get(laneKey(lane))
    if (former && former.symmetric !== lane.symmetric) turned.add(laneKey(lane))
    for (const cell of lane.cells) {
      const bands = former?.cells.filter((one) => isOverlapping(one, cell)) ?? []
      const isSame = bands.length > 0 && bands.every((one) => isSamePrice(one, cell))
      if (!isSame) cells.set(cellKey(lane, cell), bands)
    }
  }
  const removed = (base?.lanes ?? []).filter((lane) => !now.has(laneKey(lane)))
  return { cells, turned, removed, count: cells.size + turned.size + removed.length }
}

/** Checks whether a lane of the draft has changes. */
export function isChangedLane(changes: GridChanges, lane: GridLane): boolean {
  return (
    changes.turned.has(laneKey(lane)) || lane.cells.some((cell) => changes.cells.has(cellKey(lane, cell)))
  )
}

/**
 * Formats the former prices of a cell: `89.00`, `0–5 kg 89.00, from 5 kg 120.00` or `nothing, the lane is new`.
 * `priced` formats one price.
 */
export function formerText(former: FormerPrices, priced: (price: CellPrice) => string): string {
  const [first, ...more] = former
  if (!first) return 'nothing, the lane is new'
  return more.length === 0
    ? priced(first)
    : former.map((band) => `${bandName(band)} ${priced(band)}`).join(', ')
}

function isSamePrice(a: CellPrice, b: CellPrice): boolean {
  if (a.type !== b.type) return false
  if (a.type !== 'flat') return a.amount === b.amount
  const [one, other] = [parseDecimal(a.amount), parseDecimal(b.amount)]
  return one.units * other.denominator === other.units * one.denominator
}
