import { isAdministrator, role_ids, type Actor } from '../../kit/actor.ts'

/** The settings for which staff must have a second factor, in addition to the roles that require one. */
export const second_factor_requirements = ['off', 'administrators', 'staff'] as const
export type SecondFactorRequirement = (typeof second_factor_requirements)[number]

/** Parses the value of the setting, for pages that do not load its declaration; `off` when it is invalid. */
export function secondFactorRequirementOf(value: unknown): SecondFactorRequirement {
  return second_factor_requirements.find((one) => one === value) ?? 'off'
}

/** Whether a user must have a second factor, by role or by company setting. */
export function requiresSecondFactor(
  ensure: SecondFactorRequirement,
  user: Pick<Actor, 'role_id' | 'account_id'> & { require_2fa: boolean },
): boolean {
  if (user.require_2fa) return true
  if (user.account_id !== null || user.role_id === role_ids.guest) return false
  return ensure === 'staff' || (ensure === 'administrators' && isAdministrator(user))
}

/** Number of digits in a passcode (AUTH-050). */
export const passcode_length = 6
/** Seconds for which an authenticator app shows the same code (RFC 6238). */
export const step_s = 30
/** Number of steps by which the clocks of server and phone may differ, in each direction. */
export const drift_steps = 1
/** Minutes within which the passcode must follow the password, and the number of attempts allowed. */
export const challenge = { minutes: 5, tries: 5, tries_per_hour: 10 } as const
/** Minutes within which the first code must follow the display of a secret. */
export const setup_minutes = 30
/** Number of recovery codes per user, and characters per code. */
export const recovery = { codes: 10, length: 10 } as const
/** Capital letters and digits without those that look alike. */
export const recovery_alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Whether `text` has the form of a passcode: exactly six digits (AUTH-050). */
export function isPasscode(text: string): boolean {
  return /^\d{6}$/.test(text)
}

/** Normalises a recovery code for comparison: capital letters, without hyphens and spaces; `null` if it is invalid. */
export function plainRecoveryCode(text: string): string | null {
  const plain = text.toUpperCase().replaceAll(/[\s-]/g, '')
  return plain.length === recovery.length && [...plain].every((one) => recovery_alphabet.includes(one))
    ? plain
    : null
}

/** Returns the number of the 30-second step that contains `moment`. */
export function stepAt(moment: Date): number {
  return Math.floor(moment.getTime() / 1000 / step_s)
}

/** Returns the steps whose codes are valid at `moment`, oldest first. */
export function stepsAround(moment: Date): number[] {
  const now = stepAt(moment)
  return Array.from({ length: 2 * drift_steps + 1 }, (_, at) => now - drift_steps + at)
}

/** Returns the address that an authenticator app reads from a QR code; `secret` in base32 (AUTH-044). */
export function authUrl(about: { issuer: string; account: string; secret: string }): string {
  const label = `${encodeURIComponent(about.issuer)}:${encodeURIComponent(about.account)}`
  const values = `secret=${about.secret}&issuer=${encodeURIComponent(about.issuer)}`
  return `otpauth://totp/${label}?${values}&algorithm=SHA1&digits=${passcode_length}&period=${step_s}`
}

/** Returns the `secret` parameter of such an address; `''` if there is none. */
export function secretOf(otpUrl: string): string {
  return /[?&]secret=([A-Z2-7]+)/.exec(otpUrl)?.[1] ?? ''
}
