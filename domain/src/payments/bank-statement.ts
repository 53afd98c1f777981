import { readCamt } from './bank/camt.ts'
import { readBankCsv } from './bank/csv.ts'
import {
  StatementProblem,
  StatementReader,
  type LeftOut,
  type StatementFormat,
  type StatementLine,
} from './bank/lines.ts'
import { readMt940 } from './bank/mt940.ts'
import { readOfx } from './bank/ofx.ts'

/**
 * A statement that was read completely: its lines, and the number of entries left out because they are not payments,
 * by kind.
 */
export interface Statement {
  format: StatementFormat
  lines: readonly StatementLine[]
  left_out: LeftOut
}

/** Maximum number of entries in one file. */
export const max_statement_lines = 5_000

/** For each format: its reader, and the pattern that matches one entry. */
const formats: Readonly<
  Record<StatementFormat, { read: (text: string, reader: StatementReader) => void; entry: RegExp }>
> = {
  csv: { read: readBankCsv, entry: /[^\r\n]+/g },
  ofx: { read: readOfx, entry: /<(?:[\w.-]{1,40}:)?STMTTRNP?[\s>]/gi },
  mt940: { read: readMt940, entry: /^:61:/gm },
  'camt.053': { read: readCamt, entry: /<\/(?:[\w.-]{1,40}:)?Ntry\s*>/g },
}

/**
 * Reads a bank statement: CSV as exported by ABSA, Capitec, FNB, Investec, Nedbank and Standard Bank, OFX, MT940 and
 * camt.053 (docs/domain/invoices-and-statements.md#imported-bank-payments). A file is either read completely or
 * rejected with the line and the reason. Its entries are counted before any of them is read.
 */
export function readStatement(content: string): Statement | { problem: string } {
  // Remove the NUL characters that FNB writes, and the byte order mark.
  const text = content.replaceAll(/[\0\uFEFF]/g, '').replaceAll(/\r\n?/g, '\n')
  try {
    const format = formatOf(text)
    const { read, entry } = formats[format]
    requireFew(countOf(text, entry))
    const reader = new StatementReader()
    read(text, reader)
    // Check again: one camt.053 entry can be a batch of several payments.
    requireFew(reader.lines.length)
    return { format, lines: withOwnIds(reader.lines), left_out: reader.leftOut }
  } catch (thrown) {
    if (thrown instanceof StatementProblem) return { problem: thrown.message }
    throw thrown
  }
}

/**
 * Clears a bank id that several entries of the same date and amount share (such as the parts of a batch), because it
 * identifies none of them.
 */
function withOwnIds(lines: readonly StatementLine[]): StatementLine[] {
  const keyOf = ({ date, amount, bank_id }: StatementLine): string => [date, amount, bank_id].join('\n')
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + 1)
  return lines.map((line) => (counts.get(keyOf(line)) === 1 ? line : { ...line, bank_id: '' }))
}

function formatOf(text: string): StatementFormat {
  const start = text.trimStart().slice(0, 4_000)
  if (start === '') throw new StatementProblem('The file is empty.')
  if (/^OFXHEADER/i.test(start)) return 'ofx'
  if (/^\{1:|^:20:/m.test(start)) return 'mt940'
  if (!start.startsWith('<')) return 'csv'
  const name = /<(?:[\w.-]{1,40}:)?(?<name>[A-Za-z][\w.-]*)/.exec(start)?.groups?.['name'] ?? ''
  if (name.toUpperCase() === 'OFX') return 'ofx'
  if (name === 'Document') return 'camt.053'
  throw new StatementProblem(
    `The file is neither OFX nor a statement in camt.053: it begins with <${name}>. Export the statement from the bank again.`,
  )
}

function requireFew(count: number): void {
  if (count > max_statement_lines)
    throw new StatementProblem(
      `The statement has more than ${max_statement_lines} lines, the most that are imported at once. Export a shorter period.`,
    )
}

/** Counts the matches of `pattern`; stops at `max_statement_lines` + 1. */
function countOf(text: string, pattern: RegExp): number {
  let count = 0
  for (const _ of text.matchAll(pattern)) {
    count += 1
    if (count > max_statement_lines) break
  }
  return count
}
