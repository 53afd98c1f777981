import { documentTitle } from '@waybill/domain/billing/invoicing'
import { formatPercent } from '@waybill/domain/kit/texts/format'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { drawCaption, drawFooters } from '../../kit/documents/brand.ts'
import { formatDay } from '../../kit/documents/moment.ts'
import { a4, drawRule, ink, makePdf, type Pdf } from '../../kit/documents/pdf.ts'
import { drawTable, type Column } from '../../kit/documents/table.ts'
import { drawBlock, drawText } from '../../kit/documents/text.ts'
import { invoiceTotals } from './billing-data.ts'
import type { Recipient } from '@waybill/domain/billing/model'
import type { BankDetails, InvoiceLine, InvoiceTotals, Supplier } from './billing-data.ts'
import { bank_height, beginDocument, continueDocument, drawBank, sheet } from './letterhead.ts'

/**
 * The content of a printed invoice or credit note. Its totals are calculated from the lines, so that they always
 * agree.
 */
export type InvoiceDocument = {
  /** `INV000123`, or the migration reference; `CR000123` for a credit note. */
  number: string
  invoice_date: Date
  due_date: Date
  /** The period covered; null for a single transaction. */
  from_date: Date | null
  to_date: Date | null
  supplier: Supplier
  recipient: Recipient
  lines: readonly InvoiceLine[]
  /** Only for a credit note: the invoice it corrects and the reason (VAT Act section 21). */
  credit_of: { invoice_number: string; reason: string } | null
  /** Amount already paid or credited, in cents; for a credit note, the allocated amount. */
  amount_paid: Cents
  bank: BankDetails | null
  /** `notes` is printed below the totals, `footer` at the foot of every page. Plain text; '' for none. */
  notes: string
  footer: string
}

/**
 * Renders the invoice as an A4 PDF with everything that section 20 of the VAT Act requires
 * (docs/domain/invoices-and-statements.md#invoices). The title is 'TAX INVOICE', or 'INVOICE' when the supplier has
 * no VAT number; credit notes are titled in the same way (6.5). Lines are grouped by cost centre when the account
 * uses them.
 */
export function renderInvoice(invoice: InvoiceDocument): Promise<Buffer> {
  const { supplier, recipient, number } = invoice
  const isTaxed = supplier.vat_number !== ''
  const kind = documentTitle(invoice.credit_of ? 'credit-note' : 'invoice', supplier.vat_number)
  const title = kind.toUpperCase()
  const about = { title: `${kind} ${number}`, author: supplier.name, date: invoice.invoice_date }
  return makePdf(about, (pdf) => {
    const facts = factsOf(invoice)
    let y = beginDocument(pdf, supplier, recipient, { title, number, facts }) + 8
    const nextPage = () => continueDocument(pdf, supplier, about.title)
    for (const group of groupLines(invoice.lines)) {
      if (group.name !== '') {
        if (y + 60 > sheet.bottom) y = nextPage()
        drawText(pdf, group.name, {
          x: sheet.left,
          y: y + 4,
          width: sheet.width,
          face: 'bold',
          size: 10,
          min_size: 8,
        })
        y += 16
      }
      y = drawLines(pdf, group.lines, isTaxed, y, nextPage)
      if (group.name !== '') y = drawGroupTotal(pdf, group.name, group.lines, y)
    }
    const height = Math.max(bank_height, totalsHeight) + 20 + (invoice.notes ? 50 : 0)
    if (y + height > sheet.bottom) y = nextPage()
    drawClosing(pdf, invoice, invoiceTotals(invoice.lines), isTaxed, y + 20)
    drawFooters(pdf, 0, a4, invoice.footer || `${supplier.name}  ·  ${about.title}`)
  })
}

function factsOf(invoice: InvoiceDocument): [string, string][] {
  const facts: [string, string][] = [
    ['Number', invoice.number],
    ['Date', formatDay(invoice.invoice_date)],
  ]
  if (invoice.credit_of) facts.push(['Credits invoice', invoice.credit_of.invoice_number || '–'])
  else facts.push(['Payable by', formatDay(invoice.due_date)])
  if (invoice.from_date && invoice.to_date) {
    facts.push(['Period', `${formatDay(invoice.from_date)} – ${formatDay(invoice.to_date)}`])
  }
  facts.push(['Account', invoice.recipient.account_code])
  return facts
}

function groupLines(lines: readonly InvoiceLine[]): { name: string; lines: InvoiceLine[] }[] {
  const groups = new Map<string, InvoiceLine[]>()
  for (const line of lines) groups.set(line.cost_center, [...(groups.get(line.cost_center) ?? []), line])
  if (groups.size <= 1 && groups.has('')) return [{ name: '', lines: [...lines] }]
  const named = [...groups].map(([name, members]) => ({ name: name || 'No cost centre', lines: members }))
  return named.length > 0 ? named : [{ name: '', lines: [] }]
}

const isShipment = (line: InvoiceLine) => line.parcels !== null

