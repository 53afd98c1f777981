import type { GridLane } from '@waybill/domain/rates/price-grid/price-grid'

/** A position in the grid: the index of a displayed lane and of a column that the cell covers. */
export interface CellAt {
  row: number
  column: number
}

/** Returns the cell that a key moves to, as in a spreadsheet; `null` when the key does not move. */
export function moved(
  event: { key: string; ctrlKey?: boolean },
  lanes: readonly GridLane[],
  { row, column }: CellAt,
): CellAt | null {
  const last = lanes.length - 1
  const cells = lanes[row]?.cells ?? []
  const at = cells.findIndex((cell) => column >= cell.column && column < cell.column + cell.span)
  const inRow = (index: number): CellAt => {
    const cell = cells[Math.max(0, Math.min(cells.length - 1, index))]
    return { row, column: cell?.column ?? column }
  }
  const toRow = (index: number): CellAt => ({ row: Math.max(0, Math.min(last, index)), column })
  switch (event.key) {
    case 'ArrowUp':
      return toRow(event.ctrlKey ? 0 : row - 1)
    case 'ArrowDown':
      return toRow(event.ctrlKey ? last : row + 1)
    case 'PageUp':
      return toRow(row - 10)
    case 'PageDown':
      return toRow(row + 10)
    case 'ArrowLeft':
      return inRow(at - 1)
    case 'ArrowRight':
      return inRow(at + 1)
    case 'Home':
      return event.ctrlKey ? { row: 0, column: 0 } : inRow(0)
    case 'End':
      return event.ctrlKey ? { row: last, column } : inRow(cells.length - 1)
    default:
      return null
  }
}
