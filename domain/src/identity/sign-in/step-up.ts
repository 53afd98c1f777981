/** Minutes for which a step-up confirmation is valid: by code, by passkey, or by password for users without either. */
export const step_up_minutes = 10

/** Methods by which a user can confirm their identity. */
export const step_up_methods = ['passkey', 'passcode', 'password'] as const
export type StepUpMethod = (typeof step_up_methods)[number]

/** Returns the methods available to a user: the second factors that are set up, or the password when there are none. */
export function stepUpMethods(has: { passkey: boolean; passcode: boolean }): readonly StepUpMethod[] {
  if (!has.passkey && !has.passcode) return ['password']
  return step_up_methods.filter((method) => method !== 'password' && has[method])
}

/**
 * Whether a confirmation is still valid: at most `step_up_minutes` before or after `now`. A time further ahead means
 * that a clock is wrong.
 */
export function isFreshlyConfirmed(confirmed: Date | null, now: Date): boolean {
  if (confirmed === null) return false
  return Math.abs(now.getTime() - confirmed.getTime()) <= step_up_minutes * 60_000
}
