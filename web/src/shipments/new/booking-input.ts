import { empty_address } from '@waybill/domain/accounts/address'
import type { ContactInput } from '@waybill/domain/accounts/contact'
import { splitList } from '@waybill/domain/kit/contacts/email'
import type { NewShipment } from '@waybill/domain/shipments/model'
import { both_sides, type Booking, type BookingContact, type Side } from './booking.ts'
import { expandRows, gatherRows } from './parcels/parcel-rows.ts'

/**
 * Returns the responsible contact: the named one, or for guests the sender, because no other contact of a guest is
 * known.
 */
function responsibleContact(booking: Booking, isGuestShipment: boolean): ContactInput | undefined {
  const named = contactInput(booking.responsible_contact)
  if (Object.values(named).some((value) => value !== undefined)) return named
  return isGuestShipment ? contactInput(booking.collection_contact) : undefined
}

/**
 * Converts the form to the API request. Blank texts are left out, rows become single parcels, windows become two
 * clock times, and an address is left out if a pickup point replaces it (SHIP-069, SHIP-070).
 */
export function toInput(booking: Booking, isGuestShipment = false): NewShipment {
  return {
    account_id: booking.account_id ?? undefined,
    ...sideInput(booking, 'collection'),
    ...sideInput(booking, 'delivery'),
    parcels: expandRows(booking.parcels),
    service_level_code: booking.service_level_code || undefined,
    opt_in_rates: booking.opt_in_rates,
    opt_in_time_based_rates: booking.opt_in_time_based_rates,
    declared_value: booking.declared_value ?? 0,
    cod_amount: booking.cod_amount ?? 0,
    cost_center_id: booking.cost_center_id ?? undefined,
    customer_reference: booking.customer_reference.trim() || undefined,
    custom_tracking_reference: booking.custom_tracking_reference.trim() || undefined,
    billing_contact: booking.billing_contact.email.trim()
      ? { email: splitList(booking.billing_contact.email).join(',') }
      : undefined,
    responsible_contact: responsibleContact(booking, isGuestShipment),
    pod_method: booking.delivery_pickup_point_id ? undefined : (booking.pod_method ?? undefined),
    dangerous_goods_confirmed: booking.dangerous_goods_confirmed || undefined,
    mute_notifications: booking.mute_notifications || undefined,
    is_return: booking.is_return || undefined,
    short_tracking_reference: booking.short_tracking_reference || undefined,
    duplicated_from_id: booking.duplicated_from_id ?? undefined,
  }
}

function sideInput(booking: Booking, side: Side): NewShipment {
  const point = booking[`${side}_pickup_point_id`]
  const window = booking[`${side}_window`]
  return {
    [`${side}_address`]: point ? undefined : booking[`${side}_address`],
    [`${side}_contact`]: contactInput(booking[`${side}_contact`]),
    [`${side}_address_book_id`]: booking[`${side}_address_book_id`] ?? undefined,
    [`${side}_pickup_point_id`]: point || undefined,
    [`${side}_pickup_point_provider`]: point
      ? booking[`${side}_pickup_point_provider`] || undefined
      : undefined,
    [`special_instructions_${side}`]: booking[`special_instructions_${side}`].trim() || undefined,
    ...(side === 'collection' && point
      ? {}
      : {
          [`${side}_min_date`]: booking[`${side}_min_date`] ?? undefined,
          [`${side}_after`]: window.from || undefined,
          [`${side}_before`]: window.to || undefined,
        }),
  }
}

function contactInput(contact: BookingContact): ContactInput {
  const { name, mobile_number, email, alternative_contact_number } = contact
  return {
    name: name.trim() || undefined,
    mobile_number: mobile_number.trim() || undefined,
    email: splitList(email).join(',') || undefined,
    alternative_contact_number: alternative_contact_number.trim() || undefined,
  }
}

/**
 * Fills an empty form from a duplicate or return. The idempotency key and days of `empty` are kept; its account and
 * windows apply where `input` has none.
 */
export function fromInput(input: NewShipment, empty: Booking): Booking {
  const rows = gatherRows(input.parcels ?? [])
  return {
    ...empty,
    ...Object.assign({}, ...both_sides.map((side) => sideOf(input, empty, side))),
    account_id: input.account_id ?? empty.account_id,
    parcels: rows.length > 0 ? rows : empty.parcels,
    service_level_code: input.service_level_code ?? '',
    opt_in_rates: [...(input.opt_in_rates ?? [])],
    opt_in_time_based_rates: [...(input.opt_in_time_based_rates ?? [])],
    declared_value: input.declared_value || null,
    cod_amount: input.cod_amount || null,
    cost_center_id: input.cost_center_id ?? null,
    customer_reference: input.customer_reference ?? '',
    custom_tracking_reference: input.is_return ? '' : (input.custom_tracking_reference ?? ''),
    billing_contact: { email: input.billing_contact?.email ?? '' },
    responsible_contact: contactOf(input.responsible_contact),
    pod_method: input.pod_method ?? null,
    is_return: input.is_return ?? false,
    short_tracking_reference: input.short_tracking_reference ?? '',
    duplicated_from_id: input.duplicated_from_id ?? null,
  }
}

function sideOf(input: NewShipment, empty: Booking, side: Side): Partial<Booking> {
  const [from, to] = [input[`${side}_after`], input[`${side}_before`]]
  return {
    [`${side}_address`]: input[`${side}_address`] ?? empty_address,
    [`${side}_contact`]: contactOf(input[`${side}_contact`]),
    [`${side}_pickup_point_id`]: input[`${side}_pickup_point_id`] ?? '',
    [`${side}_pickup_point_provider`]: input[`${side}_pickup_point_provider`] ?? '',
    [`special_instructions_${side}`]: input[`special_instructions_${side}`] ?? '',
    [`${side}_window`]: from && to ? { from, to } : empty[`${side}_window`],
  }
}

function contactOf(contact: ContactInput = {}): BookingContact {
  const { name = '', mobile_number = '', email = '', alternative_contact_number = '' } = contact
  return { name, mobile_number, email, alternative_contact_number }
}
