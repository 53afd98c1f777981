import { isStaff } from '@waybill/domain/kit/actor'
import { formatRand } from '@waybill/domain/kit/money'
import { forbidden, notFound } from '@waybill/domain/kit/problem'
import { invoice_logo_url } from '@waybill/domain/identity/settings'
import { counter_texts, type CounterMethod } from '@waybill/domain/payments/counter'
import type { counterApi } from '@waybill/domain/payments/counter-api'
import { paymentReference } from '@waybill/domain/payments/payment'
import { supplierOf } from '../billing/index.ts'
import { fileLink } from '../files/index.ts'
import { brandOf } from '../identity/index.ts'
import { formatMoment } from '../kit/documents/moment.ts'
import { inThread } from '../kit/threads.ts'
import type { Context, ExternalHandler, BaseContext } from '../kit/handler.ts'
import { readShipmentRows } from '../shipments/index.ts'
import { listCounterPayments, type CounterRow } from './counter-store.ts'
import type * as document from './documents/receipt.ts'

const renderReceipt = inThread<typeof document.renderReceipt>(
  new URL('./documents/receipt.ts', import.meta.url),
  'renderReceipt',
)

/** Prints the receipt of a counter payment as PDF. Its link is valid for 24 hours. */
export const printReceipt: ExternalHandler<typeof counterApi.receipt> = async (ctx, { payment_id }) => {
  if (!isStaff(ctx.actor)) throw forbidden('Only staff print receipts of the counter.')
  const row = await ctx.inTransaction((inner) => findWithinReach(inner, payment_id))
  if (!row) throw notFound('Could not find a counter payment with this number.')
  const reference = paymentReference(row.number)
  const { name, address_lines, registration_number, vat_number } = supplierOf(ctx)
  const bytes = await renderReceipt({
    brand: await brandOf(ctx, invoice_logo_url),
    company_lines: [
      name,
      ...address_lines,
      registration_number && `Registration ${registration_number}`,
      vat_number && `VAT number ${vat_number}`,
    ].filter(Boolean),
    reference,
    facts: factsOf(row),
    amounts: amountsOf(row, vat_number !== ''),
    foot: footOf(ctx, row),
    date: row.time_created,
  })
  return fileLink(ctx, {
    folder: 'receipts',
    filename: `Receipt_${reference}.pdf`,
    bytes,
    content_type: 'application/pdf',
    days: 1,
  })
}

/** Returns a counter payment when its shipment is visible to the caller. */
async function findWithinReach(ctx: Context, paymentId: number): Promise<CounterRow | undefined> {
  const [row] = await listCounterPayments(ctx, { payment_id: paymentId })
  const [shipment] = row ? await readShipmentRows(ctx, [row.shipment_id]) : []
  return shipment && row
}

function factsOf(row: CounterRow): [string, string][] {
  return [
    ['Shipment', row.shipment_reference],
    ['Date', formatMoment(row.time_created)],
    ['Taken by', row.operator_name],
    ...(row.slip_reference ? [['Slip', row.slip_reference] satisfies [string, string]] : []),
    ...(row.last_digits ? [['Card', `•••• ${row.last_digits}`] satisfies [string, string]] : []),
  ]
}

const paid_words: Readonly<Record<CounterMethod, string>> = {
  cash: 'Paid in cash',
  'card-terminal': 'Paid by card',
}

function amountsOf(
  { method, price, rounding, due, tendered }: CounterRow,
  hasVat: boolean,
): document.Receipt['amounts'] {
  const plain = (caption: string, cents: number) => ({
    caption,
    amount: formatRand(cents),
    is_strong: false,
  })
  const isCash = method === 'cash'
  return [
    plain(hasVat ? 'Price, VAT included' : 'Price', price),
    ...(rounding > 0 ? [plain('Rounded off', -rounding)] : []),
    { ...plain(paid_words[method], due), is_strong: true },
    ...(isCash ? [plain('Handed over', tendered), plain('Change', tendered - due)] : []),
  ]
}

/** The footer, which states that the receipt is not a tax invoice or that the payment was reversed. */
function footOf(reader: BaseContext, { is_reversed, method }: CounterRow): string[] {
  if (is_reversed) return ['REVERSED', `This payment ${counter_texts[method].by} was reversed.`]
  const { phone } = supplierOf(reader)
  return ['This is a receipt, not a tax invoice.', phone && `Questions: ${phone}`].filter(Boolean)
}
