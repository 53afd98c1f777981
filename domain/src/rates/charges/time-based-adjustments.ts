import {
  clockMinutes,
  dayNumber,
  dayNumberOf,
  dayNumbers,
  minutesOf,
  weekdayOf,
} from '../../kit/dates/calendar.ts'
import type { TimeBasedRateAdjustment } from '../price-books/price-book.ts'
import type { PriceRequest } from '../pricing/price-request.ts'

/**
 * Checks whether an automatic adjustment applies (RATE-008, docs/domain/rating.md#time-based-adjustments). The day of
 * its leg must be one of its weekdays, or a public holiday if it includes them. The requested window must lie inside
 * the adjustment’s window or end by its deadline. An adjustment without days or without hours is not restricted by
 * them. The collection day is the estimated one (a day number); the delivery day is the requested one.
 */
export function matchesTime(
  adjustment: TimeBasedRateAdjustment,
  request: PriceRequest,
  collectionDay: number,
): boolean {
  const isCollection = adjustment.leg === 'collection'
  const requestedDate = request.delivery_min_date
  const day = isCollection ? collectionDay : requestedDate === null ? null : dayNumber(requestedDate)
  const after = isCollection ? request.collection_after : request.delivery_after
  const before = isCollection ? request.collection_before : request.delivery_before
  return matchesDay(adjustment, day, request) && matchesWindow(adjustment, after, before)
}

function matchesDay(adjustment: TimeBasedRateAdjustment, day: number | null, request: PriceRequest): boolean {
  if (adjustment.weekdays.length === 0 && !adjustment.public_holidays) return true
  if (day === null) return false
  if (adjustment.weekdays.includes(weekdayOf(day))) return true
  return adjustment.public_holidays && dayNumbers(request.calendar.holidays).has(day)
}

function matchesWindow(
  adjustment: TimeBasedRateAdjustment,
  after: string | null,
  before: string | null,
): boolean {
  const { deadline, window_from, window_to } = adjustment
  if (deadline) return before !== null && before <= deadline
  if (!window_from && !window_to) return true
  if (after === null || before === null) return false
  return after >= (window_from ?? '00:00') && before <= (window_to ?? '23:59')
}

/**
 * Checks whether an adjustment makes sense for the places of the route. At a locker or counter no driver collects, so
 * no collection adjustment applies. A delivery adjustment with a deadline or window needs an address at both ends: at
 * a pickup point no recipient waits, and when a sender who drops off brings the parcel is not known.
 */
export function fitsPlace(
  { leg, deadline, window_from, window_to }: TimeBasedRateAdjustment,
  { collection, delivery }: Pick<PriceRequest, 'collection' | 'delivery'>,
): boolean {
  const isDroppedOff = collection.kind !== 'street-address'
  if (leg === 'collection') return !isDroppedOff
  const isFromDoorToDoor = !isDroppedOff && delivery.kind === 'street-address'
  return isFromDoorToDoor || (!deadline && !window_from && !window_to)
}

/**
 * Checks whether an opt-in can still be met on `day` (a day number; `null` when no day is fixed yet): the day is not
 * over, and its deadline or window has not passed.
 */
export function isStillPossible(adjustment: TimeBasedRateAdjustment, day: number | null, now: Date): boolean {
  if (day === null) return true
  const today = dayNumberOf(now)
  const end = adjustment.deadline ?? adjustment.window_to
  return day > today || (day === today && (!end || minutesOf(now) <= clockMinutes(end)))
}
