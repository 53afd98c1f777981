import { ensure } from '@waybill/domain/kit/rule-result'
import { maySeeRevisions } from '@waybill/domain/rates/revisions/draft-rules'
import type { PriceSource } from '@waybill/domain/rates/revisions/revisions'
import type { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import type { CompiledPriceBook } from '@waybill/domain/rates/price-books/compile-price-book'
import type { Offer } from '@waybill/domain/rates/pricing/offer'
import type { PriceRequest } from '@waybill/domain/rates/pricing/price-request'
import type { ExternalHandler } from '../kit/handler.ts'
import { bookInForce, freshBook } from './price-books.ts'
import { answerQuote } from './price-route.ts'

/** Prices a route by any revision and returns the group and lane that each base price comes from. */
export const estimateRoute: ExternalHandler<typeof revisionsApi.estimate> = async (ctx, input) => {
  ensure(maySeeRevisions(ctx.actor))
  const { rate_revision_id, ...route } = input
  const book =
    rate_revision_id === undefined
      ? await bookInForce(ctx)
      : await ctx.inTransaction((tx) => freshBook(tx, rate_revision_id))
  const { answer, pricing, request } = await answerQuote(ctx, book, { ...route, explain: true })
  const sources = request ? (pricing?.offers ?? []).map((offer) => sourceOf(book, offer, request)) : []
  return { ...answer, sources }
}

function sourceOf({ book }: CompiledPriceBook, offer: Offer, request: PriceRequest): PriceSource {
  const { formula } = offer
  const group = book.rate_groups.find(({ id }) => id === formula.rate_group_id)
  return {
    service_level_id: offer.service_level.id,
    rate_group_id: formula.rate_group_id,
    rate_group_name: group?.name ?? offer.group_name,
    from_tag: request.collection.tag,
    to_tag: request.delivery.tag,
    lane_from: formula.from_tag,
    lane_to: formula.to_tag,
    weight_from: formula.weight_from,
    weight_to: formula.weight_to,
    formula_type: formula.type,
    formula: formula.amount,
  }
}
