import { restored } from './csv-out.ts'

/**
 * The cells of a text of comma-, semicolon- or tab-separated values with quoted cells (RFC 4180). The apostrophe that our
 * own files, and people, put before what a spreadsheet would run as a formula is taken off.
 */
export function readCsv(text: string): string[][] {
  const clean = text.replace(/^\uFEFF/, '')
  const [heading = ''] = clean.split(/\r?\n/, 1)
  const [separator] = [',', ';', '\t'].toSorted((a, b) => heading.split(b).length - heading.split(a).length)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let is_quoted = false
  const endRow = () => {
    rows.push([...row, restored(cell)])
    row = []
    cell = ''
  }
  for (let at = 0; at < clean.length; at += 1) {
    const character = clean.charAt(at)
    if (is_quoted) {
      if (character !== '"') cell += character
      else if (clean.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else is_quoted = false
    } else if (character === '"' && cell === '') is_quoted = true
    else if (character === separator) {
      row.push(restored(cell))
      cell = ''
    } else if (character === '\n') endRow()
    else if (character !== '\r') cell += character
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}
