import { AddressInput, addressLine, empty_address } from '@waybill/domain/accounts/address'
import { checkOwnPoint, type OwnPointDetails } from '@waybill/domain/pickup-points/own-point'
import type { ManagedPoint } from '@waybill/domain/pickup-points/api'
import { changedKeys, mergeValues, type KeyOf } from '../kit/form/merging/merge-edits.ts'

/** Display names of the form fields of an own point. */
export const point_labels: Readonly<Record<KeyOf<OwnPointDetails>, string>> = {
  pickup_point_id: 'Code',
  type: 'Kind',
  name: 'Name',
  description: 'Description for customers',
  address: 'Address',
  phone: 'Phone number',
  trading_hours: 'Hours',
  holiday_hours: 'On public holidays',
  capacity: 'Capacity',
  stock: 'Doors',
  is_hidden: 'Hidden from customers',
  out_of_order_reason: 'Out of order because',
  photos: 'Photos',
}

/** The initial values of a new point. */
export const new_point: OwnPointDetails = {
  pickup_point_id: '',
  type: 'locker',
  name: '',
  description: '',
  address: { ...empty_address, type: 'locker' },
  phone: '',
  trading_hours: '24/7',
  holiday_hours: 'usual',
  capacity: null,
  stock: [],
  is_hidden: false,
  out_of_order_reason: '',
  photos: [],
}

/** Returns the form values of a stored point. */
export function editOf(point: ManagedPoint): OwnPointDetails {
  const { pickup_point_id, type, name, description, trading_hours, holiday_hours, capacity } = point
  const { is_hidden, out_of_order_reason, photos } = point
  return {
    pickup_point_id,
    type,
    name,
    description,
    trading_hours,
    holiday_hours,
    capacity,
    is_hidden,
    out_of_order_reason,
    photos,
    phone: point.phone ?? '',
    address: { ...AddressInput.decode({ ...point.address }), lat: point.lat, lng: point.lng },
    stock: point.stock.map(({ doors, ...size }) => ({
      ...size,
      doors: doors.map(({ name: door, is_out_of_order }) => ({ name: door, is_out_of_order })),
    })),
  }
}

/** Returns the form values as the fields of a request: a counter has no doors, a locker no capacity. */
export function sentOf({ stock, photos, ...values }: OwnPointDetails) {
  const isLocker = values.type === 'locker'
  return {
    ...values,
    photos: [...photos],
    capacity: isLocker ? null : values.capacity,
    stock: isLocker ? stock.map(({ doors, ...size }) => ({ ...size, doors: [...doors] })) : [],
  }
}

/** Returns the body of a change request: only the changed fields, and the version that the change is based on. */
export function patchOf(point: ManagedPoint, values: OwnPointDetails) {
  const sent = sentOf(values)
  return {
    id: point.id,
    version: point.version,
    ...Object.fromEntries(changedKeys(editOf(point), values).map((key) => [key, sent[key]])),
  }
}

/** Returns the problems of the form values, in the order of the fields. */
export function problemsOf(values: OwnPointDetails) {
  return checkOwnPoint(sentOf(values))
}

/** Formats a field value for display. */
function textOf(key: KeyOf<OwnPointDetails>, values: OwnPointDetails): string {
  if (key === 'address') {
    const { lat, lng } = values.address
    return `${addressLine(values.address)} (${lat}, ${lng})`
  }
  if (key === 'is_hidden') return values.is_hidden ? 'Yes' : 'No'
  if (key === 'photos') return values.photos.length === 1 ? '1 photo' : `${values.photos.length} photos`
  if (key === 'stock')
    return values.stock
      .map(({ size, doors }) => `${size}: ${doors.map(({ name }) => name).join(' ')}`)
      .join('; ')
  return String(values[key] ?? '') || 'Empty'
}

/** Merges the edits of two users. Conflicting values are returned as display text. */
export function mergePointEdits(base: OwnPointDetails, mine: OwnPointDetails, theirs: OwnPointDetails) {
  const { merged, conflicts } = mergeValues(base, mine, theirs)
  return {
    merged,
    conflicts: conflicts.map((key) => ({ key, mine: textOf(key, mine), theirs: textOf(key, theirs) })),
  }
}
