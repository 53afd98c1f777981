import { readCsvTable } from './read-csv.ts'
import { plainCell, plainCode } from './spreadsheet-cell.ts'
import { cleanText } from '../calls/wire.ts'

/** A line of a file under its heading: its texts cleaned, and its number, the heading being line 1. */
export type TableLine<Column extends string> = Readonly<Record<Column, string>> & { line: number }

/** What a file of lines looks like. */
export interface CsvTableFormat<Column extends string> {
  /** In the order of the template. */
  columns: readonly Column[]
  /** Those that must be there. */
  needed: readonly Column[]
  /** Those that hold codes: a number that a spreadsheet wrote with decimals is one without. */
  codes?: readonly Column[]
  /** Other headings people use, in lower case. */
  other_names?: Readonly<Record<string, Column>>
  /** What a line names, in the plural: `users`. */
  noun: string
  /** How many lines are taken at once. */
  max: number
}

/** The lines of a file with named columns, or in words why it cannot be read as one. Empty lines are left out. */
export function readTable<Column extends string>(
  text: string,
  look: CsvTableFormat<Column>,
): { lines: TableLine<Column>[] } | { problem: string } {
  const table = readCsvTable(text)
  if ('problem' in table) return table
  const columns = table.headings.map((heading) => columnOf(heading, look))
  const missing = look.needed.filter((column) => !columns.includes(column))
  if (missing.length > 0)
    return {
      problem: `The first line must name the columns; ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing. Download the template to see how.`,
    }
  const plain = (column: Column, cell: string): string =>
    look.codes?.includes(column) ? plainCode(cell) : plainCell(cell)
  const lines = table.rows.map(({ line, cells }) => {
    const values = Object.fromEntries(
      look.columns.map((column) => [
        column,
        plain(column, cleanText(cells[columns.indexOf(column)] ?? '', false)),
      ]),
    ) as Record<Column, string>
    return { ...values, line }
  })
  if (lines.length === 0) return { problem: `The file names no ${look.noun} below its first line.` }
  if (lines.length > look.max)
    return {
      problem: `The file names ${lines.length} ${look.noun}; at most ${look.max} are imported at once. Split it.`,
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
