import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { drawCaption, drawFooters } from '../../kit/documents/brand.ts'
import { formatDay } from '../../kit/documents/moment.ts'
import { a4, drawRule, ink, makePdf, type Pdf } from '../../kit/documents/pdf.ts'
import { drawTable } from '../../kit/documents/table.ts'
import { drawText } from '../../kit/documents/text.ts'
import type { Recipient } from '@waybill/domain/billing/model'
import type { BankDetails, Supplier } from './billing-data.ts'
import { bank_height, beginDocument, continueDocument, drawBank, sheet } from './letterhead.ts'

/** A ledger row of a statement. `amount` is its effect on the balance in cents: charges negative, payments positive. */
export type StatementLine = {
  date: Date
  description: string
  document: string
  reference: string
  amount: Cents
}

/**
 * Open amounts by age in days from the due date, in cents; positive when the customer owes
 * (docs/domain/invoices-and-statements.md#statements-and-ageing).
 */
export type Ageing = { current: Cents; days_30: Cents; days_60: Cents; days_90: Cents; days_120: Cents }

/**
 * The content of a printed account statement. The running balance is calculated from the opening balance and the
 * lines.
 */
export type StatementDocument = {
  from_date: Date
  to_date: Date
  supplier: Supplier
  recipient: Recipient
  /** In cents; negative when the customer owes. */
  opening_balance: Cents
  /** Oldest first. */
  lines: readonly StatementLine[]
  ageing: Ageing
  bank: BankDetails | null
  footer: string
}

/** The totals of a statement in cents. Debits and credits are positive; balances are negative when the customer owes. */
export type StatementTotals = { total_debits: Cents; total_credits: Cents; closing_balance: Cents }

/** Calculates the totals of a statement from its lines. */
export function statementTotals(
  statement: Pick<StatementDocument, 'opening_balance' | 'lines'>,
): StatementTotals {
  const amounts = statement.lines.map((line) => line.amount)
  const totalCredits = amounts.filter((amount) => amount > 0).reduce((sum, amount) => sum + amount, 0)
  const totalDebits = amounts.filter((amount) => amount < 0).reduce((sum, amount) => sum - amount, 0)
  return {
    total_debits: totalDebits,
    total_credits: totalCredits,
    closing_balance: statement.opening_balance + totalCredits - totalDebits,
  }
}

type Row = { date: string; description: string; document: string; reference: string; debit: string; credit: string; balance: Cents; is_balance: boolean } // prettier-ignore

/**
 * Renders the statement as an A4 PDF: opening balance, every transaction with its running balance, closing balance
 * and ageing.
 */
export function renderStatement(statement: StatementDocument): Promise<Buffer> {
  const { supplier, recipient } = statement
  const totals = statementTotals(statement)
  const about = {
    title: `Statement ${recipient.account_code}`,
    author: supplier.name,
    date: statement.to_date,
  }
  return makePdf(about, (pdf) => {
    const period = `${formatDay(statement.from_date)} – ${formatDay(statement.to_date)}`
    const facts = [
      ['Account', recipient.account_code],
      ['Opening balance', formatRand(statement.opening_balance)],
      ['Debits', formatRand(totals.total_debits)],
      ['Credits', formatRand(totals.total_credits)],
      ['Closing balance', formatRand(totals.closing_balance)],
    ] as const
    const top = beginDocument(pdf, supplier, recipient, { title: 'STATEMENT', number: period, facts }) + 8
    const nextPage = () => continueDocument(pdf, supplier, `${about.title}, ${period}`)
    let y = drawTransactions(pdf, rowsOf(statement, totals), top, nextPage)
    if (y + closing_height > sheet.bottom) y = nextPage() - 16
    drawClosing(pdf, statement, totals, y + 16)
    drawFooters(pdf, 0, a4, statement.footer || `${supplier.name}  ·  ${about.title}  ·  ${period}`)
  })
}

