import { isAdministrator, role_ids, type Actor } from '../../kit/actor.ts'

/** Of whom a company demands a second factor, beside the roles that require one. */
export const second_factor_requirements = ['off', 'administrators', 'staff'] as const
export type SecondFactorRequirement = (typeof second_factor_requirements)[number]

/** What a value of the setting demands, for pages that do not load its declaration. */
export function secondFactorRequirementOf(value: unknown): SecondFactorRequirement {
  return second_factor_requirements.find((one) => one === value) ?? 'off'
}

/** Whether somebody must have a second factor: because of the role, or by the setting of the company. */
export function requiresSecondFactor(
  ensure: SecondFactorRequirement,
  user: Pick<Actor, 'role_id' | 'account_id'> & { require_2fa: boolean },
): boolean {
  if (user.require_2fa) return true
  if (user.account_id !== null || user.role_id === role_ids.guest) return false
  return ensure === 'staff' || (ensure === 'administrators' && isAdministrator(user))
}

/** Digits of a passcode (AUTH-050). */
export const passcode_length = 6
/** Seconds for which an authenticator shows the same code (RFC 6238). */
export const step_s = 30
/** Steps by which the clocks of server and phone may differ, either way. */
export const drift_steps = 1
/** Minutes in which the passcode must follow the password, and how many tries there are. */
export const challenge = { minutes: 5, tries: 5, tries_per_hour: 10 } as const
/** Minutes in which the first code must follow a shown secret. */
export const setup_minutes = 30
/** How many recovery codes somebody has, and the characters of each. */
export const recovery = { codes: 10, length: 10 } as const
/** Capital letters and digits without those that look alike. */
export const recovery_alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Whether this has the form of a passcode: six digits, nothing else (AUTH-050). */
export function isPasscode(text: string): boolean {
  return /^\d{6}$/.test(text)
}

/** A recovery code as it is compared: capital letters without the hyphen and spaces people type; `null` if it is none. */
export function plainRecoveryCode(text: string): string | null {
  const plain = text.toUpperCase().replaceAll(/[\s-]/g, '')
  return plain.length === recovery.length && [...plain].every((one) => recovery_alphabet.includes(one))
    ? plain
    : null
}

/** The number of the 30-second step a moment lies in. */
export function stepAt(moment: Date): number {
  return Math.floor(moment.getTime() / 1000 / step_s)
}

/** The steps whose codes are right at a moment, oldest first. */
export function stepsAround(moment: Date): number[] {
  const now = stepAt(moment)
  return Array.from({ length: 2 * drift_steps + 1 }, (_, at) => now - drift_steps + at)
}

/** The address an authenticator app reads from a QR code; `secret` in base32 (AUTH-044). */
export function authUrl(about: { issuer: string; account: string; secret: string }): string {
  const label = `${encodeURIComponent(about.issuer)}:${encodeURIComponent(about.account)}`
  const values = `secret=${about.secret}&issuer=${encodeURIComponent(about.issuer)}`
  return `otpauth://totp/${label}?${values}&algorithm=SHA1&digits=${passcode_length}&period=${step_s}`
}

/** The `secret` parameter of such an address; `''` without one. */
export function secretOf(otpUrl: string): string {
  return /[?&]secret=([A-Z2-7]+)/.exec(otpUrl)?.[1] ?? ''
}
