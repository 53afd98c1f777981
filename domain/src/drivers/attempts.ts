import { hour_ms } from '../kit/dates/durations.ts'
import { metresBetween } from '../kit/places/metres-between.ts'

export { metresBetween }

/**
 * Maximum clock offset in minutes. The time of an action with a larger offset is marked as not verified
 * (docs/domain/routing-and-drivers.md#what-drivers-report).
 */
export const clock_offset_max_minutes = 5
/** Maximum delay in hours between an action and its upload. The time of a later action is marked as not verified. */
export const late_sync_hours = 12

/**
 * Whether the time that a phone reports for an action can be trusted: a phone that has not compared its clock with the
 * server's cannot be. If not, the action is marked 'Time not verified'.
 */
export function isTimeVerified(
  occurredAt: Date,
  receivedAt: Date,
  clockOffsetSeconds: number | undefined,
): boolean {
  if (clockOffsetSeconds === undefined) return false
  const lateMs = receivedAt.getTime() - occurredAt.getTime()
  return Math.abs(clockOffsetSeconds) <= clock_offset_max_minutes * 60 && lateMs <= late_sync_hours * hour_ms
}

/**
 * Whether a failed attempt counts as verified: made within the allowed distance of the address, and with a photo
 * where one is required. An unknown position is not verified. If the address has no coordinates, the distance is not
 * checked (docs/domain/routing-and-drivers.md#what-drivers-report).
 */
export function isAttemptVerified(
  attempt: { lat: number | null; lng: number | null; has_photo: boolean },
  address: { lat: number | null; lng: number | null },
  rules: { failed_attempt_photo_required: boolean; failed_attempt_geofence_m: number },
): boolean {
  if (rules.failed_attempt_photo_required && !attempt.has_photo) return false
  if (address.lat === null || address.lng === null) return true
  if (attempt.lat === null || attempt.lng === null) return false
  const from = { lat: attempt.lat, lng: attempt.lng }
  return metresBetween(from, { lat: address.lat, lng: address.lng }) <= rules.failed_attempt_geofence_m
}

/** The number of a contact as the driver has it: `''` when there is none, or when it is hidden from the driver. */
export interface ShownNumber {
  contact_number: string
  /** Whether a call can be connected without the number; absent when the number is not hidden. */
  masked_call?: boolean | undefined
}

/** Whether a driver can call a contact: by its number, or by a call that is connected without it. */
export function canReach({ contact_number, masked_call }: ShownNumber): boolean {
  return contact_number !== '' || masked_call === true
}

/**
 * Whether a driver must call before a failed attempt: where the company demands it, lets drivers call, and one of the
 * contacts can be reached.
 */
export function mustCallFirst(
  contacts: readonly ShownNumber[],
  rules: { driver_must_call_before_fail: boolean; driver_can_call_customer: boolean },
): boolean {
  return rules.driver_must_call_before_fail && rules.driver_can_call_customer && contacts.some(canReach)
}
