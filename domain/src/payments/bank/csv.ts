import { readCsv } from '../../kit/csv/read-csv.ts'
import type { Cents } from '../../kit/money.ts'
import { amountAt, readAmount, readDate, StatementProblem, type StatementReader } from './lines.ts'

/** Column headings used by banks, by the column that is read. */
const column_names = {
  date: ['date', 'transaction date', 'posting date', 'value date', 'effective date', 'post date'],
  description: [
    'description',
    'transaction description',
    'details',
    'narrative',
    'particulars',
    'description 1',
    'description 2',
    'description 3',
  ],
  reference: [
    'reference',
    'your reference',
    'payment reference',
    'their reference',
    'originator reference',
    'customer reference',
    'statement reference',
    'beneficiary reference',
    'ref',
  ],
  amount: ['amount', 'transaction amount', 'amount (zar)', 'amount (r)', 'value'],
  money_in: ['credit', 'credits', 'money in', 'deposit', 'deposits', 'credit amount'],
  money_out: ['debit', 'debits', 'money out', 'withdrawal', 'withdrawals', 'debit amount'],
  side: ['debit / credit', 'debit/credit', 'credit/debit', 'dr/cr', 'cr/dr'],
  fee: ['fee', 'fees', 'service fee', 'bank fee'],
  balance: ['balance', 'running balance', 'account balance', 'closing balance'],
} as const satisfies Record<string, readonly string[]>
type Column = keyof typeof column_names
type Layout = readonly (Column | null)[]
const columns = Object.keys(column_names) as Column[]

function columnOf(heading: string): Column | null {
  const plain = heading.trim().toLowerCase().replace(/\s+/g, ' ')
  return columns.find((column) => column_names[column].some((name) => name === plain)) ?? null
}

/** Maximum number of lines above the heading; Standard Bank writes fourteen. */
const max_preamble = 40

/** The columns of files without a heading, as exported by Nedbank and sometimes by ABSA. */
const plain_layout: Layout = ['date', 'description', 'amount', 'balance']

/**
 * Reads a CSV statement as exported by banks. The account name, number and period can be above the heading. The
 * heading is the first line with at least three known column names. Without a heading, the entries start at the first
 * line that fits `plain_layout`.
 */
