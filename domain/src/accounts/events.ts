import { z } from 'zod'
import { event } from '../kit/event.ts'

/**
 * Fields or the status of an account changed. `is_closed` states whether the account is closed; its users are then
 * notified at once.
 */
export const accountChanged = event(
  'accountChanged',
  z.object({ account_id: z.int(), is_closed: z.boolean() }),
)

/** An account is about to be closed. A subscriber that still needs the account rejects the close by throwing. */
export const accountClosed = event('accountClosed', z.object({ account_id: z.int() }))

/**
 * An account was opened, by staff or by registration. `left_open` names the fields that were not given; subscribers
 * fill them with the company's defaults.
 */
export const accountOpened = event(
  'accountOpened',
  z.object({ account_id: z.int(), left_open: z.array(z.string()) }),
)

/**
 * A field that automatic holds depend on changed: the credit limit, the type, an exemption or the hold itself.
 * `is_released` is true when a user lifted a hold.
 */
export const holdTermsChanged = event(
  'holdTermsChanged',
  z.object({ account_id: z.int(), is_released: z.boolean() }),
)

/** An account was put on hold or released. `reason` is `overdue` or `over_limit` when the system did it. */
export const accountHoldChanged = event(
  'accountHoldChanged',
  z.object({ account_id: z.int(), is_on_hold: z.boolean(), reason: z.string().nullable() }),
)

/** The day to follow up a note on an account has come; the author of the note is reminded. */
export const followUpDue = event(
  'followUpDue',
  z.object({ account_id: z.int(), user_id: z.int(), message: z.string() }),
)