function rowsOf(statement: StatementDocument, totals: StatementTotals): Row[] {
  const empty = { document: '', reference: '', debit: '', credit: '', is_balance: true }
  let balance = statement.opening_balance
  const rows = statement.lines.map((line) => {
    balance += line.amount
    const [debit, credit] = line.amount < 0 ? [formatRand(-line.amount), ''] : ['', formatRand(line.amount)]
    return { ...line, date: formatDay(line.date), debit, credit, balance, is_balance: false }
  })
  return [
    {
      ...empty,
      date: formatDay(statement.from_date),
      description: 'Opening balance',
      balance: statement.opening_balance,
    },
    ...rows,
    {
      ...empty,
      date: formatDay(statement.to_date),
      description: 'Closing balance',
      balance: totals.closing_balance,
    },
  ]
}

function drawTransactions(pdf: Pdf, rows: readonly Row[], y: number, nextPage: () => number): number {
  return drawTable<Row>(pdf, {
    x: sheet.left,
    y,
    width: sheet.width,
    bottom: sheet.bottom,
    size: 8,
    rows,
    nextPage,
    isStrong: (row) => row.is_balance,
    columns: [
      { title: 'Date', share: 55, value: (row) => row.date },
      { title: 'Description', share: 150, lines: 2, value: (row) => row.description },
      { title: 'Document', share: 58, value: (row) => row.document },
      { title: 'Reference', share: 78, value: (row) => row.reference },
      { title: 'Debit', share: 66, align: 'right', value: (row) => row.debit },
      { title: 'Credit', share: 66, align: 'right', value: (row) => row.credit },
      { title: 'Balance', share: 70, align: 'right', value: (row) => formatRand(row.balance) },
    ],
  })
}

const ageing_height = 62
const closing_height = 16 + ageing_height + 14 + bank_height

/** Draws the ageing in one row, and below it the bank details and the amount due. */
function drawClosing(pdf: Pdf, statement: StatementDocument, totals: StatementTotals, y: number): void {
  drawAgeing(pdf, statement.ageing, y)
  const below = y + ageing_height + 14
  const width = 285
  if (statement.bank) drawBank(pdf, statement.bank, { x: sheet.left, y: below, width })
  const x = sheet.left + width + 24
  const room = sheet.right - x
  const due = -totals.closing_balance
  const isOwing = due > 0
  drawCaption(pdf, isOwing ? 'Amount due' : 'In your favour', {
    x,
    y: below + 10,
    width: room,
    size: 7,
    align: 'right',
  })
  drawText(pdf, formatRand(Math.abs(due)), {
    x,
    y: below + 24,
    width: room,
    face: 'bold',
    size: 22,
    min_size: 12,
    align: 'right',
  })
  const note = 'A minus sign means that you owe the amount.'
  drawText(pdf, note, {
    x,
    y: below + 54,
    width: room,
    size: 7.5,
    lines: 3,
    align: 'right',
    colour: ink.quiet,
  })
}

function drawAgeing(pdf: Pdf, ageing: Ageing, y: number): void {
  const total = ageing.current + ageing.days_30 + ageing.days_60 + ageing.days_90 + ageing.days_120
  const cells = [
    ['Current', ageing.current],
    ['30 days', ageing.days_30],
    ['60 days', ageing.days_60],
    ['90 days', ageing.days_90],
    ['Over 90 days', ageing.days_120],
    ['Total', total],
  ] as const
  drawText(pdf, 'Age analysis', { x: sheet.left, y: y + 4, width: sheet.width, face: 'bold', size: 10 })
  const cell = sheet.width / cells.length
  drawRule(pdf, sheet.left, y + 20, sheet.width, { weight: 0.9, colour: ink.strong })
  cells.forEach(([caption, amount], index) => {
    const x = sheet.left + index * cell
    const at = { x: x + 4, width: cell - 4, align: 'right' as const }
    drawCaption(pdf, caption, { ...at, y: y + 27 })
    const face = caption === 'Total' ? 'bold' : 'regular'
    drawText(pdf, formatRand(amount), { ...at, y: y + 40, size: 9.5, min_size: 7, face })
  })
  drawRule(pdf, sheet.left, y + ageing_height - 6, sheet.width)
}
