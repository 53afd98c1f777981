import { parseRand, type Cents } from '../../kit/money.ts'
import { cleanText } from '../../kit/calls/wire.ts'

/** How a bank wrote a statement. */
export type StatementFormat = 'csv' | 'ofx' | 'mt940' | 'camt.053'

/** A line of a bank statement: money that came in, or went out when `amount` is negative; cents, never zero. */
export interface StatementLine {
  /** The bank's date, `YYYY-MM-DD`. */
  date: string
  description: string
  reference: string
  amount: Cents
  /** What the account held afterwards, where the bank says it. */
  balance: Cents | null
  /** The bank's own id of the entry; `''` when it gives none, or the same for two entries of a day and amount. */
  bank_id: string
}

/** What a statement holds that is no payment: fees in a column of their own, balances and remarks without an amount, lines of R 0.00, and what the bank has not booked yet. */
export const left_out_kinds = ['fees', 'balances', 'zero', 'pending'] as const
export type LeftOut = Record<(typeof left_out_kinds)[number], number>

/** Why a statement is refused, as a sentence that names the line. */
export class StatementProblem extends Error {}

/** The longest text of a line that is kept; banks write far less. */
const max_text_length = 1_000

/** A line as a format holds it, still in the bank's words. */
export interface WrittenLine {
  date: string
  description: string
  reference: string
  amount: Cents
  balance: Cents | null
  /** Only where the bank gives ids of its own. */
  bank_id?: string
}

/** Gathers what a statement holds. Every entry of the file ends in `lines`, in `leftOut`, or in a `StatementProblem`. */
export class StatementReader {
  readonly lines: StatementLine[] = []
  readonly leftOut: LeftOut = { fees: 0, balances: 0, zero: 0, pending: 0 }

  /** Adds an entry; `where` names it for people, as `Line 12`. */
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

/** Reads the amount of an entry, cents; a `StatementProblem` when it is none. */
export function amountAt(where: string, written: string): Cents {
  const amount = readAmount(written)
  if (amount === null) throw new StatementProblem(`${where}: “${shortened(written)}” is not an amount.`)
  return amount
}

function shortened(text: string): string {
  const plain = text.trim().replace(/\s+/g, ' ')
  return plain.length > 40 ? `${plain.slice(0, 40)}…` : plain
}

/** No bank writes longer amounts; what is longer is not taken apart. */
const max_amount_length = 60

/**
 * `(1 234.50)`, `1,234.50-`, `-R1 234.50`, `ZAR 1 234,50`, `1234.50 Cr`, `12.00Dr` in cents: banks write the side of an
 * amount in all these ways. `null` when it is no amount, or when its signs contradict each other.
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
 * `2026-11-22`, `2026/11/22`, `20261122`, `22/11/2026` (day first, as South African banks write), `22 Nov 2026` and
 * `22Nov2026`, with or without a time behind it, as `YYYY-MM-DD`; `null` when it is no day.
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

/** Refuses what is not in Rand: accounts of customers are kept in Rand only. */
export function requireRand(where: string, written: string | undefined): void {
  const code = written?.trim().toUpperCase() ?? ''
  if (code !== '' && code !== 'ZAR')
    throw new StatementProblem(`${where} is in ${code}. Only statements of accounts in ZAR are imported.`)
}
