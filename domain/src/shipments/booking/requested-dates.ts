import { dayOf } from '../../kit/calls/wire.ts'
import { passedTime, offerDay, type ServiceCalendar } from '../../kit/dates/service-days.ts'
import type { RequestedDates } from './shipment-checks.ts'

/** A requested day as it is priced: one gone by becomes today (docs/domain/public-api.md#shipment). */
export function notPast(day: string | undefined, now: Date): string | undefined {
  return day === undefined || day >= dayOf(now) ? day : dayOf(now)
}

/** A requested day whose window (to `until`, `HH:mm`) is still to come; `undefined` for one that is over. */
export function unlessPast(day: string | undefined, until: string, now: Date): string | undefined {
  return passedTime({ day, until }, now) ? undefined : day
}

/**
 * The days a shop's change asks for: one whose window is over becomes the next working day, because examples in the field
 * carry old dates. A day that is stored already stays, though it has gone by.
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
