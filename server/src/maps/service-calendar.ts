import type { Reader } from '../kit/verb.ts'
import { providerMap, type Point } from './provider-map.ts'
import { listHolidays } from './store.ts'

const every_working_day: readonly number[] = [1, 2, 3, 4, 5]

/** Days on which a place is served: weekdays, Sunday 0 to Saturday 6, and the public holidays that are not. */
export async function serviceCalendar(
  reader: Reader,
  point: Point | null,
): Promise<{ weekdays: readonly number[]; holidays: ReadonlySet<string> }> {
  const map = await providerMap(reader)
  const area = point && map.zones.find(point.lat, point.lng, 'service_days')
  const days: unknown = area?.days
  const weekdays = Array.isArray(days)
    ? days.filter((day): day is number => typeof day === 'number')
    : every_working_day
  return { weekdays, holidays: await publicHolidays(reader) }
}

/** The provider's public holidays, `YYYY-MM-DD`; in memory until the calendar changes. */
export function publicHolidays(reader: Reader): Promise<ReadonlySet<string>> {
  return reader.kept(
    'calendar',
    '',
    async (ctx) => new Set((await listHolidays(ctx)).map((holiday) => holiday.date)),
  )
}
