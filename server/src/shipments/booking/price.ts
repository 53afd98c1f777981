import type { CompiledPriceBook } from '@waybill/domain/rates/price-books/compile-price-book'
import type { Offer } from '@waybill/domain/rates/pricing/offer'
import type { Context } from '../../kit/handler.ts'
import { factsOf, limitedCollections, reserveDays, wantedLevel } from '../../rates/index.ts'
import { offerFor, requireOptIns } from '../pricing/price-shipment.ts'
import type { CheckedBooking } from './draft.ts'

/**
 * Returns the price and dates of the requested service with the chosen options. Throws the reason if it is not
 * offered.
 */
export async function price(ctx: Context, book: CompiledPriceBook, booking: CheckedBooking): Promise<Offer> {
  const { account, input, places } = booking
  const facts = { ...factsOf(account), blocked_reason: null }
  const limited = await limitedCollections(ctx, book, wantedLevel(input), places.collection.address)
  const terms = limited ? { ...input, full_days: await reserveDays(ctx, limited) } : input
  const offer = await offerFor(ctx, book, facts, places, terms)
  await requireOptIns(ctx, book, facts, places, input)
  return offer
}
