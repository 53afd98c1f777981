/** Minutes for which a confirmation counts: a code, a passkey, or the password of who has neither. */
export const step_up_minutes = 10

/** How somebody may confirm who it is. */
export const step_up_methods = ['passkey', 'passcode', 'password'] as const
export type StepUpMethod = (typeof step_up_methods)[number]

/** The ways open to somebody: the second factors that are set up, or the password where there is none. */
export function stepUpMethods(has: { passkey: boolean; passcode: boolean }): readonly StepUpMethod[] {
  if (!has.passkey && !has.passcode) return ['password']
  return step_up_methods.filter((method) => method !== 'password' && has[method])
}

/** Whether a confirmation still counts. One that lies ahead does not: some clock is wrong. */
export function isFreshlyConfirmed(confirmed: Date | null, now: Date): boolean {
  if (confirmed === null) return false
  return Math.abs(now.getTime() - confirmed.getTime()) <= step_up_minutes * 60_000
}
