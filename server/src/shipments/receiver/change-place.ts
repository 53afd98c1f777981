import { addressLine, empty_address } from '@waybill/domain/accounts/address'
import { formatRand, max_at_once, type Cents } from '@waybill/domain/kit/money'
import { invalid, isTransient, Problem, wrongState } from '@waybill/domain/kit/problem'
import { ensure, type RuleResult } from '@waybill/domain/kit/rule-result'
import type { PickupPoint } from '@waybill/domain/pickup-points/model'
import { deliversTo, serviceNamed } from '@waybill/domain/rates/pricing/availability'
import { noPlaceReason } from '@waybill/domain/rates/pricing/point-offers'
import type { ShipmentPatch } from '@waybill/domain/shipments/booking/shipment-input'
import {
  isPaidExactly,
  mayChangePlace,
  mayCost,
  offered_points,
  type NewPlace,
} from '@waybill/domain/shipments/receiver/new-place'
import type { EventCode } from '@waybill/domain/shipments/statuses/tracking-event'
import { readAddresses } from '../../accounts/index.ts'
import type { Context, ExternalContext } from '../../kit/handler.ts'
import { findPointChoices } from '../../pickup-points/index.ts'
import { bookInForce } from '../../rates/index.ts'
import { changeIf, type TriedChange } from '../change-shipment.ts'
import { insertEvents, lockShipment, type ShipmentRow } from '../store.ts'
import { expireOffers, insertPlaceChange, lockPlaceChange, updatePlaceChange } from './place-change-store.ts'
import { receiver_source } from './receiver-source.ts'
import { readReceiverChoices } from './self-service.ts'

/** Which other places a receiver may choose. */
export interface OtherPlaces {
  points: readonly Pick<
    PickupPoint,
    'pickup_point_id' | 'pickup_point_provider' | 'name' | 'address' | 'trading_hours'
  >[]
  may_change_address: boolean
}

/** What another place means: where it is, and the change of the price in cents. */
export interface PlaceOffer {
  words: string
  difference: Cents
}

/** What the receiver does with another place: reads its price, chooses it, or chooses to pay what it costs more. */
export type PlaceStep = 'price' | 'choose' | 'pay'

/** Returns the pickup points near the address that take the parcels, and whether another address may be given. */
export async function readOtherPlaces(ctx: ExternalContext, reference: string): Promise<OtherPlaces> {
  const { choices, service } = await ctx.inTransaction(async (inner) => {
    const known = await readReceiverChoices(inner, reference)
    const { services } = await bookInForce(inner)
    return {
      choices: known,
      service: serviceNamed(services, { service_level_code: known.row.service_level_code }),
    }
  })
  const { address } = choices
  const mayChangeAddress = choices.may_change_address === true
  if (choices.may_choose_point !== true || address.lat === null || address.lng === null)
    return { points: [], may_change_address: mayChangeAddress }
  const near = await findPointChoices(ctx, { lat: address.lat, lng: address.lng, limit: offered_points * 2 })
  const sent = choices.parcels.filter(({ status }) => status !== 'cancelled')
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
 * Reads what another place means, sends the parcel there, or stores that the receiver pays for it. A place that costs
 * more than the booking is rejected unless the receiver `canPay`, because the sender pays: then the receiver reads whom
 * to ask. Returns the last part of the link for paying, if there is something to pay.
 */
export async function changePlace(
  ctx: ExternalContext,
  reference: string,
  place: NewPlace,
  { step, canPay }: { step: PlaceStep; canPay: boolean },
): Promise<PlaceOffer & { payment_reference: string | null }> {
  const { row, may_choose_point, may_change_address, payer } = await ctx.inTransaction(async (inner) => {
    const known = await readReceiverChoices(inner, reference)
    return { ...known, payer: await payerOf(inner, known.row) }
  })
  ensure('point_id' in place ? may_choose_point : may_change_address)
  if ('point_id' in place) await requireOffered(ctx, reference, place)
  const payable = canPay && step !== 'choose' ? max_at_once : 0
  const { after, difference } = await changeIf(
    ctx,
    { id: row.id, version: row.version, ...fieldsOf(place) },
    async (inner, tried) => {
      ensure(stillMayChange(tried))
      ensure(mayCost(tried.difference, payable, payer))
      if (step === 'choose') await expireOffers(inner, row.id)
    },
    step !== 'choose',
  )
  const words = addressLine(after.delivery_address)
  if (step !== 'pay' || difference <= 0) return { words, difference, payment_reference: null }
  const change = { shipment_id: row.id, place, words, difference }
  return {
    words,
    difference,
    payment_reference: await ctx.answer(async (inner) => {
      await lockShipment(inner, row.id)
      await expireOffers(inner, row.id)
      return insertPlaceChange(inner, change)
    }),
  }
}

/** Checks a change of the place on the locked shipment, as it was before. */
function stillMayChange({ before }: TriedChange): RuleResult {
  return mayChangePlace({
    ...before,
    parcel_statuses: before.parcels.map(({ status }) => status),
    is_to_point: Boolean(before.delivery_pickup_point_id),
    is_on: true,
  })
}

/** Returns who pays for a delivery: the company or the name of its sender. */
async function payerOf(ctx: Context, row: ShipmentRow): Promise<string> {
  const sender = (await readAddresses(ctx, [row.collection_address_id])).get(row.collection_address_id)
  return (
    (row.collection_pickup_point_id === null && sender?.company) ||
    row.collection_contact.name ||
    'the sender'
  )
}

/**
 * Sends a parcel to a place that its receiver paid for, once, if it still may go there and costs what was paid.
 * Otherwise it stays as it was, and `onRefused` runs in the transaction that stores why.
 */
export async function applyPaidPlace(
  ctx: ExternalContext,
  id: number,
  payment: string,
  onRefused: (ctx: Context) => Promise<void>,
): Promise<void> {
  const { shipment_id, place } = await ctx.inTransaction((inner) => lockPlaceChange(inner, id))
  try {
    await changeIf(
      ctx,
      { id: shipment_id, ...fieldsOf(place) },
      async (inner, tried) => {
        const change = await lockPlaceChange(inner, id)
        if (change.state !== 'paid') throw wrongState('This change was already made.')
        ensure(stillMayChange(tried))
        ensure(isPaidExactly(tried.difference, change.difference))
        await expireOffers(inner, shipment_id)
        await updatePlaceChange(inner, id, { state: 'applied' })
        await insertEvents(inner, shipment_id, [
          {
            date: inner.now,
            status: 'booking-changed' satisfies EventCode,
            message: '',
            internal_message: `The receiver paid ${formatRand(change.difference)} for another place, ${payment}.`,
            source: receiver_source,
            is_public: false,
          },
        ])
      },
      false,
    )
  } catch (error) {
    // The job is repeated after a fault that passes.
    if (!(error instanceof Problem) || isTransient(error)) throw error
    await ctx.inTransaction(async (inner) => {
      await lockShipment(inner, shipment_id)
      const { state } = await lockPlaceChange(inner, id)
      if (state !== 'paid') return
      await updatePlaceChange(inner, id, { state: 'refused', reason: error.message })
      await onRefused(inner)
    })
  }
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
