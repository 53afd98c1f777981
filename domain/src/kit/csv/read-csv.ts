import { restored } from './write-csv.ts'

/** A row of a file: its cells, and its row number as in a spreadsheet, starting at 1. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** The reason why a text cannot be parsed, as a sentence that names the line, and that line. */
export interface UnreadableCsv {
  problem: string
  line: number
}

/** The rows of a text, or the reason why it cannot be parsed. */
export type CsvRows = { rows: CsvRow[] } | UnreadableCsv

/** Maximum length of a cell excerpt in an error message, in characters. */
const max_quoted_length = 40

/**
 * Parses separated values with quoted cells (RFC 4180). The separator is `separator`, or the one in a first line such
 * as `sep=;`, or the one used in the first line with several cells: comma, semicolon or tab. Accepts the line endings
 * of every system and removes null characters, which some banks write. Removes the apostrophe that our own files, or
 * people, put before a text that a spreadsheet would run as a formula. Rejects a quote that is never closed, and text
 * after a closing quote, because the intended rows are then ambiguous.
 */
export function readCsv(text: string, separator?: '\t'): CsvRows {
  const clean = text.replace(/^\uFEFF/, '').replaceAll('\u0000', '')
  const named = separator ? null : /^"?sep=([,;\t|])"?[ \t]*(?:\r\n|\r|\n|$)/i.exec(clean)
  const between = separator ?? named?.[1] ?? separatorOf(clean)
  const rows: CsvRow[] = []
  let cells: string[] = []
  let at = named?.[0].length ?? 0
  let line = named ? 2 : 1
  while (at < clean.length) {
    const cell = cellAt(clean, at, between, line)
    if ('problem' in cell) return cell
    cells.push(restored(cell.text))
    line = cell.line
    at = cell.end
    if (clean[at] === between) {
      at += 1
      // A separator at the very end of the text is followed by an empty cell.
      if (at < clean.length) continue
      cells.push('')
    }
    rows.push({ line: rows.length + 1, cells })
    cells = []
    if (clean.startsWith('\r\n', at)) at += 2
    else at += 1
    line += 1
  }
  return { rows }
}

/** Reads the cell that starts at `from`. Returns its text, its end position and the line number there. */
function cellAt(
  text: string,
  from: number,
  separator: string,
  line: number,
): { text: string; end: number; line: number } | UnreadableCsv {
  const isEnd = (at: number): boolean =>
    at >= text.length || text[at] === separator || text[at] === '\n' || text[at] === '\r'
  let at = from
  while (text[at] === ' ') at += 1
  if (text[at] !== '"') {
    while (!isEnd(at)) at += 1
    return { text: text.slice(from, at), end: at, line }
  }
  let close = text.indexOf('"', at + 1)
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close < 0)
    return {
      line,
      problem: `A quote in line ${line} is never closed: ${shown(text.slice(at))}. Close or delete it; what follows would be lost in this cell.`,
    }
  const quoted = text.slice(at + 1, close).replaceAll('""', '"')
  let end = close + 1
  while (text[end] === ' ') end += 1
  const endLine = line + (quoted.match(/\r\n|\r|\n/g)?.length ?? 0)
  if (isEnd(end)) return { text: quoted, end, line: endLine }
  return {
    line: endLine,
    problem: `Line ${endLine} has text after a closing quote: ${shown(text.slice(at))}. Type quotes inside a cell twice, or put the separator after the quote.`,
  }
}

function shown(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1)
  return first.length > max_quoted_length ? `${first.slice(0, max_quoted_length)}…` : first
}

/** Returns the separator used in the first line that has several cells; quoted text is ignored. */
function separatorOf(text: string): string {
  const lines = text.slice(0, 100_000).split(/\r\n|\r|\n/)
  for (const line of lines) {
    const bare = line.replaceAll(/"[^"]*"/g, '')
    const count = (separator: string): number => bare.split(separator).length
    const [max = ','] = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))
    if (count(max) > 1) return max
  }
  return ','
}

/** A table with a heading. */
export interface CsvTable {
  headings: string[]
  /** Non-empty rows, each with as many cells as the heading. */
  rows: CsvRow[]
  /** Row numbers of the rows with fewer cells than the heading; missing cells are empty. */
  short_lines: number[]
}

/** Maximum number of row numbers listed in an error message. */
const max_named = 5

/** Formats row numbers for a message: `3, 7 and 12`; of a long list only the first ones. */
export function namedLines(lines: readonly number[]): string {
  const named = lines.slice(0, max_named).map(String)
  if (lines.length > max_named) return `${named.join(', ')} and ${lines.length - max_named} more`
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}

/**
 * Parses a text whose first row names its columns. Rejects rows with more cells than the heading and names their
 * numbers, because their cells would be read under the wrong names. Empty cells at the end of a row do not count.
 */
export function readCsvTable(text: string): CsvTable | UnreadableCsv {
  const read = readCsv(text)
  if ('problem' in read) return read
  const [first, ...all] = read.rows
  if (!first || first.cells.every(isBlank)) return { line: 1, problem: 'The file is empty.' }
  const headings = first.cells.map((cell) => cell.trim())
  const rows = all.filter(({ cells }) => !cells.every(isBlank))
  const long = rows.filter(({ cells }) => !cells.slice(headings.length).every(isBlank))
  if (long[0])
    return {
      line: long[0].line,
      problem: `${long.length === 1 ? `Line ${long[0].line} has` : `Lines ${namedLines(long.map(({ line }) => line))} have`} more cells than the first line names columns (${headings.length}). Put a text that holds a separator in quotes.`,
    }
  return {
    headings,
    rows: rows.map(({ line, cells }) => ({ line, cells: headings.map((_, at) => cells[at] ?? '') })),
    short_lines: rows.flatMap(({ line, cells }) => (cells.length < headings.length ? line : [])),
  }
}

const isBlank = (cell: string): boolean => cell.trim() === ''
