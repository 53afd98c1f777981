import { z } from 'zod'
import { event } from '../../kit/event.ts'

/** A receiver answered a message; `sender` keeps the replies of one number in order. */
export const replyReceived = event('reply-received', z.object({ reply_id: z.int(), sender: z.string() }))
