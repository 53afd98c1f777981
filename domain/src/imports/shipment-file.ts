import { namedLines, readCsvTable, type CsvRow } from '../kit/csv/read-csv.ts'
import type { ColumnMap } from '../kit/csv/match-headings.ts'
import { cellText, columnLabel, import_columns, type ColumnValues } from './columns.ts'

/** Maximum number of shipments in one import (docs/domain/tools.md). */
export const max_import_rows = 2_000

/** Maximum number of lines in a file. It is higher than the shipment limit because a shipment may take several lines. */
const max_lines = 10_000

/** Maximum number of characters in a file. A larger file cannot be a list of 2,000 shipments. */
export const max_file_characters = 4_000_000

/** A parsed file: headings and lines. The heading is line 1. */
export interface ReadFile {
  headings: string[]
  lines: readonly CsvRow[]
  /** Warning for the user about a file that can be read; `''` when there is none. */
  remark: string
}

/** Parses comma-, semicolon- or tab-separated text. Returns a problem text when it is not a valid file. */
export function readShipmentFile(text: string): ReadFile | { problem: string } {
  if (text.length > max_file_characters)
    return { problem: 'The file is larger than 4 MB. Split it into several.' }
  const table = readCsvTable(text)
  if ('problem' in table) return table
  const { headings, rows: lines, short_lines } = table
  if (headings.length < 2)
    return { problem: 'The first line must name the columns, separated by commas, semicolons or tabs.' }
  if (lines.length === 0) return { problem: 'The file has no shipments below its first line.' }
  if (lines.length > max_lines)
    return {
      problem: `The file has ${lines.length.toLocaleString('en-US')} lines; at most ${max_lines.toLocaleString('en-US')} are read at once. Split it.`,
    }
  const remark =
    short_lines.length === 0
      ? ''
      : `${short_lines.length === 1 ? 'Line' : 'Lines'} ${namedLines(short_lines)} ${short_lines.length === 1 ? 'has' : 'have'} fewer cells than the first line has columns. Missing cells are read as empty.`
  return { headings, lines, remark }
}

/** Cell texts of a shipment by column key. Columns that were not sent are absent. */
export type Cells = Readonly<Record<string, string>>

/** One shipment of a file. */
export interface ImportRow {
  /** Number of its first line. */
  row: number
  cells: Cells
}

/** Columns that each line of a multi-line shipment adds to. */
const parcel_columns: readonly string[] = import_columns
  .filter(({ group }) => group === 'Parcels')
  .map(({ key }) => key)

/**
 * Converts the lines of a file to shipments by the column map. Consecutive lines with the same customer reference are
 * parcels of one shipment, unless another cell differs from the first line. `values` applies to every shipment. A
 * size or weight in `values` applies to each parcel for which the file gives sizes, or to the single parcel of a
 * shipment for which the file gives none.
 */
export function shipmentRows(
  file: ReadFile,
  columns: ColumnMap,
  values: ColumnValues = {},
): ImportRow[] | { problem: string } {
  const both = Object.keys(values).find((key) => key in columns)
  if (both)
    return { problem: `${columnLabel(both)} has both a column and a value for all. Remove one of them.` }
  const forAll = Object.fromEntries(
    import_columns.flatMap(({ key }) => {
      const text = cellText(key, values[key] ?? '')
      return text ? [[key, text]] : []
    }),
  )
  const rows: ImportRow[] = []
  for (const { line, cells: typed } of file.lines) {
    const cells = withParcels(
      Object.fromEntries(
        import_columns.flatMap(({ key }) => {
          const at = columns[key]
          return at === undefined ? [] : [[key, cellText(key, typed[at] ?? '')]]
        }),
      ),
      forAll,
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
  return rows.map(({ row, cells }) => ({ row, cells: withValues(cells, forAll) }))
}

const sizes = ['parcel_length', 'parcel_width', 'parcel_height', 'parcel_weight'] as const

/** Moves separate size columns into the `parcels` cell. */
function withParcels(cells: Cells, forAll: Cells): Cells {
  const rest = withoutSizes(cells)
  if (!hasSizes(cells) && !(cells['parcel_count'] && hasSizes(forAll))) return rest
  return { ...rest, parcels: [rest['parcels'], parcelGroup(cells, forAll)].filter(Boolean).join(';') }
}

function parcelGroup(cells: Cells, forAll: Cells): string {
  const of = (column: string): string => cells[column] || forAll[column] || ''
  return [of('parcel_count') || '1', ...sizes.map((size) => of(size) || '0')].join('x')
}

/** Fills the cells of a shipment with the values that apply to all shipments. */
function withValues(cells: Cells, forAll: Cells): Cells {
  const filled: Cells = { ...withoutSizes(forAll), ...cells }
  return filled['parcels'] || !hasSizes(forAll) ? filled : { ...filled, parcels: parcelGroup(cells, forAll) }
}

function withoutSizes(cells: Cells): Cells {
  return Object.fromEntries(
    Object.entries(cells).filter(([key]) => key !== 'parcel_count' && !sizes.some((size) => size === key)),
  )
}

function hasSizes(cells: Cells): boolean {
  return sizes.some((size) => cells[size])
}

function isSameShipment(first: Cells, next: Cells): boolean {
  const reference = next['customer_reference'] ?? ''
  if (reference === '' || reference !== first['customer_reference']) return false
  return Object.entries(next).every(
    ([key, text]) => parcel_columns.includes(key) || text === '' || text === first[key],
  )
}
