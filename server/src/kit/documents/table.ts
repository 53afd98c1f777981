import { drawCaption } from './brand.ts'
import { drawRule, ink, type Pdf } from './pdf.ts'
import type { Face } from './fonts.ts'
import { drawFitted, fitText, fittedHeight, levelling } from './text.ts'

/**
 * A column of a printed table. `share` is its relative width in the table; `lines` the maximum number of lines per
 * cell (default 1); `span` the number of columns that the cell covers in this row (default 1).
 */
export type Column<Row> = {
  title: string
  share: number
  align?: 'left' | 'right'
  lines?: number
  face?: Face
  value: (row: Row) => string
  span?: (row: Row) => number
}

/**
 * A table to draw. `bottom` is the maximum y of a row on any page; `nextPage` starts a page and returns the y at
 * which the table continues.
 */
export type Table<Row> = {
  x: number
  y: number
  width: number
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  bottom: number
  size?: number
  isStrong?: (row: Row) => boolean
  nextPage: () => number
}

const gutter = 6
const padding = 4.5

/**
 * Draws a table with thin lines between rows. Rows are never split, and the header is repeated on every page. Text
 * that is too long for its cell shrinks a little and is then cut with an ellipsis. Returns the y below the last row.
 */
export function drawTable<Row>(pdf: Pdf, table: Table<Row>): number {
  const { x, width, columns, rows, size = 8.5 } = table
  const shares = columns.reduce((sum, column) => sum + column.share, 0)
  const widths = columns.map((column) => (column.share / shares) * width)
  const lefts = widths.map((_, index) => x + widths.slice(0, index).reduce((sum, one) => sum + one, 0))

  const cellsOf = (row: Row) => {
    const strong = table.isStrong?.(row) ?? false
    const cells = []
    for (let index = 0; index < columns.length;) {
      const column = columns[index]!
      const covered = Math.max(1, column.span?.(row) ?? 1)
      const room = widths.slice(index, index + covered).reduce((sum, one) => sum + one, 0)
      const isLast = index + covered >= columns.length
      const cellWidth = room - (isLast ? 0 : gutter)
      const face = strong ? 'bold' : column.face
      const fitted = fitText(column.value(row), cellWidth, {
        face,
        size,
        min_size: size * 0.82,
        lines: column.lines,
      })
      cells.push({ fitted, x: lefts[index]!, width: cellWidth, align: column.align })
      index += covered
    }
    return cells
  }

  const head = (top: number) => {
    columns.forEach((column, index) => {
      const room = widths[index]! - (index === columns.length - 1 ? 0 : gutter)
      drawCaption(pdf, column.title, {
        x: lefts[index]!,
        y: top + 3,
        width: room,
        size: 6.2,
        align: column.align,
      })
    })
    drawRule(pdf, x, top + 13, width, { weight: 0.9, colour: ink.strong })
    return top + 13
  }

  let y = head(table.y)
  rows.forEach((row, index) => {
    const cells = cellsOf(row)
    const height =
      Math.max(size, ...cells.map((cell) => fittedHeight(cell.fitted))) + 2 * padding - size * 0.35
    if (y + height > table.bottom) y = head(table.nextPage())
    else if (index > 0) drawRule(pdf, x, y, width, { weight: 0.4 })
    for (const cell of cells)
      drawFitted(pdf, cell.fitted, { ...cell, y: y + padding + levelling(cell.fitted, size) })
    y += height
  })
  drawRule(pdf, x, y, width, { weight: 0.4 })
  return y
}
