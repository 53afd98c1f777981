import type { AddressParts } from '@waybill/domain/accounts/address'
import { invalid } from '@waybill/domain/kit/problem'
import { offeredOptIns } from '@waybill/domain/rates/pricing/rates-answer'
import type { CompiledPriceBook } from '@waybill/domain/rates/price-books/compile-price-book'
import { explainPrice } from '@waybill/domain/rates/pricing/explain-price'
import type { Offer } from '@waybill/domain/rates/pricing/offer'
import type { RatedParcel } from '@waybill/domain/rates/model'
import { priceRoute } from '@waybill/domain/rates/pricing/price-route'
import { requested_times, type RequestedTimes } from '@waybill/domain/rates/pricing/price-request'
import type { Context } from '../../kit/handler.ts'
import { priceRequest, type AccountFacts, type LocatedSide, type QuoteTerms } from '../../rates/index.ts'
import type { ChargeRowStored, ChargeValues, ParcelRow, ShipmentRow } from '../store.ts'

/** Returns a side of a shipment as input for pricing. */
export function sideOf(address: AddressParts, pickupPoint: LocatedSide['pickup_point']): LocatedSide {
  return { address, pickup_point: pickupPoint }
}

/** Returns the locker or counter at one end of a stored shipment; `null` for a street address. */
export function pickupPointOf(
  row: ShipmentRow,
  leg: 'collection' | 'delivery',
  address: Pick<AddressParts, 'type'>,
): LocatedSide['pickup_point'] {
  if (!row[`${leg}_pickup_point_id`]) return null
  return {
    provider: row[`${leg}_pickup_point_provider`] ?? '',
    type: address.type === 'counter' ? 'counter' : 'locker',
  }
}

/** Returns a stored parcel as input for pricing: by its measures, or by others that hold for its price. */
export function ratedParcel(parcel: ParcelRow): RatedParcel {
  const rated = parcel.rated_measures
  return {
    submitted_length_cm: parcel.submitted_length_cm,
    submitted_width_cm: parcel.submitted_width_cm,
    submitted_height_cm: parcel.submitted_height_cm,
    submitted_weight_kg: parcel.submitted_weight_kg,
    actual_length_cm: rated?.length_cm ?? parcel.actual_length_cm ?? undefined,
    actual_width_cm: rated?.width_cm ?? parcel.actual_width_cm ?? undefined,
    actual_height_cm: rated?.height_cm ?? parcel.actual_height_cm ?? undefined,
    actual_weight_kg: rated?.weight_kg ?? parcel.actual_weight_kg ?? undefined,
    packaging: parcel.packaging,
  }
}

/**
 * Returns the dates and hours that were requested when a stored shipment was priced, from its charge rows. The
 * planned dates and hours of the shipment cannot be used: they exist even if nobody requested them, and they can move
 * without changing the price.
 */
export function requestedTimesOf(
  charges: readonly Pick<ChargeRowStored, 'type' | 'metadata'>[],
): Pick<QuoteTerms, keyof RequestedTimes> {
  const base = charges.find((charge) => charge.type === 'base')
  const requested = base?.metadata?.requested
  return Object.fromEntries(requested_times.map((field) => [field, requested?.[field] ?? undefined]))
}

/**
 * Returns the offer of the requested service level. Throws a 400 with the reason if the level is not available, at the
 * pickup point if it is the cause.
 */
export async function offerFor(
  ctx: Context,
  book: CompiledPriceBook,
  account: AccountFacts,
  sides: { collection: LocatedSide; delivery: LocatedSide },
  terms: QuoteTerms,
): Promise<Offer> {
  const request = await priceRequest(ctx, book, account, sides, terms)
  const { offers, message, rejected } = priceRoute(book, request)
  const [offer] = offers
  if (offer) return offer
  const { reason, point_side } = rejected[0] ?? { reason: message }
  const field = point_side ? `${point_side}_pickup_point_id` : 'service_level_code'
  throw invalid(reason.endsWith('.') ? reason : `${reason}.`, [{ field, message: reason }])
}

/** Throws if an option is not offered to this account on this route (docs/domain/public-api.md#booking). */
export async function requireOptIns(
  ctx: Context,
  book: CompiledPriceBook,
  account: AccountFacts,
  sides: { collection: LocatedSide; delivery: LocatedSide },
  chosen: Pick<QuoteTerms, 'opt_in_rates' | 'opt_in_time_based_rates'>,
): Promise<void> {
  const fields = ['opt_in_rates', 'opt_in_time_based_rates'] as const
  if (fields.every((field) => !chosen[field]?.length)) return
  const offered = offeredOptIns(book, await priceRequest(ctx, book, account, sides, {}))
  for (const field of fields) {
    const ids = new Set(offered[field].map((one) => one.id))
    const missing = chosen[field]?.find((id) => !ids.has(id))
    if (missing !== undefined)
      throw invalid(
        `Option ${missing} is not offered for this shipment. Choose from the options of the route.`,
        [{ field, message: 'is not offered' }],
      )
  }
}

/** Returns the charge rows of an offer as stored, each with its explanation. */
export function chargesOf(offer: Offer): ChargeValues[] {
  const sentences = new Map(explainPrice(offer).map((reason) => [reason.label, reason.sentence]))
  return offer.rows.map((row) => ({
    rate_revision_id: row.rate_revision_id,
    name: row.name,
    type: row.type,
    type_id: row.type_id,
    value: row.value,
    vat: row.vat,
    vat_percentage: row.type === 'rate_formula' ? row.vat_percentage : null,
    vat_type: row.vat_type,
    explanation: row.type === 'rate_formula' ? '' : (sentences.get(row.name || 'Base charge') ?? ''),
    is_opt_in: row.is_opt_in,
    is_custom_charge: row.is_custom_charge,
    is_quantity_based_charge: row.is_quantity_based_charge,
    quantity: row.quantity,
    metadata: row.metadata,
  }))
}
