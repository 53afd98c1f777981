/** The mark by which spreadsheets recognise UTF-8. */
const byte_order_mark = '\uFEFF'

const numeric = /^[+-]?\d+(\.\d+)?$/

/** How a text begins that a spreadsheet would run as a formula, also one that got its apostrophe already. */
const formula = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** Text that a spreadsheet would run as a formula gets an apostrophe in front; plain numbers stay. */
export function neutralised(text: string): string {
  return formula.test(text) && !numeric.test(text) ? `'${text}` : text
}

/** The text that `harmless` was given; what it left alone stays. */
export function restored(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text
}

/** One cell, quoted as RFC 4180 asks. */
export function csvCell(text: string): string {
  const safe = neutralised(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of texts as CSV: UTF-8 with byte order mark, commas, CRLF. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return byte_order_mark + rows.map((row) => row.map(csvCell).join(',')).join('\r\n') + '\r\n'
}
