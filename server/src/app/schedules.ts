import { billingSchedules } from '../billing/index.ts'
import type { Schedule } from './schedule.ts'

/** What runs by the clock: the one list. */
export const schedules: readonly Schedule[] = [...billingSchedules]
