import { columnLabel } from '@waybill/domain/imports/columns'
import type { BulkRow } from '@waybill/domain/imports/model'

/** A problem that several rows may share, so that one correction can fix all of them. */
export interface Cause {
  column: string
  message: string
  /** The common value of these cells; `null` when the values differ. */
  value: string | null
  rows: readonly number[]
}

/** Groups the problems of rows by column and message, most frequent first. */
export function causesOf(rows: readonly Pick<BulkRow, 'row' | 'cells' | 'problems'>[]): Cause[] {
  const causes = new Map<string, { column: string; message: string; values: Set<string>; rows: number[] }>()
  for (const { row, cells, problems } of rows)
    for (const { column, message } of problems) {
      const key = `${column} ${message}`
      const cause = causes.get(key) ?? { column, message, values: new Set<string>(), rows: [] }
      cause.values.add(cells[column] ?? '')
      if (cause.rows.at(-1) !== row) cause.rows.push(row)
      causes.set(key, cause)
    }
  return [...causes.values()]
    .map(({ values, ...cause }) => ({ ...cause, value: values.size === 1 ? ([...values][0] ?? '') : null }))
    .toSorted((a, b) => b.rows.length - a.rows.length)
}

/**
 * Returns the failing rows as a table that can be corrected and imported again: the columns of the import, then line
 * and reason.
 */
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
