import { AddressInput, empty_address } from '../../accounts/address.ts'
import type { Contact, ContactInput } from '../../accounts/contact.ts'
import type { ParcelInput } from '../parcel.ts'
import type { Shipment } from '../model.ts'
import { copied_fields } from './editable-fields.ts'
import type { NewShipment } from './shipment-input.ts'

const nobody = { name: '', mobile_number: '', email: '', alternative_contact_number: '' }

/** Returns an empty parcel: texts `''`, sizes (cm) and weight (kg) `null` (SHIP-029, SHIP-030). */
export function emptyParcel() {
  return {
    parcel_description: '',
    submitted_length_cm: null,
    submitted_width_cm: null,
    submitted_height_cm: null,
    submitted_weight_kg: null,
  }
}

/**
 * Returns the initial values of a new shipment: one empty parcel, texts `''`, numbers `null`, lists `[]`, addresses
 * in South Africa. Clock times are those of the provider, once it is known which provider applies
 * (SHIP-028…SHIP-030).
 */
export function emptyShipment() {
  return {
    service_level_code: '',
    service_level_id: null,
    collection_address: empty_address,
    collection_contact: nobody,
    delivery_address: empty_address,
    delivery_contact: nobody,
    parcels: [emptyParcel()],
    opt_in_rates: [],
    opt_in_time_based_rates: [],
    special_instructions_collection: '',
    special_instructions_delivery: '',
    tracking_reference: '',
    collection_before: '',
    collection_after: '',
    declared_value: 0,
    is_return: false,
  }
}

type Filled = Pick<
  Shipment,
  | 'id'
  | 'account_id'
  | 'short_tracking_reference'
  | 'custom_tracking_reference'
  | 'service_level_code'
  | 'service_level_id'
  | 'opt_in_rates'
  | 'opt_in_time_based_rates'
  | 'declared_value'
  | 'cost_center'
  | 'cost_center_id'
  | 'pod_method'
  | 'collection_address'
  | 'collection_contact'
  | 'collection_pickup_point_id'
  | 'collection_pickup_point_provider'
  | 'collection_after'
  | 'collection_before'
  | 'special_instructions_collection'
  | 'delivery_address'
  | 'delivery_contact'
  | 'delivery_pickup_point_id'
  | 'delivery_pickup_point_provider'
  | 'delivery_after'
  | 'delivery_before'
  | 'special_instructions_delivery'
  | 'responsible_contact'
  | 'billing_contact'
> & { parcels: readonly Shipment['parcels'][number][] }

/**
 * Returns a new shipment copied from an earlier one: the fields that the field table copies. Ids, references, status,
 * dates, estimates, counters, agents, PIN, price and cancelled parcels are not copied (SHIP-090, SHIP-092).
 */
export function duplicateOf(shipment: Filled): NewShipment {
  const values: NewShipment = {
    service_level_code: shipment.service_level_code,
    service_level_id: shipment.service_level_id,
    opt_in_rates: [...shipment.opt_in_rates],
    opt_in_time_based_rates: [...shipment.opt_in_time_based_rates],
    declared_value: shipment.declared_value,
    cost_center: shipment.cost_center ?? undefined,
    cost_center_id: shipment.cost_center_id ?? undefined,
    pod_method: shipment.pod_method,
    ...sideOf(shipment, 'collection', 'collection'),
    ...sideOf(shipment, 'delivery', 'delivery'),
    collection_after: shipment.collection_after,
    collection_before: shipment.collection_before,
    delivery_after: shipment.delivery_after,
    delivery_before: shipment.delivery_before,
    responsible_contact: shipment.responsible_contact ? contactOf(shipment.responsible_contact) : undefined,
    billing_contact: shipment.billing_contact ? contactOf(shipment.billing_contact) : undefined,
    parcels: shipment.parcels.filter((parcel) => parcel.status !== 'cancelled').map(parcelOf),
  }
  return {
    ...Object.fromEntries(Object.entries(values).filter(([field]) => copied_fields.has(field))),
    duplicated_from_id: shipment.id,
    account_id: shipment.account_id,
    is_return: false,
  }
}

/** The provider's working hours on a day, `HH:mm`. */
export interface WorkingHours {
  open: string
  close: string
}

/**
 * Returns the return shipment: a duplicate with address, contact, pickup point and instructions swapped, `is_return`
 * set and the references of the original. Windows are swapped only when both are inside working hours; otherwise they
 * are left out and those of the service level apply (SHIP-091, SHIP-092; docs/domain/public-api.md#returns).
 */
export function returnOf(shipment: Filled, hours: WorkingHours): NewShipment {
  const { collection_after, collection_before, delivery_after, delivery_before } = shipment
  const isInside = [collection_after, collection_before, delivery_after, delivery_before].every(
    (time) => time >= hours.open && time <= hours.close,
  )
  return {
    ...duplicateOf(shipment),
    ...sideOf(shipment, 'collection', 'delivery'),
    ...sideOf(shipment, 'delivery', 'collection'),
    collection_after: isInside ? delivery_after : undefined,
    collection_before: isInside ? delivery_before : undefined,
    delivery_after: isInside ? collection_after : undefined,
    delivery_before: isInside ? collection_before : undefined,
    is_return: true,
    short_tracking_reference: shipment.short_tracking_reference,
    custom_tracking_reference: shipment.custom_tracking_reference ?? undefined,
  }
}

type Side = 'collection' | 'delivery'

function sideOf(shipment: Filled, from: Side, to: Side): NewShipment {
  const point = shipment[`${from}_pickup_point_id`] || undefined
  return {
    [`${to}_address`]: AddressInput.decode({ ...shipment[`${from}_address`] }),
    [`${to}_contact`]: contactOf(shipment[`${from}_contact`]),
    [`${to}_pickup_point_id`]: point,
    [`${to}_pickup_point_provider`]: point
      ? (shipment[`${from}_pickup_point_provider`] ?? undefined)
      : undefined,
    [`special_instructions_${to}`]: shipment[`special_instructions_${from}`],
  }
}

function contactOf(contact: Contact): ContactInput {
  const { name, mobile_number, email } = contact
  return {
    name,
    mobile_number,
    email,
    alternative_contact_number: contact.alternative_contact_number ?? undefined,
  }
}

function parcelOf(parcel: Shipment['parcels'][number]): ParcelInput {
  return {
    submitted_length_cm: parcel.submitted_length_cm,
    submitted_width_cm: parcel.submitted_width_cm,
    submitted_height_cm: parcel.submitted_height_cm,
    submitted_weight_kg: parcel.submitted_weight_kg,
    parcel_description: parcel.parcel_description ?? '',
    packaging: parcel.packaging,
    item_count: parcel.item_count ?? undefined,
  }
}
