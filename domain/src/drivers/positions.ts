import { z } from 'zod'
import { instant } from '../kit/calls/wire.ts'
import { dutyAt, type DutyChange } from './duty.ts'

/** Why a position is not stored. */
export const ignored_reasons = ['off-duty', 'on-break', 'too-old', 'not-a-position'] as const
export type IgnoredReason = (typeof ignored_reasons)[number]

/** The last position of a driver. */
export const LastPosition = z.object({
  lat: z.number(),
  lng: z.number(),
  /** In metres; `null` when the phone did not say. */
  accuracy_m: z.int().nullable(),
  at: instant,
})
export type LastPosition = z.output<typeof LastPosition>

/** A driver on duty, as the office follows the day. */
export const DriverToday = z.object({
  username: z.string(),
  name: z.string(),
  branch_id: z.int().nullable(),
  branch_name: z.string(),
  vehicle_registration: z.string(),
  duty: z.enum(['on-duty', 'on-break']),
  /** Start of the day or of the break; `null` when it is not known. */
  duty_since: instant.nullable(),
  route_started: instant.nullable(),
  /** The vehicle check of the day, with the labels of what is not in order. */
  vehicle_check: z.object({ at: instant, failed: z.array(z.string()) }).nullable(),
  /** `null` without a position in the last 24 hours. */
  position: LastPosition.nullable(),
  /** In percent, with the last position. */
  battery: z.int().nullable(),
  /** Time of the last activity of the phone. */
  last_heard: instant.nullable(),
})
export type DriverToday = z.output<typeof DriverToday>

/** What decides whether a position may be stored. */
export interface PositionRules {
  changes: readonly DutyChange[]
  is_on_duty: boolean
  /** Earlier positions would be deleted at once. */
  oldest: Date
}

/**
 * Returns why a position may not be stored, or `null` when it may: drivers are followed only on duty and not on a break
 * (decision 0134).
 */
export function ignoredReason(
  { lat, lng, at }: { lat: number; lng: number; at: Date },
  { changes, is_on_duty, oldest }: PositionRules,
): IgnoredReason | null {
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) return 'not-a-position'
  if (at < oldest) return 'too-old'
  const state = dutyAt(changes, at, is_on_duty)
  return state === 'on-duty' ? null : state
}
