import { z } from 'zod'
import { driver_mask_customer_phone } from '../shipments/receiver/hidden-numbers-setting.ts'
import { pod_pin_length } from '../shipments/pin-length-setting.ts'
import { address_reasons } from '../shipments/statuses/address-reasons.ts'
import { whenOn } from '../kit/setting.ts'
import { settingsSection } from '../kit/settings-section.ts'
import { text } from '../kit/calls/wire.ts'
import { fallback_fields, type FallbackField } from './proof.ts'
import { proof_steps } from './proof-order.ts'

/** Settings for what drivers may do, the proof they must give and the reasons they can choose from. */
const driver = settingsSection('driver', 'driver settings')
const scanner = settingsSection('driver', 'manifest scanner settings')
const push = settingsSection('driver', 'push notification schedule')
const proof = settingsSection('driver', 'proof of delivery settings')
const fallback = settingsSection('driver', 'fallback options')
const reasons = settingsSection('driver', 'predefined rejection and failed collection or delivery reasons')
const app = settingsSection('driver', 'enforce minimum driver app version')

export const driver_can_reject_parcels_shipments = driver.toggle(
  'driver_can_reject_parcels_shipments',
  'Drivers may reject shipments',
  true,
)
export const driver_can_cancel_parcels = driver.toggle(
  'driver_can_cancel_parcels',
  'Drivers may cancel parcels',
  false,
)
export const driver_can_add_shipments = driver.toggle(
  'driver_can_add_shipments',
  'Drivers may add shipments',
  false,
)
export const driver_can_add_parcels = driver.toggle('driver_can_add_parcels', 'Drivers may add parcels', true)
export const driver_must_scan_each_parcel = driver.toggle(
  'driver_must_scan_each_parcel',
  'Every parcel must be scanned',
  true,
)
export const driver_can_change_sequence = driver.toggle(
  'driver_can_change_sequence',
  'Drivers may change the order of stops',
  true,
)
export const driver_can_see_prices = driver.toggle('driver_can_see_prices', 'Drivers see prices', false, {
  description: 'Shows the price of each shipment at a stop. What the driver must collect is always shown.',
})
export const driver_can_call_customer = driver.toggle(
  'driver_can_call_customer',
  'Drivers may call customers',
  true,
)
export { driver_mask_customer_phone }
export const masked_call_number = driver.phone('masked_call_number', 'Calling number', '', {
  description: 'A voice number that you rent from Infobip. Without it drivers cannot call customers.',
  shown_when: whenOn(driver_mask_customer_phone),
})
export const driver_requires_odometer = driver.toggle(
  'driver_requires_odometer',
  'Ask for the odometer reading',
  false,
)
export const driver_vehicle_check = driver.toggle('driver_vehicle_check', 'Ask for a vehicle check', false)
export const driver_route_needs_ready_gate = driver.toggle(
  'driver_route_needs_ready_gate',
  'A route starts only when the depot is ready',
  false,
  {
    description:
      'Drivers cannot start their route while the depot board shows parcels as missing, on the floor or not planned, until somebody releases it.',
  },
)
export const allow_same_day_retry = driver.toggle(
  'allow_same_day_retry',
  'A failed delivery may be tried again the same day',
  true,
)
export const driver_must_call_before_fail = driver.toggle(
  'driver_must_call_before_fail',
  'Call before a failed attempt',
  false,
)
export const failed_attempt_photo_required = driver.toggle(
  'failed_attempt_photo_required',
  'A failed attempt needs a photo',
  true,
)
export const failed_attempt_geofence_m = driver.whole(
  'failed_attempt_geofence_m',
  'Maximum distance of a failed attempt from the address',
  500,
  { min: 50, max: 20_000, unit: 'm' },
)
export const position_ping_seconds = driver.whole('position_ping_seconds', 'Send the position every', 60, {
  min: 15,
  max: 900,
  unit: 'seconds',
})
export const position_retention_days = driver.whole('position_retention_days', 'Keep positions for', 90, {
  min: 1,
  max: 365,
  unit: 'days',
})
export const driver_end_of_day_required = driver.toggle(
  'driver_end_of_day_required',
  'Drivers must close their day',
  true,
)

export const driver_manifest_scanner_enabled = scanner.toggle(
  'driver_manifest_scanner_enabled',
  'Manifest scanner',
  true,
)
const when_scanning = { shown_when: whenOn(driver_manifest_scanner_enabled) }
export const driver_can_close_manifest = scanner.toggle(
  'driver_can_close_manifest',
  'Drivers may close a manifest',
  false,
  when_scanning,
)
export const driver_scan_in_at_hub = scanner.toggle(
  'driver_scan_in_at_hub',
  'Drivers may scan in at the hub',
  false,
  when_scanning,
)

const awake = { open: '06:00', close: '19:00' }
/** The hours in which drivers may receive push notifications, per weekday (SET-056). */
export const driver_push_notification_schedule = push.hours(
  'driver_push_notification_schedule',
  'Active hours',
  { mon: awake, tue: awake, wed: awake, thu: awake, fri: awake, sat: awake, sun: awake },
)

