/** Maximum width in px of a column that is fitted to its content. */
export const max_fitting_width = 480

/**
 * Returns the width in px at which the heading and every shown cell of a column are complete, at most
 * `max_fitting_width`. Copies of the cells are laid out for this in a hidden table without fixed widths.
 */
export function fittingWidth(heading: HTMLTableCellElement): number {
  const table = heading.closest('table')
  if (!table) return 0
  const copy = table.cloneNode(false) as HTMLTableElement
  copy.style.cssText = 'position:absolute;visibility:hidden;table-layout:auto;width:max-content;min-width:0'
  for (const row of table.rows) {
    const cell = row.cells[heading.cellIndex]
    if (!cell || cell.colSpan > 1) continue
    const line = row.cloneNode(false) as HTMLTableRowElement
    const content = cell.cloneNode(true) as HTMLTableCellElement
    content.style.width = 'auto'
    line.append(content)
    copy.append(line)
  }
  table.after(copy)
  const width = copy.getBoundingClientRect().width
  copy.remove()
  return Math.min(max_fitting_width, Math.ceil(width))
}
