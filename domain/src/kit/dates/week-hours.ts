import { z } from 'zod'
import { clock } from '../calls/wire.ts'

/** Opening and closing time of one day, `HH:mm` in South Africa; `null` when closed. */
export const OpenHours = z.object({ open: clock, close: clock }).nullable()
export type OpenHours = z.output<typeof OpenHours>

/** Opening hours per weekday (SET-100, docs/glossary.md). */
export const WeekHours = z.object({
  mon: OpenHours,
  tue: OpenHours,
  wed: OpenHours,
  thu: OpenHours,
  fri: OpenHours,
  sat: OpenHours,
  sun: OpenHours,
})
export type WeekHours = z.output<typeof WeekHours>

/** The weekdays with their names, Monday first. */
export const week_days = [
  ['mon', 'Monday'],
  ['tue', 'Tuesday'],
  ['wed', 'Wednesday'],
  ['thu', 'Thursday'],
  ['fri', 'Friday'],
  ['sat', 'Saturday'],
  ['sun', 'Sunday'],
] as const satisfies readonly (readonly [keyof WeekHours, string])[]
