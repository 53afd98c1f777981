import { auditSchedules } from '../audit/index.ts'
import { billingSchedules } from '../billing/index.ts'
import { purge } from './purge.ts'
import type { Schedule } from './schedule.ts'

/** What runs by the clock: the one list. */
export const schedules: readonly Schedule[] = [
  ...auditSchedules,
  ...billingSchedules,
  { name: 'purge', every_ms: 60 * 60_000, run: purge },
]
