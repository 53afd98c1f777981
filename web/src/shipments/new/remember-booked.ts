import type { Shipment } from '@waybill/domain/shipments/model'
import type { z } from 'zod'
import type { Booking } from './booking.ts'

/**
 * The data about a booking that this tab stores for the success page: enough to print as a guest and to describe the
 * booking.
 */
export interface Booked {
  id: number
  tracking_reference: string
  status: string
  /** The reference by which a guest pays for the shipment. */
  payment_reference: string
  collection_email: string
  collection_contact_number: string
  delivery_name: string
  delivery_place: string
  service_level_name: string
  /** The pickup point where the sender drops the parcel off; `null` when a driver collects it. */
  dropoff_point: { id: string; network: string } | null
}

type BookedShipment = z.output<typeof Shipment>

/** Returns the pickup point where the sender of a shipment drops the parcel off; `null` when a driver collects it. */
export function dropOffPoint({
  collection_pickup_point_id: id,
  collection_pickup_point_provider: network,
}: Pick<
  BookedShipment,
  'collection_pickup_point_id' | 'collection_pickup_point_provider'
>): Booked['dropoff_point'] {
  return id ? { id, network: network ?? '' } : null
}

/** Stores a booking for its success page. */
export function rememberBooked(shipment: BookedShipment, booking: Booking): void {
  const booked: Booked = {
    id: shipment.id,
    tracking_reference: shipment.tracking_reference,
    status: shipment.status,
    payment_reference: shipment.payment_reference,
    collection_email: booking.collection_contact.email.trim(),
    collection_contact_number: booking.collection_contact.mobile_number.trim(),
    delivery_name: booking.delivery_contact.name.trim(),
    delivery_place: [shipment.delivery_address.local_area, shipment.delivery_address.city]
      .filter(Boolean)
      .join(', '),
    service_level_name: shipment.service_level_name,
    dropoff_point: dropOffPoint(shipment),
  }
  sessionStorage.setItem(keyOf(shipment.id), JSON.stringify(booked))
}

/** Returns the booking stored in this tab; `null` in another tab or after sign-out. */
export function readBooked(id: number): Booked | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null') as Booked | null
  } catch {
    return null
  }
}

/**
 * Returns the address of the success page of a shipment; `str` is its tracking reference. For guests it includes the
 * payment reference, so that they can pay and print from any tab or phone.
 */
export function successAddress(
  { id, tracking_reference, payment_reference }: BookedShipment,
  isGuest: boolean,
): string {
  const named = { str: tracking_reference, id: String(id) }
  const values = isGuest ? { ...named, key: payment_reference } : named
  return `/shipments/success?${new URLSearchParams(values).toString()}`
}

function keyOf(id: number): string {
  return `booked:${id}`
}
