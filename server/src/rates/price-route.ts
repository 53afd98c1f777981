import type { AddressParts } from '@waybill/domain/accounts/address'
import { empty_address } from '@waybill/domain/accounts/address'
import { isHome } from '@waybill/domain/kit/contacts/countries'
import { invalid } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { require_coordinates } from '@waybill/domain/maps/settings'
import { offeredOptIns, ratesAnswer } from '@waybill/domain/rates/pricing/rates-answer'
import type { PickupPoint } from '@waybill/domain/pickup-points/model'
import { bookableCompartments } from '@waybill/domain/pickup-points/fit'
import { closedReason } from '@waybill/domain/pickup-points/point-state'
import { withTerminals } from '@waybill/domain/pickup-points/terminal'
import type { ratesApi } from '@waybill/domain/rates/api'
import {
  checkRatesInput,
  checkRouteInput,
  ratesVisibleTo,
  tooManyParcels,
  type OptInInput,
  type RatesAnswer,
  type RatesInput,
  optInsVisibleTo,
} from '@waybill/domain/rates/model'
import {
  countriesServed,
  countryProblem,
  type CountriesServed,
} from '@waybill/domain/rates/pricing/countries-served'
import { parcelMaxima, type ParcelMaxima } from '@waybill/domain/rates/pricing/parcel-maxima'
import type { CompiledPriceBook } from '@waybill/domain/rates/price-books/compile-price-book'
import { priceRoute, type Pricing } from '@waybill/domain/rates/pricing/price-route'
import type { PriceRequest } from '@waybill/domain/rates/pricing/price-request'
import {
  international_collection_countries,
  international_delivery_countries,
  international_enabled,
  parcel_max_height,
  parcel_max_length,
  parcel_max_weight,
  parcel_max_width,
} from '@waybill/domain/rates/settings'
import type { ExternalContext, ExternalHandler, BaseContext } from '../kit/handler.ts'
import { findPickupPoint } from '../pickup-points/index.ts'
import { geocoderPort, type Geocoded, type Point } from '../maps/index.ts'
import { accountFacts, podMethodOf } from './account-facts.ts'
import { bookInForce } from './price-books.ts'
import { fullDays, limitedCollections } from './capacity.ts'
import { priceRequest, wantedLevel, type LocatedSide } from './quote.ts'

/** Prices every service level that can carry the parcels. A well-formed request never fails for a business reason. */
export const quoteRoute: ExternalHandler<typeof ratesApi.price> = async (ctx, input) =>
  (await answerQuote(ctx, null, input)).answer

/** A quote with the pricing and request it was calculated from; both are missing when nothing could be calculated. */
export interface AnsweredQuote {
  answer: RatesAnswer
  pricing?: Pricing
  request?: PriceRequest
}

/** Quotes a route by the price book `by`; `null` uses the one in force. */
export async function answerQuote(
  ctx: ExternalContext,
  by: CompiledPriceBook | null,
  sent: RatesInput,
): Promise<AnsweredQuote> {
  const input = withTerminals(sent)
  ensure(checkRatesInput(input, ctx.now))
  const refused = parcelsProblem(ctx, input)
  if (refused) return { answer: noRates(refused) }
  const sides = await locateSides(ctx, input)
  if (typeof sides === 'string') return { answer: noRates(sides) }
  return quoteSides(ctx, by, input, sides)
}

/** Returns why no shipment of the company can have these parcels; `null` when there is no such reason. */
export function parcelsProblem(reader: BaseContext, { parcels = [] }: RatesInput): string | null {
  const tooMany = tooManyParcels(parcels.length)
  if (tooMany) return tooMany
  const [tooLarge] = parcelMaxima(parcels, maximaOf(reader), true)
  return tooLarge ? `${tooLarge.message}.` : null
}

/** Quotes a route whose ends are located, by the price book `by`; `null` uses the one in force. */
export async function quoteSides(
  ctx: ExternalContext,
  by: CompiledPriceBook | null,
  input: RatesInput,
  sides: { collection: LocatedSide; delivery: LocatedSide },
): Promise<Required<AnsweredQuote>> {
  const [book, account] = [by ?? (await bookInForce(ctx)), await accountFacts(ctx, input.account_id)]
  const podMethod = podMethodOf(ctx, account, input.pod_method)
  const limited = await limitedCollections(ctx, book, wantedLevel(input), sides.collection.address)
  const daysThatAreFull = limited ? await ctx.inTransaction((inner) => fullDays(inner, limited)) : undefined
  const request = await priceRequest(ctx, book, account, sides, {
    ...input,
    pod_method: podMethod,
    ...(daysThatAreFull ? { full_days: daysThatAreFull } : {}),
  })
  const pricing = priceRoute(book, request)
  const answer = ratesVisibleTo(ctx.actor, ratesAnswer(pricing, request, input.explain ?? false))
  return { answer, pricing, request }
}

/** Returns the extras that can be bought on a route, and the account’s rules for the customer reference. */
export const quoteOptIns: ExternalHandler<typeof ratesApi.optIn> = async (ctx, sent) => {
  const input = withTerminals(sent)
  ensure(checkRouteInput(input))
  const sides = await locateSides(ctx, input)
  const [book, account] = [await bookInForce(ctx), await accountFacts(ctx, input.account_id)]
  const offered =
    typeof sides === 'string'
      ? { opt_in_rates: [], opt_in_time_based_rates: [] }
      : offeredOptIns(book, await priceRequest(ctx, book, account, sides, {}))
  return {
    opt_in_rates: optInsVisibleTo(ctx.actor, offered.opt_in_rates),
    opt_in_time_based_rates: optInsVisibleTo(ctx.actor, offered.opt_in_time_based_rates),
    customer_reference_required: account.customer_reference_required,
    customer_reference_prefix: account.customer_reference_prefix,
    count: offered.opt_in_rates.length,
  }
}

