import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, day, instant, maybe, text } from '../kit/calls/wire.ts'

const Person = z.object({ username: z.string(), name: z.string() })

/** A driver who has an area for a day instead of its usual drivers. */
export const DayDriver = z.object({
  zone_id: z.int(),
  day,
  ...Person.shape,
  given_by_name: z.string(),
  time_given: instant,
})
export type DayDriver = z.output<typeof DayDriver>

/** An area of drivers on a day. */
export const DayArea = z.object({
  zone_id: z.int(),
  name: z.string(),
  branch_name: z.string(),
  routing_number: z.string(),
  /** Its drivers in their order. */
  usual: z.array(Person),
  /** Who gets its work on the day; `null` when none of the usual drivers is on duty. */
  driver: Person.nullable(),
  /** The driver to whom it was given for the day. */
  given: DayDriver.nullable(),
})
export type DayArea = z.output<typeof DayArea>

/** Endpoints that give areas to other drivers for a day (docs/domain/routing-and-drivers.md#areas-by-day). */
export const dayDriversApi = {
  list: endpoint('GET /geofence/zones/drivers', {
    input: z.object({
      /** Today when left out. */
      date: maybe(day),
      branch_id: maybe(count),
      zone_id: maybe(count),
    }),
    output: z.object({
      date: day,
      /** The active areas by name. */
      areas: z.array(DayArea),
      /** The given days of these areas from today on. */
      given: z.array(DayDriver),
      /** The drivers to choose from. */
      drivers: z.array(z.object({ ...Person.shape, branch_name: z.string(), on_duty: z.boolean() })),
    }),
    permission: 'API_/trip-sheet:GET',
    summary:
      'Returns who drives in the areas on a day, and the days on which areas are given to other drivers.',
    published: false,
  }),
  give: endpoint('PUT /geofence/zones/drivers', {
    input: z.object({
      zone_id: count,
      day,
      /** Username; `''` gives the area back to its usual drivers. */
      username: text(120),
    }),
    output: DayArea,
    permission: 'API_/trip-sheet/assign:POST',
    summary: 'Gives an area to another driver for a day, with its work that has not been dispatched.',
    published: false,
  }),
}
