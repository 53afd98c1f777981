import { empty_address } from '@waybill/domain/accounts/address'
import type { ActionPayload, AddedParcel } from '@waybill/domain/drivers/api'
import { looksLikePhone } from '@waybill/domain/kit/contacts/phone'

/** A parcel as a driver types it at the door. */
export interface TypedParcel {
  description: string
  length: string
  width: string
  height: string
  weight: string
  /** The sticker put on it; `''` for none. */
  sticker: string
}

export const empty_parcel: TypedParcel = {
  description: '',
  length: '',
  width: '',
  height: '',
  weight: '',
  sticker: '',
}

/** Where a shipment added on the spot goes. */
export interface TypedReceiver {
  name: string
  mobile_number: string
  street: string
  suburb: string
  city: string
  code: string
  /** `''`: as the other shipments of the stop. */
  service: string
}

export const empty_receiver: TypedReceiver = {
  name: '',
  mobile_number: '',
  street: '',
  suburb: '',
  city: '',
  code: '',
  service: '',
}

const numberOf = (text: string): number => Number(text.replace(',', '.'))
const isSize = (text: string): boolean => text.trim() !== '' && numberOf(text) > 0

/** What is missing of a parcel, for the button; `null` when nothing is. */
export function missingForParcel(parcel: TypedParcel): string | null {
  if (![parcel.length, parcel.width, parcel.height].every(isSize)) return 'Sizes needed'
  return isSize(parcel.weight) ? null : 'Weight needed'
}

/** What is missing of the place a shipment goes to; `null` when nothing is. */
export function missingForReceiver(receiver: TypedReceiver): string | null {
  if (receiver.name.trim() === '') return 'Name needed'
  // The server knows the numbers of every country; their table would be a third of what a trip sheet loads.
  if (!looksLikePhone(receiver.mobile_number)) return 'Mobile number needed'
  if (receiver.street.trim() === '') return 'Street needed'
  if (receiver.suburb.trim() === '') return 'Suburb needed'
  return receiver.city.trim() === '' ? 'City needed' : null
}

/** The parcel as an action carries it. */
export function addedParcel(parcel: TypedParcel): AddedParcel {
  return {
    submitted_length_cm: numberOf(parcel.length),
    submitted_width_cm: numberOf(parcel.width),
    submitted_height_cm: numberOf(parcel.height),
    submitted_weight_kg: numberOf(parcel.weight),
    ...(parcel.description.trim() ? { parcel_description: parcel.description.trim() } : {}),
    ...(parcel.sticker ? { alternative_tracking_reference: parcel.sticker } : {}),
  }
}

/** The place as an action carries it. */
export function receiverFields(receiver: TypedReceiver): ActionPayload {
  return {
    delivery_contact: { name: receiver.name.trim(), mobile_number: receiver.mobile_number.trim() },
    delivery_address: {
      ...empty_address,
      street_address: receiver.street.trim(),
      local_area: receiver.suburb.trim(),
      city: receiver.city.trim(),
      code: receiver.code.trim(),
    },
    ...(receiver.service ? { service_level_code: receiver.service } : {}),
  }
}
