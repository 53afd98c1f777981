import type { LedgerEntry } from '../billing/model.ts'
import { apportion } from '../billing/posting.ts'
import { ledgerName } from '../billing/recognition.ts'
import type { Cents } from '../kit/money.ts'
import { codeOf, placeLabel, taxCodeOf, type Chart, type ExportFormat, type TaxKind } from './chart.ts'

/** The kinds of documents that are exported, in the order in which they are sent. */
export const document_kinds = ['invoice', 'credit-note', 'receipt', 'journal'] as const
export type DocumentKind = (typeof document_kinds)[number]

export const document_labels: Readonly<Record<DocumentKind, string>> = {
  invoice: 'Invoice',
  'credit-note': 'Credit note',
  receipt: 'Receipt',
  journal: 'Journal',
}

/** One line of an exported document; amounts in cents. */
interface ExportLine {
  /** The account code in the accounting program. */
  code: string
  label: string
  /**
   * Without VAT. Invoices and credit notes: positive adds to the total. Receipts and journals: the ledger entry,
   * credits positive.
   */
  net: Cents
  vat: Cents
  tax: TaxKind
  /** The tax code in the accounting program. */
  tax_code: string
  /** Whether the line is money in a bank account. */
  is_bank: boolean
}

/**
 * A document as it was exported. It has everything that its files and messages are made of, so that a later change of
 * the chart or of a customer changes no earlier export.
 */
export interface ExportDocument {
  kind: DocumentKind
  /** Our id: of the invoice or credit note; of the ledger row for receipts and journals. */
  id: number
  number: string
  /** `YYYY-MM-DD`. */
  date: string
  /** `YYYY-MM-DD`; only invoices have one. */
  due_date: string
  account_code: string
  customer_name: string
  description: string
  /** VAT included. Receipts and journals: the effect on the balance of the customer. */
  total: Cents
  vat: Cents
  debtors_code: string
  vat_code: string
  lines: readonly ExportLine[]
}

/** A ledger row of a document, with the sum of its entries by ledger account. */
export interface PostedRow {
  amount: Cents
  vat_percentage: number
  zero_rated: Cents
  service_level: string
  entries: readonly LedgerEntry[]
}

/** What is known about a document besides its lines. */
type DocumentHead = Pick<
  ExportDocument,
  'kind' | 'id' | 'number' | 'date' | 'due_date' | 'account_code' | 'customer_name' | 'description'
>

/** The account codes and tax codes of an export, with the places for which a code is missing. */
export class Codes {
  readonly missing = new Set<string>()
  readonly #chart: Chart
  readonly #format: ExportFormat

  constructor(chart: Chart, format: ExportFormat) {
    this.#chart = chart
    this.#format = format
  }