const labels = { pin: 'PIN' }
export const driver_pod1 = proof.one('driver_pod1', 'First proof', proof_steps, 'pin', {
  labels,
  description: 'Drivers are asked for proof at the door in this order. A right PIN is always enough.',
})
export const driver_pod2 = proof.one('driver_pod2', 'Second proof', proof_steps, 'recipient details', {
  labels,
})
export const driver_pod3 = proof.one('driver_pod3', 'Third proof', proof_steps, 'photo', { labels })
export { pod_pin_length }
export const pod_photo_max = proof.whole('pod_photo_max', 'Photos per delivery', 5, {
  min: 1,
  max: 20,
  unit: 'photos',
})
export const collection_photo_required = proof.toggle(
  'collection_photo_required',
  'A collection needs a photo',
  false,
)
export const collection_signature_required = proof.toggle(
  'collection_signature_required',
  'A collection needs a signature',
  false,
)

const fallback_titles: Readonly<Record<FallbackField, string>> = {
  name: 'Name',
  mobile_number: 'Mobile number',
  department: 'Department',
  description: 'Description',
  photos: 'Photos',
  signature: 'Signature',
}
const fallback_defaults: Readonly<Record<FallbackField, readonly [boolean, boolean]>> = {
  name: [true, true],
  mobile_number: [true, false],
  department: [false, false],
  description: [true, false],
  photos: [true, true],
  signature: [true, false],
}
const fallbackOf = (field: FallbackField) => {
  const [enabled, required] = fallback_defaults[field]
  const title = fallback_titles[field]
  const enabledToggle = fallback.toggle(`pod_fallback_${field}_enabled`, `${title}: asked for`, enabled)
  const needed = fallback.toggle(`pod_fallback_${field}_required`, `${title}: required`, required, {
    shown_when: whenOn(enabledToggle),
  })
  return { enabled: enabledToggle, required: needed }
}

/** The two settings of each fallback field, for example `pod_fallback.photos.required` (DRV-005). */
export const pod_fallback = Object.fromEntries(
  fallback_fields.map((field) => [field, fallbackOf(field)]),
) as Readonly<Record<FallbackField, ReturnType<typeof fallbackOf>>>

export const rejection_reasons = reasons.texts(
  'rejection_reasons',
  'Rejection',
  ['Not my area', 'Vehicle full', 'Too heavy', 'Vehicle breakdown', 'Off duty'],
  { noun: 'reason' },
)
export const disable_other_rejection_reason = reasons.toggle(
  'disable_other_rejection_reason',
  "Rejection: no 'Other'",
  false,
)
export const collection_failed_attempt_reasons = reasons.texts(
  'collection_failed_attempt_reasons',
  'Failed collection',
  [
    'Business closed',
    'Parcel not ready',
    'Contact not available',
    address_reasons.collection,
    'No access',
    'Not packed properly',
    'Refused',
  ],
  { noun: 'reason' },
)
export const disable_other_collection_failed_reason = reasons.toggle(
  'disable_other_collection_failed_reason',
  "Failed collection: no 'Other'",
  false,
)
export const delivery_failed_attempt_reasons = reasons.texts(
  'delivery_failed_attempt_reasons',
  'Failed delivery',
  [
    'Nobody there',
    'Refused by receiver',
    address_reasons.delivery,
    'Business closed',
    'No access to complex',
    'Receiver asked for another day',
    'Wrong PIN',
    'Payment not ready',
    'Unsafe area',
    'Out of time',
  ],
  { noun: 'reason' },
)
export const disable_other_delivery_failed_reason = reasons.toggle(
  'disable_other_delivery_failed_reason',
  "Failed delivery: no 'Other'",
  false,
)
const exceptions = [
  'Damaged',
  'Wrong parcel',
  address_reasons.exception,
  'Vehicle breakdown',
  'Weather or protest',
  'Hijack or theft',
]
export const collection_exception_reasons = reasons.texts(
  'collection_exception_reasons',
  'Collection problem',
  exceptions,
  { noun: 'reason' },
)
export const delivery_exception_reasons = reasons.texts(
  'delivery_exception_reasons',
  'Delivery problem',
  exceptions,
  { noun: 'reason' },
)

const version = text(20).pipe(z.string().regex(/^(\d+\.\d+\.\d+)?$/, 'must be a version such as 3.17.0'))
const versionOf = (key: string, title: string, description: string) =>
  app.custom(key, title, version, '', { kind: 'words', max: 20 }, { description })
/** Older app versions are blocked by the minimum version and warned by the recommended version (SET-101). */
export const driver_app_minimum_version = versionOf(
  'driver_app_minimum_version',
  'Force an update below',
  'Drivers with an older app must update before they continue.',
)
export const driver_app_recommended_version = versionOf(
  'driver_app_recommended_version',
  'Advise an update below',
  'Drivers with an older app are told that an update is available.',
)
