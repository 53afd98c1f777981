import { dayOf } from '../../kit/calls/wire.ts'
import { passedTime, offerDay, type ServiceCalendar } from '../../kit/dates/service-days.ts'
import type { RequestedDates } from './shipment-checks.ts'

/** Returns the requested day to use for pricing: a past day becomes today (docs/domain/public-api.md#shipment). */
export function notPast(day: string | undefined, now: Date): string | undefined {
  return day === undefined || day >= dayOf(now) ? day : dayOf(now)
}

/** Returns the requested day while its window (ending at `until`, `HH:mm`) has not passed; otherwise `undefined`. */
export function unlessPast(day: string | undefined, until: string, now: Date): string | undefined {
  return passedTime({ day, until }, now) ? undefined : day
}

/**
 * Returns the requested days of a shop's change. A day whose window has passed becomes the next working day, because
 * example requests in use contain old dates. A day that equals the stored one is left unchanged, even when it has
 * passed.
 */
export function requestedDays(
  sent: Partial<RequestedDates>,
  stored: RequestedDates,
  now: Date,
  calendar: ServiceCalendar,
): RequestedDates {
  const changed: RequestedDates = {}
  for (const side of ['collection', 'delivery'] as const) {
    const day = sent[`${side}_min_date`]
    if (day === undefined) continue
    const until = sent[`${side}_before`] ?? stored[`${side}_before`] ?? null
    const isUnchanged = day === stored[`${side}_min_date`] || !passedTime({ day, until }, now)
    changed[`${side}_min_date`] = isUnchanged
      ? day
      : (offerDay(day, now, { cut_off: null, until }, calendar).day ?? day)
  }
  return changed
}
