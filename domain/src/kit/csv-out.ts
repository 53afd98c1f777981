/** The mark by which spreadsheets recognise UTF-8. */
const byte_order_mark = '\uFEFF'

const numeric = /^[+-]?\d+(\.\d+)?$/

/** Text that a spreadsheet would run as a formula gets an apostrophe in front; plain numbers stay. */
export function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !numeric.test(text) ? `'${text}` : text
}

/** One cell, quoted as RFC 4180 asks. */
export function csvCell(text: string): string {
  const safe = harmless(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of texts as CSV: UTF-8 with byte order mark, commas, CRLF. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return byte_order_mark + rows.map((row) => row.map(csvCell).join(',')).join('\r\n') + '\r\n'
}
