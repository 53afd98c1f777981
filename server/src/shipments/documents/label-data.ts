import type { Brand } from '../../kit/documents/brand.ts'

/** One side of a shipment as it is printed; empty text where something is not known. */
export type LabelParty = {
  name: string
  company: string
  /** Street, suburb, city and code, one line each, most detailed first. */
  address_lines: readonly string[]
  phone: string
}

/** One parcel: `n` of `of`, its own reference and weight (kg). */
export type LabelParcel = {
  tracking_reference: string
  n: number
  of: number
  weight_kg: number
  description: string
}

/** A shipment as sticker, waybill and ZPL print it: plain data, already allowed to be shown. */
export type LabelShipment = {
  /** The courier company's title and label logo. */
  brand: Brand
  /** Start of the public tracking address, such as `https://…/track?ref=`; the reference is put behind it. */
  tracking_url: string
  /** What people read: the custom reference, else the short one. */
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
  /** Hides the last four digits of the receiver's phone (locker labels). */
  is_locker_delivery: boolean
  account_name: string
  customer_reference: string
  is_cash_on_delivery: boolean
  /** The driver must bring back a signed or stamped document. */
  is_pod_required: boolean
  is_return: boolean
  collection_instructions: string
  delivery_instructions: string
  /** Conditions of carriage as plain text, printed small on the waybill; '' for none. */
  terms: string
  parcels: readonly LabelParcel[]
}

/**
 * What the QR code says: the tracking address of a reference. In a `?ref=` address the '/' of a parcel reference stays;
 * in a path it is escaped, so that a scanner's 'last path segment' is the whole reference.
 */
export function trackingLink(trackingUrl: string, reference: string): string {
  const escaped = encodeURIComponent(reference)
  return trackingUrl + (trackingUrl.includes('?') ? escaped.replaceAll('%2F', '/') : escaped)
}

/** The receiver's phone as the label shows it: on locker labels its last four digits are hidden. */
export function deliveryPhone(shipment: LabelShipment): string {
  const { phone } = shipment.delivery
  if (!shipment.is_locker_delivery) return phone
  let hidden = 0
  return [...phone].reverse().map((char) => (/\d/.test(char) && hidden++ < 4 ? '•' : char)).reverse().join('') // prettier-ignore
}

/** `2 of 3`. */
export function countOf(parcel: LabelParcel): string {
  return `${parcel.n} of ${parcel.of}`
}

/** The marks a driver must not miss, in order: RETURN, COD, POD. */
export function marksOf(shipment: LabelShipment): string[] {
  const { is_return, is_cash_on_delivery, is_pod_required } = shipment
  return [is_return && 'RETURN', is_cash_on_delivery && 'COD', is_pod_required && 'POD'].filter(
    (mark) => mark !== false,
  )
}

/** Weight of all parcels together, in kg. */
export function totalKg(shipment: LabelShipment): number {
  return shipment.parcels.reduce((sum, parcel) => sum + parcel.weight_kg, 0)
}
