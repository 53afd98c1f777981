/** Minutes for which a step-up confirmation is valid: by code, by passkey, or by password for users without either. */
export const step_up_minutes = 10

/** How far a confirmation may be in the future, because clocks differ. */
const max_clock_drift_ms = 30_000

/** Methods by which a user can confirm their identity. */
export const step_up_methods = ['passkey', 'passcode', 'password'] as const
export type StepUpMethod = (typeof step_up_methods)[number]

/** Returns the methods available to a user: the second factors that are set up, or the password when there are none. */
export function stepUpMethods(has: { passkey: boolean; passcode: boolean }): readonly StepUpMethod[] {
  if (!has.passkey && !has.passcode) return ['password']
  return step_up_methods.filter((method) => method !== 'password' && has[method])
}

/**
 * Whether a confirmation is still valid: at most `step_up_minutes` before `now`. A time in the future is accepted only
 * within the drift between two clocks, so that a wrong clock does not extend a confirmation.
 */
export function isFreshlyConfirmed(confirmed: Date | null, now: Date): boolean {
  if (confirmed === null) return false
  const age = now.getTime() - confirmed.getTime()
  return age >= -max_clock_drift_ms && age <= step_up_minutes * 60_000
}
