import { z } from 'zod'
import { event } from '../kit/event.ts'
import { count } from '../kit/calls/wire.ts'

/** Emitted when a file must be made in the background, because it has many rows or a schedule requires it. */
export const fileRequested = event('file-asked', z.object({ file_id: count }))

/** Emitted for each e-mail address when a file is ready or could not be made. */
export const fileMade = event(
  'file-made',
  z.object({
    file_id: count,
    email: z.string(),
    title: z.string(),
    rows: z.int(),
    /** Download link; `''` when the file could not be made. */
    url: z.string(),
    problem: z.string(),
  }),
)
