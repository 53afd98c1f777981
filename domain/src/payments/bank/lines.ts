import { parseRand, type Cents } from '../../kit/money.ts'
import { cleanText } from '../../kit/calls/wire.ts'

/** The file format of a bank statement. */
export type StatementFormat = 'csv' | 'ofx' | 'mt940' | 'camt.053'

/** A line of a bank statement. `amount` is in cents, negative for money that went out, never zero. */
export interface StatementLine {
  /** The bank's date, `YYYY-MM-DD`. */
  date: string
  description: string
  reference: string
  amount: Cents
  /** The account balance after this entry, when the bank states it. */
  balance: Cents | null
  /**
   * The bank's own id of the entry; `''` when the bank gives none, or when it gives the same id to two entries of the
   * same date and amount.
   */
  bank_id: string
}

/**
 * Kinds of entries in a statement that are not payments: fees in a separate column, balances and remarks without an
 * amount, entries of R 0.00, and entries that the bank has not booked yet.
 */
export const left_out_kinds = ['fees', 'balances', 'zero', 'pending'] as const
export type LeftOut = Record<(typeof left_out_kinds)[number], number>

/** Thrown when a statement is rejected. The message is a sentence for the user that names the line. */
export class StatementProblem extends Error {}

/** Maximum length of a line's texts; longer texts are rejected. Banks write far shorter ones. */
const max_text_length = 1_000

/** A statement line as read from the file, before its date is parsed and its texts are cleaned. */
export interface WrittenLine {
  date: string
  description: string
  reference: string
  amount: Cents
  balance: Cents | null
  /** Only in formats in which the bank gives its own ids. */
  bank_id?: string
}

/**
 * Collects the entries of a statement. Every entry ends up in `lines`, is counted in `leftOut`, or causes a
 * `StatementProblem`.
 */
export class StatementReader {
  readonly lines: StatementLine[] = []
  readonly leftOut: LeftOut = { fees: 0, balances: 0, zero: 0, pending: 0 }

  /** Adds an entry. `where` identifies it in messages to the user, such as `Line 12`. */
  add(where: string, written: WrittenLine): void {
    const date = readDate(written.date)
    if (date === null)
      throw new StatementProblem(
        written.date.trim() === ''
          ? `${where} has no date.`
          : `${where}: “${shortened(written.date)}” is not a date.`,
      )
    if (written.amount === 0) this.leftOut.zero += 1
    else
      this.lines.push({
        ...written,
        date,
        description: textOf(where, written.description),
        reference: textOf(where, written.reference),
        bank_id: textOf(where, written.bank_id ?? ''),
      })
  }
}

function textOf(where: string, written: string): string {
  const text = cleanText(written.replace(/\s+/g, ' '), false)
  if (text.length > max_text_length)
    throw new StatementProblem(
      `${where} has a text of ${text.length} characters; at most ${max_text_length} are kept.`,
    )
  return text
}

/** Parses the amount of an entry in cents. Throws a `StatementProblem` when it is not an amount. */
export function amountAt(where: string, written: string): Cents {
  const amount = readAmount(written)
  if (amount === null) throw new StatementProblem(`${where}: “${shortened(written)}” is not an amount.`)
  return amount
}

function shortened(text: string): string {
  const plain = text.trim().replace(/\s+/g, ' ')
  return plain.length > 40 ? `${plain.slice(0, 40)}…` : plain
}

/** Maximum length of an amount. Longer texts are not parsed; no bank writes them. */
const max_amount_length = 60

/**
 * Parses an amount such as `(1 234.50)`, `1,234.50-`, `-R1 234.50`, `ZAR 1 234,50`, `1234.50 Cr` or `12.00Dr` to
 * cents; banks mark debit and credit in all these ways. Returns `null` when the text is not an amount or its signs
 * contradict each other.
 */
export function readAmount(text: string): Cents | null {
  if (text.length > max_amount_length) return null
  const found =
    /^(?<bracket>\()?\s*(?<before>[+-])?\s*(?:ZAR|R)?\s*(?<inner>[+-])?\s*(?<figures>[\d.,][\d\s.,]*?)\s*(?<after>[+-]|cr|dr|c|d)?\s*(?<closed>\))?$/i.exec(
      text.trim(),
    )?.groups
  if (!found || (found['bracket'] === undefined) !== (found['closed'] === undefined)) return null
  const signs = [found['bracket'] && '-', found['before'], found['inner'], found['after']?.toLowerCase()]
    .filter((sign) => sign !== undefined)
    .map((sign) => /^[-d]/.test(sign))
  const isOut = signs[0] ?? false
  const figures = (found['figures'] ?? '').replace(/^[.,]/, '0$&')
  const amount = parseRand(figures)
  if (amount === null || signs.some((sign) => sign !== isOut)) return null
  return isOut && amount !== 0 ? -amount : amount
}

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/**
 * Parses a date such as `2026-11-22`, `2026/11/22`, `20261122`, `22/11/2026` (day first, as in South Africa), `22 Nov
 * 2026` or `22Nov2026` to `YYYY-MM-DD`. A time may follow a numeric date. Returns `null` when the text is not a date.
 */
export function readDate(text: string): string | null {
  const plain = text.trim()
  const found =
    /^(?<year>\d{4})(?<part>[-/.]?)(?<month>\d{2})\k<part>(?<day>\d{2})(?:[T ].*)?$/.exec(plain) ??
    /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})(?: .*)?$/.exec(plain) ??
    /^(?<day>\d{1,2})[-/ ]?(?<name>[A-Za-z]{3,9})[-/, ]{0,2}(?<year>\d{4})$/.exec(plain)
  const { year = '', month, day = '', name } = found?.groups ?? {}
  const number = name ? months.findIndex((one) => one.startsWith(name.toLowerCase())) + 1 : Number(month)
  const date = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== date ? null : date
}

/** Throws a `StatementProblem` for a currency other than Rand, because customer accounts are in Rand only. */
export function requireRand(where: string, written: string | undefined): void {
  const code = written?.trim().toUpperCase() ?? ''
  if (code !== '' && code !== 'ZAR')
    throw new StatementProblem(`${where} is in ${code}. Only statements of accounts in ZAR are imported.`)
}
