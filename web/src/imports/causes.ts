import { columnLabel } from '@waybill/domain/imports/columns'
import type { BulkRow } from '@waybill/domain/imports/model'

/** What is wrong with several rows alike: one correction may settle them all. */
export interface Cause {
  column: string
  message: string
  /** What stands in these cells, when it is the same in all of them. */
  value: string | null
  rows: readonly number[]
}

/** The problems of rows by what is wrong, the commonest first. */
export function causesOf(rows: readonly Pick<BulkRow, 'row' | 'cells' | 'problems'>[]): Cause[] {
  const causes = new Map<string, { column: string; message: string; values: Set<string>; rows: number[] }>()
  for (const { row, cells, problems } of rows)
    for (const { column, message } of problems) {
      const key = `${column} ${message}`
      const cause = causes.get(key) ?? { column, message, values: new Set<string>(), rows: [] }
      cause.values.add(cells[column] ?? '')
      cause.rows.push(row)
      causes.set(key, cause)
    }
  return [...causes.values()]
    .map(({ values, ...cause }) => ({ ...cause, value: values.size === 1 ? ([...values][0] ?? '') : null }))
    .toSorted((a, b) => b.rows.length - a.rows.length)
}

/** The failing rows as a file that can be corrected and imported again: the columns of the import, then why. */
export function failingRows(columns: readonly string[], rows: readonly BulkRow[]): string[][] {
  return [
    [...columns, 'line', 'reason'],
    ...rows.map(({ row, cells, problems }) => [
      ...columns.map((column) => cells[column] ?? ''),
      String(row),
      problems
        .map(({ column, message }) => (column === '' ? message : `${columnLabel(column)}: ${message}`))
        .join(' '),
    ]),
  ]
}
