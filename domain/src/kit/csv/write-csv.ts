/** The byte order mark by which spreadsheets recognise UTF-8. */
const byte_order_mark = '\uFEFF'

const numeric = /^[+-]?\d+(\.\d+)?$/

/** Matches a text that a spreadsheet would run as a formula, also when it already has apostrophes in front. */
const formula = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** Prefixes a text that a spreadsheet would run as a formula with an apostrophe; plain numbers stay unchanged. */
export function neutralised(text: string): string {
  return formula.test(text) && !numeric.test(text) ? `'${text}` : text
}

/** Undoes `neutralised`; other texts stay unchanged. */
export function restored(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text
}

/** Formats one cell, neutralised and quoted as RFC 4180 requires. */
export function csvCell(text: string): string {
  const safe = neutralised(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Formats rows as CSV: UTF-8 with byte order mark, commas, CRLF. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return byte_order_mark + rows.map((row) => row.map(csvCell).join(',')).join('\r\n') + '\r\n'
}
