import { demand } from '@waybill/domain/kit/verdict'
import type { CompiledPriceBook } from '@waybill/domain/rates/compile-price-book'
import { maySeeRevisions } from '@waybill/domain/rates/draft-rules'
import { impact_days, most_replayed, summariseImpact, type Replayed } from '@waybill/domain/rates/impact'
import { priceRoute } from '@waybill/domain/rates/price'
import type { PriceRequest } from '@waybill/domain/rates/price-request'
import type { revisionsApi } from '@waybill/domain/rates/revisions-api'
import { bookInForce, freshBook } from '../rates/index.ts'
import type { Ctx, Verb } from '../kit/verb.ts'
import { storedRequests } from './stored-request.ts'
import { findBookedSince, readShipmentRows, type ShipmentRow } from './store.ts'

const day_ms = 86_400_000

/**
 * Replays the newest shipments of the last days through the prices in force and through another revision, both as on
 * the day of each booking, so that only the prices differ. Nothing is stored. Custom charges are left out.
 */
export const previewImpact: Verb<typeof revisionsApi.impact> = async (ctx, input) => {
  demand(maySeeRevisions(ctx.actor))
  const days = Math.min(Math.max(1, input.days ?? impact_days.usual), impact_days.most)
  const since = new Date(ctx.now.getTime() - days * day_ms)
  const found = await findBookedSince(ctx, since, most_replayed + 1)
  const rows = await readShipmentRows(ctx, found.slice(0, most_replayed))
  const [present, planned] = [await bookInForce(ctx), await freshBook(ctx, input.id)]
  const replayed = await replay(ctx, rows, present, planned)
  return summariseImpact(replayed, days, found.length > most_replayed)
}

async function replay(
  ctx: Ctx,
  rows: readonly ShipmentRow[],
  present: CompiledPriceBook,
  planned: CompiledPriceBook,
): Promise<Replayed[]> {
  const replayed: Replayed[] = []
  for (const { row, account_name, request } of await storedRequests(ctx, rows)) {
    const as_booked = await request(ctx, present)
    const [from, to] = [priceBy(present, as_booked), priceBy(planned, as_booked)]
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
