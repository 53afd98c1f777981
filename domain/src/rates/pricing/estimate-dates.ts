import {
  clockMinutes,
  dayNumber,
  dayNumberOf,
  dayNumbers,
  dayText,
  minutesOf,
  momentAt,
  weekdayOf,
} from '../../kit/dates/calendar.ts'
import type { Leg, ServiceLevel, TimeBasedRateAdjustment } from '../price-books/price-book.ts'
import type { PriceRequest, RouteEnd } from './price-request.ts'
import { passedTime, type MoveReason } from '../../kit/dates/service-days.ts'

/** The estimated collection and delivery of a service level (RATE-004, docs/domain/rating.md#dates). */
export interface Estimate {
  /** Day number, for time-based adjustments. */
  collection_day: number
  collection_date: Date
  /** Latest booking time for this collection date. */
  collection_cut_off_time: Date
  delivery_date_from: Date
  delivery_date_to: Date
  /** Why the collection is not on the requested day (today when none was requested); `null` when it is. */
  collection_moved_by: MoveReason | null
  /** The new collection day (`YYYY-MM-DD`) when full days moved the collection, else `null`. */
  earliest_collection_capacity_date: string | null
}

/** Hours in minutes, used for a day without working hours, for example one that an opt-in opened. */
const default_hours = { start: 8 * 60, end: 17 * 60 }
const max_wait_days = 366

/**
 * Estimates collection and delivery of one service level; `null` when no day within a year is served. Opted-in
 * adjustments of a leg open their weekdays and public holidays and set the window of the leg
 * (docs/domain/rating.md#time-based-adjustments, docs/domain/rating.md#dates).
 */
export function estimateDates(
  service: ServiceLevel,
  request: PriceRequest,
  opted: readonly TimeBasedRateAdjustment[] = [],
): Estimate | null {
  const collection = workdays('collection', service, request, opted)
  const delivery = workdays('delivery', service, request, opted)
  const pickup = findCollection(service, request, collection)
  if (!pickup) return null

  const { day, cut_off } = pickup
  const opening = hoursOf(request, day).start
  const start = windowOf('collection', opted)?.from ?? clockOr(request.collection_after, opening)
  const from = arrival(service.delivery_estimate_from_type, service.delivery_estimate_from_value, 'start')
  const to = arrival(service.delivery_estimate_to_type, service.delivery_estimate_to_value, 'end')

  function arrival(type: 'h' | 'd', value: number, edge: 'start' | 'end'): Point | null {
    return type === 'd'
      ? afterDays(day, value, delivery, request, edge)
      : afterHours(day, startOfServiceTime(day, start, request), value, delivery, request)
  }
  if (!from || !to) return null
  const earliest = request.delivery_min_date === null ? null : dayNumber(request.delivery_min_date)
  const [first, last] = pushed(from, to, earliest, delivery, request)
  const window = windowOf('delivery', opted)
  const collectionDate = momentAt(day, start)
  return {
    collection_day: day,
    collection_date: collectionDate,
    collection_cut_off_time: momentAt(day, cut_off),
    delivery_date_from: momentAt(first.day, window?.from ?? first.minutes),
    delivery_date_to: momentAt(last.day, window?.to ?? last.minutes),
    collection_moved_by: pickup.moved_by,
    earliest_collection_capacity_date: pickup.was_full ? dayText(day) : null,
  }
}

interface Point {
  day: number
  minutes: number
}

type IsServed = (day: number) => boolean

const clockOr = (clock: string | null, otherwise: number): number =>
  clock === null ? otherwise : clockMinutes(clock)

function hoursOf(request: PriceRequest, day: number): { start: number; end: number } {
  const { working_hours, holiday_hours, holidays } = request.calendar
  const weekday = weekdayOf(day)
  const hours = (dayNumbers(holidays).has(day) && holiday_hours[weekday]) || working_hours[weekday]
  return hours ? { start: clockMinutes(hours.from), end: clockMinutes(hours.to) } : default_hours
}

/**
 * Returns the minute from which service hours count: the collection, or on the current day now, rounded up to a
 * quarter of an hour, if that is later.
 */
function startOfServiceTime(day: number, start: number, request: PriceRequest): number {
  if (day !== dayNumberOf(request.now)) return start
  return Math.max(start, Math.ceil(minutesOf(request.now) / 15) * 15)
}

function workdays(
  leg: Leg,
  service: ServiceLevel,
  request: PriceRequest,
  opted: readonly TimeBasedRateAdjustment[],
): IsServed {
  const end: RouteEnd = request[leg]
  const days = leg === 'collection' ? service.collection_days : service.delivery_days
  const ofLeg = opted.filter((one) => one.leg === leg)
  const opened = ofLeg.flatMap((one) => one.weekdays)
  const opensHolidays = ofLeg.some((one) => one.public_holidays)
  return (day) => {
    const weekday = weekdayOf(day)
    if (isHoliday(service, request, day)) return opensHolidays
    if (opened.includes(weekday)) return true
    return days.includes(weekday) && (end.service_days === null || end.service_days.includes(weekday))
  }
}

