/** Minutes for which a confirmation counts: a code, a passkey, or the password of who has neither. */
export const step_up_minutes = 10

/** How somebody may confirm who it is. */
export const step_up_ways = ['passkey', 'passcode', 'password'] as const
export type StepUpWay = (typeof step_up_ways)[number]

/** The ways open to somebody: the second factors that are set up, or the password where there is none. */
export function stepUpWays(has: { passkey: boolean; passcode: boolean }): readonly StepUpWay[] {
  if (!has.passkey && !has.passcode) return ['password']
  return step_up_ways.filter((way) => way !== 'password' && has[way])
}

/** Whether a confirmation still counts. One that lies ahead does not: some clock is wrong. */
export function isFreshlyConfirmed(confirmed: Date | null, now: Date): boolean {
  if (confirmed === null) return false
  return Math.abs(now.getTime() - confirmed.getTime()) <= step_up_minutes * 60_000
}