export function readBankCsv(text: string, reader: StatementReader): void {
  const written = text.split(/\r\n|\r|\n/)
  for (const [index, line] of written.entries())
    if ((line.match(/"/g)?.length ?? 0) % 2 === 1)
      throw new StatementProblem(`Line ${index + 1}: a quotation mark is not closed.`)
  if (written.some((line) => /^["']?5["']?,["']?number/i.test(line))) return readSections(written, reader)
  const start = written.slice(0, max_preamble).map((line) => cellsOf(line) ?? [])
  const heading = start.findIndex((cells) => cells.filter((cell) => columnOf(cell) !== null).length >= 3)
  const plain = start.findIndex(isPlain)
  if (heading < 0 && plain < 0)
    throw new StatementProblem(
      'The file has no line with column names. Export it from the bank as CSV with a heading (date, description, amount), or as OFX, MT940 or camt.053.',
    )
  const layout = heading < 0 ? plain_layout : headed(start[heading] ?? [])
  const first = heading < 0 ? plain : heading + 1
  // Keep the heading line, because `readCsv` detects the separator from it.
  const from = heading < 0 ? plain : heading
  const body = written.map((line, index) => (index < from ? '' : line))
  const read = readCsv(body.join('\n'))
  if ('problem' in read) throw new StatementProblem(read.problem)
  if (read.rows.length !== body.length - (body.at(-1) === '' ? 1 : 0))
    throw new StatementProblem('A quotation mark in the file is not closed on its line.')
  const rows = read.rows.slice(first).map(({ cells }) => cells)
  for (const [index, cells] of rows.entries()) readRow(`Line ${first + index + 1}`, layout, cells, reader)
}

/** Returns the cells of one line, or `null` when the line cannot be parsed. */
function cellsOf(line: string): readonly string[] | null {
  const read = readCsv(line)
  return 'problem' in read ? null : (read.rows[0]?.cells ?? [])
}

function headed(cells: readonly string[]): Layout {
  const layout = cells.map(columnOf)
  const missing = [
    ...(layout.includes('date') ? [] : ['the date']),
    ...(layout.includes('amount') || layout.includes('money_in') ? [] : ['the amount (or money in)']),
    ...(layout.includes('description') || layout.includes('reference') ? [] : ['the description']),
  ]
  if (missing.length > 0)
    throw new StatementProblem(
      `The heading of the file is missing ${missing.join(' and ')}. Export it from the bank as CSV with a heading, or as OFX, MT940 or camt.053.`,
    )
  return layout
}

function isPlain([date = '', description = '', amount = '', balance = '']: readonly string[]): boolean {
  const isAmount = (cell: string): boolean => cell.trim() === '' || readAmount(cell) !== null
  return (
    readDate(date) !== null &&
    description.trim() !== '' &&
    readAmount(description) === null &&
    isAmount(amount) &&
    isAmount(balance)
  )
}

/**
 * Matches texts of balances and totals that banks write between the entries. The whole text must match, so that
 * payments that only mention a balance are kept.
 */
const balance_words =
  /^((open|opening|close|closing|available|current)\s+balance|(balance\s+)?(brought|carried)\s+forward|(sub)?total|totals|provisional\s+statement)[\s:]*$/i

function readRow(where: string, layout: Layout, cells: readonly string[], reader: StatementReader): void {
  if (cells.every((cell) => cell.trim() === '')) return
  const all = (column: Column): string[] =>
    cells.map((cell) => cell.trim()).filter((cell, index) => layout[index] === column && cell !== '')
  const of = (column: Column): string => all(column)[0] ?? ''
  const words = [...new Set(all('description'))].join(' ')
  if (balance_words.test(words) || balance_words.test(cells.find((cell) => cell.trim() !== '') ?? '')) {
    reader.leftOut.balances += 1
    return
  }
  const amount = amountIn(where, of)
  const fee = of('fee') === '' ? 0 : amountAt(where, of('fee'))
  if (amount === null || (amount === 0 && fee !== 0)) {
    // A balance or a remark: the row has no amount.
    reader.leftOut[fee === 0 ? 'balances' : 'fees'] += 1
    return
  }
  reader.add(where, {
    date: of('date'),
    description: words,
    reference: [...new Set(all('reference'))].join(' '),
    amount,
    balance: of('balance') === '' ? null : amountAt(where, of('balance')),
  })
}

/**
 * Returns the amount of a row, from one amount column or from separate credit and debit columns; `null` when both are
 * empty.
 */
function amountIn(where: string, of: (column: Column) => string): Cents | null {
  const amount = of('amount')
  if (amount !== '') {
    const cents = amountAt(where, amount)
    return /^(dr|d|debit)$/i.test(of('side')) ? -Math.abs(cents) : cents
  }
  const [moneyIn, moneyOut] = [of('money_in'), of('money_out')]
  if (moneyIn === '' && moneyOut === '') return null
  const receivedText = moneyIn === '' ? 0 : amountAt(where, moneyIn)
  const wentOut = moneyOut === '' ? 0 : Math.abs(amountAt(where, moneyOut))
  if (receivedText !== 0 && wentOut !== 0)
    throw new StatementProblem(`${where} has money in and money out. One of them must be empty.`)
  return receivedText - wentOut + 0
}

/**
 * Reads the statement that FNB sends by email: numbered sections, each with a heading. Section 3 has the period and
 * section 5 the entries, whose dates have no year.
 */
function readSections(written: readonly string[], reader: StatementReader): void {
  let period = { from: '', until: '' }
  for (const [index, line] of written.entries()) {
    const where = `Line ${index + 1}`
    const read = cellsOf(line)
    if (!read) throw new StatementProblem(`${where}: the cells cannot be separated.`)
    const cells = read.map((cell) =>
      cell
        .trim()
        .replace(/^'(.*)'$/, '$1')
        .trim(),
    )
    const [section = '', number = ''] = cells
    if (!/^\d+$/.test(number)) continue
    if (section === '3')
      period = { from: readDate(cells[2] ?? '') ?? '', until: readDate(cells[3] ?? '') ?? '' }
    if (section !== '5') continue
    if (cells.length < 9) throw new StatementProblem(`${where} has fewer columns than its heading.`)
    const [amount = '', balance = ''] = cells.slice(-3)
    reader.add(where, {
      date: dayWithin(where, cells[2] ?? '', period),
      description: cells.slice(3, -3).filter(Boolean).join(' '),
      reference: '',
      amount: amountAt(where, amount),
      balance: balance === '' ? null : amountAt(where, balance),
    })
  }
}

function dayWithin(where: string, day: string, { from, until }: { from: string; until: string }): string {
  const years = [...new Set([from.slice(0, 4), until.slice(0, 4)])]
  const found = years
    .map((year) => readDate(`${day} ${year}`))
    .find((date) => date !== null && date >= from && date <= until)
  if (!found) throw new StatementProblem(`${where}: “${day}” is not a day of the statement's period.`)
  return found
}
