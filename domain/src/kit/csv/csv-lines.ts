import { readCsvTable } from './read-csv.ts'
import { plainCell, plainCode } from './spreadsheet-cell.ts'
import { cleanText } from '../calls/wire.ts'

/** A line of a file with a heading: its cleaned cells by column, and its line number; the heading is line 1. */
export type TableLine<Column extends string> = Readonly<Record<Column, string>> & { line: number }

/** Format of a CSV file with named columns. */
export interface CsvTableFormat<Column extends string> {
  /** The columns, in the order of the template. */
  columns: readonly Column[]
  /** The columns that the file must have. */
  needed: readonly Column[]
  /** Columns that hold codes. Decimals that a spreadsheet added to a code (`7460.0`) are removed. */
  codes?: readonly Column[]
  /** Alternative headings that people use, in lower case. */
  other_names?: Readonly<Record<string, Column>>
  /** What the lines represent, in the plural: `users`. */
  noun: string
  /** Maximum number of lines per import. */
  max: number
}

/**
 * Parses a CSV file with named columns. Returns its lines without empty ones, or a message that says why the file
 * cannot be read.
 */
export function readTable<Column extends string>(
  text: string,
  format: CsvTableFormat<Column>,
): { lines: TableLine<Column>[] } | { problem: string } {
  const table = readCsvTable(text)
  if ('problem' in table) return table
  const columns = table.headings.map((heading) => columnOf(heading, format))
  const missing = format.needed.filter((column) => !columns.includes(column))
  if (missing.length > 0)
    return {
      problem: `The first line must name the columns; ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing. Download the template to see how.`,
    }
  const plain = (column: Column, cell: string): string =>
    format.codes?.includes(column) ? plainCode(cell) : plainCell(cell)
  const lines = table.rows.map(({ line, cells }) => {
    const values = Object.fromEntries(
      format.columns.map((column) => [
        column,
        plain(column, cleanText(cells[columns.indexOf(column)] ?? '', false)),
      ]),
    ) as Record<Column, string>
    return { ...values, line }
  })
  if (lines.length === 0) return { problem: `The file has no ${format.noun} below its first line.` }
  if (lines.length > format.max)
    return {
      problem: `The file names ${lines.length} ${format.noun}; at most ${format.max} are imported at once. Split it.`,
    }
  return { lines }
}

function columnOf<Column extends string>(
  heading: string,
  { columns, other_names = {} }: CsvTableFormat<Column>,
): Column | null {
  const plain = heading.trim().toLowerCase()
  const named = plain.replaceAll(/[\s-]/g, '_')
  return columns.find((one) => one === named) ?? other_names[plain] ?? null
}
