import { z } from 'zod'
import { event } from '../kit/event.ts'

/**
 * Published in the transaction that removes a branch, before the removal. A subscriber throws to prevent it. `name`
 * is the code of the branch.
 */
export const branchRemoved = event('branchRemoved', z.object({ branch_id: z.int(), name: z.string() }))

/**
 * Published in the transaction that removes an area of the published map, before the removal. A subscriber throws to
 * prevent it.
 */
export const zoneRemoved = event('zoneRemoved', z.object({ zone_id: z.int(), name: z.string() }))

/**
 * Published when other drivers get the work of areas: an area was changed or given to someone for a day, a driver
 * went on or off duty, or a driver left whose work nobody has now.
 */
export const areasChanged = event(
  'areasChanged',
  z.object({
    /** Names of the areas; `null` for all. */
    zones: z.array(z.string()).nullable(),
    /** `YYYY-MM-DD`; `null` for today and all later days. */
    day: z.string().nullable(),
    /** Drivers who had the areas until now. Work that someone gave to other drivers stays with them. */
    former: z.array(z.string()),
  }),
)
