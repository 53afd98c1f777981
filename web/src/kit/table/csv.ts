/** The mark by which spreadsheets recognise UTF-8. */
const byte_order_mark = '\uFEFF'

const numeric = /^[+-]?\d+(\.\d+)?$/

/**
 * One cell: text that a spreadsheet would run as a formula gets an apostrophe in front, plain numbers stay; quoted as
 * RFC 4180 asks.
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !numeric.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of texts as CSV: UTF-8 with byte order mark, commas, CRLF. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return byte_order_mark + rows.map((row) => row.map(csvCell).join(',')).join('\r\n') + '\r\n'
}

/** Hands a text to the browser as a file. */
export function downloadText(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  downloadBlob(name, new Blob([text], { type }))
}

/** Hands a blob to the browser as a file. */
export function downloadBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
