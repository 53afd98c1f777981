import { empty_address, type AddressParts } from '@waybill/domain/accounts/address'
import { Problem, type FieldProblem } from '@waybill/domain/kit/problem'
import { sides, type Side } from '@waybill/domain/shipments/booking/shipment-checks'
import { findPickupPoint } from '../pickup-points/index.ts'
import { requireLocated, sideAtPoint, type CorrectedPosition, type LocatedSide } from '../rates/index.ts'
import type { ExternalContext } from '../kit/handler.ts'
import type { Point } from '../maps/index.ts'

/** The place of one side as sent in a booking or change. */
export interface SentPlace {
  address: AddressParts | undefined
  pickup_point_id: string | undefined
  pickup_point_provider: string | undefined
}

/**
 * A located side: its address with coordinates, and the pickup point if it is one. Price and route are by this address, as
 * in a quote.
 */
export interface FoundPlace extends LocatedSide {
  /** Where the receiver says that the address is. It is stored with the shipment, and changes no price. */
  corrected?: Point | null
  pickup_point_id: string | null
  pickup_point_provider: string | null
}

/**
 * Locates a side, before any transaction starts: a pickup point by its id (404 if it does not exist, is closed or is
 * hidden from the caller), an address with the geocoder. `correctedPosition` may know where its receiver says that it is.
 */
export async function findPlace(
  ctx: ExternalContext,
  side: Side,
  sent: SentPlace,
  correctedPosition?: CorrectedPosition,
): Promise<FoundPlace> {
  if (sent.pickup_point_id) {
    const point = await findPickupPoint(ctx, sent.pickup_point_id, sent.pickup_point_provider)
    if (!point) {
      const message = `We could not find pickup point ${sent.pickup_point_id} for the ${side}. Choose one of our locations.`
      throw new Problem('not_found', message, { fields: [{ field: `${side}_pickup_point_id`, message }] })
    }
    return {
      ...sideAtPoint(point),
      pickup_point_id: point.pickup_point_id,
      pickup_point_provider: point.pickup_point_provider,
    }
  }
  const field = `${side}_address`
  const found = await requireLocated(ctx, side, sent.address ?? empty_address, field, correctedPosition)
  return { ...found, pickup_point: null, pickup_point_id: null, pickup_point_provider: null }
}

/** The pickup points of a shipment before a change. */
type PointsBefore = Partial<Record<`${Side}_pickup_point_id`, string | null>>

/**
 * Returns a problem for each newly chosen pickup point that takes no parcels at the moment. A shipment keeps a point
 * that closes after it was booked.
 */
export function closedPoints(
  places: Partial<Record<Side, FoundPlace>>,
  before: PointsBefore = {},
): FieldProblem[] {
  return sides.flatMap((side) => {
    const { address, pickup_point, pickup_point_id } = places[side] ?? {}
    if (!pickup_point?.closed_reason || pickup_point_id === before[`${side}_pickup_point_id`]) return []
    const message = `${address?.company || 'This location'} cannot be chosen. ${pickup_point.closed_reason} Choose another location.`
    return [{ field: `${side}_pickup_point_id`, message }]
  })
}

/**
 * Returns a sent address with the place names that were found and only the sent coordinates, for the checks.
 * Coordinates that we found do not make an address complete.
 */
export function asSent(found: FoundPlace, sent: AddressParts): AddressParts {
  return { ...found.address, lat: sent.lat, lng: sent.lng }
}

/** Whether an address has enough parts to be located. The checks report what is missing. */
export function isGeocodable(sent: SentPlace): boolean {
  const { address } = sent
  if (sent.pickup_point_id) return true
  return Boolean(
    address &&
    (address.city || address.local_area || address.code || address.entered_address || address.lat !== null),
  )
}
