import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { BaseContext } from '../kit/handler.ts'
import { providerMap, serviceDaysAt, type Point } from './provider-map.ts'
import { listHolidays } from './store.ts'

const every_working_day: readonly number[] = [1, 2, 3, 4, 5]

/**
 * Returns the weekdays on which a point is served on one leg, from 0 (Sunday) to 6 (Saturday), and the public
 * holidays, on which it is not served.
 */
export async function serviceCalendar(
  reader: BaseContext,
  point: Point | null,
  leg: 'collection' | 'delivery' = 'collection',
): Promise<{ weekdays: readonly number[]; holidays: ReadonlySet<string> }> {
  const map = await providerMap(reader)
  const days = point && serviceDaysAt(map, point)
  const weekdays = days?.[leg] ?? every_working_day
  return { weekdays, holidays: await publicHolidays(reader) }
}

/** Returns the provider's public holidays as `YYYY-MM-DD`. Cached until the calendar or the year changes. */
export function publicHolidays(reader: BaseContext): Promise<ReadonlySet<string>> {
  return reader.cached(
    'calendar',
    dayOf(reader.now).slice(0, 4),
    async (ctx) => new Set((await listHolidays(ctx)).map((holiday) => holiday.date)),
  )
}
