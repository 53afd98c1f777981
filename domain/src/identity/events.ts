import { z } from 'zod'
import { event } from '../kit/event.ts'

/** Somebody typed a name to have a password reset, whoever that is: known or not, the same is done (AUTH-038). */
export const resetAsked = event('resetAsked', z.object({ name: z.string() }))

/** Somebody filled in the registration form, or asked for the code again. */
export const registrationAsked = event('registrationAsked', z.object({ registration_id: z.int() }))

/** What a person should hear of even when it was somebody else who did it. */
export const sign_in_changes = [
  'password-changed',
  'two-factor-on',
  'two-factor-off',
  'two-factor-reset',
  'passkey-added',
  'passkey-removed',
] as const
export type SignInChange = (typeof sign_in_changes)[number]

/** How somebody signs in was changed. */
export const signInChanged = event(
  'signInChanged',
  z.object({ user_id: z.int(), what: z.enum(sign_in_changes) }),
)

/** A user has signed in from a browser not seen with them before, which is not their first. */
export const newBrowserUsed = event(
  'newBrowserUsed',
  z.object({
    user_id: z.int(),
    /** In words, such as 'Firefox on Windows'. */
    browser: z.string(),
    /** ISO 8601. */
    time: z.string(),
  }),
)

/** A new customer is in: the account and its owner exist. */
export const customerRegistered = event(
  'customerRegistered',
  z.object({ account_id: z.int(), user_id: z.int() }),
)
