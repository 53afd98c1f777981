import { z } from 'zod'
import { event } from '../kit/event.ts'

/** Fields or the status of an account were changed; whoever closes one says so, and its users are told at once. */
export const accountChanged = event(
  'accountChanged',
  z.object({ account_id: z.int(), is_closed: z.boolean() }),
)

/** An account was put on hold or released; `reason` is `overdue` or `over_limit` when the system did it. */
export const accountHoldChanged = event(
  'accountHoldChanged',
  z.object({ account_id: z.int(), is_on_hold: z.boolean(), reason: z.string().nullable() }),
)
