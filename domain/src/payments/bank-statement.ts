import { readCsv } from '../kit/csv.ts'
import { parseRand, type Cents } from '../kit/money.ts'

/** How a bank wrote a statement. */
export type StatementFormat = 'csv' | 'ofx' | 'mt940'

/** A line of a bank statement: money that came in, or went out when `amount` is negative; cents. */
export interface StatementLine {
  /** The bank's date, `YYYY-MM-DD`. */
  date: string
  description: string
  reference: string
  amount: Cents
  /** What the account held afterwards, where the bank says it. */
  balance: Cents | null
}

/** A statement read, or in words why it cannot be; lines that could not be read are named by their number. */
export type Statement =
  | { format: StatementFormat; lines: readonly StatementLine[]; unread: readonly string[] }
  | { problem: string }

/** Lines of one file at most. */
export const max_statement_lines = 5_000

/**
 * Reads a bank statement in the layouts of South African banks (FNB, ABSA, Standard Bank, Nedbank, Capitec: any CSV
 * whose heading names its columns), OFX and MT940 (docs/domain/invoices-and-statements.md#imported-bank-payments).
 */
export function readStatement(text: string): Statement {
  const start = text.replace(/^\uFEFF/, '').trimStart()
  if (start === '') return { problem: 'The file is empty.' }
  const statement = /^(OFXHEADER|<\?xml|<OFX)/i.test(start)
    ? readOfx(start)
    : /^\{1:|^:20:/m.test(start.slice(0, 2_000))
      ? readMt940(start)
      : readCsvStatement(start)
  if ('problem' in statement) return statement
  if (statement.lines.length > max_statement_lines)
    return {
      problem: `The statement has ${statement.lines.length} lines; at most ${max_statement_lines} are imported at once. Export a shorter period.`,
    }
  return statement
}

/** What banks call the columns that are read. */
const column_names = {
  date: ['date', 'transaction date', 'posting date', 'value date', 'effective date', 'post date'],
  description: [
    'description',
    'transaction description',
    'details',
    'narrative',
    'description 1',
    'particulars',
  ],
  reference: [
    'reference',
    'your reference',
    'payment reference',
    'their reference',
    'customer reference',
    'ref',
  ],
  amount: ['amount', 'transaction amount', 'amount (zar)', 'value'],
  money_in: ['credit', 'credits', 'money in', 'deposit', 'deposits', 'credit amount'],
  money_out: ['debit', 'debits', 'money out', 'withdrawal', 'withdrawals', 'debit amount'],
  balance: ['balance', 'running balance', 'account balance', 'closing balance'],
} as const satisfies Record<string, readonly string[]>
type Column = keyof typeof column_names
const columns = Object.keys(column_names) as Column[]

function columnOf(heading: string): Column | null {
  const plain = heading.trim().toLowerCase().replace(/\s+/g, ' ')
  return columns.find((column) => column_names[column].some((name) => name === plain)) ?? null
}

const max_preamble = 20

/** Banks write account name, number and period above the heading: the heading is the first row that names a date. */
function readCsvStatement(text: string): Statement {
  const read = readCsv(text)
  if ('problem' in read) return read
  const rows = read.rows.map(({ cells }) => cells)
  const at = rows
    .slice(0, max_preamble)
    .findIndex((cells) => cells.map(columnOf).filter((column) => column !== null).length >= 3)
  const heading = rows[at]?.map(columnOf) ?? []
  const missing = [
    ...(heading.includes('date') ? [] : ['the date']),
    ...(heading.includes('amount') || heading.includes('money_in') ? [] : ['the amount (or money in)']),
    ...(heading.includes('description') || heading.includes('reference') ? [] : ['the description']),
  ]
  if (at < 0 || missing.length > 0)
    return {
      problem:
        at < 0
          ? 'No line of the file names its columns. Export it from the bank as CSV with a heading (date, description, amount), or as OFX or MT940.'
          : `The heading of the file does not name ${missing.join(' and ')}. Export it from the bank as CSV with a heading, or as OFX or MT940.`,
    }
  const lines: StatementLine[] = []
  const unread: string[] = []
  for (const [index, cells] of rows.slice(at + 1).entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const of = (column: Column): string => (cells[heading.indexOf(column)] ?? '').trim()
    const line = lineOf({
      date: of('date'),
      description: heading.includes('description') ? of('description') : '',
      reference: heading.includes('reference') ? of('reference') : '',
      amount: heading.includes('amount')
        ? signedAmount(of('amount'))
        : sidesAmount(of('money_in'), of('money_out')),
      balance: heading.includes('balance') ? signedAmount(of('balance')) : null,
    })
    if (line) lines.push(line)
    // A footer such as 'Closing balance' has neither date nor amount: it is no line.
    else if (readDate(of('date'))) unread.push(`line ${at + index + 2}`)
  }
  return { format: 'csv', lines, unread }
}

/** `(1 234.50)`, `1,234.50-`, `-R1 234.50`, `1234.50 Cr`: banks write negative amounts in all these ways. */
function signedAmount(text: string): Cents | null {
  const isDebit = /^\(.*\)$|-\s*$|^\s*-|\bdr$/i.test(text.trim())
  const amount = parseRand(text.replaceAll(/[()+-]|\b[cd]r$/gi, '').trim())
  return amount === null ? null : isDebit ? -amount : amount
}

function sidesAmount(money_in: string, money_out: string): Cents | null {
  const credit = money_in === '' ? 0 : signedAmount(money_in)
  const debit = money_out === '' ? 0 : signedAmount(money_out)
  if (credit === null || debit === null || (credit === 0 && debit === 0)) return null
  return Math.abs(credit) - Math.abs(debit)
}

function lineOf(read: Omit<StatementLine, 'amount'> & { amount: Cents | null }): StatementLine | null {
  const date = readDate(read.date)
  if (!date || read.amount === null || read.amount === 0) return null
  return {
    ...read,
    date,
    amount: read.amount,
    description: read.description.replace(/\s+/g, ' ').slice(0, 255),
    reference: read.reference.replace(/\s+/g, ' ').slice(0, 255),
  }
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `2026-11-22`, `2026/11/22`, `22/11/2026`, `20261122`, `22 Nov 2026`, as `YYYY-MM-DD`; `null` when it is no day. */
export function readDate(text: string): string | null {
  const plain = text.trim()
  const found =
    /^(?<year>\d{4})[-/.]?(?<month>\d{2})[-/.]?(?<day>\d{2})/.exec(plain) ??
    /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})$/.exec(plain) ??
    /^(?<day>\d{1,2})[- ](?<name>[A-Za-z]{3})[a-z]*[- ](?<year>\d{4})$/.exec(plain)
  const { year = '', month, day = '', name } = found?.groups ?? {}
  const number = name ? months.indexOf(name.toLowerCase()) + 1 : Number(month)
  const date = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== date ? null : date
}

