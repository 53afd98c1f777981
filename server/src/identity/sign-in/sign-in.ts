import type { identityApi } from '@waybill/domain/identity/api'
import { staff_only_login, support_email } from '@waybill/domain/identity/settings'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { forbidden, Problem, unauthorised } from '@waybill/domain/kit/problem'
import { digestOf } from '../../kit/sealer.ts'
import type { Context, ExternalContext, ExternalHandler } from '../../kit/handler.ts'
import { budgetOf, claimTry, resetAttempts, type Budget } from './limit-tries.ts'
import { requireNewPassword, hashPassword, isOutdated, isPasswordCorrect } from '../passwords/password.ts'
import { checkPasskey, passkeyRejected, type PasskeyProof } from '../second-factor/passkeys.ts'
import { confirmRegistration, pendingPassword } from '../registration/register.ts'
import {
  claimPasscode,
  openChallenge,
  passcodeNeeded,
  passkeyNeeded,
  usePasscode,
  wrongPasscode,
} from '../second-factor/second-factor.ts'
import { endSessions, openSession, type Opened } from '../sessions-and-keys/sessions.ts'
import {
  findForSignIn,
  readForSignIn,
  renewHash,
  savePassword,
  consumeLink,
  type SigningIn,
} from './sign-in-store.ts'
import { notConnected, thirdPartySignIn } from './third-party.ts'

type Login = Input<typeof identityApi.login>

/**
 * Signs a user in: by email or username and password, by a code or link, by a passkey, or by a third-party sign-in
 * (AUTH-002, AUTH-003, AUTH-011). Responds with 202 when a second factor is needed; the client then repeats the
 * request with it.
 */
export const signIn: ExternalHandler<typeof identityApi.login> = (ctx, input) => {
  if (input.verification_code) return signInByCode(ctx, input, input.verification_code)
  if (input.social_credentials) return signInByThirdParty(ctx, input, input.social_credentials)
  if (input.passkey && !input.password) return signInByPasskey(ctx, input, input.passkey)
  return signInByPassword(ctx, input, async () => undefined)
}

/** Signs in by passkey. A passkey covers both factors, so nothing more is required. */
async function signInByPasskey(ctx: ExternalContext, input: Login, passkey: object): Promise<Opened> {
  const proof = await atSignIn(checkPasskey(ctx, passkey, { purpose: 'sign-in', user_id: null }))
  const user = await ctx.inTransaction((inner) => readForSignIn(inner, proof.user_id))
  requireWelcome(ctx, user)
  return ctx.answer(async (inner) => {
    await proof.use(inner)
    return openSession(inner, user, input.known_device, true)
  })
}

/** Maps the error of a rejected passkey to the error for sign-in, as for a wrong password. */
async function atSignIn<Proof>(check: Promise<Proof>): Promise<Proof> {
  try {
    return await check
  } catch (error) {
    if (error instanceof Problem && error.kind === 'invalid') throw passkeyRejected()
    throw error
  }
}

/**
 * Signs in by password. The error is the same for every cause, and the work is the same for unknown names (AUTH-010,
 * docs/domain/people-and-permissions.md#same-answer-for-unknown-people,
 * docs/domain/people-and-permissions.md#guessing). The password is checked outside a transaction, because hashing
 * takes too long to hold one open.
 */
async function signInByPassword(
  ctx: ExternalContext,
  input: Login,
  effect: (inner: Context, user_id: number) => Promise<void>,
): Promise<Opened> {
  const name = input.email ?? ''
  const { user, pending, budget, refusal } = await ctx.inTransaction(async (inner) => {
    const found = await findForSignIn(inner, name)
    const own = await budgetOf(inner, found?.id, name, input.known_device)
    return {
      user: found,
      pending: await pendingPassword(inner, name),
      budget: own,
      refusal: await claimTry(inner, own),
    }
  })
  if (refusal) throw refusal
  const password = input.password ?? ''
  const hashed = user ? user.password_hash : pending
  const fits = await isPasswordCorrect(password, hashed)
  if (!fits) throw unauthorised('Incorrect email or password.')
  if (!user) throw new Problem('verification_needed', 'Please verify your email address first.')
  const renewed = hashed && isOutdated(hashed) ? await hashPassword(password) : null
  return enter(ctx, user, budget, input, async (inner) => {
    if (renewed && hashed) await renewHash(inner, user.id, hashed, renewed)
    await effect(inner, user.id)
  })
}

/**
 * Signs in by the link of an invitation or a reset together with a new password, or by the code of a registration
 * (AUTH-008).
 */
