import type { Cents } from '../../kit/money.ts'
import { bankLinesOf, type ExportDocument } from '../document.ts'

/** A file of an export: its name and its rows, the first of them the column titles. */
export interface ExportFile {
  name: string
  rows: readonly (readonly string[])[]
}

/** Formats cents as a plain number of Rand with two decimals: 1234 is `12.34`. */
export function plainAmount(cents: Cents): string {
  const digits = Math.abs(cents).toString().padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Formats a day `YYYY-MM-DD` as `DD/MM/YYYY`. */
export function slashDay(day: string): string {
  return day.split('-').toReversed().join('/')
}

/** Returns a file with its titles, or nothing when it has no rows. */
export function fileOf(
  name: string,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): ExportFile[] {
  return rows.length === 0 ? [] : [{ name, rows: [titles, ...rows] }]
}

/** Returns one file for each bank account in which money moved, because programs import one account at a time. */
export function bankFiles(
  documents: readonly ExportDocument[],
  titles: readonly string[],
  rowOf: (document: ExportDocument, amount: Cents) => readonly string[],
): ExportFile[] {
  const byAccount = new Map<string, (readonly string[])[]>()
  for (const document of documents) {
    if (document.kind !== 'receipt') continue
    for (const { code, amount } of bankLinesOf(document)) {
      const rows = byAccount.get(code) ?? []
      rows.push(rowOf(document, amount))
      byAccount.set(code, rows)
    }
  }
  return [...byAccount].flatMap(([code, rows]) =>
    fileOf(`bank-${code.replaceAll(/[^\w.-]+/g, '-')}.csv`, titles, rows),
  )
}
