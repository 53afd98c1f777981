import { clockOf, dayOf, startOfDay } from '../kit/calls/wire.ts'
import type { DailyManifest } from './settings.ts'
import { day_ms } from '../kit/dates/durations.ts'

/** A manifest that the daily configuration requires on a day. */
export interface DueManifest {
  config: DailyManifest
  /** The same for all calls for one configuration and day, so that only one manifest is opened. */
  daily_key: string
  planned_departure: Date
  /** When it closes automatically; `null` when it is closed by hand. */
  planned_close: Date | null
}

const week_days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/**
 * Returns the manifests that should be open at `now`: one for each configuration with today’s weekday whose opening
 * time has come and whose departure has not, except on holidays (docs/domain/hub.md#interhub-manifests). A manifest
 * with a departure time at or before its opening time departs on the following day.
 */
export function dueManifests(
  configs: readonly DailyManifest[],
  holidays: ReadonlySet<string>,
  now: Date,
): DueManifest[] {
  const day = dayOf(now)
  if (holidays.has(day)) return []
  const weekday = week_days[new Date(`${day}T00:00:00Z`).getUTCDay()]
  return configs.flatMap((config) => {
    if (!config.weekdays.some((one) => one === weekday) || clockOf(now) < config.opens) return []
    const plannedDeparture = momentOf(day, config.departs, config.opens)
    if (plannedDeparture <= now) return []
    return [
      {
        config,
        daily_key: keyOf(day, config),
        planned_departure: plannedDeparture,
        planned_close: config.closes === '' ? null : momentOf(day, config.closes, config.opens),
      },
    ]
  })
}

function keyOf(day: string, config: DailyManifest): string {
  const { from_branch, to_branch, carrier, service_level, departs } = config
  return [day, from_branch, to_branch, carrier, service_level, departs].join('|').toLowerCase()
}

/** Returns a clock time on `day`, or on the next day when `time` is at or before `opens`. */
function momentOf(day: string, time: string, opens: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const at = startOfDay(day).getTime() + (hours * 60 + minutes) * 60_000
  return new Date(time <= opens ? at + day_ms : at)
}
