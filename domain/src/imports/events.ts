import { z } from 'zod'
import { event } from '../kit/event.ts'

/** Published when a bulk job has rows to process. */
export const bulkRowsDue = event('bulkRowsDue', z.object({ job_id: z.int() }))