async function signInByCode(ctx: ExternalContext, input: Login, code: string): Promise<Opened> {
  const name = input.email ?? ''
  const digest = digestOf(code)
  const { user, budget } = await ctx.inTransaction(async (inner) => {
    const found = await findForSignIn(inner, name)
    return { user: found, budget: await budgetOf(inner, found?.id, name, input.known_device) }
  })
  if (isShortCode(code)) return confirmRegistration(ctx, name, code, input)
  if (!user || !linkOf(user, digest, ctx.now)) throw usedLinkProblem()
  const passwordHash = await hashPassword(requireNewPassword(ctx, input.password, user))
  return enter(ctx, user, budget, input, async (inner) => {
    if (!(await consumeLink(inner, user.id, digest))) throw usedLinkProblem()
    await savePassword(inner, user.id, passwordHash)
    await endSessions(inner, user.id)
  })
}

/** Signs in by a third party. The first time, the password is also required in order to connect the two. */
async function signInByThirdParty(
  ctx: ExternalContext,
  input: Login,
  credentials: NonNullable<Login['social_credentials']>,
): Promise<Opened> {
  const { user, use, connect } = await thirdPartySignIn(ctx, credentials)
  if (!user && !input.password) throw notConnected()
  if (!user) return signInByPassword(ctx, input, connect)
  const budget = await ctx.inTransaction((inner) => budgetOf(inner, user.id, '', input.known_device))
  return enter(ctx, user, budget, input, use)
}

/** Whether a code is short enough to be typed, as in a registration. Links have long codes. */
function isShortCode(code: string): boolean {
  return /^\s*\d{4,10}\s*$/.test(code)
}

/** Returns which valid link of this user a code belongs to: 'invite', 'reset', or `null`. */
export function linkOf(user: SigningIn, digest: string, now: Date): 'invite' | 'reset' | null {
  const isValid = (stored: string | null, until: Date | null) =>
    stored === digest && until !== null && until > now
  if (isValid(user.invite_digest, user.invite_expires)) return 'invite'
  return isValid(user.reset_digest, user.reset_expires) ? 'reset' : null
}

/** Returns the error for an invalid link; the same for every cause. */
export function usedLinkProblem(): Problem {
  return unauthorised('This link has been used or has expired. Ask for a new one.')
}

/**
 * Completes a sign-in after the first factor: checks whether the user is allowed to sign in, checks the second
 * factor, and opens the session together with `effect` in one transaction.
 */
async function enter(
  ctx: ExternalContext,
  user: SigningIn,
  budget: Budget,
  input: Login,
  effect: (inner: Context) => Promise<void>,
): Promise<Opened> {
  requireWelcome(ctx, user)
  const passcode = input.two_factor_auth_passcode
  const passkey = input.passkey && (await passkeyOf(ctx, user, input.passkey))
  if (passkey) await ctx.inTransaction((inner) => resetAttempts(inner, budget))
  else if (user.two_factor_auth_enabled) {
    if (!passcode) {
      await ctx.inTransaction(async (inner) => {
        await resetAttempts(inner, budget)
        await openChallenge(inner, user.id)
      })
      throw passcodeNeeded()
    }
    const error = await ctx.inTransaction(async (inner) => {
      await resetAttempts(inner, budget)
      return claimPasscode(inner, user.id, budget)
    })
    if (error) throw error
  } else if (user.has_passkey) {
    await ctx.inTransaction((inner) => resetAttempts(inner, budget))
    throw passkeyNeeded()
  }
  return ctx.answer(async (inner) => {
    if (passkey) await passkey.use(inner)
    else if (user.two_factor_auth_enabled) {
      if (!(await usePasscode(inner, user.id, passcode ?? ''))) throw wrongPasscode()
    } else await resetAttempts(inner, budget)
    await effect(inner)
    const isConfirmed = Boolean(passkey) || user.two_factor_auth_enabled || Boolean(input.password)
    return openSession(inner, user, input.known_device, isConfirmed)
  })
}

/** Checks the passkey of this user as the second factor. */
async function passkeyOf(ctx: ExternalContext, user: SigningIn, passkey: object): Promise<PasskeyProof> {
  const proof = await atSignIn(checkPasskey(ctx, passkey, { purpose: 'sign-in', user_id: null }))
  if (proof.user_id !== user.id) throw passkeyRejected()
  return proof
}

/** Throws when a user who has proved their identity may still not sign in. */
function requireWelcome(ctx: ExternalContext, user: SigningIn): void {
  if (user.deleted_date !== null) {
    const contact = ctx.setting(support_email)
    throw forbidden(
      contact
        ? `Your user has been disabled. Please contact ${contact}.`
        : 'Your user has been disabled. Please contact the courier company.',
    )
  }
  if (user.account_id !== null && ctx.setting(staff_only_login))
    throw forbidden('This sign-in is for staff only.')
}
