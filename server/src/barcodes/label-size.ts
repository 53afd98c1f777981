/** The content of a label: the text in its symbol, and the caption below it. */
export interface BarcodeLabel {
  code: string
  caption: string
}

/** The columns and rows of an A4 page, or the size of a label on a roll in mm. */
export type Division = { columns: number; rows: number } | { width: number; height: number }

/** The side margins of a sheet in total, in mm. */
const sides_mm = 16

/** Returns the width of one label in mm. */
export function labelWidth(division: Division): number {
  return 'columns' in division ? (210 - sides_mm) / division.columns : division.width
}

/** Returns the maximum number of columns of a sheet whose labels are at least `leastMm` wide. */
export function maxColumnsOf(leastMm: number): number {
  return Math.floor((210 - sides_mm) / leastMm)
}
