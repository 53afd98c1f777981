import { z } from 'zod'
import { event } from '../kit/event.ts'

/** Fields or the status of an account were changed; whoever closes one says so, and its users are notified at once. */
export const accountChanged = event(
  'accountChanged',
  z.object({ account_id: z.int(), is_closed: z.boolean() }),
)

/** An account is about to be closed; whoever still needs it refuses. */
export const accountClosed = event('accountClosed', z.object({ account_id: z.int() }))

/**
 * An account was opened, by staff or by its owner's registration. `left_open` names the fields for which nothing was
 * said: whoever knows the company's defaults for them fills them in.
 */
export const accountOpened = event(
  'accountOpened',
  z.object({ account_id: z.int(), left_open: z.array(z.string()) }),
)

/**
 * Something was changed that automatic holds look at: limit, type, the exemptions, or the hold itself. `is_released`
 * when a person lifted a hold.
 */
export const holdTermsChanged = event(
  'holdTermsChanged',
  z.object({ account_id: z.int(), is_released: z.boolean() }),
)

/** An account was put on hold or released; `reason` is `overdue` or `over_limit` when the system did it. */
export const accountHoldChanged = event(
  'accountHoldChanged',
  z.object({ account_id: z.int(), is_on_hold: z.boolean(), reason: z.string().nullable() }),
)
