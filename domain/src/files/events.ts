import { z } from 'zod'
import { event } from '../kit/event.ts'

/** The bytes of an upload arrived, passed the check and were stored. The digests are SHA-256 in hex. */
export const fileArrived = event(
  'fileArrived',
  z.object({
    folder: z.string(),
    name: z.string(),
    /** Username. */
    created_by: z.string(),
    /** Of the stored bytes. */
    digest: z.string(),
    /** Of the bytes as they arrived. */
    received_digest: z.string(),
  }),
)
