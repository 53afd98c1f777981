import { wrongState } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { dayNumberOf, dayText, weekdayOf } from '../kit/dates/calendar.ts'
import { e164 } from '../kit/contacts/phone-number.ts'
import { uuid_pattern } from '../kit/uuid.ts'
import { isFor, type ShipmentStatus } from './statuses/status.ts'

/** The pages of a receiver's own links: `/reschedule/{reference}` and `/rate/{reference}` (NAV-012). */
export const receiverPath = new RegExp(`^/(reschedule|rate)/(${uuid_pattern})$`, 'i')

/** Days a receiver may choose from (docs/domain/shipments.md#another-day). */
export const days_offered = 5
/** How far ahead they are looked for, in days. */
const horizon = 60

/** Where a parcel is already with a driver or the receiver, or waits to be fetched: its day is no longer to choose. */
const too_late: ReadonlySet<ShipmentStatus> = new Set<ShipmentStatus>([
  'delivery-assigned',
  'out-for-delivery',
  'in-locker',
  'ready-for-pickup',
])

/** What decides whether a receiver may choose another day. */
export interface Choosing {
  status: ShipmentStatus
  /** It goes to a locker or counter, not to a door. */
  is_to_point: boolean
  /** How often the day was chosen already. */
  reschedules: number
  max_reschedules: number
  /** The company lets receivers choose. */
  is_on: boolean
}

/**
 * Whether a parcel is on its way and not yet with the driver who brings it: what is asked for now can still be heeded.
 */
export function isBeforeOutForDelivery(status: ShipmentStatus): boolean {
  return isFor('active', status) && !too_late.has(status)
}

/** Whether the receiver may choose another day of delivery, with the sentence that says why not. */
export function mayChooseDay({
  status,
  is_to_point,
  reschedules,
  max_reschedules,
  is_on,
}: Choosing): RuleResult {
  if (!isFor('active', status)) return wrongState('This delivery has ended: there is no day left to choose.')
  if (!is_on) return wrongState('The day of this delivery cannot be chosen here. Ask us instead.')
  if (is_to_point)
    return wrongState('This parcel goes to a pickup point, where you fetch it when it suits you.')
  if (too_late.has(status))
    return wrongState('This parcel is already with a driver. Call us if today does not suit you.')
  if (reschedules >= max_reschedules)
    return wrongState(
      `The day was changed ${max_reschedules === 1 ? 'once' : `${max_reschedules} times`} already. Call us to change it again.`,
    )
  return true
}

/** How many of the last digits of their number receivers prove themselves by, and how often a day they may be wrong. */
export const proof_digits = 4
export const proof_tries_per_day = 5

/** Whether somebody knows the last digits of the receiver's number; nobody does while there is none. */
export function matchesLastDigits(typed: string, mobileNumber: string): boolean {
  const digits = typed.replaceAll(/\D/g, '')
  const number = e164(mobileNumber) ?? ''
  return digits.length === proof_digits && number.endsWith(digits)
}

/**
 * The days a receiver may choose, `YYYY-MM-DD`: the next ones on which the place is served, after today and not before
 * the parcel can be there.
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

const from_receiver = '\nReceiver: '

/** The driver's instructions with what the receiver asks for at their end, in place of what was asked before. */
export function withReceiverWish(instructions: string, wish: string, max: number): string {
  const own = (`\n${instructions}`.split(from_receiver)[0] ?? '').trim()
  const text = wish.replaceAll(/\s+/g, ' ').trim()
  return text === '' ? own : `${own}${from_receiver}${text}`.trim().slice(0, max)
}

/** What the receiver asked for, out of the driver's instructions. */
export function receiverWish(instructions: string): string {
  return (`\n${instructions}`.split(from_receiver)[1] ?? '').trim()
}

/** Stars as they are shown to staff: `★★★★☆`. */
export function starsText(stars: number): string {
  return '★'.repeat(stars) + '☆'.repeat(5 - stars)
}

/** Ratings up to here are something for somebody to look after. */
export const poor_stars = 2
