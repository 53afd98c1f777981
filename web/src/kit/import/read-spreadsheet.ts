import { toCsv } from '@waybill/domain/kit/csv/write-csv'
import { unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'

/** Limits that protect the device from a user’s file: bytes as sent, bytes unpacked, parts, lines and columns. */
const max_bytes = 10_000_000
const max_unpacked = 64_000_000
const max_parts = 500
const max_lines = 20_000
const max_columns = 200

/** Converts the first sheet of an Excel file to CSV, or returns a sentence why it cannot be read. Never rejects. */
export async function readSpreadsheet(bytes: ArrayBuffer): Promise<{ text: string } | { problem: string }> {
  if (bytes.byteLength > max_bytes)
    return { problem: 'The file is larger than 10 MB. Split it into several.' }
  try {
    const problem = tooMuchIn(new Uint8Array(bytes))
    if (problem) return { problem }
    const rows = await readSheet(bytes)
    const lines = rows.map((row) => row.map(textOf))
    return lines.length === 0 ? { problem: 'The first sheet of the file is empty.' } : { text: toCsv(lines) }
  } catch {
    return {
      problem: 'This Excel file cannot be read. Save it as .xlsx without a password, or as CSV.',
    }
  }
}

/**
 * Checks the declared sizes and the cell references of a file before its rows are expanded: a single cell in the last
 * corner of a sheet would create billions of empty cells. Unpacking here never yields more than the declared size.
 */
function tooMuchIn(bytes: Uint8Array): string | null {
  let [unpacked, parts] = [0, 0]
  const isTooMuch = (): boolean => unpacked > max_unpacked || parts > max_parts
  const sheets = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      unpacked += originalSize
      parts += 1
      return !isTooMuch() && /(^|\/)worksheets\/[^/]+\.xml$/.test(name)
    },
  })
  if (isTooMuch()) return 'The file is too large when it is unpacked. Save its cells as CSV.'
  const decoder = new TextDecoder()
  const tooLong = Object.values(sheets).some((sheet) => isTooLong(decoder.decode(sheet)))
  return tooLong
    ? `The sheet has more than ${max_lines.toLocaleString('en-US')} lines or ${max_columns} columns. Delete empty lines and columns, or split the sheet.`
    : null
}

function isTooLong(sheet: string): boolean {
  for (const [, column = '', row = '0'] of sheet.matchAll(/\sr\s*=\s*["']\s*([A-Za-z]*)(\d+)/g))
    if (Number(row) > max_lines || columnNumber(column) > max_columns) return true
  // Rows and cells without a reference continue from the previous ones.
  return (sheet.match(/<(?:\w+:)?row[\s>/]/g)?.length ?? 0) > max_lines
}

/** Returns the number of a column: `A` is 1, `AB` is 28. */
function columnNumber(letters: string): number {
  let number = 0
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64
  return number
}

/** Formats a cell as in a CSV file: numbers with the 15 significant digits that Excel stores, days as 2026-11-23. */
function textOf(cell: unknown): string {
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)))
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (!(cell instanceof Date)) return typeof cell === 'string' ? cell : ''
  const [day = '', time = ''] = cell.toISOString().split('T')
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`
}
