import { z } from 'zod'
import { event } from '../kit/event.ts'

/** A van or line-haul starts soon, and parcels are missing or over, or the vehicle cannot carry them. */
export const depotNeedsStaff = event(
  'depotNeedsStaff',
  z.object({
    branch_id: z.int(),
    branch_name: z.string(),
    /** The day of the board, `YYYY-MM-DD`. */
    date: z.string(),
    /** Name of the driver, or number of the line-haul. */
    name: z.string(),
    /** `HH:mm`. */
    starts: z.string(),
    problems: z.array(z.string()),
  }),
)
