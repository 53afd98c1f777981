import { dayOf } from '@waybill/domain/kit/calls/wire'
import { toCsv } from '@waybill/domain/kit/csv/write-csv'
import { toRand, type Cents } from '@waybill/domain/kit/money'
import type { InvoiceDocument } from './invoice.ts'

const heading = [
  'invoice',
  'date',
  'reference',
  'customer_reference',
  'from',
  'to',
  'service',
  'parcels',
  'charged_kg',
  'description',
  'cost_centre',
  'excluding_vat',
  'vat',
  'total',
]

/** Returns the lines of an invoice as CSV; amounts in Rand with two decimals. */
export function invoiceCsv({ number, lines }: Pick<InvoiceDocument, 'number' | 'lines'>): string {
  return toCsv([
    heading,
    ...lines.map((line) => [
      number,
      dayOf(line.date),
      line.reference,
      line.customer_reference,
      line.from,
      line.to,
      line.service,
      line.parcels?.toString() ?? '',
      line.charged_kg?.toString() ?? '',
      line.description,
      line.cost_center,
      decimal(line.amount - line.vat),
      decimal(line.vat),
      decimal(line.amount),
    ]),
  ])
}

/** Formats cents as Rand with two decimals and without separators: `1204.50`. */
export function decimal(cents: Cents): string {
  return toRand(cents).toFixed(2)
}
