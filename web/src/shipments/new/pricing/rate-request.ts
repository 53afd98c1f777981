import type { AddressParts } from '@waybill/domain/accounts/address'
import type { OptInInput, RatesInput } from '@waybill/domain/rates/model'
import type { z } from 'zod'
import type { PointsRequest } from '../../../rates/index.ts'
import type { Booking, Side } from '../booking.ts'
import { toInput } from '../booking-input.ts'
import { isMeasured } from '../parcels/parcel-rows.ts'

export type RouteInput = z.output<typeof OptInInput>

/** Whether an address is sufficient for a price: it has a suburb, a city or coordinates. */
export function isLocated(address: AddressParts): boolean {
  return address.local_area !== '' || address.city !== '' || address.lat !== null
}

/** Returns the route as input of both rates requests; `null` while either end is incomplete. */
export function routeOf(booking: Booking): RouteInput | null {
  const isKnown =
    (booking.collection_pickup_point_id || isLocated(booking.collection_address)) &&
    (booking.delivery_pickup_point_id || isLocated(booking.delivery_address))
  return isKnown ? routeInput(booking) : null
}

/** Returns both ends as far as they are known. */
function routeInput(booking: Booking): RouteInput {
  const sent = toInput(booking)
  const addressOf = (side: Side) =>
    isLocated(booking[`${side}_address`]) ? sent[`${side}_address`] : undefined
  return {
    account_id: sent.account_id,
    collection_address: addressOf('collection'),
    collection_pickup_point_id: sent.collection_pickup_point_id,
    collection_pickup_point_provider: sent.collection_pickup_point_provider,
    delivery_address: addressOf('delivery'),
    delivery_pickup_point_id: sent.delivery_pickup_point_id,
    delivery_pickup_point_provider: sent.delivery_pickup_point_provider,
  }
}

/**
 * Returns the request for the points of one side, with everything of the booking that is known: the other end, and
 * the parcels once all are measured.
 */
export function pointsRequestOf(booking: Booking, side: Side): PointsRequest {
  const isMeasurable = booking.parcels.length > 0 && booking.parcels.every(isMeasured)
  const chosen = { ...booking, [`${side}_pickup_point_id`]: '' }
  const { parcels, ...terms } = termsOf(chosen)
  return {
    ...terms,
    ...routeInput(chosen),
    parcels: isMeasurable ? parcels : undefined,
    side,
  }
}

/**
 * Returns the input of the price request; `null` until both ends and the sizes and weight of every parcel are
 * complete.
 */
export function ratesInputOf(booking: Booking, explain: boolean): RatesInput | null {
  const route = routeOf(booking)
  if (!route || booking.parcels.length === 0 || !booking.parcels.every(isMeasured)) return null
  return { ...route, ...termsOf(booking), explain: explain || undefined }
}

/** Returns the inputs of a price other than the route. */
function termsOf(booking: Booking): Omit<RatesInput, keyof RouteInput | 'explain'> {
  const sent = toInput(booking)
  const parcels = (sent.parcels ?? []).map(({ packaging, ...sizes }) => ({
    packaging,
    submitted_length_cm: sizes.submitted_length_cm,
    submitted_width_cm: sizes.submitted_width_cm,
    submitted_height_cm: sizes.submitted_height_cm,
    submitted_weight_kg: sizes.submitted_weight_kg,
  }))
  return {
    parcels,
    pod_method: sent.pod_method,
    declared_value: sent.declared_value || undefined,
    opt_in_rates: sent.opt_in_rates,
    opt_in_time_based_rates: sent.opt_in_time_based_rates,
    collection_min_date: sent.collection_min_date,
    collection_after: sent.collection_after,
    collection_before: sent.collection_before,
    delivery_min_date: sent.delivery_min_date,
    delivery_after: sent.delivery_after,
    delivery_before: sent.delivery_before,
  }
}
