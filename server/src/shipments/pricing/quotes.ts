import { notFound } from '@waybill/domain/kit/problem'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import {
  payment_pending_validity_period,
  quote_payment_reference_option,
} from '@waybill/domain/rates/settings'
import {
  quote_statuses,
  quoteBankReference,
  quoteReference,
  quotesApi,
  quoteValidUntil,
  type ListedQuote,
} from '@waybill/domain/shipments/pricing/quotes'
import type { BaseContext, Handler } from '../../kit/handler.ts'
import { presentRows } from '../lists/list-shipments.ts'
import { listShipmentRows } from '../lists/list-store.ts'
import { readOwnQuotes } from '../lists/present-shipment.ts'

const max_quotes = 100

/** Returns the quotes of the caller's account, or all quotes for staff (RATE-020). */
export const listQuotes: Handler<typeof quotesApi.list> = async (ctx, input) => {
  const page = { ...pageOf(input, max_quotes), order_by: input.order_by, order: input.order }
  const status = input.status?.length ? input.status : quote_statuses
  const { rows, total } = await listShipmentRows(ctx, { ...input, status, with_quotes: true }, page)
  const seen = await presentRows(ctx, rows)
  return {
    quotes: seen.map((row): ListedQuote => ({ ...row, ...quoteFacts(ctx, row, row.account_code) })),
    count: total,
  }
}

/** Returns one quote. 404 for anything else, including a shipment that used to be a quote. */
export const readQuote: Handler<typeof quotesApi.one> = async (ctx, { id }) => {
  const [shipment] = await readOwnQuotes(ctx, [id])
  if (!shipment || !quote_statuses.some((status) => status === shipment.status))
    throw notFound(
      'Could not find this quote. It may have been sent already: look for it among your shipments.',
    )
  return { shipment, ...quoteFacts(ctx, shipment, shipment.account.account_code) }
}

function quoteFacts(
  reader: BaseContext,
  { id, time_created }: { id: number; time_created: Date },
  accountCode: string,
) {
  const quote = { quote_reference: quoteReference(id), account_code: accountCode }
  return {
    quote_reference: quote.quote_reference,
    bank_reference: quoteBankReference(reader.setting(quote_payment_reference_option), quote),
    valid_until: quoteValidUntil(time_created, reader.setting(payment_pending_validity_period)),
  }
}
