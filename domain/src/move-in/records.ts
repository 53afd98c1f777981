import { isOneEmail } from '../kit/contacts/email.ts'
import { normalisePhone } from '../kit/contacts/phone.ts'
import { isPhone, phoneSentence } from '../kit/contacts/phone-number.ts'
import { matchHeadings, type ColumnMap } from '../kit/csv/match-headings.ts'
import { readCsvTable } from '../kit/csv/read-csv.ts'
import { lostDigits, plainCell, plainCode } from '../kit/csv/spreadsheet-cell.ts'
import { cleanText, dateProblem, dayOf, parseInstant } from '../kit/calls/wire.ts'
import { amountProblemText, parseRand } from '../kit/money.ts'
import { key_columns, kind_nouns, move_in_columns, type MoveInColumn, type MoveInKind } from './columns.ts'

/** Maximum number of lines of a file that is read at once. */
export const max_lines = 5_000
/** Maximum number of lines of a file that is loaded in portions. */
export const max_file_lines = 50_000
/** Maximum number of characters of one file. */
export const max_characters = 8_000_000

/** The values of a record by column: texts, cents as whole numbers in text, days as `YYYY-MM-DD`. */
export type Content = Readonly<Record<string, string>>

/** A problem of one cell. `line` counts from 1 for the heading; `column` is the heading as in the file. */
export interface CellProblem {
  line: number
  column: string
  message: string
}

/** A line of a file with its values by column key. */
export interface ReadLine {
  line: number
  values: Content
}

/** A record of a file: what identifies it in the old system, and its content. */
export interface MoveInRecord {
  line: number
  old_key: string
  content: Content
}

/** The columns of a file, and its lines with their problems. */
interface ReadLines {
  headings: string[]
  lines: ReadLine[]
  problems: CellProblem[]
}

const days = [
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/, [1, 2, 3]],
  [/^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/, [3, 2, 1]],
] as const

/** Returns a day as `YYYY-MM-DD`; also reads `31/01/2026`, the day first as in South Africa. `null`: not a day. */
export function readDay(typed: string): string | null {
  for (const [pattern, places] of days) {
    const found = pattern.exec(typed.trim())
    if (!found) continue
    const [year = 0, month = 0, day = 0] = places.map((place) => Number(found[place]))
    const date = new Date(Date.UTC(year, month - 1, day))
    const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year > 1900
    return isReal ? date.toISOString().slice(0, 10) : null
  }
  const moment = parseInstant(typed)
  return moment ? dayOf(moment) : null
}

const truths: ReadonlyMap<string, string> = new Map([
  ...['yes', 'y', 'true', '1'].map((word) => [word, 'yes'] as const),
  ...['no', 'n', 'false', '0'].map((word) => [word, 'no'] as const),
])

/** Returns the value of a cell, or what is wrong with it. An empty cell has the value `''`. */
function readCell(column: MoveInColumn, cell: string): { value: string } | { message: string } {
  const cleaned = cleanText(cell, false)
  const typed = column.type === 'code' || column.type === 'phone' ? plainCode(cleaned) : plainCell(cleaned)
  if (typed === '') return column.is_required ? { message: `${column.label} is missing.` } : { value: '' }
  if (typed.length > column.max)
    return { message: `${column.label} has ${typed.length} characters; at most ${column.max} are possible.` }
  if (column.choices) {
    const chosen = typed.toLowerCase()
    return column.choices.includes(chosen)
      ? { value: chosen }
      : { message: `${typed} is not possible here. Write ${column.choices.join(', ')}.` }
  }
  switch (column.type) {
    case 'code': {
      const lost = lostDigits(typed)
      return lost === null ? { value: typed } : { message: lost }
    }
    case 'money': {
      const cents = parseRand(typed.replace(/^\((.*)\)$/, '-$1'))
      return cents === null ? { message: amountProblemText(typed) } : { value: String(cents) }
    }
    case 'day': {
      const day = readDay(typed)
      return day === null ? { message: dateProblem(typed) } : { value: day }
    }
    case 'number': {
      const plain = typed.replace(',', '.')
      return /^\d{1,9}(\.\d{1,4})?$/.test(plain)
        ? { value: String(Number(plain)) }
        : { message: `${typed} is not a number.` }
    }
    case 'phone': {
      return isPhone(typed) ? { value: normalisePhone(typed) } : { message: phoneSentence() }
    }
    case 'email':
      return isOneEmail(typed)
        ? { value: typed.toLowerCase() }
        : { message: `${typed} is not an email address.` }
    case 'yes-no': {
      const truth = truths.get(typed.toLowerCase())
      return truth === undefined ? { message: `${typed} must be yes or no.` } : { value: truth }
    }
    case 'text':
      return { value: typed }
  }
}

/**
 * Reads the lines of a CSV text by a column map; without one, the headings are matched by their names. Returns a
 * problem text when the file cannot be read or a required column is missing.
 */
