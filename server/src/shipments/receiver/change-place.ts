import { addressLine, empty_address } from '@waybill/domain/accounts/address'
import type { Cents } from '@waybill/domain/kit/money'
import { invalid } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { PickupPoint } from '@waybill/domain/pickup-points/model'
import { deliversTo, serviceNamed } from '@waybill/domain/rates/pricing/availability'
import { noPlaceReason } from '@waybill/domain/rates/pricing/point-offers'
import type { ShipmentPatch } from '@waybill/domain/shipments/booking/shipment-input'
import { mayChangePlace, mayCost, offered_points } from '@waybill/domain/shipments/receiver/new-place'
import { self_service_change_address, self_service_change_locker } from '@waybill/domain/shipments/settings'
import { readAddresses } from '../../accounts/index.ts'
import type { BaseContext, ExternalContext } from '../../kit/handler.ts'
import { findPointChoices } from '../../pickup-points/index.ts'
import { bookInForce } from '../../rates/index.ts'
import { changeIf } from '../change-shipment.ts'
import { readParcels, type ShipmentRow } from '../store.ts'
import { readReceiverChoices } from './self-service.ts'

/** The place that a receiver chooses instead: a pickup point, or an address. */
export type NewPlace =
  | { point_id: string; network: string }
  | { street_address: string; local_area: string; city: string; code: string }

/** Which other places a receiver may choose. */
export interface OtherPlaces {
  points: readonly Pick<
    PickupPoint,
    'pickup_point_id' | 'pickup_point_provider' | 'name' | 'address' | 'trading_hours'
  >[]
  may_change_address: boolean
}

/** What another place means: where it is, and the change of the price in cents, never above zero. */
export interface PlaceOffer {
  words: string
  difference: Cents
}

function mayChoose(reader: BaseContext, row: ShipmentRow, kind: 'point' | 'address') {
  return mayChangePlace({
    status: row.status,
    is_to_point: row.delivery_pickup_point_id !== null,
    is_on: reader.setting(kind === 'point' ? self_service_change_locker : self_service_change_address),
  })
}

/** Returns the pickup points near the address that take the parcels, and whether another address may be given. */
export async function readOtherPlaces(ctx: ExternalContext, reference: string): Promise<OtherPlaces> {
  const { choices, parcels, service } = await ctx.inTransaction(async (inner) => {
    const known = await readReceiverChoices(inner, reference)
    const { services } = await bookInForce(inner)
    return {
      choices: known,
      parcels: await readParcels(inner, [known.row.id]),
      service: serviceNamed(services, { service_level_code: known.row.service_level_code }),
    }
  })
  const { row, address } = choices
  const mayChangeAddress = mayChoose(ctx, row, 'address') === true
  if (mayChoose(ctx, row, 'point') !== true || address.lat === null || address.lng === null)
    return { points: [], may_change_address: mayChangeAddress }
  const near = await findPointChoices(ctx, { lat: address.lat, lng: address.lng, limit: offered_points * 2 })
  const sent = parcels.filter(({ status }) => status !== 'cancelled')
  const points = near.choices
    .map(({ point }) => point)
    .filter(
      (point) =>
        !point.is_hidden &&
        service !== undefined &&
        deliversTo(service, point.type) &&
        noPlaceReason(point, sent) === null,
    )
  return { points: points.slice(0, offered_points), may_change_address: mayChangeAddress }
}

/**
 * Sends a parcel to another place, or with `isTrial` only says what that means. Rejected when the place costs more than
 * the booking, because the sender pays: then the receiver reads whom to ask.
 */
export async function changePlace(
  ctx: ExternalContext,
  reference: string,
  place: NewPlace,
  isTrial: boolean,
): Promise<PlaceOffer> {
  const { row, sender } = await ctx.inTransaction(async (inner) => {
    const known = await readReceiverChoices(inner, reference)
    const from = await readAddresses(inner, [known.row.collection_address_id])
    return { row: known.row, sender: from.get(known.row.collection_address_id) }
  })
  ensure(mayChoose(ctx, row, 'point_id' in place ? 'point' : 'address'))
  if ('point_id' in place) await requireOffered(ctx, reference, place)
  const payer =
    (row.collection_pickup_point_id === null && sender?.company) ||
    row.collection_contact.name ||
    'the sender'
  const { after, difference } = await changeIf(
    ctx,
    { id: row.id, version: row.version, ...fieldsOf(place) },
    (tried) => mayCost(tried.difference, payer),
    isTrial,
  )
  return { words: addressLine(after.delivery_address), difference }
}

/** Rejects a pickup point that the page does not offer, such as one that is hidden or full. */
async function requireOffered(
  ctx: ExternalContext,
  reference: string,
  { point_id, network }: { point_id: string; network: string },
): Promise<void> {
  const { points } = await readOtherPlaces(ctx, reference)
  const isOffered = points.some(
    (point) => point.pickup_point_id === point_id && point.pickup_point_provider === network,
  )
  if (!isOffered)
    throw invalid('This pickup point can no longer be chosen. Choose one of those below.', [
      { field: 'point', message: 'is not one of the points offered' },
    ])
}

function fieldsOf(place: NewPlace): ShipmentPatch {
  if ('point_id' in place)
    return { delivery_pickup_point_id: place.point_id, delivery_pickup_point_provider: place.network }
  const { street_address, local_area, city, code } = place
  if (street_address === '' || city === '')
    throw invalid('Enter street and number, and the city.', [
      { field: 'street_address', message: 'Enter street and number, and the city.' },
    ])
  return { delivery_address: { ...empty_address, street_address, local_area, city, code } }
}
