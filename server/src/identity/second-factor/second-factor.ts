import { challenge, isPasscode, plainRecoveryCode } from '@waybill/domain/identity/sign-in/two-factor'
import { invalid, Problem, unauthorised } from '@waybill/domain/kit/problem'
import type { Context } from '../../kit/handler.ts'
import { claimOfHour, type Budget } from '../sign-in/limit-tries.ts'
import { advanceStep, consumeRecoveryCode, lockSecondFactor, saveSecret } from '../sign-in/sign-in-store.ts'
import { matchingSteps } from './totp.ts'

/** Returns the error for a passcode that is wrong, used or expired (AUTH-010, AUTH-053). */
export function wrongPasscode(): Problem {
  return invalid('Incorrect code.', [{ field: 'two_factor_auth_passcode', message: 'Incorrect code.' }])
}

/** Returns the response to a correct password when the user has a second factor (AUTH-004). */
export function passcodeNeeded(): Problem {
  return new Problem('passcode_needed', 'Enter the code from your authenticator app.')
}

/** Returns the same response for a user whose only second factor is a passkey. */
export function passkeyNeeded(): Problem {
  return new Problem('passkey_needed', 'Confirm with your passkey.')
}

/** Starts the period within which the passcode must be entered. */
export async function openChallenge(ctx: Context, userId: number): Promise<void> {
  await saveSecret(ctx, userId, { challenge_until: challengeEnd(ctx), challenge_tries: 0 })
}

/**
 * Counts one attempt at the passcode before it is checked: five per sign-in, ten per hour. A passcode sent together
 * with the password starts its own challenge. Returns the error when no attempt is left. With `late` set to 'begin
 * again', for users who are already signed in, an expired challenge is restarted.
 */
export async function claimPasscode(
  ctx: Context,
  userId: number,
  budget: Budget,
  late: 'refuse' | 'begin again' = 'refuse',
): Promise<Problem | null> {
  const known = await lockSecondFactor(ctx, userId)
  const until = known?.challenge_until ?? null
  const isLate = until !== null && until.getTime() <= ctx.now.getTime()
  if (isLate && late === 'refuse') {
    await saveSecret(ctx, userId, { challenge_until: null, challenge_tries: 0 })
    return unauthorised('The code has expired. Log in again.')
  }
  const hasStarted = until !== null && !isLate
  const tries = hasStarted ? (known?.challenge_tries ?? 0) : 0
  if (tries >= challenge.tries)
    return unauthorised(
      late === 'refuse'
        ? 'Too many wrong codes. Log in again.'
        : `Too many wrong codes. Try again in ${challenge.minutes} minutes.`,
    )
  const error = await claimOfHour(ctx, `passcode ${budget.key}`, challenge.tries_per_hour)
  if (error) return error
  await saveSecret(ctx, userId, {
    challenge_until: hasStarted ? until : challengeEnd(ctx),
    challenge_tries: tries + 1,
  })
  return null
}

function challengeEnd(ctx: Context): Date {
  return new Date(ctx.now.getTime() + challenge.minutes * 60_000)
}

/**
 * Uses up a passcode or a recovery code; returns false when it is wrong or already used. The step of a passcode is
 * advanced by compare-and-set in this transaction, so that only one of several concurrent requests succeeds.
 */
export async function usePasscode(ctx: Context, userId: number, typed: string): Promise<boolean> {
  const known = await lockSecondFactor(ctx, userId)
  if (!known?.totp_sealed) return false
  const isCorrect = await isRight(ctx, userId, typed.trim(), known.totp_sealed, known.totp_last_step)
  if (isCorrect) await saveSecret(ctx, userId, { challenge_until: null, challenge_tries: 0 })
  return isCorrect
}

async function isRight(
  ctx: Context,
  userId: number,
  typed: string,
  sealed: string,
  lastStep: number,
): Promise<boolean> {
  if (isPasscode(typed)) {
    const step = matchingSteps(ctx.sealer.open(sealed), typed, ctx.now).find((one) => one > lastStep)
    return step !== undefined && advanceStep(ctx, userId, step)
  }
  const code = plainRecoveryCode(typed)
  return code !== null && consumeRecoveryCode(ctx, userId, recoveryDigest(ctx, userId, code))
}

/** Returns the digest under which a recovery code is stored. */
export function recoveryDigest(ctx: Pick<Context, 'sealer'>, userId: number, code: string): string {
  return ctx.sealer.digest(`recovery code of ${userId}`, code)
}
