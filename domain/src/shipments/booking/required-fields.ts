import type { FieldProblem } from '../../kit/problem.ts'
import { sides, type ShipmentDraft } from './shipment-checks.ts'

/**
 * Returns the missing required fields of the shipment form: a service level, both contacts (name and a mobile number
 * or e-mail address), both places, and the size and weight of every parcel (SHIP-068).
 */
export function missingFields(draft: ShipmentDraft): FieldProblem[] {
  const missing = [
    ...(draft.service_level_code || draft.service_level_id ? [] : ['service_level_code']),
    ...sides.flatMap((side) => [...missingContact(draft, side), ...missingPlace(draft, side)]),
    ...missingSizes(draft),
  ]
  return missing.map((field) => ({ field, message: 'This field is required.' }))
}

/**
 * Returns the missing fields that every booking through the API needs. API callers may leave out names, and sizes are
 * raised to the minimum (docs/domain/public-api.md).
 */
export function missingForBooking(draft: ShipmentDraft): FieldProblem[] {
  const contacts = sides.flatMap((side) => {
    const contact = draft[`${side}_contact`]
    if (contact?.mobile_number || contact?.email) return []
    const message = `The ${side} contact needs a mobile number or an email address.`
    return [{ field: `${side}_contact`, message }]
  })
  const parcels = draft.parcels?.length
    ? []
    : [{ field: 'parcels', message: 'A shipment needs at least one parcel.' }]
  const level =
    draft.service_level_code || draft.service_level_id
      ? []
      : [{ field: 'service_level_code', message: 'A service level is required.' }]
  return [...contacts, ...parcels, ...level]
}

function missingContact(draft: ShipmentDraft, side: (typeof sides)[number]): string[] {
  const contact = draft[`${side}_contact`]
  return [
    ...(contact?.name ? [] : [`${side}_contact.name`]),
    ...(contact?.mobile_number || contact?.email ? [] : [`${side}_contact.mobile_number`]),
  ]
}

function missingPlace(draft: ShipmentDraft, side: (typeof sides)[number]): string[] {
  const place = draft[`${side}_address`]
  const hasPlace =
    Boolean(draft[`${side}_pickup_point_id`]) ||
    Boolean(place && (place.street_address || place.company || place.entered_address || place.lat !== null))
  return hasPlace ? [] : [`${side}_address`]
}

function missingSizes(draft: ShipmentDraft): string[] {
  const parcels = draft.parcels ?? []
  if (parcels.length === 0) return ['parcels']
  const fields = [
    'submitted_length_cm',
    'submitted_width_cm',
    'submitted_height_cm',
    'submitted_weight_kg',
  ] as const
  return parcels.flatMap((parcel, position) =>
    parcel.status === 'cancelled'
      ? []
      : fields.filter((field) => !parcel[field]).map((field) => `parcels.${position}.${field}`),
  )
}
