import { ensure } from '@waybill/domain/kit/rule-result'
import type { CompiledPriceBook } from '@waybill/domain/rates/price-books/compile-price-book'
import { maySeeRevisions } from '@waybill/domain/rates/revisions/draft-rules'
import {
  impact_days,
  max_replayed,
  summariseImpact,
  type Replayed,
} from '@waybill/domain/rates/revisions/price-impact'
import { priceRoute } from '@waybill/domain/rates/pricing/price-route'
import type { PriceRequest } from '@waybill/domain/rates/pricing/price-request'
import type { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { bookInForce, freshBook } from '../../rates/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { storedRequests } from './stored-request.ts'
import { sampleBooked, readShipmentRows, type ShipmentRow } from '../store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/**
 * Prices the shipments of the last days with the prices in force and with another revision, both as of the booking
 * time, so that only the prices differ. Uses an even sample if there are too many. Nothing is stored. Custom charges
 * are not included.
 */
export const previewImpact: Handler<typeof revisionsApi.impact> = async (ctx, input) => {
  ensure(maySeeRevisions(ctx.actor))
  const days = Math.min(Math.max(1, input.days ?? impact_days.default), impact_days.max)
  const since = new Date(ctx.now.getTime() - days * day_ms)
  const { ids, count } = await sampleBooked(ctx, since, ctx.now, max_replayed)
  const rows = await readShipmentRows(ctx, ids)
  const [present, planned] = [await bookInForce(ctx), await freshBook(ctx, input.id)]
  const replayed = await replay(ctx, rows, present, planned)
  return summariseImpact(replayed, days, count)
}

async function replay(
  ctx: Context,
  rows: readonly ShipmentRow[],
  present: CompiledPriceBook,
  planned: CompiledPriceBook,
): Promise<Replayed[]> {
  const replayed: Replayed[] = []
  for (const { row, account_name, request } of await storedRequests(ctx, rows)) {
    const asBooked = await request(ctx, present)
    const [from, to] = [priceBy(present, asBooked), priceBy(planned, asBooked)]
    replayed.push({
      id: row.id,
      reference: row.short_tracking_reference,
      account_name,
      service_level_name: row.service_level_name,
      from: from.rate,
      to: to.rate,
      reason: to.reason,
    })
  }
  return replayed
}

function priceBy(book: CompiledPriceBook, request: PriceRequest): { rate: number | null; reason: string } {
  const { offers, rejected, message } = priceRoute(book, request)
  const [offer] = offers
  return offer ? { rate: offer.rate, reason: '' } : { rate: null, reason: rejected[0]?.reason ?? message }
}