const columns = (isTaxed: boolean): Column<InvoiceLine>[] => [
  { title: 'Date', share: 55, value: (line) => formatDay(line.date) },
  { title: 'Reference', share: 69, face: 'bold', value: (line) => line.reference || '–' },
  {
    title: 'Your reference',
    share: 72,
    lines: 2,
    value: (line) => (isShipment(line) ? line.customer_reference : line.description),
    span: (line) => (isShipment(line) ? 1 : 4),
  },
  { title: 'From', share: 77, lines: 2, value: (line) => line.from },
  { title: 'To', share: 77, lines: 2, value: (line) => line.to },
  { title: 'Service', share: 42, value: (line) => line.service },
  { title: 'Parcels', share: 40, align: 'right', value: (line) => line.parcels?.toString() ?? '' },
  {
    title: 'Kg',
    share: 34,
    align: 'right',
    value: (line) => (line.charged_kg === null ? '' : `${Math.round(line.charged_kg * 100) / 100}`),
  },
  {
    title: isTaxed ? 'Incl. VAT' : 'Amount',
    share: 70,
    align: 'right',
    value: (line) => formatRand(line.amount),
  },
]

function drawLines(
  pdf: Pdf,
  rows: readonly InvoiceLine[],
  isTaxed: boolean,
  y: number,
  nextPage: () => number,
): number {
  const { left: x, width, bottom } = sheet
  return drawTable(pdf, { x, y, width, bottom, columns: columns(isTaxed), rows, size: 8, nextPage })
}

function drawGroupTotal(pdf: Pdf, name: string, lines: readonly InvoiceLine[], y: number): number {
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const at = { y: y + 5, face: 'bold' as const, size: 8 }
  drawText(pdf, `Total ${name}`, { ...at, x: sheet.left, width: sheet.width - 110 })
  drawText(pdf, formatRand(total), { ...at, x: sheet.right - 100, width: 100, align: 'right' })
  return y + 24
}

const totalsHeight = 128

/** Draws bank details and notes on the left, and the totals on the right. The grand total is last and largest. */
function drawClosing(
  pdf: Pdf,
  invoice: InvoiceDocument,
  totals: InvoiceTotals,
  isTaxed: boolean,
  y: number,
): void {
  const width = 232
  const x = sheet.right - width
  const leftWidth = sheet.width - width - 24
  if (invoice.credit_of) {
    drawCaption(pdf, 'Reason', { x: sheet.left, y: y + 2, width: leftWidth })
    drawText(pdf, invoice.credit_of.reason || '–', {
      x: sheet.left,
      y: y + 14,
      width: leftWidth,
      size: 9,
      lines: 6,
    })
  } else if (invoice.bank) drawBank(pdf, invoice.bank, { x: sheet.left, y, width: leftWidth })
  const rows = isTaxed ? taxedRows(totals) : []
  let line = y + 2
  for (const [caption, amount] of rows) line = drawSum(pdf, caption, amount, { x, y: line, width })
  if (rows.length > 0) drawRule(pdf, x, line - 3, width, { weight: 0.9, colour: ink.strong })
  line = drawSum(pdf, isTaxed ? 'Total including VAT' : 'Total', totals.total, {
    x,
    y: line + 5,
    width,
    is_total: true,
  })
  if (invoice.amount_paid !== 0) {
    const [settled, rest] = invoice.credit_of
      ? ['Allocated', 'Still to allocate']
      : ['Paid or credited', 'Balance due']
    line = drawSum(pdf, settled, -invoice.amount_paid, { x, y: line + 3, width })
    drawSum(pdf, rest, totals.total - invoice.amount_paid, { x, y: line, width, is_total: true })
  }
  const below = y + Math.max(bank_height, totalsHeight) + 12
  const notes = [{ text: invoice.notes, size: 8, min_size: 6.5, lines: 4, colour: ink.quiet }]
  drawBlock(pdf, notes, { x: sheet.left, y: below, width: sheet.width, height: 40 })
}

function taxedRows(totals: InvoiceTotals): [string, Cents][] {
  const rows: [string, Cents][] = []
  if (totals.zero_rated !== 0) {
    rows.push(
      ['Standard-rated, excluding VAT', totals.standard_rated],
      [`Zero-rated (VAT at ${formatPercent(0)})`, totals.zero_rated],
    )
  }
  rows.push(['Total excluding VAT', totals.total_excluding_vat])
  if (totals.vat.length === 0) rows.push(['VAT', 0])
  for (const { percentage, amount } of totals.vat) rows.push([`VAT at ${formatPercent(percentage)}`, amount])
  return rows
}

function drawSum(
  pdf: Pdf,
  caption: string,
  amount: Cents,
  at: { x: number; y: number; width: number; is_total?: boolean },
): number {
  const setting = at.is_total ? { face: 'bold' as const, size: 12 } : { size: 9 }
  drawText(pdf, caption, { ...at, width: at.width * 0.6, ...setting, min_size: 8 })
  drawText(pdf, formatRand(amount), {
    x: at.x + at.width * 0.6,
    y: at.y,
    width: at.width * 0.4,
    align: 'right',
    ...setting,
    min_size: 8,
  })
  return at.y + setting.size * 1.65
}