function maximaOf(reader: BaseContext): ParcelMaxima {
  return {
    max_length: reader.setting(parcel_max_length),
    max_width: reader.setting(parcel_max_width),
    max_height: reader.setting(parcel_max_height),
    max_weight: reader.setting(parcel_max_weight),
  }
}

/** Returns the answer to a request for which no price can be offered, with the reason. */
export function noRates(message: string): RatesAnswer {
  return { message, service_days: { collection_service_days: null, delivery_service_days: null }, rates: [] }
}

/** Returns both ends with coordinates, or a message that names the end that cannot be found. */
async function locateSides(
  ctx: ExternalContext,
  input: OptInInput,
): Promise<{ collection: LocatedSide; delivery: LocatedSide } | string> {
  const sides: Partial<Record<'collection' | 'delivery', LocatedSide>> = {}
  for (const side of ['collection', 'delivery'] as const) {
    const found = await locateEnd(ctx, input, side)
    if (typeof found === 'string') return found
    sides[side] = found
  }
  return sides as { collection: LocatedSide; delivery: LocatedSide }
}

/** Returns one end of a route with coordinates, or a message that says why it cannot be found. */
export async function locateEnd(
  ctx: ExternalContext,
  input: OptInInput,
  side: 'collection' | 'delivery',
): Promise<LocatedSide | string> {
  const pointId = input[`${side}_pickup_point_id`]
  if (pointId !== undefined) {
    const point = await findPickupPoint(ctx, pointId, input[`${side}_pickup_point_provider`])
    return point ? sideAtPoint(point) : `We could not find pickup point ${pointId}.`
  }
  const found = await located(ctx, side, input[`${side}_address`] ?? empty_address)
  return 'problem' in found ? found.problem : { address: found.address, pickup_point: null }
}

/** Returns a pickup point as the end of a route. Its address names the point, which messages to people repeat. */
export function sideAtPoint(point: PickupPoint): LocatedSide {
  return {
    address: { ...empty_address, ...point.address, company: point.name },
    pickup_point: {
      provider: point.pickup_point_provider,
      type: point.type,
      closed_reason: closedReason(point),
      compartments: bookableCompartments(point),
    },
  }
}

/** An address with coordinates. `is_exact` is true when the coordinates were sent or the street was found. */
interface Located {
  address: AddressParts
  is_exact: boolean
}

/** Returns the foreign countries that the provider serves. */
export function servedBy(reader: BaseContext): CountriesServed {
  return countriesServed(reader.setting(international_enabled), {
    collection: reader.setting(international_collection_countries),
    delivery: reader.setting(international_delivery_countries),
  })
}

/**
 * Returns an address with coordinates and its missing parts filled in by the geocoder, or the reason why it cannot be
 * found. A served foreign address does not need coordinates; without them it is priced like a place outside all
 * zones.
 */
async function located(
  ctx: ExternalContext,
  side: 'collection' | 'delivery',
  address: AddressParts,
): Promise<Located | { problem: string }> {
  const abroad = countryProblem(side, address, servedBy(ctx))
  if (abroad) return { problem: abroad.message }
  const isPlaced = address.lat !== null && address.lng !== null
  const found = isPlaced && address.zone !== '' ? null : await ctx.adapter(geocoderPort).geocode(address)
  const whole = found ? completed(address, found) : address
  if (!found && !isPlaced && isHome(address.country))
    return { problem: `We could not find the ${side} address. Check suburb, city and postal code.` }
  return { address: whole, is_exact: isPlaced || found?.accuracy === 'street' }
}

/** Returns the position that was corrected for an earlier parcel to a located address; `null` for none. */
export type CorrectedPosition = (address: AddressParts) => Promise<Point | null>

/**
 * Locates an address for a booking. Throws an error at `field` when the address cannot be found, its country is not
 * served, or its exact place is not known although the company requires it (`require_coordinates`). `correctedPosition`
 * may know the exact place of the located address; it is returned beside the located position, which decides the price.
 */
export async function requireLocated(
  ctx: ExternalContext,
  side: 'collection' | 'delivery',
  address: AddressParts,
  field: string,
  correctedPosition?: CorrectedPosition,
): Promise<{ address: AddressParts; corrected: Point | null }> {
  const found = await located(ctx, side, address)
  if ('problem' in found) throw invalid(found.problem, [{ field, message: found.problem }])
  const corrected = (await correctedPosition?.(found.address)) ?? null
  if (corrected || found.is_exact || !ctx.setting(require_coordinates))
    return { address: found.address, corrected }
  throw invalid(
    `The exact place of the ${side} address is not known. Choose the address from the search, correct its street, or send lat and lng.`,
    [{ field, message: 'has no coordinates' }],
  )
}

function completed(address: AddressParts, found: Geocoded): AddressParts {
  return {
    ...address,
    lat: address.lat ?? found.lat,
    lng: address.lng ?? found.lng,
    city: address.city || (found.geo_city ?? ''),
    zone: address.zone || found.zone,
    code: address.code || found.code,
  }
}
