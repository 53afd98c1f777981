import { challenge, isPasscode, plainRecoveryCode } from '@waybill/domain/identity/two-factor'
import { invalid, Problem, unauthorised } from '@waybill/domain/kit/problem'
import type { Context } from '../kit/handler.ts'
import { claimOfHour, type Budget } from './guard.ts'
import { advanceStep, consumeRecoveryCode, lockSecondFactor, saveSecret } from './sign-in-store.ts'
import { matchingSteps } from './totp.ts'

/** The refusal of a passcode that is wrong, used or too old (AUTH-010, AUTH-053). */
export function wrongPasscode(): Problem {
  return invalid('Incorrect code.', [{ field: 'two_factor_auth_passcode', message: 'Incorrect code.' }])
}

/** The answer to a right password of somebody with a second factor (AUTH-004). */
export function passcodeNeeded(): Problem {
  return new Problem('passcode_needed', 'Enter the code from your authenticator app.')
}

/** The same for somebody whose second factor is a passkey alone. */
export function passkeyNeeded(): Problem {
  return new Problem('passkey_needed', 'Confirm with your passkey.')
}

/** Starts the minutes in which the passcode must follow. */
export async function openChallenge(ctx: Context, user_id: number): Promise<void> {
  await saveSecret(ctx, user_id, { challenge_until: challengeEnd(ctx), challenge_tries: 0 })
}

/**
 * Takes one try at the passcode before it is looked at: five per sign-in, ten per hour. A passcode sent at once with
 * the password opens its own challenge. Answers the refusal when there is no try left. Who is signed in already begins
 * again when the minutes of the former challenge are over.
 */
export async function claimPasscode(
  ctx: Context,
  user_id: number,
  budget: Budget,
  late: 'refuse' | 'begin again' = 'refuse',
): Promise<Problem | null> {
  const known = await lockSecondFactor(ctx, user_id)
  const until = known?.challenge_until ?? null
  const is_late = until !== null && until.getTime() <= ctx.now.getTime()
  if (is_late && late === 'refuse') {
    await saveSecret(ctx, user_id, { challenge_until: null, challenge_tries: 0 })
    return unauthorised('The code came too late. Log in again.')
  }
  const hasStarted = until !== null && !is_late
  const tries = hasStarted ? (known?.challenge_tries ?? 0) : 0
  if (tries >= challenge.tries)
    return unauthorised(
      late === 'refuse'
        ? 'Too many wrong codes. Log in again.'
        : `Too many wrong codes. Try again in ${challenge.minutes} minutes.`,
    )
  const refusal = await claimOfHour(ctx, `passcode ${budget.key}`, challenge.tries_per_hour)
  if (refusal) return refusal
  await saveSecret(ctx, user_id, {
    challenge_until: hasStarted ? until : challengeEnd(ctx),
    challenge_tries: tries + 1,
  })
  return null
}

function challengeEnd(ctx: Context): Date {
  return new Date(ctx.now.getTime() + challenge.minutes * 60_000)
}

/**
 * Uses up a passcode or a recovery code; false when it is wrong or was used. The step of a passcode moves on by
 * compare-and-set in this transaction, so that of many at the same moment one is taken.
 */
export async function usePasscode(ctx: Context, user_id: number, typed: string): Promise<boolean> {
  const known = await lockSecondFactor(ctx, user_id)
  if (!known?.totp_sealed) return false
  const is_right = await isRight(ctx, user_id, typed.trim(), known.totp_sealed, known.totp_last_step)
  if (is_right) await saveSecret(ctx, user_id, { challenge_until: null, challenge_tries: 0 })
  return is_right
}

async function isRight(
  ctx: Context,
  user_id: number,
  typed: string,
  sealed: string,
  last_step: number,
): Promise<boolean> {
  if (isPasscode(typed)) {
    const step = matchingSteps(ctx.sealer.open(sealed), typed, ctx.now).find((one) => one > last_step)
    return step !== undefined && advanceStep(ctx, user_id, step)
  }
  const code = plainRecoveryCode(typed)
  return code !== null && consumeRecoveryCode(ctx, user_id, recoveryDigest(ctx, user_id, code))
}

/** How a recovery code is stored. */
export function recoveryDigest(ctx: Pick<Context, 'sealer'>, user_id: number, code: string): string {
  return ctx.sealer.digest(`recovery code of ${user_id}`, code)
}
