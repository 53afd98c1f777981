import { randomBytes } from 'node:crypto'
import type { identityApi } from '@waybill/domain/identity/api'
import { resetAsked, signInChanged } from '@waybill/domain/identity/events'
import { forbidden, invalid } from '@waybill/domain/kit/problem'
import { digestOf } from '../../kit/sealer.ts'
import type { Context, ExternalHandler, Handler } from '../../kit/handler.ts'
import { requireSolved } from '../sign-in/challenge.ts'
import { claimOfHour } from '../sign-in/limit-tries.ts'
import { requireNewPassword, hashPassword } from './password.ts'
import { endSessions } from '../sessions-and-keys/sessions.ts'
import { linkOf, usedLinkProblem } from '../sign-in/sign-in.ts'
import {
  findForSignIn,
  readForSignIn,
  savePassword,
  saveSecret,
  consumeLink,
  type SigningIn,
} from '../sign-in/sign-in-store.ts'
import { requirePassword } from '../second-factor/two-factor.ts'

const minutes_valid = 30
const resets_per_hour = 5
const resets_of_address = 20

/**
 * Requests a link to choose a new password. Response and work are the same for every input: the user is looked up
 * later, when the message is sent (AUTH-037, AUTH-038,
 * docs/domain/people-and-permissions.md#same-answer-for-unknown-people).
 */
export const resetPassword: Handler<typeof identityApi.resetPassword> = async (
  ctx,
  { email, username, captcha },
) => {
  const name = email ?? username
  if (!name)
    throw invalid('Enter your email address or username.', [{ field: 'email', message: 'is required' }])
  await requireSolved(ctx, captcha)
  const error = await claimOfHour(ctx, `reset from ${ctx.request.address}`, resets_of_address)
  if (error) throw error
  await ctx.emit(resetAsked, { name })
  return { message: 'If we know this address, a reset link is on its way.' }
}

/** The recipient and the code of a reset link. */
export interface ResetLink {
  user: Pick<SigningIn, 'id' | 'name' | 'email'>
  code: string
  minutes: number
}

/** Creates the code of a reset link: 256 bits, stored as a digest. Returns `null` when no link is to be sent. */
export async function startReset(ctx: Context, name: string): Promise<ResetLink | null> {
  const user = await findForSignIn(ctx, name)
  if (!user || user.deleted_date !== null || user.email === '') return null
  if (await claimOfHour(ctx, `reset of ${user.id}`, resets_per_hour)) return null
  const code = randomBytes(32).toString('base64url')
  await saveSecret(ctx, user.id, {
    reset_digest: digestOf(code),
    reset_expires: new Date(ctx.now.getTime() + minutes_valid * 60_000),
  })
  return { user, code, minutes: minutes_valid }
}

/**
 * Changes the user's own password: with the current password when signed in, or with the code of a link when not.
 * Ends the other sessions (AUTH-039, AUTH-040).
 */
export const updatePassword: ExternalHandler<typeof identityApi.updatePassword> = async (ctx, input) => {
  const isSignedIn = ctx.actor.kind === 'user'
  if (!isSignedIn || input.verification_code) {
    const name = input.username ?? ''
    const digest = digestOf(input.verification_code ?? '')
    const user = await ctx.inTransaction((inner) => findForSignIn(inner, name))
    if (!user || user.deleted_date !== null || !linkOf(user, digest, ctx.now))
      throw invalid(usedLinkProblem().message)
    const passwordHash = await hashPassword(requireNewPassword(ctx, input.password, user))
    return ctx.answer(async (inner) => {
      if (!(await consumeLink(inner, user.id, digest))) throw invalid(usedLinkProblem().message)
      return saveNewPassword(inner, user.id, passwordHash, null)
    })
  }
  const user = await ctx.inTransaction((inner) => readForSignIn(inner, inner.actor.user_id))
  const named = input.username?.toLowerCase()
  if (named && named !== user.username.toLowerCase() && named !== user.email.toLowerCase())
    throw forbidden('You may only change your own password. Send the other user a reset link instead.')
  await requirePassword(ctx, user, input.current_password ?? '')
  const passwordHash = await hashPassword(requireNewPassword(ctx, input.password, user))
  return ctx.answer((inner) => saveNewPassword(inner, user.id, passwordHash, inner.request.session_id))
}

async function saveNewPassword(ctx: Context, userId: number, passwordHash: string, sessionId: number | null) {
  await savePassword(ctx, userId, passwordHash)
  await endSessions(ctx, userId, sessionId)
  await ctx.emit(signInChanged, { user_id: userId, what: 'password-changed' })
  return { message: 'Password updated' }
}
