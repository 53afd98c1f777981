import { z } from 'zod'
import { event } from '../kit/event.ts'

/** Bulk work has rows that wait to be taken up. */
export const bulkRowsDue = event('bulkRowsDue', z.object({ job_id: z.int() }))
