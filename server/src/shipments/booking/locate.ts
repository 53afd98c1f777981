import type { NewShipment } from '@waybill/domain/shipments/model'
import type { Side } from '@waybill/domain/shipments/booking/shipment-checks'
import type { ExternalContext } from '../../kit/handler.ts'
import { correctedPin } from '../receiver/delivery-pin.ts'
import { findPlace, isGeocodable, type FoundPlace, type SentPlace } from '../find-place.ts'
import type { Places } from './draft.ts'

/**
 * Finds the collection and delivery places of a booking. Returns `null` if the input has too little to search with.
 * Calls the geocoder.
 */
export async function locate(ctx: ExternalContext, input: NewShipment): Promise<Places | null> {
  const collection = sentPlace(input, 'collection')
  const delivery = sentPlace(input, 'delivery')
  if (!isGeocodable(collection) || !isGeocodable(delivery)) return null
  return {
    collection: await findPlace(ctx, 'collection', collection),
    delivery: await findPlace(ctx, 'delivery', delivery, correctedPin(ctx, input)),
  }
}

/** Finds the place of one side of a booking; `null` if the input has too little to search with. Calls the geocoder. */
export async function locateSide(
  ctx: ExternalContext,
  input: NewShipment,
  side: Side,
): Promise<FoundPlace | null> {
  const sent = sentPlace(input, side)
  if (!isGeocodable(sent)) return null
  return findPlace(ctx, side, sent, side === 'delivery' ? correctedPin(ctx, input) : undefined)
}

function sentPlace(input: NewShipment, side: Side): SentPlace {
  return {
    address: input[`${side}_address`],
    pickup_point_id: input[`${side}_pickup_point_id`],
    pickup_point_provider: input[`${side}_pickup_point_provider`],
  }
}
