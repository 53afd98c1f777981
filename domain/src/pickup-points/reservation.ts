import { codedText, type CodedText } from '../kit/answers/coded-text.ts'
import { hour_ms, minute_ms } from '../kit/dates/durations.ts'
import { wrongState } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/**
 * States of the place that a shipment has at a locker or counter, for one leg (docs/domain/pickup-points.md):
 * - `wanted`: no place has been asked for yet, or the answer is still open;
 * - `reserved`: the network or a door of an own locker keeps a place;
 * - `failed`: there was no place; tried again until `retry_hours` have passed, then staff choose;
 * - `deposited`: the parcel is in it;
 * - `expired`: the parcel is still in it after the deadline;
 * - `collected`: the parcel was taken out;
 * - `released`: the place was given back unused.
 */
export const reservation_states = [
  'wanted',
  'reserved',
  'failed',
  'deposited',
  'expired',
  'collected',
  'released',
] as const
export type ReservationState = (typeof reservation_states)[number]

/** States in which a shipment has, or waits for, a place. A leg has at most one reservation in these states. */
export const open_states: readonly ReservationState[] = [
  'wanted',
  'reserved',
  'failed',
  'deposited',
  'expired',
]

/** States in which nobody else can have the door. */
export const holding_states: readonly ReservationState[] = ['reserved', 'deposited', 'expired']

/** Whether what a network keeps for a reservation in this state must stay there: its parcel is, or was, in it. */
export function keepsPlace(state: ReservationState): boolean {
  return holding_states.includes(state) || state === 'collected'
}

/** Whether a place is looked for. After a refusal this ends when the parcel cannot be put in, or takes too long. */
export function isWanted(reservation: { state: ReservationState; next_attempt: Date | null }): boolean {
  return (
    reservation.state === 'wanted' || (reservation.state === 'failed' && reservation.next_attempt !== null)
  )
}

/** What happens to a reservation. */
export const reservation_events = ['reserve', 'fail', 'deposit', 'expire', 'collect', 'release'] as const
export type ReservationEvent = (typeof reservation_events)[number]

const moves: Readonly<
  Record<ReservationEvent, { from: readonly ReservationState[]; to: ReservationState; participle: string }>
> = {
  reserve: { from: ['wanted', 'failed'], to: 'reserved', participle: 'reserved' },
  fail: { from: ['wanted', 'failed', 'reserved'], to: 'failed', participle: 'refused' },
  // A network also reports parcels that were put into a door without a reservation.
  deposit: { from: ['wanted', 'failed', 'reserved'], to: 'deposited', participle: 'deposited' },
  expire: { from: ['deposited'], to: 'expired', participle: 'expired' },
  collect: { from: ['deposited', 'expired'], to: 'collected', participle: 'collected' },
  release: { from: ['wanted', 'failed', 'reserved'], to: 'released', participle: 'released' },
}

/**
 * Returns the state after an event; `null` when the event comes late or twice and changes nothing, which is usual for
 * reports of networks.
 */
export function stateAfter(state: ReservationState, event: ReservationEvent): ReservationState | null {
  const { from, to } = moves[event]
  return from.includes(state) ? to : null
}

/** Minutes between two attempts to reserve, and the hours after which staff are asked to choose another place. */
export const retry_minutes = 15
export const retry_hours = 4

/**
 * Returns when to try again to reserve; `null` when `retry_hours` have passed since the first attempt.
 */
export function nextAttempt(firstAttempt: Date, now: Date): Date | null {
  const next = new Date(now.getTime() + retry_minutes * minute_ms)
  return next.getTime() - firstAttempt.getTime() > retry_hours * hour_ms ? null : next
}

/** Times at a pickup point, from the settings of the company; hours and days. */
export interface PointTimes {
  locker_pickup_expiry_hours: number
  locker_reminder_hours: readonly number[]
  locker_extension_hours: number
  dropoff_expiry_days: number
}

/** Returns until when the receiver may fetch a parcel that was deposited at `deposited`. */
export function pickupDeadline(deposited: Date, { locker_pickup_expiry_hours }: PointTimes): Date {
  return new Date(deposited.getTime() + locker_pickup_expiry_hours * hour_ms)
}

/** Returns until when the sender may drop a parcel off that was booked at `booked`. */
export function dropoffDeadline(booked: Date, { dropoff_expiry_days }: PointTimes): Date {
  return new Date(booked.getTime() + dropoff_expiry_days * 24 * hour_ms)
}

/**
 * Returns how many hours before the deadline the receiver is reminded. The setting counts from the deposit; a deadline
 * that was extended has its reminders at the same distance. A reminder that would come after the deadline is left out.
 */
export function reminderLeads({ locker_pickup_expiry_hours, locker_reminder_hours }: PointTimes): number[] {
  return locker_reminder_hours.map((hours) => locker_pickup_expiry_hours - hours).filter((lead) => lead > 0)
}

/**
 * Returns how many reminders before a deadline are due by `now`, those already sent included. After an outage only the
 * last one is sent, because the earlier ones no longer say anything new.
 */
export function remindersDue(deadline: Date, times: PointTimes, now: Date): number {
  return reminderLeads(times).filter((lead) => deadline.getTime() - lead * hour_ms <= now.getTime()).length
}

/** Who extends the time at a pickup point. */
export type ExtendedBy = 'receiver' | 'staff'

/**
 * Checks whether the deadline may be extended: while the parcel waits and the deadline is not over, by the receiver
 * once, by staff any number of times.
 */
export function mayExtend(
  reservation: { state: ReservationState; extensions: number; deadline: Date | null },
  { locker_extension_hours }: PointTimes,
  by: ExtendedBy,
  now: Date,
): RuleResult {
  if (locker_extension_hours === 0) return wrongState('The time at this point cannot be extended.')
  if (reservation.state !== 'deposited' || !reservation.deadline || reservation.deadline <= now)
    return wrongState('This parcel is no longer waiting to be fetched.')
  return reservation.extensions === 0 || by === 'staff'
    ? true
    : wrongState('The time has already been extended once. Call us if you need more.')
}

/** Returns the deadline after an extension. */
export function extendedDeadline(deadline: Date, { locker_extension_hours }: PointTimes): Date {
  return new Date(deadline.getTime() + locker_extension_hours * hour_ms)
}

/** Returns why an event does not fit a state, as a sentence for a person who caused it. */
export function reservationRejection(state: ReservationState, event: ReservationEvent): CodedText {
  const { to, participle } = moves[event]
  return state === to
    ? codedText('place_already', { participle })
    : codedText('place_changed', { participle, state })
}