export function readLines(
  text: string,
  known: readonly MoveInColumn[],
  noun: string,
  chosen?: ColumnMap,
  most = max_lines,
): ReadLines | { problem: string } {
  if (text.length > max_characters) return { problem: 'The file is larger than 8 MB. Split it into several.' }
  const table = readCsvTable(text)
  if ('problem' in table) return { problem: table.problem }
  const { headings, rows } = table
  const columns = chosen ?? matchHeadings(headings, known).columns
  const outside = Object.values(columns).find((at) => at >= headings.length)
  if (outside !== undefined)
    return { problem: `The file has ${headings.length} columns; a column ${outside + 1} was matched.` }
  const missing = known.filter(({ key, is_required }) => is_required && !(key in columns))
  if (missing.length > 0)
    return {
      problem: `No column is matched to ${missing.map(({ label }) => label).join(', ')}. Choose one.`,
    }
  if (rows.length === 0) return { problem: `The file has no ${noun} below its first line.` }
  if (rows.length > most)
    return {
      problem: `The file has ${rows.length.toLocaleString('en-US')} lines; at most ${most.toLocaleString('en-US')} are read at once. Split it.`,
    }
  const problems: CellProblem[] = []
  const lines = rows.map(({ line, cells }): ReadLine => {
    const values: Record<string, string> = {}
    for (const column of known) {
      const at = columns[column.key]
      const read = at === undefined ? { value: '' } : readCell(column, cells[at] ?? '')
      if ('value' in read) values[column.key] = read.value
      else problems.push({ line, column: headings[at ?? 0] ?? column.label, message: read.message })
    }
    return { line, values }
  })
  return { headings, lines, problems }
}

/** The records of a file, or the problem why it cannot be read. */
export type ReadFile =
  | {
      records: MoveInRecord[]
      problems: CellProblem[]
      lines: number
      headings: Readonly<Record<string, string>>
    }
  | { problem: string }

/**
 * Reads the records of a file of a kind. The lines of one lane of prices are one record. Two records with the same key
 * are a problem of the second. Of a portion, `firstLine` is the line of the file of its first row, and at most
 * `most` lines are read.
 */
export function readRecords(
  text: string,
  kind: MoveInKind,
  { columns: chosen, firstLine = 2, most = max_file_lines }: ReadOptions = {},
): ReadFile {
  const known = move_in_columns[kind]
  const read = linesFrom(firstLine, readLines(text, known, kind_nouns[kind], chosen, most))
  if ('problem' in read) return read
  const columns = chosen ?? matchHeadings(read.headings, known).columns
  const headings = Object.fromEntries(
    known.map(({ key, label }) => [key, read.headings[columns[key] ?? -1] ?? label]),
  )
  const wrong = new Set(read.problems.map(({ line }) => line))
  const first = new Map<string, MoveInRecord>()
  const problems = [...read.problems]
  for (const { line, values } of read.lines) {
    if (wrong.has(line)) continue
    const oldKey = key_columns[kind].map((key) => (values[key] ?? '').toLowerCase()).join(' | ')
    const earlier = first.get(oldKey)
    if (earlier && kind === 'rates') {
      first.set(oldKey, { ...earlier, content: withBand(earlier.content, values) })
      continue
    }
    if (earlier) {
      const column = headings[key_columns[kind].at(-1) ?? ''] ?? ''
      problems.push({ line, column, message: `Line ${earlier.line} has the same ${column}.` })
      continue
    }
    first.set(oldKey, { line, old_key: oldKey, content: kind === 'rates' ? withBand(null, values) : values })
  }
  return {
    records: [...first.values()],
    problems: problems.toSorted((one, other) => one.line - other.line),
    lines: read.lines.length,
    headings,
  }
}

/** How records are read: the chosen columns, the line of the file of the first row, and the maximum number of lines. */
export interface ReadOptions {
  columns?: ColumnMap | undefined
  firstLine?: number | undefined
  most?: number
}

function linesFrom(firstLine: number, read: ReturnType<typeof readLines>): typeof read {
  if ('problem' in read || firstLine === 2) return read
  const moved = <Row extends { line: number }>(row: Row): Row => ({ ...row, line: row.line + firstLine - 2 })
  return { ...read, lines: read.lines.map(moved), problems: read.problems.map(moved) }
}

/** Adds the weight band of a line to a lane: bands are lines of `from–to: price` in the value `bands`. */
function withBand(lane: Content | null, { weight_from, weight_to, price, ...rest }: Content): Content {
  const band = `${weight_from || '0'}–${weight_to ?? ''}: ${price ?? ''}`
  return { ...(lane ?? rest), bands: lane ? `${lane['bands']}\n${band}` : band }
}

/** A weight band of a lane as read from a file; `weight_to` is `null` for the last one. */
export interface ReadBand {
  weight_from: number
  weight_to: number | null
  price: string
}

/** Returns the weight bands of a lane, lightest first. */
export function bandsOf({ bands = '' }: Content): ReadBand[] {
  return bands
    .split('\n')
    .map((band) => {
      const [, from = '0', to = '', price = ''] = /^(.*?)–(.*?): (.*)$/.exec(band) ?? []
      return { weight_from: Number(from), weight_to: to === '' ? null : Number(to), price }
    })
    .toSorted((one, other) => one.weight_from - other.weight_from)
}

/** A value of a record that differs from what was loaded before. */
export interface Difference {
  column: string
  before: string
  after: string
}

/** Returns the values that differ between what was loaded before and what a file says now. */
export function differencesBetween(kind: MoveInKind, before: Content, after: Content): Difference[] {
  const labels = new Map(move_in_columns[kind].map(({ key, label, type }) => [key, { label, type }]))
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const [old = '', current = ''] = [before[key], after[key]]
    if (old === current) return []
    const { label = 'Prices', type } = labels.get(key) ?? {}
    const shown = (value: string): string =>
      type === 'money' && value !== '' ? (Number(value) / 100).toFixed(2) : value
    return [{ column: label, before: shown(old), after: shown(current) }]
  })
}
