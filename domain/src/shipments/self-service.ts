import { invalid, wrongState } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { dayNumberOf, dayText, weekdayOf } from '../kit/dates/calendar.ts'
import { e164 } from '../kit/contacts/phone-number.ts'
import { uuid_pattern } from '../kit/uuid.ts'
import { isOpenDelivery } from './receiver/open-delivery.ts'
import { isStillToDeliver, isWithDeliveryDriver } from './statuses/assignment.ts'
import { isFinal, isFor, waitsAtPoint, type ShipmentStatus } from './statuses/status.ts'

/** Matches the paths of receiver links: `/reschedule/{reference}` and `/rate/{reference}` (NAV-012). */
export const receiverPath = new RegExp(`^/(reschedule|rate)/(${uuid_pattern})$`, 'i')

/** Maximum number of days offered to a receiver (docs/domain/shipments.md#another-day). */
export const days_offered = 5
/** How many days ahead the offered days are searched. */
const horizon = 60

/** Statuses of deliveries that are already with a driver, or wait at a pickup point. */
const too_late: ReadonlySet<ShipmentStatus> = new Set<ShipmentStatus>([
  'delivery-assigned',
  'out-for-delivery',
  'in-locker',
  'ready-for-pickup',
])

/**
 * How far a delivery is. The status of a shipment is that of its slowest parcel, so `parcel_statuses` say whether a driver
 * has loaded some of the others.
 */
export interface Progress {
  status: ShipmentStatus
  parcel_statuses: readonly ShipmentStatus[]
}

/** The data that decides whether a receiver may choose another day. */
export interface Choosing extends Progress {
  /** The parcel goes to a locker or counter, not to a door. */
  is_to_point: boolean
  /** How many times the day has been changed. */
  reschedules: number
  max_reschedules: number
  /** The company lets receivers choose the day. */
  is_on: boolean
}

/**
 * Whether a delivery is active and its driver has none of the parcels, so that it can still go elsewhere. A parcel that
 * could not be delivered is with its driver until it is scanned back in.
 */
export function isBeforeOutForDelivery({ status, parcel_statuses }: Progress): boolean {
  return (
    isFor('active', status) && !too_late.has(status) && !isWithDeliveryDriver([status, ...parcel_statuses])
  )
}

/**
 * Whether it is too late for another day: the driver has all or some of the parcels and still has to deliver them. Parcels
 * that could not be delivered do not count, because they are scanned back in one after the other.
 */
export function isTooLateForDay({ status, parcel_statuses }: Progress): boolean {
  return too_late.has(status) || (!isStillToDeliver(status) && parcel_statuses.some(isStillToDeliver))
}

/** Checks whether the receiver may choose another delivery day; the error message states the reason. */
export function mayChooseDay({
  status,
  parcel_statuses,
  is_to_point,
  reschedules,
  max_reschedules,
  is_on,
}: Choosing): RuleResult {
  const isOpen = isOpenDelivery(status, 'You can no longer choose a day.')
  if (isOpen !== true) return isOpen
  if (!is_on) return wrongState('You cannot choose the day of this delivery here. Please contact us.')
  if (is_to_point)
    return wrongState('This parcel goes to a pickup point. You can collect it there when it suits you.')
  if (isTooLateForDay({ status, parcel_statuses }))
    return wrongState('This parcel is already with a driver. Call us if today does not suit you.')
  if (reschedules >= max_reschedules)
    return wrongState(
      `The day was changed ${max_reschedules === 1 ? 'once' : `${max_reschedules} times`} already. Call us to change it again.`,
    )
  return true
}

/**
 * `proof_digits`: how many last digits of their number receivers enter to prove who they are. `proof_tries_per_day`:
 * how many wrong attempts are allowed per day.
 */
export const proof_digits = 4
export const proof_tries_per_day = 5

/** Whether the typed digits are the last digits of the receiver's number; never when there is no number. */
export function matchesLastDigits(typed: string, mobileNumber: string): boolean {
  const digits = typed.replaceAll(/\D/g, '')
  const number = e164(mobileNumber) ?? ''
  return digits.length === proof_digits && number.endsWith(digits)
}

/**
 * Whether the link in a message has done what it is for: the delivery has ended, or its day was chosen as often as the
 * company allows. From then on it only shows what was chosen (decision 0148).
 */
export function isLinkSpent({
  status,
  reschedules,
  max_reschedules,
}: Pick<Choosing, 'status' | 'reschedules' | 'max_reschedules'>): boolean {
  return isFinal(status) || (reschedules > 0 && reschedules >= max_reschedules)
}

/**
 * Returns the days a receiver may choose (`YYYY-MM-DD`): the next served days, after today and not before `earliest`,
 * when the parcel can arrive.
 */
export function offeredDays(
  now: Date,
  earliest: Date | null,
  calendar: { weekdays: readonly number[]; holidays: ReadonlySet<string> },
): string[] {
  const first = Math.max(dayNumberOf(now) + 1, earliest ? dayNumberOf(earliest) : 0)
  return Array.from({ length: horizon }, (_, ahead) => first + ahead)
    .filter((day) => calendar.weekdays.includes(weekdayOf(day)) && !calendar.holidays.has(dayText(day)))
    .slice(0, days_offered)
    .map(dayText)
}

/** Checks whether the receiver may still write to the driver; `is_on`: the company lets receivers do that. */
export function mayInstruct({
  status,
  parcel_statuses,
  is_on,
}: Progress & Pick<Choosing, 'is_on'>): RuleResult {
  if (!is_on) return wrongState('You cannot write to the driver here. Please contact us.')
  const isOpen = isOpenDelivery(status, 'You can no longer write to the driver.')
  if (isOpen !== true) return isOpen
  return (
    !isTooLateForDay({ status, parcel_statuses }) ||
    wrongState(
      waitsAtPoint(status)
        ? 'This parcel waits at a pickup point, so no driver comes.'
        : 'This parcel is already with a driver. Call us about your instructions.',
    )
  )
}

const from_receiver = '\nReceiver: '

/**
 * Appends the receiver's request to the driver's instructions and replaces an earlier request; an empty `wish`
 * removes it.
 */
export function withReceiverWish(instructions: string, wish: string): string {
  const own = (`\n${instructions}`.split(from_receiver)[0] ?? '').trim()
  const text = wish.replaceAll(/\s+/g, ' ').trim()
  return text === '' ? own : `${own}${from_receiver}${text}`.trim()
}

/** Maximum length of the driver's instructions, in characters. */
const max_instructions = 2_000

/** Checks whether instructions with the receiver's request fit. */
export function checkInstructions(instructions: string): RuleResult {
  const over = instructions.length - max_instructions
  if (over <= 0) return true
  const message = `Your instructions for the driver are too long. Shorten them by ${over} ${over === 1 ? 'character' : 'characters'}.`
  return invalid(message, [{ field: 'wish', message }])
}

/** Extracts the receiver's request from the driver's instructions. */
export function receiverWish(instructions: string): string {
  return (`\n${instructions}`.split(from_receiver)[1] ?? '').trim()
}

/** Formats stars for staff: `★★★★☆`. */
export function starsText(stars: number): string {
  return '★'.repeat(stars) + '☆'.repeat(5 - stars)
}

/** Ratings with at most this many stars require action by staff. */
export const poor_stars = 2
