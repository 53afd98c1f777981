import type { AddressParts } from '@waybill/domain/accounts/address'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { hour_ms } from '@waybill/domain/kit/dates/durations'
import { invalid, wrongState } from '@waybill/domain/kit/problem'
import { parcelReference, reference_alphabet } from '@waybill/domain/shipments/labels/references'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { saveAddresses } from '../accounts/index.ts'
import type { Context } from '../kit/handler.ts'
import { bookInForce } from '../rates/index.ts'
import { searchText } from './lists/search-text.ts'
import { takeReferences } from './rename-shipment.ts'
import {
  deleteShipment,
  hasOtherEvents,
  insertEvents,
  insertShipment,
  lockShipment,
  type ShipmentValues,
} from './store.ts'

/** The source of the events of shipments that were taken over from another system. */
const old_source = 'move-in'
/** The hour of the events of which only the day is known. */
const noon_ms = 12 * hour_ms

/** A shipment of another system that is over. */
export interface OldShipment {
  account_id: number
  waybill: string
  status: Extract<ShipmentStatus, 'delivered' | 'returned-to-sender' | 'cancelled'>
  /** `YYYY-MM-DD`. */
  date: string
  /** `YYYY-MM-DD`. */
  ended: string
  customer_reference: string
  /** The code in the other system; `''` when it is not known. */
  service_level: string
  collection: { contact: string; address: AddressParts }
  delivery: { contact: string; address: AddressParts }
  parcel_count: number
  /** In kg, of all parcels together. */
  weight: number
  signed_by: string
}

/**
 * Stores a shipment of another system, without charges, so that it can be found and tracked. Nobody is notified.
 * Returns its id.
 */
export async function storeOldShipment(ctx: Context, old: OldShipment): Promise<number> {
  const waybill = old.waybill.toUpperCase()
  await takeReferences(ctx, old.account_id, [waybill])
  const places = [old.collection.address, old.delivery.address]
  const [collectionId = 0, deliveryId = 0] = await saveAddresses(ctx, places)
  const values = await valuesOf(ctx, old, waybill, collectionId, deliveryId)
  const parcels = Array.from({ length: old.parcel_count }, (_, index) => ({
    number: index + 1,
    status: old.status,
    tracking_reference: parcelReference(waybill, index + 1),
    alternative_tracking_reference: null,
    parcel_description: '',
    packaging: 'Custom parcel',
    item_count: null,
    submitted_length_cm: 0,
    submitted_width_cm: 0,
    submitted_height_cm: 0,
    submitted_weight_kg: Math.round((old.weight / old.parcel_count) * 100) / 100,
    time_created: ctx.now,
    time_modified: ctx.now,
  }))
  const sides = [old.collection, old.delivery].map(({ contact, address }) => ({
    contact: contactOf(contact),
    place: address,
  }))
  const stored = await insertShipment(ctx, values, parcels, searchText(values, sides))
  if (!stored)
    throw invalid(`The reference ${waybill} is already used.`, [
      { field: 'waybill', message: 'is already used' },
    ])
  const { id } = stored.row
  const event = { source: old_source, is_public: true }
  await insertEvents(ctx, id, [
    { ...event, date: atNoon(old.date), status: 'submitted' },
    {
      ...event,
      date: endOf(old),
      status: old.status,
      message: old.status === 'delivered' && old.signed_by ? `Received by ${old.signed_by}.` : '',
    },
  ])
  return id
}

const atNoon = (day: string): Date => new Date(startOfDay(day).getTime() + noon_ms)

/** A shipment that ended on its first day ends after it was booked. */
const endOf = ({ date, ended }: OldShipment): Date =>
  new Date(atNoon(ended).getTime() + (date === ended ? hour_ms : 0))

const contactOf = (name: string) => ({ name, mobile_number: '', email: '' })

async function valuesOf(
  ctx: Context,
  old: OldShipment,
  waybill: string,
  collectionId: number,
  deliveryId: number,
): Promise<ShipmentValues> {
  const { book } = await bookInForce(ctx)
  const level = book.service_levels.find(({ code }) => code.toLowerCase() === old.service_level.toLowerCase())
  const code = level?.code ?? (old.service_level || 'OLD')
  const name = level?.name ?? code
  const [booked, ended] = [atNoon(old.date), endOf(old)]
  const isCollected = old.status !== 'cancelled'
  return {
    account_id: old.account_id,
    status: old.status,
    short_tracking_reference: ctx.random(reference_alphabet, 7),
    custom_tracking_reference: waybill,
    customer_reference: old.customer_reference || null,
    source: 'import',
    mute_notifications: true,
    disable_new_charges: true,
    service_level_id: level?.id ?? 0,
    service_level_code: code,
    service_level_name: name,
    original_service_level_code: code,
    original_service_level_name: name,
    rate_revision_id: book.rate_revision_id,
    rate: 0,
    original_rate: 0,
    charged_weight: old.weight,
    actual_weight: old.weight,
    parcel_count: old.parcel_count,
    collection_min_date: old.date,
    collection_after: '08:00',
    collection_before: '17:00',
    delivery_min_date: dayOf(ended),
    delivery_after: '08:00',
    delivery_before: '17:00',
    submitted_date: booked,
    collected_date: isCollected ? booked : null,
    original_collected_date: isCollected ? booked : null,
    delivered_date: old.status === 'delivered' ? ended : null,
    latest_tracking_event_time: ended,
    collection_address_id: collectionId,
    collection_contact: JSON.stringify(contactOf(old.collection.contact)),
    delivery_address_id: deliveryId,
    delivery_contact: JSON.stringify(contactOf(old.delivery.contact)),
    created_by: ctx.actor.username,
    modified_by: ctx.actor.username,
    time_created: booked,
    time_modified: ctx.now,
  }
}

/** Removes a shipment of another system. Throws when something happened to it since; returns its addresses. */
export async function removeOldShipment(ctx: Context, id: number): Promise<number[]> {
  const { custom_tracking_reference, collection_address_id, delivery_address_id } = await lockShipment(
    ctx,
    id,
  )
  if (await hasOtherEvents(ctx, id, old_source))
    throw wrongState(
      `${custom_tracking_reference} has tracking events since it was loaded. It can no longer be removed.`,
    )
  await deleteShipment(ctx, id)
  return [collection_address_id, delivery_address_id]
}
