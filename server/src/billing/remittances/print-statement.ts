import type { cashApi } from '@waybill/domain/cash/api'
import { remittanceName } from '@waybill/domain/cash/receipt-numbers'
import { getAccount } from '../../accounts/index.ts'
import { listReceiptRows } from '../../cash/index.ts'
import { fileLink } from '../../files/index.ts'
import type { ExternalHandler } from '../../kit/handler.ts'
import { inThread } from '../../kit/threads.ts'
import type * as document from '../documents/remittance.ts'
import { recipientOf } from '../invoices-and-statements/invoice-recipient.ts'
import { printedSupplier } from '../invoices-and-statements/invoice-supplier.ts'
import { findRemittance } from './remit.ts'

const renderRemittance = inThread<typeof document.renderRemittance>(
  new URL('../documents/remittance.ts', import.meta.url),
  'renderRemittance',
)

/** Prints the statement of a payout as PDF. Its link is valid for 24 hours. */
export const printStatement: ExternalHandler<typeof cashApi.statement> = async (ctx, { id }) => {
  const content = await ctx.inTransaction(async (inner) => {
    const row = await findRemittance(inner, id)
    const { rows } = await listReceiptRows(inner, { remittance_id: id }, { limit: row.receipts, offset: 0 })
    return {
      number: remittanceName(id),
      date: row.time_created,
      bank_reference: row.bank_reference,
      collected: row.collected,
      fee: row.fee,
      recipient: await recipientOf(inner, await getAccount(inner, row.account_id)),
      lines: rows.map((line) => ({
        date: line.collected_at,
        receipt_number: line.number,
        tracking_reference: line.tracking_reference,
        method: line.method,
        due: line.due,
        amount: line.amount,
        fee: line.fee,
      })),
    }
  })
  return fileLink(ctx, {
    folder: 'billing',
    filename: `Remittance_${content.number}.pdf`,
    bytes: await renderRemittance({ ...content, supplier: await printedSupplier(ctx) }),
    content_type: 'application/pdf',
    days: 1,
  })
}
