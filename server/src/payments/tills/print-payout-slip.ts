import type { cashApi } from '@waybill/domain/cash/api'
import { invoice_logo_url } from '@waybill/domain/identity/settings'
import { formatRand } from '@waybill/domain/kit/money'
import { notFound } from '@waybill/domain/kit/problem'
import { supplierOf } from '../../billing/index.ts'
import { findPayout, requireOffice, seesCashOf } from '../../cash/index.ts'
import { fileLink } from '../../files/index.ts'
import { brandOf, personName } from '../../identity/index.ts'
import { formatMoment } from '../../kit/documents/moment.ts'
import type { ExternalHandler } from '../../kit/handler.ts'
import { inThread } from '../../kit/threads.ts'
import type * as document from '../documents/receipt.ts'

const renderReceipt = inThread<typeof document.renderReceipt>(
  new URL('../documents/receipt.ts', import.meta.url),
  'renderReceipt',
)

/**
 * Prints the slip of a payout from a till as PDF, to be signed: of the caller's own payouts, or with the permission for
 * all cash of every one. Its link is valid for 24 hours.
 */
export const printPayoutSlip: ExternalHandler<typeof cashApi.payoutSlip> = async (
  ctx,
  { transaction_id },
) => {
  const { payout, name } = await ctx.inTransaction(async (inner) => {
    requireOffice(inner)
    const found = await findPayout(inner, transaction_id)
    if (!found || !seesCashOf(inner, found.done_by)) throw notFound('Could not find this payout.')
    return { payout: found, name: await personName(inner, found.done_by) }
  })
  const { name: company, address_lines } = supplierOf(ctx)
  const bytes = await renderReceipt({
    brand: await brandOf(ctx, invoice_logo_url),
    company_lines: [company, ...address_lines].filter(Boolean),
    reference: `OUT${String(payout.id).padStart(6, '0')}`,
    facts: [
      ['Date', formatMoment(payout.time_created)],
      ['Paid by', name],
      ['For', payout.description],
    ],
    amounts: [{ caption: 'Paid from the till', amount: formatRand(payout.amount), is_strong: true }],
    foot: ['Received by: ____________________'],
    date: payout.time_created,
  })
  return fileLink(ctx, {
    folder: 'receipts',
    filename: `Payout_${payout.id}.pdf`,
    bytes,
    content_type: 'application/pdf',
    days: 1,
  })
}
