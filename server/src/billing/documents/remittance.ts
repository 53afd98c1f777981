import { collection_method_labels, type CollectionMethod } from '@waybill/domain/cash/collecting'
import { receiptName } from '@waybill/domain/cash/receipt-numbers'
import type { Recipient } from '@waybill/domain/billing/model'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { drawFooters } from '../../kit/documents/brand.ts'
import { formatDay } from '../../kit/documents/moment.ts'
import { a4, makePdf } from '../../kit/documents/pdf.ts'
import { drawTable } from '../../kit/documents/table.ts'
import type { Supplier } from './billing-data.ts'
import { beginDocument, continueDocument, sheet } from './letterhead.ts'

/** Money of one receipt. Amounts in cents. */
export type RemittanceLine = {
  date: Date
  receipt_number: number
  tracking_reference: string
  method: CollectionMethod
  due: Cents
  amount: Cents
  fee: Cents
}

/** The content of a printed statement of a payout. Amounts in cents. */
export type RemittanceDocument = {
  number: string
  date: Date
  supplier: Supplier
  recipient: Recipient
  bank_reference: string
  collected: Cents
  fee: Cents
  lines: readonly RemittanceLine[]
}

/** Renders the statement of a payout as an A4 PDF: every receipt with its fee, and what was paid out. */
export function renderRemittance(remittance: RemittanceDocument): Promise<Buffer> {
  const { number, date, supplier, recipient, collected, fee, bank_reference } = remittance
  return makePdf({ title: `Remittance ${number}`, author: supplier.name, date }, (pdf) => {
    const facts = [
      ['Paid on', formatDay(date)],
      ['Bank reference', bank_reference],
      ['Collected', formatRand(collected)],
      ['Fee, VAT included', formatRand(fee)],
      ['Paid out', formatRand(collected - fee)],
    ] as const
    const y = beginDocument(pdf, supplier, recipient, { title: 'REMITTANCE', number, facts }) + 8
    drawTable<RemittanceLine>(pdf, {
      x: sheet.left,
      y,
      width: sheet.width,
      bottom: sheet.bottom,
      size: 8,
      rows: remittance.lines,
      nextPage: () => continueDocument(pdf, supplier, `Remittance ${number}`),
      columns: [
        { title: 'Date', share: 60, value: (line) => formatDay(line.date) },
        { title: 'Shipment', share: 90, value: (line) => line.tracking_reference },
        { title: 'Receipt', share: 70, value: (line) => receiptName(line.receipt_number) },
        { title: 'Paid by', share: 70, value: (line) => collection_method_labels[line.method] },
        { title: 'To collect', share: 70, align: 'right', value: (line) => formatRand(line.due) },
        { title: 'Collected', share: 70, align: 'right', value: (line) => formatRand(line.amount) },
        { title: 'Fee', share: 60, align: 'right', value: (line) => formatRand(line.fee) },
      ],
    })
    drawFooters(
      pdf,
      0,
      a4,
      `${supplier.name}  ·  Remittance ${number}  ·  The fee is on your next invoice, already paid.`,
    )
  })
}
