import { z } from 'zod'
import { event } from '../kit/event.ts'

/** Published when a user or guest sends the contact form of the help centre. */
export const questionAsked = event(
  'questionAsked',
  z.object({
    name: z.string(),
    email: z.string(),
    message: z.string(),
    /** The user, account, page and last error, as far as available; listed below the message. */
    facts: z.array(z.string()),
  }),
)
