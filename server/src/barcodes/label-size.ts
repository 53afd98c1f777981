/** What a label carries: the text in its symbol, and what stands below it. */
export interface BarcodeLabel {
  code: string
  caption: string
}

/** The division of an A4 page, or the size of a label on a roll in millimetres. */
export type Division = { columns: number; rows: number } | { width: number; height: number }

/** White room at both sides of a sheet together; millimetres. */
const sides_mm = 16

/** The width in millimetres of one label. */
export function labelWidth(division: Division): number {
  return 'columns' in division ? (210 - sides_mm) / division.columns : division.width
}

/** The most columns of a sheet whose labels have at least this width in millimetres. */
export function maxColumnsOf(leastMm: number): number {
  return Math.floor((210 - sides_mm) / leastMm)
}
