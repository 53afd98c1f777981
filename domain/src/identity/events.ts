import { z } from 'zod'
import { event } from '../kit/event.ts'

/** A password reset was requested for a name. Published for existing and unknown names alike (AUTH-038). */
export const resetAsked = event('resetAsked', z.object({ name: z.string() }))

/** A registration form was submitted, or its code was requested again. */
export const registrationAsked = event('registrationAsked', z.object({ registration_id: z.int() }))

/** Sign-in changes that a user is notified of, even when another user made them. */
export const sign_in_changes = [
  'password-changed',
  'two-factor-on',
  'two-factor-off',
  'two-factor-reset',
  'passkey-added',
  'passkey-removed',
] as const
export type SignInChange = (typeof sign_in_changes)[number]

/** The sign-in data of a user changed. */
export const signInChanged = event(
  'signInChanged',
  z.object({ user_id: z.int(), what: z.enum(sign_in_changes) }),
)

/** A user signed in from a browser that is new for them, and it is not their first browser. */
export const newBrowserUsed = event(
  'newBrowserUsed',
  z.object({
    user_id: z.int(),
    /** Readable browser name, such as 'Firefox on Windows'. */
    browser: z.string(),
    /** ISO 8601. */
    time: z.string(),
  }),
)

/** A new customer registered: the account and its owner exist. */
export const customerRegistered = event(
  'customerRegistered',
  z.object({ account_id: z.int(), user_id: z.int() }),
)
