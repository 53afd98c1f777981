import type { identityApi } from '@waybill/domain/identity/api'
import { signInChanged, type SignInChange } from '@waybill/domain/identity/events'
import { provider_title, require_2fa_for_staff } from '@waybill/domain/identity/settings'
import {
  authUrl,
  requiresSecondFactor,
  isPasscode,
  recovery,
  recovery_alphabet,
  setup_minutes,
} from '@waybill/domain/identity/sign-in/two-factor'
import { forbidden, invalid, wrongState } from '@waybill/domain/kit/problem'
import { mayManage } from '@waybill/domain/identity/users-and-roles/user-rules'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { Context, ExternalContext, ExternalHandler, Handler } from '../../kit/handler.ts'
import { claimOfHour, claimTry, resetAttempts, type Budget } from '../sign-in/limit-tries.ts'
import { isPasswordCorrect } from '../passwords/password.ts'
import { requireFreshConfirmation } from './fresh-confirmation.ts'
import { claimPasscode, recoveryDigest, usePasscode, wrongPasscode } from './second-factor.ts'
import { deletePasskeys } from './passkey-store.ts'
import { endSessions } from '../sessions-and-keys/sessions.ts'
import {
  lockSecondFactor,
  readForSignIn,
  replaceRecoveryCodes,
  saveSecret,
  type SigningIn,
} from '../sign-in/sign-in-store.ts'
import { updateUser } from '../store.ts'
import { matchingSteps, newSecret } from './totp.ts'
import { factsOf, managedUser } from '../users-and-roles/users.ts'

const setup_tries_per_hour = 10

/**
 * Without a code: returns a new secret to scan, which becomes active only when its first code is entered. With a
 * code: switches the second factor on and returns the recovery codes (AUTH-044…AUTH-046). Replacing an active second
 * factor requires the password and a currently valid code; the first one requires a recent confirmation (403
 * `step_up_needed`).
 */
export const setUpTwoFactor: ExternalHandler<typeof identityApi.setUpTwoFactor> = async (ctx, input) => {
  const user = await ctx.inTransaction((inner) => readForSignIn(inner, inner.actor.user_id))
  if (input.two_factor_auth_passcode) return activate(ctx, user, input.two_factor_auth_passcode)
  if (user.two_factor_auth_enabled)
    await requireBoth(ctx, user, input.password ?? '', input.current_passcode ?? '')
  // Otherwise someone with a stolen session could set up a second factor and lock the owner out.
  else await ctx.inTransaction(requireFreshConfirmation)
  return ctx.answer(async (inner) => {
    const secret = newSecret()
    await saveSecret(inner, user.id, {
      totp_pending_sealed: inner.sealer.seal(secret),
      totp_pending_until: new Date(inner.now.getTime() + setup_minutes * 60_000),
    })
    const account = user.email || user.username
    return { auth_url: authUrl({ issuer: inner.setting(provider_title), account, secret }) }
  })
}

async function activate(ctx: ExternalContext, user: SigningIn, typed: string) {
  if (!isPasscode(typed)) throw wrongPasscode()
  const error = await ctx.inTransaction((inner) =>
    claimOfHour(inner, `set-up of ${user.id}`, setup_tries_per_hour),
  )
  if (error) throw error
  return ctx.answer(async (inner) => {
    const known = await lockSecondFactor(inner, user.id)
    if (!known?.totp_pending_sealed || (known.totp_pending_until?.getTime() ?? 0) <= inner.now.getTime())
      throw wrongState('The set-up has expired. Start it again and scan the new code.')
    const [step] = matchingSteps(inner.sealer.open(known.totp_pending_sealed), typed, inner.now)
    if (step === undefined) throw wrongPasscode()
    await saveSecret(inner, user.id, {
      totp_sealed: known.totp_pending_sealed,
      totp_last_step: step,
      totp_pending_sealed: null,
      totp_pending_until: null,
      challenge_until: null,
      challenge_tries: 0,
    })
    await switchTo(inner, user, true, 'two-factor-on')
    return { recovery_codes: await giveRecoveryCodes(inner, user.id) }
  })
}

