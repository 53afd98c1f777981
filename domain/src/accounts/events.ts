import { z } from 'zod'
import { event } from '../kit/event.ts'

/** Fields or the status of an account were changed; whoever closes one says so, and its users are told at once. */
export const accountChanged = event(
  'accountChanged',
  z.object({ account_id: z.int(), is_closed: z.boolean() }),
)
