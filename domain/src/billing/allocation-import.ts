import { displayId } from '../kit/texts/format.ts'
import { readTable, type TableLine } from '../kit/csv/csv-lines.ts'
import { formatRand, parseRand, type Cents } from '../kit/money.ts'
import { readReference } from '../shipments/labels/references.ts'
import { mayAllocate, type Allocation } from './allocation.ts'

/**
 * The columns of a credit allocations file, in the order of the template. All are required
 * (docs/domain/invoices-and-statements.md#payments-and-allocation).
 */
export const allocation_columns = ['account_code', 'payment_reference', 'invoice_number', 'amount'] as const

/** One line of a credit allocations file, with its values as unparsed text. */
export type AllocationLine = TableLine<(typeof allocation_columns)[number]>

/** Maximum number of lines in one import. */
export const max_allocation_lines = 2000

/** Parses a credit allocations file. Returns its lines, or a message that explains why the file cannot be read. */
export function readAllocationsFile(text: string): { lines: AllocationLine[] } | { problem: string } {
  return readTable(text, {
    columns: allocation_columns,
    needed: allocation_columns,
    codes: ['account_code', 'payment_reference', 'invoice_number'],
    other_names: { account: 'account_code', payment: 'payment_reference', invoice: 'invoice_number' },
    noun: 'allocations',
    max: max_allocation_lines,
  })
}

/** The credit that a payment reference names: a payment by its receipt number, or a credit note by its number. */
export type NamedCredit = { kind: 'payment' | 'credit-note'; number: number }

/** Parses `PMT000012`, `CR000003` or the digits of a receipt number. Returns `null` for anything else. */
export function readCreditReference(text: string): NamedCredit | null {
  const plain = text.trim()
  if (/^\d{1,10}$/.test(plain)) return { kind: 'payment', number: Number(plain) }
  const named = readReference(plain)
  if (named.kind !== 'payment' && named.kind !== 'credit-note') return null
  return { kind: named.kind, number: named.number }
}

/** A credit that a file may refer to; `rest` is the unallocated amount in cents. */
export interface ImportedCredit extends NamedCredit {
  transaction_id: number
  account_id: number
  rest: Cents
}

/** An invoice that a file may refer to; `open` is the unpaid amount in cents. */
export interface ImportedInvoice {
  invoice_id: number
  account_id: number
  invoice_number: number
  migration_reference: string | null
  open: Cents
}

/**
 * The data needed to check the lines of a file: the account ids by account code in upper case, and the credits and
 * invoices of these accounts.
 */
export interface AllocationBooks {
  accounts: ReadonlyMap<string, number>
  credits: readonly ImportedCredit[]
  invoices: readonly ImportedInvoice[]
}

/** A checked line with its problems, or with its effect and the allocation to write. */
export interface CheckedAllocation {
  line: AllocationLine
  problems: string[]
  /** What is left of the credit and open on the invoice afterwards; `''` when the line has problems. */
  effect: string
  account_id: number | null
  allocation: Allocation | null
}

/**
 * Checks the lines of a file in order, each as if the lines before it were already applied. The account, its credit
 * and its invoice must exist, and the amount must not exceed the rest of the credit or the open amount of the
 * invoice.
 */
export function checkAllocations(
  lines: readonly AllocationLine[],
  books: AllocationBooks,
): CheckedAllocation[] {
  const rests = new Map(books.credits.map((credit) => [credit.transaction_id, credit.rest]))
  const opens = new Map(books.invoices.map((invoice) => [invoice.invoice_id, invoice.open]))
  return lines.map((line) => {
    const accountId = books.accounts.get(line.account_code.toUpperCase()) ?? null
    const credit = accountId === null ? undefined : creditOf(line, accountId, books)
    const invoice = accountId === null ? undefined : invoiceOf(line, accountId, books)
    const amount = parseRand(line.amount)
    const problems = missing(line, accountId !== null, credit, invoice, amount)
    if (accountId === null || !credit || !invoice || amount === null || problems.length > 0)
      return { line, problems, effect: '', account_id: accountId, allocation: null }
    const rest = rests.get(credit.transaction_id) ?? 0
    const open = opens.get(invoice.invoice_id) ?? 0
    const result = mayAllocate(rest, open, amount)
    if (result !== true)
      return { line, problems: [result.message], effect: '', account_id: accountId, allocation: null }
    rests.set(credit.transaction_id, rest - amount)
    opens.set(invoice.invoice_id, open - amount)
    return {
      line,
      problems: [],
      effect: `${formatRand(rest - amount)} left on the credit, ${formatRand(open - amount)} open on the invoice`,
      account_id: accountId,
      allocation: { transaction_id: credit.transaction_id, invoice_id: invoice.invoice_id, amount },
    }
  })
}

function creditOf(line: AllocationLine, accountId: number, { credits }: AllocationBooks) {
  const named = readCreditReference(line.payment_reference)
  return credits.find(
    (credit) =>
      credit.account_id === accountId && credit.kind === named?.kind && credit.number === named.number,
  )
}

function invoiceOf(line: AllocationLine, accountId: number, { invoices }: AllocationBooks) {
  const typed = line.invoice_number.toUpperCase()
  const number = invoiceNumberOf(typed)
  return invoices.find(
    (invoice) =>
      invoice.account_id === accountId &&
      (invoice.invoice_number === number || invoice.migration_reference?.toUpperCase() === typed),
  )
}

/** Returns the number of `INV000123` or of bare digits; `null` for other texts, such as references of an older system. */
export function invoiceNumberOf(text: string): number | null {
  if (/^\d{1,10}$/.test(text)) return Number(text)
  const named = readReference(text)
  return named.kind === 'invoice' ? named.number : null
}

function missing(
  line: AllocationLine,
  hasAccount: boolean,
  credit: ImportedCredit | undefined,
  invoice: ImportedInvoice | undefined,
  amount: Cents | null,
): string[] {
  const problems: string[] = []
  const code = line.account_code
  if (code === '') problems.push('Enter the account code.')
  else if (!hasAccount) problems.push(`There is no account ${code}.`)
  if (line.payment_reference === '') problems.push('Enter the payment reference.')
  else if (hasAccount && !credit)
    problems.push(
      `Account ${code} has no payment or credit note ${line.payment_reference}. References look like ${displayId('payment', 12)} or ${displayId('credit_note', 3)}.`,
    )
  if (line.invoice_number === '') problems.push('Enter the invoice number.')
  else if (hasAccount && !invoice) problems.push(`Account ${code} has no invoice ${line.invoice_number}.`)
  if (line.amount === '') problems.push('Enter the amount.')
  else if (amount === null) problems.push(`${line.amount} is not an amount in Rand.`)
  return problems
}