/** Switches off the user's own second factor, unless it is required and the user has no passkey (AUTH-053). */
export const switchOffTwoFactor: ExternalHandler<typeof identityApi.switchOffTwoFactor> = async (
  ctx,
  input,
) => {
  const user = await ctx.inTransaction((inner) => readForSignIn(inner, inner.actor.user_id))
  if (!user.has_passkey && requiresSecondFactor(ctx.setting(require_2fa_for_staff), user))
    throw forbidden('Two-factor authentication is required for your user. You can set it up again instead.')
  if (!user.two_factor_auth_enabled) throw wrongState('Two-factor authentication is already off.')
  await requireBoth(ctx, user, input.password, input.two_factor_auth_passcode)
  return ctx.answer(async (inner) => {
    await forget(inner, user.id)
    await switchTo(inner, user, false, 'two-factor-off')
    return { message: 'Two-factor authentication is off.' }
  })
}

/** Replaces the user's recovery codes with new ones. */
export const newRecoveryCodes: ExternalHandler<typeof identityApi.newRecoveryCodes> = async (ctx, input) => {
  const user = await ctx.inTransaction((inner) => readForSignIn(inner, inner.actor.user_id))
  if (!user.two_factor_auth_enabled) throw wrongState('Set up two-factor authentication first.')
  await requireBoth(ctx, user, input.password, input.two_factor_auth_passcode)
  return ctx.answer(async (inner) => ({ recovery_codes: await giveRecoveryCodes(inner, user.id) }))
}

/**
 * Removes the second factor of another user who has lost it. The change is audited and the user is notified
 * (AUTH-053).
 */
export const resetTwoFactor: Handler<typeof identityApi.resetTwoFactor> = async (ctx, { id }) => {
  const row = await managedUser(ctx, id)
  if (id === ctx.actor.user_id) throw forbidden('Change your own two-factor authentication on your profile.')
  ensure(mayManage(ctx.actor, factsOf(row)))
  if (!row.two_factor_auth_enabled && !row.has_passkey)
    throw wrongState('This user has no two-factor authentication.')
  await forget(ctx, id)
  await deletePasskeys(ctx, id)
  await updateUser(ctx, id, { two_factor_auth_enabled: false })
  await endSessions(ctx, id)
  await ctx.emit(signInChanged, { user_id: id, what: 'two-factor-reset' })
  return { message: `Two-factor authentication of ${row.name} has been reset.` }
}

/** Checks password and passcode of the user, with the attempt limits of a sign-in; throws when one is wrong. */
async function requireBoth(
  ctx: ExternalContext,
  user: SigningIn,
  password: string,
  passcode: string,
): Promise<void> {
  const budget = await requirePassword(ctx, user, password)
  const error = await ctx.inTransaction((inner) => claimPasscode(inner, user.id, budget, 'begin again'))
  // Rethrow as a validation error, because a 401 error would end the current session.
  if (error) throw invalid(error.message)
  if (!(await ctx.inTransaction((inner) => usePasscode(inner, user.id, passcode)))) throw wrongPasscode()
}

/**
 * Checks the user's own password, with the attempt limits of a sign-in. Throws an error that does not end the
 * session.
 */
export async function requirePassword(
  ctx: ExternalContext,
  user: SigningIn,
  password: string,
): Promise<Budget> {
  const budget = { key: `user ${user.id} session ${ctx.request.session_id ?? 0}` }
  const error = await ctx.inTransaction((inner) => claimTry(inner, budget))
  if (error) throw error
  if (!(await isPasswordCorrect(password, user.password_hash)))
    throw invalid('Incorrect password.', [{ field: 'current_password', message: 'Incorrect password.' }])
  await ctx.inTransaction((inner) => resetAttempts(inner, budget))
  return budget
}

/** Stores whether the second factor is on, ends the user's other sessions and notifies the user. */
async function switchTo(ctx: Context, user: SigningIn, on: boolean, what: SignInChange): Promise<void> {
  await updateUser(ctx, user.id, { two_factor_auth_enabled: on })
  await endSessions(ctx, user.id, ctx.request.session_id)
  await ctx.emit(signInChanged, { user_id: user.id, what })
}

async function forget(ctx: Context, userId: number): Promise<void> {
  await saveSecret(ctx, userId, {
    totp_sealed: null,
    totp_pending_sealed: null,
    totp_pending_until: null,
    challenge_until: null,
    challenge_tries: 0,
  })
  await replaceRecoveryCodes(ctx, userId, [])
}

/** Creates new recovery codes and returns them in readable form: two groups of five characters. */
async function giveRecoveryCodes(ctx: Context, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recovery.codes }, () => ctx.random(recovery_alphabet, recovery.length))
  await replaceRecoveryCodes(
    ctx,
    userId,
    codes.map((code) => recoveryDigest(ctx, userId, code)),
  )
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}
