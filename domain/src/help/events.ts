import { z } from 'zod'
import { event } from '../kit/event.ts'

/** Somebody wrote to the company with the form of the help centre. */
export const questionAsked = event(
  'questionAsked',
  z.object({
    name: z.string(),
    email: z.string(),
    message: z.string(),
    /** Who asks, as far as the product knows, the page and the last error: facts below the message. */
    facts: z.array(z.string()),
  }),
)
