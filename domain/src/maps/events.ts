import { z } from 'zod'
import { event } from '../kit/event.ts'

/** A branch is about to be removed; whoever still needs it refuses. `name` is its code. */
export const branchRemoved = event('branchRemoved', z.object({ branch_id: z.int(), name: z.string() }))

/** An area of the published map is about to be removed; whoever still goes by it refuses. */
export const zoneRemoved = event('zoneRemoved', z.object({ zone_id: z.int(), name: z.string() }))
