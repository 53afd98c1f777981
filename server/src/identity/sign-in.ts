import type { identityApi } from '@waybill/domain/identity/api'
import { rateLimited, unauthorised } from '@waybill/domain/kit/problem'
import { randomBytes } from 'node:crypto'
import { digestOf } from '../kit/sealer.ts'
import type { Ctx, PartnerCtx, PartnerVerb } from '../kit/verb.ts'
import { checkNewPassword } from './invite-user.ts'
import { hashPassword, passwordFits } from './password.ts'
import { countFailure, findForSignIn, insertSession, savePassword } from './store.ts'

const free_failures = 5
const longest_wait_s = 300
const session_days = 30

/**
 * Signs a user in by email or username and password. One message for every wrong cause; after five failures each
 * further try waits longer, up to five minutes (AUTH-010, reliability 8.2–8.3). The password is checked outside any
 * work, because hashing takes time that no transaction should hold.
 */
export const signIn: PartnerVerb<typeof identityApi.login> = async (
  ctx,
  { email, password, verification_code },
) => {
  const user = await ctx.work((inner) => findForSignIn(inner, email))
  if (verification_code) return acceptInvitation(ctx, user, verification_code, password)
  const wait_s = user?.retry_after ? Math.ceil((user.retry_after.getTime() - ctx.now.getTime()) / 1000) : 0
  if (wait_s > 0) throw rateLimited(`Too many attempts. Please try again in ${wait_s} seconds.`, wait_s)
  const fits = await passwordFits(password ?? '', user?.deleted_date === null ? user.password_hash : null)
  if (!fits || !user) {
    if (user)
      await ctx.work((inner) =>
        countFailure(inner, user.id, user.failed_count + 1, waitUntil(ctx.now, user.failed_count + 1)),
      )
    throw unauthorised('Incorrect email or password.')
  }
  return ctx.answer(async (inner) => {
    if (user.failed_count > 0) await countFailure(inner, user.id, 0, null)
    return openSession(inner, user.id)
  })
}

/** The first password by a one-time link: the code is used up in the work that keeps the password. */
async function acceptInvitation(
  ctx: PartnerCtx,
  user: Awaited<ReturnType<typeof findForSignIn>>,
  code: string,
  password: string | undefined,
): Promise<{ access_token: string }> {
  const is_valid =
    user?.invite_digest === digestOf(code) && (user.invite_expires?.getTime() ?? 0) > ctx.now.getTime()
  if (!user || !is_valid) throw unauthorised('This link has been used or has expired. Ask for a new one.')
  const password_hash = await hashPassword(checkNewPassword(password))
  return ctx.answer(async (inner) => {
    await savePassword(inner, user.id, password_hash)
    return openSession(inner, user.id)
  })
}

async function openSession(ctx: Ctx, user_id: number): Promise<{ access_token: string }> {
  const access_token = randomBytes(32).toString('base64url')
  await insertSession(ctx, {
    user_id,
    token_digest: digestOf(access_token),
    time_expires: new Date(ctx.now.getTime() + session_days * 86_400_000),
    device: ctx.request.user_agent,
  })
  return { access_token }
}

function waitUntil(now: Date, failures: number): Date | null {
  if (failures < free_failures) return null
  return new Date(now.getTime() + Math.min(2 ** (failures - free_failures), longest_wait_s) * 1000)
}
