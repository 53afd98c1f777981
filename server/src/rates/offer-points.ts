import { empty_address } from '@waybill/domain/accounts/address'
import { isOpenAt } from '@waybill/domain/pickup-points/opening'
import { withTerminals } from '@waybill/domain/pickup-points/terminal'
import type { ratesApi } from '@waybill/domain/rates/api'
import { checkRatesInput } from '@waybill/domain/rates/model'
import { unservedReason } from '@waybill/domain/rates/pricing/availability'
import {
  noPlaceReason,
  type PointOffer,
  type PointOffersInput,
} from '@waybill/domain/rates/pricing/point-offers'
import type { ExternalContext, ExternalHandler } from '../kit/handler.ts'
import { publicHolidays } from '../maps/index.ts'
import { findPointChoices } from '../pickup-points/index.ts'
import { accountFacts, podMethodOf } from './account-facts.ts'
import { bookInForce } from './price-books.ts'
import { locateEnd, parcelsProblem, quoteSides, sideAtPoint } from './price-route.ts'
import { pointOf, priceRequest, type LocatedSide } from './quote.ts'

type Priced = Pick<PointOffer, 'reason' | 'service_level' | 'rate'>

/**
 * Lists points for one end of a route. With both ends and the parcels known, each point has the price of its cheapest
 * service level; before that, only whether some service level serves the point is checked.
 */
export const offerPoints: ExternalHandler<typeof ratesApi.offerPoints> = async (ctx, sent) => {
  const input = withTerminals(sent)
  const { side } = input
  const other = side === 'collection' ? 'delivery' : 'collection'
  const { choices, count } = await findPointChoices(ctx, { ...input, ...(await centreOf(ctx, input)) })
  const isOtherKnown =
    input[`${other}_pickup_point_id`] !== undefined || input[`${other}_address`] !== undefined
  const opposite = isOtherKnown ? await locateEnd(ctx, input, other) : null
  const holidays = await publicHolidays(ctx)
  const offers: PointOffer[] = []
  for (const { point, holiday_hours } of choices) {
    const reason = noPlaceReason(point, input.parcels ?? [])
    offers.push({
      ...point,
      holiday_hours,
      is_open: isOpenAt(point.trading_hours, ctx.now, { hours: holiday_hours, holidays }),
      ...(reason === null
        ? await priceAt(ctx, input, sideAtPoint(point), opposite)
        : { reason, service_level: null, rate: null }),
    })
  }
  const isRefused = ({ reason }: PointOffer): boolean => reason !== null
  return {
    pickup_points: offers.toSorted((one, another) => Number(isRefused(one)) - Number(isRefused(another))),
    count,
  }
}

/**
 * Returns the place to which points are near: the typed address of this end, unless a place or text was sent. Without
 * coordinates the address is looked up; an address that cannot be found is ignored.
 */
async function centreOf(
  ctx: ExternalContext,
  input: PointOffersInput,
): Promise<{ lat?: number; lng?: number }> {
  const { lat, lng, search, side } = input
  const address = input[`${side}_address`]
  if (search !== undefined || (lat !== undefined && lng !== undefined) || address === undefined) return {}
  const typed = pointOf(address)
  if (typed) return typed
  const found = await locateEnd(ctx, { ...input, [`${side}_pickup_point_id`]: undefined }, side)
  return (typeof found === 'string' ? null : pointOf(found.address)) ?? {}
}

/** Returns the cheapest service level with a point at one end, or the reason why there is none. */
async function priceAt(
  ctx: ExternalContext,
  input: PointOffersInput,
  at: LocatedSide,
  opposite: LocatedSide | string | null,
): Promise<Priced> {
  const { side } = input
  const refused = (reason: string | null): Priced => ({ reason, service_level: null, rate: null })
  const problem = parcelsProblem(ctx, input)
  if (problem !== null) return refused(problem)
  const ends = { ...input, [`${side}_pickup_point_id`]: 'chosen' }
  const isComplete = checkRatesInput(ends, ctx.now) === true
  if (isComplete && opposite !== null && typeof opposite !== 'string') {
    const sides =
      side === 'collection' ? { collection: at, delivery: opposite } : { collection: opposite, delivery: at }
    const { answer } = await quoteSides(ctx, null, input, sides)
    const [best] = answer.rates
    if (!best) return refused(answer.message)
    const { code, name } = best.service_level
    return { reason: null, service_level: { code, name }, rate: best.rate }
  }
  const [book, account] = [await bookInForce(ctx), await accountFacts(ctx, input.account_id)]
  const unknown: LocatedSide = { address: empty_address, pickup_point: null }
  const request = await priceRequest(
    ctx,
    book,
    account,
    { collection: unknown, delivery: unknown, [side]: at },
    { ...input, pod_method: podMethodOf(ctx, account, input.pod_method) },
  )
  return refused(unservedReason(book.services, request, side))
}
