import { z } from 'zod'
import { event } from '../kit/event.ts'

/** A message to a phone is remembered and may be sent. */
export const textDue = event(
  'textDue',
  z.object({
    once_key: z.string(),
    /** The shipment it is about; `null` for one that people wrote. */
    shipment_id: z.int().nullable(),
    /** Whose PIN it carries, under the kind of message; `null` when it carries none. */
    pin_of: z.object({ kind: z.string(), recipient: z.enum(['collection', 'delivery']) }).nullable(),
  }),
)
