import { readCsv } from '../kit/csv.ts'
import { import_columns, type ColumnMap } from './columns.ts'

/** Most shipments of one import (docs/domain/tools.md). */
export const max_import_rows = 2_000

/** Most lines a file may have: a shipment may stand on several. */
const max_lines = 10_000

/** Most characters of a file; a larger one does not hold 2,000 shipments but something else. */
export const max_file_characters = 4_000_000

/** A file as read: its headings and its lines, the heading being line 1. */
export interface ReadFile {
  headings: string[]
  lines: { line: number; cells: string[] }[]
}

/** A text of comma-, semicolon- or tab-separated values, or in words why it is none. */
export function readShipmentFile(text: string): ReadFile | { problem: string } {
  if (text.length > max_file_characters)
    return { problem: 'The file is larger than 4 MB. Split it into several.' }
  const [headings, ...rows] = readCsv(text)
  if (!headings || headings.every((cell) => cell.trim() === '')) return { problem: 'The file is empty.' }
  if (headings.length < 2)
    return { problem: 'The first line must name the columns, separated by commas, semicolons or tabs.' }
  const lines = rows.flatMap((cells, at) =>
    cells.every((cell) => cell.trim() === '') ? [] : [{ line: at + 2, cells }],
  )
  if (lines.length === 0) return { problem: 'The file has no shipments below its first line.' }
  if (lines.length > max_lines)
    return {
      problem: `The file has ${lines.length.toLocaleString('en-US')} lines; at most ${max_lines.toLocaleString('en-US')} are read at once. Split it.`,
    }
  return { headings: headings.map((heading) => heading.trim()), lines }
}

/** The texts of a shipment by column; a column that was not sent is not there. */
export type Cells = Readonly<Record<string, string>>

/** One shipment of a file. */
export interface ImportRow {
  /** The line it begins on. */
  row: number
  cells: Cells
}

/** Columns that say what one line adds to a shipment of several lines. */
const parcel_columns: readonly string[] = import_columns
  .filter(({ group }) => group === 'Parcels')
  .map(({ key }) => key)

/**
 * The shipments of a file by its map. Lines that follow each other with the same customer reference, and say nothing
 * else than the first one, are parcels of one shipment.
 */
export function shipmentRows(file: ReadFile, columns: ColumnMap): ImportRow[] | { problem: string } {
  const rows: ImportRow[] = []
  for (const { line, cells: typed } of file.lines) {
    const cells = withParcels(
      Object.fromEntries(
        import_columns.flatMap(({ key }) => {
          const at = columns[key]
          return at === undefined ? [] : [[key, (typed[at] ?? '').trim()]]
        }),
      ),
    )
    const last = rows.at(-1)
    if (last && isSameShipment(last.cells, cells))
      rows[rows.length - 1] = {
        ...last,
        cells: {
          ...last.cells,
          parcels: [last.cells['parcels'], cells['parcels']].filter(Boolean).join(';'),
        },
      }
    else rows.push({ row: line, cells })
  }
  if (rows.length > max_import_rows)
    return {
      problem: `The file has ${rows.length.toLocaleString('en-US')} shipments; at most ${max_import_rows.toLocaleString('en-US')} are imported at once. Split it.`,
    }
  return rows
}

/** The same cells with sizes of columns of their own written as parcels of one cell. */
function withParcels(cells: Record<string, string>): Cells {
  const { parcel_count, parcel_length, parcel_width, parcel_height, parcel_weight, ...rest } = cells
  const sizes = [parcel_length, parcel_width, parcel_height, parcel_weight]
  if (sizes.every((size) => !size)) return rest
  const group = [parcel_count || '1', ...sizes.map((size) => size || '0')].join('x')
  return { ...rest, parcels: [rest['parcels'], group].filter(Boolean).join(';') }
}

function isSameShipment(first: Cells, next: Cells): boolean {
  const reference = next['customer_reference'] ?? ''
  if (reference === '' || reference !== first['customer_reference']) return false
  return Object.entries(next).every(
    ([key, text]) => parcel_columns.includes(key) || text === '' || text === first[key],
  )
}
