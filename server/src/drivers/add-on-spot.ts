import { isOpenRequest, requestStatusLabel } from '@waybill/domain/collections/status'
import type { ContactInput } from '@waybill/domain/accounts/contact'
import type { AddedParcel, DriverAction } from '@waybill/domain/drivers/api'
import { isDriver } from '@waybill/domain/kit/actor'
import { invalid, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { mayChange } from '@waybill/domain/shipments/booking/editable-fields'
import { statusLabel, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { getAccount, readAddresses } from '../accounts/index.ts'
import { lockRequest, requestName } from '../collections/index.ts'
import type { Context, ExternalContext } from '../kit/handler.ts'
import { bookInForce } from '../rates/index.ts'
import {
  bookShipment,
  changeParcelsOf,
  enterStatus,
  findPlace,
  lockShipment,
  readParcels,
  rerateShipment,
  type FoundPlace,
  type ShipmentRow,
} from '../shipments/index.ts'
import { checkAbility } from './action-rules.ts'
import { happenedAt } from './happened-at.ts'
import { unrestricted } from '../kit/unrestricted.ts'

/** Shipment statuses in which the driver is, or has just been, at the collection with the goods. */
const at_the_collection: readonly ShipmentStatus[] = [
  'collection-assigned',
  'collection-failed-attempt',
  'collection-exception',
  'collected',
]

const on_the_spot = 'Added on the spot'

function parcelsOf(action: DriverAction): AddedParcel[] {
  const parcels = action.payload?.parcels ?? []
  if (parcels.length === 0)
    throw invalid(codedText('parcel_needed'), [{ field: 'parcels', message: 'is required' }])
  return parcels
}

/**
 * Adds parcels to a locked shipment at its collection. They are marked as collected at once, and the shipment is
 * priced again (SET-047, docs/domain/routing-and-drivers.md#what-drivers-report).
 */
export async function addParcels(ctx: Context, row: ShipmentRow, action: DriverAction): Promise<void> {
  ensure(checkAbility(ctx, 'add-parcel'))
  rejectForeign(ctx, row.collection_agent_id)
  const status = row.status
  if (!at_the_collection.includes(status))
    throw wrongState(
      codedText('add_only_at_collection', {
        name: row.custom_tracking_reference ?? row.short_tracking_reference,
        status: statusLabel(status).toLowerCase(),
      }),
    )
  ensure(mayChange(ctx.actor, row, { parcels: parcelsOf(action) }, false))
  const known = new Set((await readParcels(ctx, [row.id])).map((parcel) => parcel.id))
  await changeParcelsOf(ctx, row, await getAccount(ctx, row.account_id), parcelsOf(action))
  const added = (await readParcels(ctx, [row.id])).filter((parcel) => !known.has(parcel.id))
  await enterStatus(ctx, await lockShipment(ctx, row.id), {
    to: 'collected',
    parcel_ids: added.map((parcel) => parcel.id),
    date: happenedAt(action, row.time_created, ctx.now),
    message: on_the_spot,
    lat: action.lat ?? null,
    lng: action.lng ?? null,
  })
  await rerateShipment(ctx, row.id, {}, added.length === 1 ? 'a parcel was added' : 'parcels were added')
}

function rejectForeign(ctx: Context, agent: string | null): void {
  if (isDriver(ctx.actor) && agent !== ctx.actor.username)
    throw wrongState(codedText('collection_reassigned'))
}

/**
 * Finds the delivery place of a shipment added on the spot, before the transaction starts; returns `null` for other
 * actions.
 */
export async function deliveryOf(ctx: ExternalContext, action: DriverAction): Promise<FoundPlace | null> {
  if (action.type !== 'add-shipment') return null
  const address = action.payload?.delivery_address
  if (!address)
    throw invalid(codedText('address_needed'), [{ field: 'delivery_address', message: 'is required' }])
  return findPlace(ctx, 'delivery', {
    address,
    pickup_point_id: undefined,
    pickup_point_provider: undefined,
  })
}

/** The locked stop where a driver adds a shipment: the collection of another shipment, or a collection request. */
interface Spot {
  account_id: number
  agent_id: string | null
  address_id: number
  contact: ContactInput
  service_level_code: string | null
  collection_request_id: number | null
  time_created: Date
}

/** Locks and returns the stop at which a shipment is added. Throws when nothing is collected there any more. */
export async function spotOf(ctx: Context, action: DriverAction): Promise<Spot> {
  if (action.collection_request_id !== undefined) {
    const row = await lockRequest(ctx, action.collection_request_id)
    const status = row.status
    if (!isOpenRequest(status) && status !== 'closed')
      throw wrongState(
        codedText('nothing_to_add_to', {
          name: requestName(row),
          status: requestStatusLabel(status).toLowerCase(),
        }),
      )
    return {
      account_id: row.account_id,
      agent_id: row.agent_id,
      address_id: row.address_id,
      contact: row.contact,
      service_level_code: null,
      collection_request_id: row.id,
      time_created: row.time_created,
    }
  }
  if (action.shipment_id === undefined)
    throw invalid(codedText('which_stop'), [{ field: 'shipment_id', message: 'is required' }])
  const row = await lockShipment(ctx, action.shipment_id)
  const status = row.status
  if (row.collection_pickup_point_id !== null || !at_the_collection.includes(status))
    throw wrongState(codedText('add_only_at_address'))
  return {
    account_id: row.account_id,
    agent_id: row.collection_agent_id,
    address_id: row.collection_address_id,
    contact: row.collection_contact,
    service_level_code: row.service_level_code,
    collection_request_id: null,
    time_created: row.time_created,
  }
}

/**
 * Books a shipment for the account of a stop, marks it as collected at once and returns its reference (SET-046,
 * docs/domain/routing-and-drivers.md#what-drivers-report). Price, funds and checks are the same as for every booking.
 */
export async function addShipment(
  ctx: Context,
  spot: Spot,
  action: DriverAction,
  delivery: FoundPlace,
): Promise<string> {
  ensure(checkAbility(ctx, 'add-shipment'))
  rejectForeign(ctx, spot.agent_id)
  const wide = unrestricted(ctx)
  const address = (await readAddresses(ctx, [spot.address_id])).get(spot.address_id)
  if (!address) throw new Error(`Address ${spot.address_id} is missing.`)
  const collection: FoundPlace = {
    address,
    pickup_point: null,
    pickup_point_id: null,
    pickup_point_provider: null,
  }
  const booked = await bookShipment(
    wide,
    {
      account_id: spot.account_id,
      collection_address: address,
      collection_contact: spot.contact,
      delivery_address: delivery.address,
      delivery_contact: action.payload?.delivery_contact,
      parcels: parcelsOf(action),
      service_level_code:
        action.payload?.service_level_code ?? spot.service_level_code ?? (await defaultLevel(ctx)),
    },
    { collection, delivery },
  )
  await enterStatus(ctx, await lockShipment(wide, booked.id), {
    to: 'collected',
    date: happenedAt(action, spot.time_created, ctx.now),
    message: on_the_spot,
    lat: action.lat ?? null,
    lng: action.lng ?? null,
    changes: {
      collection_agent_id: spot.agent_id,
      original_collection_agent_id: spot.agent_id,
      collection_request_id: spot.collection_request_id,
    },
  })
  return booked.custom_tracking_reference || booked.short_tracking_reference
}

/** Returns the first active service level, for stops without one. */
async function defaultLevel(ctx: Context): Promise<string | undefined> {
  const { book } = await bookInForce(ctx)
  return book.service_levels.find((level) => level.is_active)?.code
}