/** OFX 1 (SGML) and 2 (XML): one `STMTTRN` a line. */
function readOfx(text: string): Statement {
  const blocks = text.match(/<STMTTRN>[^]*?(?=<STMTTRN>|<\/BANKTRANLIST>|<\/STMTTRN>|$)/gi) ?? []
  if (blocks.length === 0) return { problem: 'The OFX file holds no transactions. Choose another period.' }
  const lines: StatementLine[] = []
  const unread: string[] = []
  for (const [index, block] of blocks.entries()) {
    const of = (tag: string): string =>
      (new RegExp(`<${tag}>([^<\\r\\n]*)`, 'i').exec(block)?.[1] ?? '')
        .replaceAll('&amp;', '&')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .trim()
    const line = lineOf({
      date: of('DTPOSTED').slice(0, 8),
      description: [of('NAME'), of('MEMO')].filter(Boolean).join(' '),
      reference: of('REFNUM') || of('CHECKNUM') || of('FITID'),
      amount: signedAmount(of('TRNAMT')),
      balance: null,
    })
    if (line) lines.push(line)
    else unread.push(`transaction ${index + 1}`)
  }
  return { format: 'ofx', lines, unread }
}

/** SWIFT MT940: `:61:` is a line, the `:86:` behind it what it was for. */
function readMt940(text: string): Statement {
  const fields =
    text.replaceAll('\r', '').match(/^:\d{2}[A-Z]?:[^]*?(?=^:\d{2}[A-Z]?:|^-\}?|(?![^]))/gm) ?? []
  const lines: StatementLine[] = []
  const unread: string[] = []
  for (const [index, field] of fields.entries()) {
    if (!field.startsWith(':61:')) continue
    const found =
      /^:61:(?<date>\d{6})(?:\d{4})?(?<side>R?[CD])[A-Z]?(?<amount>[\d]+,\d{0,2})[A-Z]\w{3}(?<reference>[^\n/]*)/.exec(
        field,
      )
    const { date = '', side = '', amount = '', reference = '' } = found?.groups ?? {}
    const next = fields[index + 1] ?? ''
    const cents = parseRand(amount.replace(/,$/, ',00'))
    // A reversed debit is money that came back.
    const isIn = side === 'C' || side === 'RD'
    const line = lineOf({
      date: `20${date}`,
      description: next.startsWith(':86:') ? next.slice(4).replaceAll('\n', ' ').trim() : '',
      reference: reference.trim() === 'NONREF' ? '' : reference.trim(),
      amount: cents === null ? null : isIn ? cents : -cents,
      balance: null,
    })
    if (line) lines.push(line)
    else unread.push(`line ${index + 1}`)
  }
  if (lines.length === 0) return { problem: 'The MT940 file holds no transactions. Choose another period.' }
  return { format: 'mt940', lines, unread }
}
