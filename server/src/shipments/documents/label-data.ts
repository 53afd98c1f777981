import { formatRand } from '@waybill/domain/kit/money'
import type { Brand } from '../../kit/documents/brand.ts'

/** One side of a shipment as printed. An unknown text is empty. */
export type LabelParty = {
  name: string
  company: string
  /** Street, suburb, and city with postal code: one line each, most detailed first. */
  address_lines: readonly string[]
  phone: string
}

/** One parcel, number `n` of `of`, with its own reference and weight in kg. */
export type LabelParcel = {
  tracking_reference: string
  n: number
  of: number
  weight_kg: number
  description: string
}

/** Shipment data for stickers, waybills and ZPL. It contains only data that the viewer may see. */
export type LabelShipment = {
  /** The courier company's title and label logo. */
  brand: Brand
  /** Start of the public tracking URL, such as `https://…/track?ref=`. The reference is appended. */
  tracking_url: string
  /** The displayed reference: the custom one if it exists, otherwise the short one. */
  tracking_reference: string
  short_tracking_reference: string
  date: Date
  service_level_code: string
  service_level_name: string
  /** Routing number of the delivery driver zone; '' while the shipment is not routed. */
  routing_number: string
  collection_branch_code: string
  delivery_branch_code: string
  collection: LabelParty
  delivery: LabelParty
  /** Whether to hide the last four digits of the receiver's phone number (locker labels). */
  is_locker_delivery: boolean
  account_name: string
  customer_reference: string
  /** Cents that the receiver pays at the delivery; 0 when nothing is to be paid. */
  cod_amount: number
  /** Whether the driver must bring back a signed or stamped document. */
  is_pod_required: boolean
  is_return: boolean
  collection_instructions: string
  delivery_instructions: string
  /** Terms of carriage as plain text, printed small on the waybill; '' if there are none. */
  terms: string
  parcels: readonly LabelParcel[]
}

/**
 * Returns the tracking URL in the QR code. In a `?ref=` URL, the '/' of a parcel reference is not escaped. In a path
 * it is escaped, so that the last path segment is the whole reference for a scanner.
 */
export function trackingLink(trackingUrl: string, reference: string): string {
  const escaped = encodeURIComponent(reference)
  return trackingUrl + (trackingUrl.includes('?') ? escaped.replaceAll('%2F', '/') : escaped)
}

/** Returns the receiver's phone number as printed. On locker labels the last four digits are hidden. */
export function deliveryPhone(shipment: LabelShipment): string {
  const { phone } = shipment.delivery
  if (!shipment.is_locker_delivery) return phone
  let hidden = 0
  return [...phone].reverse().map((char) => (/\d/.test(char) && hidden++ < 4 ? '•' : char)).reverse().join('') // prettier-ignore
}

/** Returns text such as `2 of 3`. */
export function countOf(parcel: LabelParcel): string {
  return `${parcel.n} of ${parcel.of}`
}

/** Returns the marks that a driver must notice, in order: RETURN, COD with its amount, POD. */
export function marksOf(shipment: LabelShipment): string[] {
  const { is_return, cod_amount, is_pod_required } = shipment
  return [
    is_return && 'RETURN',
    cod_amount > 0 && `COD ${formatRand(cod_amount)}`,
    is_pod_required && 'POD',
  ].filter((mark) => mark !== false)
}

/** Returns the width of the marks on a sticker in mm: wider when one of them has an amount. */
export function marksWidth(marks: readonly string[]): number {
  return marks.some((mark) => mark.length > 6) ? 30 : 20
}

/** Returns the total weight of all parcels in kg. */
export function totalKg(shipment: LabelShipment): number {
  return shipment.parcels.reduce((sum, parcel) => sum + parcel.weight_kg, 0)
}
