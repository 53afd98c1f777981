import type { cashApi } from '@waybill/domain/cash/api'
import { till_taking_labels, type TillReport } from '@waybill/domain/cash/till-report'
import { invoice_logo_url } from '@waybill/domain/identity/settings'
import { formatRand } from '@waybill/domain/kit/money'
import { supplierOf } from '../../billing/index.ts'
import { fileLink } from '../../files/index.ts'
import { brandOf } from '../../identity/index.ts'
import { formatMoment } from '../../kit/documents/moment.ts'
import type { ExternalHandler } from '../../kit/handler.ts'
import { inThread } from '../../kit/threads.ts'
import type * as document from '../documents/receipt.ts'
import { tillReport } from './till-report.ts'

const renderReceipt = inThread<typeof document.renderReceipt>(
  new URL('../documents/receipt.ts', import.meta.url),
  'renderReceipt',
)

/** Prints the report of a till as PDF, to be signed. Its link is valid for 24 hours. */
export const printTillReport: ExternalHandler<typeof cashApi.printTillReport> = async (ctx, { till_id }) => {
  const report = await ctx.inTransaction((inner) => tillReport(inner, till_id))
  const bytes = await renderReceipt({
    title: 'TILL REPORT',
    brand: await brandOf(ctx, invoice_logo_url),
    company_lines: [supplierOf(ctx).name].filter(Boolean),
    reference: `Till ${till_id}`,
    facts: factsOf(report),
    amounts: amountsOf(report),
    foot: footOf(report),
    date: report.closed_at ?? report.opened_at,
  })
  return fileLink(ctx, {
    folder: 'receipts',
    filename: `Till_report_${till_id}.pdf`,
    bytes,
    content_type: 'application/pdf',
    days: 1,
  })
}

function factsOf({ operator_name, opened_at, closed_at, count }: TillReport): [string, string][] {
  const confirmed: [string, string][] =
    count?.confirmed_at && count.confirmed_by_name
      ? [
          ['Confirmed by', count.confirmed_by_name],
          ['Confirmed', formatMoment(count.confirmed_at)],
        ]
      : []
  return [
    ['Operator', operator_name],
    ['Opened', formatMoment(opened_at)],
    ['Closed', closed_at ? formatMoment(closed_at) : 'Not closed yet'],
    ...(count ? [['Counted by', count.counted_by_name] satisfies [string, string]] : []),
    ...confirmed,
  ]
}

function amountsOf(report: TillReport): document.Receipt['amounts'] {
  const { opening, cash, card, links, payouts, expected, count } = report
  const line = (caption: string, cents: number, isStrong = false) => ({
    caption,
    amount: formatRand(cents),
    is_strong: isStrong,
  })
  return [
    line('Opening float', opening),
    line(`Cash taken (${cash.payments})`, cash.amount),
    line(`Paid out (${payouts.payments})`, -payouts.amount),
    line('Expected in the till', expected, true),
    ...(count
      ? [line('Counted', count.counted, true), line('Difference', count.difference)]
      : [{ caption: 'Counted', amount: 'Not counted yet', is_strong: false }]),
    line(`${till_taking_labels['card-terminal']} (${card.payments})`, card.amount),
    line(`${till_taking_labels.link} (${links.payments})`, links.amount),
  ]
}

function footOf({ count }: TillReport): string[] {
  return [
    ...(count?.difference_reason ? [`Reason: ${count.difference_reason}`] : []),
    'Handed in by: __________________',
    'Received by: ___________________',
  ]
}
