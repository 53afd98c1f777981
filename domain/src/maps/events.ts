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