function findCollection(
  service: ServiceLevel,
  request: PriceRequest,
  isServed: IsServed,
): { day: number; cut_off: number; moved_by: MoveReason | null; was_full: boolean } | null {
  const today = dayNumberOf(request.now)
  const requestedDay = request.collection_min_date === null ? today : dayNumber(request.collection_min_date)
  const full = request.calendar.full_days.get(service.id)
  const { collection_before } = request
  let movedBy: MoveReason | null = null
  let wasFull = false
  for (let day = Math.max(today, requestedDay), waited = 0; waited <= max_wait_days; day += 1, waited += 1) {
    const cutOffText = service.collection_cut_off_times[weekdayOf(day)]
    const cutOff = cutOffText ? clockMinutes(cutOffText) : hoursOf(request, day).end
    const isLate = day === today && !request.calendar.ignore_cut_off && isPast(request.now, cutOff)
    const isOver = passedTime({ day: dayText(day), until: collection_before }, request.now) !== null
    const isFull = full?.has(dayText(day)) ?? false
    if (!isServed(day)) movedBy ??= isHoliday(service, request, day) ? 'holiday' : 'no-service'
    else if (isLate || isOver) movedBy ??= isLate ? 'cut-off' : 'window'
    else if (isFull) [movedBy, wasFull] = [movedBy ?? 'full', true]
    else return { day, cut_off: cutOff, moved_by: movedBy, was_full: wasFull }
  }
  return null
}

function isHoliday(service: ServiceLevel, request: PriceRequest, day: number): boolean {
  return service.skip_public_holidays && dayNumbers(request.calendar.holidays).has(day)
}

/** Checks whether a cut-off has passed. The cut-off minute itself is still in time. */
function isPast(now: Date, minutes: number): boolean {
  return now.getTime() > momentAt(dayNumberOf(now), minutes).getTime()
}

function nextServed(day: number, isServed: IsServed): number | null {
  for (let next = day; next <= day + max_wait_days; next += 1) if (isServed(next)) return next
  return null
}

/** Returns the point `n` delivery days after a day, at the start or the end of working hours. */
function afterDays(
  day: number,
  n: number,
  isServed: IsServed,
  request: PriceRequest,
  edge: 'start' | 'end',
): Point | null {
  let current = n === 0 ? nextServed(day, isServed) : day
  for (let counted = 0; counted < n && current !== null; counted += 1)
    current = nextServed(current + 1, isServed)
  return current === null ? null : { day: current, minutes: hoursOf(request, current)[edge] }
}

/** Returns the point `n` working hours after a moment. Remaining hours continue on the next delivery day. */
function afterHours(
  day: number,
  minutes: number,
  n: number,
  isServed: IsServed,
  request: PriceRequest,
): Point | null {
  let rest = n * 60
  let current = nextServed(day, isServed)
  let at = current === day ? minutes : 0
  for (let rolled = 0; rolled <= max_wait_days && current !== null; rolled += 1) {
    const { start, end } = hoursOf(request, current)
    const from = Math.max(at, start)
    if (from + rest <= end) return { day: current, minutes: from + rest }
    rest -= Math.max(0, end - from)
    current = nextServed(current + 1, isServed)
    at = 0
  }
  return null
}

/** Moves the estimate to the earliest day the receiver accepts; its end does not come before its start. */
function pushed(
  from: Point,
  to: Point,
  earliest: number | null,
  isServed: IsServed,
  request: PriceRequest,
): [Point, Point] {
  if (earliest === null || from.day >= earliest) return [from, to]
  const day = nextServed(earliest, isServed) ?? earliest
  const first = { day, minutes: hoursOf(request, day).start }
  return [first, to.day > day ? to : { day, minutes: hoursOf(request, day).end }]
}

/** Returns the window that opted-in adjustments set on a leg, in minutes. A deadline sets only the end. */
function windowOf(
  leg: Leg,
  opted: readonly TimeBasedRateAdjustment[],
): { from: number | null; to: number | null } | null {
  const one = opted.find(
    (adjustment) => adjustment.leg === leg && (adjustment.deadline ?? adjustment.window_from) !== null,
  )
  if (!one) return null
  return {
    from: one.window_from === null ? null : clockMinutes(one.window_from),
    to: one.deadline
      ? clockMinutes(one.deadline)
      : one.window_to === null
        ? null
        : clockMinutes(one.window_to),
  }
}
