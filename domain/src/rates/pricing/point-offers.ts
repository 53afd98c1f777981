import { z } from 'zod'
import {
  bookableCompartments,
  largestFree,
  nothing_free,
  noFitOf,
  one_parcel_only,
  type Fitted,
} from '../../pickup-points/fit.ts'
import { PickupPoint } from '../../pickup-points/model.ts'
import { closedReason } from '../../pickup-points/point-state.ts'
import { maybe, num, rand, text } from '../../kit/calls/wire.ts'
import { paging } from '../../kit/lists/paging.ts'
import { RatesInput } from '../model.ts'

/**
 * The body of `POST /rates/pickup-points`: a quote of which one end is still to be chosen. Everything else may be
 * missing too; then only what is known is checked.
 */
export const PointOffersInput = RatesInput.omit({ explain: true }).extend({
  /** The end for which a point is chosen. Its address, if any, is the place to which the points are near. */
  side: z.enum(['collection', 'delivery']),
  /** Text of a place, or of the name or id of a point; it replaces the address. */
  search: maybe(text(255)),
  lat: maybe(num),
  lng: maybe(num),
  type: maybe(z.enum(['locker', 'counter'])),
  limit: paging.limit,
  offset: paging.offset,
})
export type PointOffersInput = z.output<typeof PointOffersInput>

/** A point with what decides whether it is chosen. */
export const PointOffer = PickupPoint.extend({
  /** Whether it is open now; `null` when its hours cannot be parsed. */
  is_open: z.boolean().nullable(),
  /** `closed`, `usual`, or hours such as `09:00-13:00`. */
  holiday_hours: z.string(),
  /** Why the point cannot be chosen for this shipment; `null` when it can. */
  reason: z.string().nullable(),
  /** The cheapest service level to or from the point; `null` until both ends and the parcels are known. */
  service_level: z.object({ code: z.string(), name: z.string() }).nullable(),
  /** Price of this service level; `null` also for callers who may not see prices. */
  rate: rand.nullable(),
})
export type PointOffer = z.output<typeof PointOffer>

/** The response of `POST /rates/pickup-points`: points that can be chosen come first, each group nearest first. */
export const PointOffersAnswer = z.object({ pickup_points: z.array(PointOffer), count: z.int() })
export type PointOffersAnswer = z.output<typeof PointOffersAnswer>

/** Returns why a point takes none of these parcels; `null` when it does. */
export function noPlaceReason(
  point: Pick<PickupPoint, 'status' | 'type' | 'pickup_point_provider' | 'compartments'>,
  parcels: readonly Fitted[],
): string | null {
  if (parcels.length > 1) return one_parcel_only
  const closed = closedReason(point)
  if (closed !== null) return closed
  const compartments = bookableCompartments(point)
  if (point.type === 'counter' || compartments.length === 0) return null
  if (!largestFree(compartments)) return nothing_free
  return parcels.map((parcel) => noFitOf(parcel, compartments)?.message).find(Boolean) ?? null
}
