import { z } from 'zod'
import { event } from '../kit/event.ts'
import { count } from '../kit/calls/wire.ts'

/** A file is to be made of many rows, or by a schedule. */
export const fileRequested = event('file-asked', z.object({ file_id: count }))

/** A file that was promised by e-mail is there, or cannot be made. */
export const fileMade = event(
  'file-made',
  z.object({
    file_id: count,
    email: z.string(),
    title: z.string(),
    rows: z.int(),
    /** `''` when it could not be made. */
    url: z.string(),
    problem: z.string(),
  }),
)
