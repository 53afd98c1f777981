import { empty_address } from '@waybill/domain/accounts/address'
import type { ActionPayload, AddedParcel } from '@waybill/domain/drivers/api'
import { looksLikePhone } from '@waybill/domain/kit/contacts/phone'
import { currentTexts } from '../texts/texts.ts'

/** The form input for a parcel. */
export interface TypedParcel {
  description: string
  length: string
  width: string
  height: string
  weight: string
  /** The reference on the sticker of the parcel; `''` for none. */
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

/** The form input for the receiver and delivery address of a shipment added on the spot. */
export interface TypedReceiver {
  name: string
  mobile_number: string
  street: string
  suburb: string
  city: string
  code: string
  /** `''` means the default service level of the stop. */
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

/** Returns which parcel input is missing, for the button; `null` when it is complete. */
export function missingForParcel(parcel: TypedParcel): string | null {
  const { add } = currentTexts()
  if (![parcel.length, parcel.width, parcel.height].every(isSize)) return add.sizesNeeded
  return isSize(parcel.weight) ? null : add.weightNeeded
}

/** Returns which receiver input is missing; `null` when it is complete. */
export function missingForReceiver(receiver: TypedReceiver): string | null {
  const { add, handOver } = currentTexts()
  if (receiver.name.trim() === '') return handOver.needed.name
  // Only the server checks numbers fully: the number table of every country would be a third of what a trip sheet
  // loads.
  if (!looksLikePhone(receiver.mobile_number)) return handOver.needed.mobile_number
  if (receiver.street.trim() === '') return add.streetNeeded
  if (receiver.suburb.trim() === '') return add.suburbNeeded
  return receiver.city.trim() === '' ? add.cityNeeded : null
}

/** Returns the parcel in action format. */
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

/** Returns the receiver and delivery address in action format. */
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
