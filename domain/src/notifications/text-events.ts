import { z } from 'zod'
import { event } from '../kit/event.ts'

/** Published when a message to a phone is stored, or released after quiet hours, and can be sent. */
export const textDue = event(
  'textDue',
  z.object({
    once_key: z.string(),
    /** The shipment that the message is about; `null` for a bulk SMS. */
    shipment_id: z.int().nullable(),
    /** Message kind and contact of the PIN that the message carries; `null` when it carries none. */
    pin_of: z.object({ kind: z.string(), recipient: z.enum(['collection', 'delivery']) }).nullable(),
  }),
)
