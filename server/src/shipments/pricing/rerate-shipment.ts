import { system_username } from '@waybill/domain/kit/actor'
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
import { changeRate, type NewPrice } from './change-rate.ts'
import {
  chargesOf,
  requireOptIns,
  offerFor,
  pickupPointOf,
  ratedParcel,
  requestedTimesOf,
  sideOf,
} from './price-shipment.ts'
import {
  closeCharges,
  insertCharges,
  lockShipment,
  readCharges,
  readParcels,
  updateShipment,
  type ChargeRowStored,
  type ParcelRow,
  type ShipmentRow,
} from '../store.ts'

/**
 * Prices a shipment again with the revision it was priced with, or with the one in force if `afresh`. Closes the old
 * charge rows, publishes the change for the ledger, and adds an event for the price change unless the caller records
 * it (docs/domain/rating.md#pricing-again). Does nothing if new charges are switched off, the shipment is cancelled or
 * it has been invoiced. If the total stays the same, at most weights and service level are updated. Returns the old
 * and new price, `null` if it stays.
 */
export async function rerateShipment(
  ctx: Context,
  id: number,
  input: Partial<ShipmentPatch>,
  reason: string,
  { afresh = false, isRecorded = false }: { afresh?: boolean; isRecorded?: boolean } = {},
): Promise<NewPrice | null> {
  const row = await lockShipment(ctx, id)
  if (
    mayRerate({ disable_new_charges: row.disable_new_charges, is_invoiced: row.has_been_invoiced }) !== true
  )
    return null
  if (row.status === 'cancelled') return null
  const { offer, rate } = await priceAgain(ctx, row, input, afresh)
  const weights = {
    charged_weight: offer.charged_weight,
    actual_weight: offer.actual_weight,
    volumetric_weight: offer.volumetric_weight,
  }
  const level = {
    service_level_id: offer.service_level.id,
    service_level_code: offer.service_level.code,
    service_level_name: offer.service_level.name,
    rate_revision_id: offer.rate_revision_id,
  }
  if (rate === row.rate) {
    if (weights.charged_weight !== row.charged_weight || level.service_level_id !== row.service_level_id)
      await updateShipment(ctx, id, { ...weights, ...level })
    return null
  }
  await closeCharges(ctx, id)
  await insertCharges(ctx, id, chargesOf(offer))
  await changeRate(ctx, row, rate, {
    reason,
    source: system_username,
    changes: { ...weights, ...level },
    isRecorded,
  })
  return { from: row.rate, to: rate }
}

/** Returns what a stored shipment is priced by: account, sides, parcels and options. */
async function storedJob(ctx: Context, row: ShipmentRow, measured: Partial<ParcelRow> = {}) {
  const account = await getAccount(ctx, row.account_id)
  const addresses = await readAddresses(ctx, [row.collection_address_id, row.delivery_address_id])
  const parcels = (await readParcels(ctx, [row.id]))
    .filter((parcel) => parcel.status !== 'cancelled')
    .map((parcel) => (parcel.id === measured.id ? { ...parcel, ...measured } : parcel))
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
async function priceAgain(
  ctx: Context,
  row: ShipmentRow,
  input: Partial<ShipmentPatch>,
  afresh: boolean,
  measured: Partial<ParcelRow> = {},
): Promise<{ offer: Offer; rate: Cents }> {
  const { facts, sides, terms } = await storedJob(ctx, row, measured)
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

/**
 * Returns what a locked shipment would cost with changed measures of one parcel. Nothing is stored. Returns the
 * current rate if it may not be priced again, or the reason if no price is found.
 */
export async function priceWith(
  ctx: Context,
  row: ShipmentRow,
  measured: Partial<ParcelRow>,
): Promise<{ rate: Cents | null } | { why: string }> {
  const may = mayRerate({ disable_new_charges: row.disable_new_charges, is_invoiced: row.has_been_invoiced })
  if (may !== true || row.status === 'cancelled') return { rate: row.rate }
  try {
    return { rate: (await priceAgain(ctx, row, {}, false, measured)).rate }
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