  account(place: string, serviceLevel = ''): string {
    const code = codeOf(this.#chart, place, serviceLevel)
    if (code === undefined) this.missing.add(placeLabel(place))
    return code ?? ''
  }

  tax(kind: TaxKind): string {
    return taxCodeOf(this.#chart, this.#format, kind)
  }
}

/** Creates the exported form of a document from its ledger rows. Its lines add up to its total. */
export function exportDocument(head: DocumentHead, rows: readonly PostedRow[], codes: Codes): ExportDocument {
  const isDocument = head.kind === 'invoice' || head.kind === 'credit-note'
  const lines = isDocument
    ? merged(rows.flatMap((row) => documentLines(row, head.kind === 'invoice' ? 1 : -1, codes)))
    : merged(rows.flatMap((row) => entryLines(row, codes)))
  const vat = lines.reduce((sum, line) => sum + line.vat, 0)
  return {
    ...head,
    total: isDocument
      ? lines.reduce((sum, line) => sum + line.net, vat)
      : rows.reduce((sum, row) => sum + row.amount, 0),
    vat,
    debtors_code: codes.account('customer-balance'),
    vat_code: vat === 0 ? '' : codes.account('vat-output'),
    lines,
  }
}

/** Returns the lines of one ledger row on an invoice (`direction` 1) or credit note (−1). */
function documentLines(row: PostedRow, direction: 1 | -1, codes: Codes): ExportLine[] {
  const facing = row.entries.filter(
    ({ ledger_account: at }) => at !== 'customer-balance' && at !== 'vat-output',
  )
  const nets = facing.map(({ amount }) => amount * direction)
  const vat = row.entries.reduce(
    (sum, { ledger_account: at, amount }) => sum + (at === 'vat-output' ? amount * direction : 0),
    0,
  )
  const total = nets.reduce((sum, net) => sum + net, vat)
  const zeros = apportion(row.zero_rated * Math.sign(total), nets)
  const rest = nets.map((net, at) => net - (zeros[at] ?? 0))
  const vats = apportion(vat, rest)
  return facing.flatMap((entry, at) => {
    const place = ledgerName(entry)
    const code = codes.account(place, row.service_level)
    const line = (tax: TaxKind, net: Cents, ofVat: Cents): ExportLine => ({
      code,
      label: placeLabel(place),
      net,
      vat: ofVat,
      tax,
      tax_code: codes.tax(tax),
      is_bank: false,
    })
    return [
      line(row.vat_percentage === 0 ? 'none' : 'standard', rest[at] ?? 0, vats[at] ?? 0),
      line('zero', zeros[at] ?? 0, 0),
    ]
  })
}

function entryLines(row: PostedRow, codes: Codes): ExportLine[] {
  return row.entries.map((entry) => ({
    code: codes.account(ledgerName(entry), row.service_level),
    label: placeLabel(ledgerName(entry)),
    net: entry.amount,
    vat: 0,
    tax: 'none',
    tax_code: codes.tax('none'),
    is_bank: entry.ledger_account === 'bank-clearing' || entry.ledger_account === 'gateway-clearing',
  }))
}

/** Adds up lines of the same account and tax, in the order in which they first appear; lines of zero are left out. */
function merged(lines: readonly ExportLine[]): ExportLine[] {
  const byAccount = new Map<string, ExportLine>()
  for (const line of lines) {
    const key = `${line.code}\n${line.tax}`
    const before = byAccount.get(key)
    byAccount.set(key, before ? { ...before, net: before.net + line.net, vat: before.vat + line.vat } : line)
  }
  return [...byAccount.values()].filter(({ net, vat }) => net !== 0 || vat !== 0)
}

/** One line of a general journal; exactly one of the amounts is above zero. */
export interface JournalLine {
  code: string
  label: string
  debit: Cents
  credit: Cents
  /** Whether the line is on the debtors account. */
  is_debtors: boolean
}

const journalLine = (code: string, label: string, credit: Cents, isDebtors = false): JournalLine => ({
  code,
  label,
  debit: credit < 0 ? -credit : 0,
  credit: credit > 0 ? credit : 0,
  is_debtors: isDebtors,
})

/** Returns a document as a general journal, whose debits equal its credits. */
export function journalOf(document: ExportDocument): JournalLine[] {
  const { kind, lines, debtors_code, vat_code, total, vat } = document
  if (kind === 'receipt' || kind === 'journal')
    return lines.map(({ code, label, net }) => journalLine(code, label, net, code === debtors_code))
  const direction = kind === 'invoice' ? 1 : -1
  return [
    journalLine(debtors_code, placeLabel('customer-balance'), -total * direction, true),
    ...lines.map(({ code, label, net }) => journalLine(code, label, net * direction)),
    journalLine(vat_code, placeLabel('vat-output'), vat * direction),
  ].filter(({ debit, credit }) => debit > 0 || credit > 0)
}

/** Money that a receipt moved in one bank account; `amount` in cents, positive when received. */
interface BankLine {
  code: string
  label: string
  amount: Cents
}

/** Returns the money of a receipt by bank account. */
export function bankLinesOf({ lines }: ExportDocument): BankLine[] {
  return lines.filter(({ is_bank }) => is_bank).map(({ code, label, net }) => ({ code, label, amount: -net }))
}

/**
 * Returns what a document posts besides bank money and sales documents: the whole of a journal, and of a receipt what
 * was rounded off or kept by the gateway, against debtors. Its debits equal its credits.
 */
export function journalBesidesBank(document: ExportDocument): JournalLine[] {
  if (document.kind === 'journal') return journalOf(document)
  const rest = document.lines.filter(({ is_bank, code }) => !is_bank && code !== document.debtors_code)
  const sum = rest.reduce((total, { net }) => total + net, 0)
  if (document.kind !== 'receipt' || rest.length === 0) return []
  return [
    ...rest.map(({ code, label, net }) => journalLine(code, label, net)),
    journalLine(document.debtors_code, placeLabel('customer-balance'), -sum, true),
  ].filter(({ debit, credit }) => debit > 0 || credit > 0)
}
