import type { Cents } from '@waybill/domain/kit/money'
import { Problem } from '@waybill/domain/kit/problem'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import type { Offer } from '@waybill/domain/rates/pricing/offer'
import type { ShipmentPatch } from '@waybill/domain/shipments/model'
import { requested_times } from '@waybill/domain/rates/pricing/price-request'
import { notPast } from '@waybill/domain/shipments/booking/requested-dates'
import { mayRerate } from '@waybill/domain/rates/pricing/re-rating'
import { empty_address } from '@waybill/domain/accounts/address'
import { getAccount, readAddresses } from '../../accounts/index.ts'
import { bookInForce, bookOf, factsOf } from '../../rates/index.ts'
import type { Context } from '../../kit/handler.ts'
import {
  requireOptIns,
  offerFor,
  pickupPointOf,
  ratedParcel,
  requestedTimesOf,
  sideOf,
} from './price-shipment.ts'
import { readCharges, readParcels, type ChargeRowStored, type ParcelRow, type ShipmentRow } from '../store.ts'

/** Changes a stored parcel for pricing only. */
export type AdjustParcel = (parcel: ParcelRow) => ParcelRow

/**
 * Whether a shipment is still priced again: not when new charges are switched off, and not once it is cancelled or
 * invoiced.
 */
export function isPricedAgain(row: ShipmentRow): boolean {
  const about = { disable_new_charges: row.disable_new_charges, is_invoiced: row.has_been_invoiced }
  return row.status !== 'cancelled' && mayRerate(about) === true
}

/** Returns what a stored shipment is priced by: account, sides, parcels and options. */
async function storedJob(ctx: Context, row: ShipmentRow, adjusted: AdjustParcel = (parcel) => parcel) {
  const account = await getAccount(ctx, row.account_id)
  const addresses = await readAddresses(ctx, [row.collection_address_id, row.delivery_address_id])
  const parcels = (await readParcels(ctx, [row.id]))
    .filter((parcel) => parcel.status !== 'cancelled')
    .map(adjusted)
  const side = (name: 'collection' | 'delivery') => {
    const address = addresses.get(row[`${name}_address_id`]) ?? empty_address
    return sideOf(address, pickupPointOf(row, name, address))
  }
  return {
    facts: { ...factsOf(account), blocked_reason: null },
    sides: { collection: side('collection'), delivery: side('delivery') },
    terms: {
      parcels: parcels.map(ratedParcel),
      declared_value: row.declared_value,
      opt_in_rates: row.opt_in_rates,
      opt_in_time_based_rates: row.opt_in_time_based_rates,
      pod_method: row.pod_method,
      tags: row.tags,
    },
  }
}

/**
 * Returns the dates of a shipment's service if it starts on `start`, with delivery not before `earliest` (both
 * `YYYY-MM-DD`). Throws a 400 if the service is not available.
 */
export async function datesFrom(
  ctx: Context,
  row: ShipmentRow,
  start: string,
  earliest: string,
): Promise<Offer['dates']> {
  const { facts, sides, terms } = await storedJob(ctx, row)
  const atStart = { ...ctx, now: startOfDay(start) }
  const { dates } = await offerFor(atStart, await bookOf(ctx, row.rate_revision_id), facts, sides, {
    ...terms,
    service_level_id: row.service_level_id,
    delivery_min_date: earliest,
  })
  return dates
}

/**
 * Returns what a shipment would cost now: its offer, and the total with custom charges. Throws a 400 if nothing
 * prices it.
 */
export async function priceAgain(
  ctx: Context,
  row: ShipmentRow,
  input: Partial<ShipmentPatch>,
  { afresh = false, adjusted }: { afresh?: boolean; adjusted?: AdjustParcel } = {},
): Promise<{ offer: Offer; rate: Cents }> {
  const { facts, sides, terms } = await storedJob(ctx, row, adjusted)
  const book = afresh ? await bookInForce(ctx) : await bookOf(ctx, row.rate_revision_id)
  const asBooked = afresh ? ctx : { ...ctx, now: row.time_created }
  await requireOptIns(asBooked, book, facts, sides, input)
  const charges = await readCharges(ctx, [row.id])
  const wantsLevel = input.service_level_id !== undefined || input.service_level_code !== undefined
  const offer = await offerFor(asBooked, book, facts, sides, {
    ...terms,
    ...timesFor(ctx, charges, input, afresh),
    ...(wantsLevel
      ? { service_level_id: input.service_level_id, service_level_code: input.service_level_code }
      : { service_level_id: row.service_level_id }),
  })
  const custom = charges
    .filter((charge) => charge.is_custom_charge)
    .reduce((sum, charge) => sum + charge.value, 0)
  return { offer, rate: offer.rate + custom }
}

/** Returns the change that gives one parcel other measures and prices it by them. */
export function withMeasures(measured: Partial<ParcelRow>): AdjustParcel {
  return (parcel) => (parcel.id === measured.id ? { ...parcel, ...measured, rated_measures: null } : parcel)
}

/**
 * Returns what a locked shipment would cost with changed measures of one parcel. Nothing is stored. Returns the
 * current rate if it may not be priced again, or the reason if no price is found.
 */
export async function priceWith(
  ctx: Context,
  row: ShipmentRow,
  measured: Partial<ParcelRow>,
): Promise<{ rate: Cents | null } | { why: string }> {
  if (!isPricedAgain(row)) return { rate: row.rate }
  try {
    return { rate: (await priceAgain(ctx, row, {}, { adjusted: withMeasures(measured) })).rate }
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'invalid') throw error
    return { why: error.message }
  }
}

/**
 * Returns the dates and hours to price by: those of the change, otherwise those requested before. With `afresh`, the
 * delivery date requested before is used, or today if it has passed.
 */
function timesFor(
  ctx: Context,
  charges: readonly ChargeRowStored[],
  input: Partial<ShipmentPatch>,
  afresh: boolean,
): ReturnType<typeof requestedTimesOf> {
  const before = requestedTimesOf(charges)
  const times = Object.fromEntries(requested_times.map((field) => [field, input[field] ?? before[field]]))
  return afresh ? { ...times, delivery_min_date: notPast(before.delivery_min_date, ctx.now) } : times
}
