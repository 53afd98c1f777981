import type { Shipment } from '@waybill/domain/shipments/model'
import type { z } from 'zod'
import type { Booking } from './booking.ts'

/** What the success page remembers of a booking in this tab: enough to print as a guest and to say what comes next. */
export interface Booked {
  id: number
  tracking_reference: string
  status: string
  /** What a guest shows to pay for it. */
  payment_reference: string
  collection_email: string
  collection_contact_number: string
  delivery_name: string
  delivery_place: string
  service_level_name: string
}

type BookedShipment = z.output<typeof Shipment>

/** Remembers a booking for its success page. */
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
  }
  sessionStorage.setItem(keyOf(shipment.id), JSON.stringify(booked))
}

/** What this tab remembers of a booking; `null` in another tab or after signing out. */
export function readBooked(id: number): Booked | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null') as Booked | null
  } catch {
    return null
  }
}

/**
 * The success page of a shipment: `str` is its tracking reference. Of a guest it carries what a guest pays and prints
 * with, so that the same address works in every tab and on every phone.
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
