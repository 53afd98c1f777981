import { randomBytes } from 'node:crypto'
import { google_client_id, google_login_enabled } from '@waybill/domain/identity/settings'
import type { identityApi } from '@waybill/domain/identity/api'
import type { SocialCredentials } from '@waybill/domain/identity/model'
import { forbidden, Problem, unauthorised } from '@waybill/domain/kit/problem'
import { digestOf } from '../../kit/sealer.ts'
import type { Context, ExternalContext, ExternalHandler } from '../../kit/handler.ts'
import { readForSignIn, type SigningIn } from './sign-in-store.ts'
import { thirdPartyPort, type ThirdPartyIdentity } from './third-party-port.ts'
import {
  findNonce,
  findThirdPartyUser,
  insertNonce,
  insertThirdPartyUser,
  takeNonce,
} from './third-party-store.ts'

const nonce_minutes = 10

/**
 * Returns what the browser needs for a third-party sign-in: addresses, client id, and a nonce that is returned in the
 * token.
 */
export const startThirdParty: ExternalHandler<typeof identityApi.startThirdParty> = async (ctx) => {
  requireOn(ctx)
  const { authorize_url, script_url } = ctx.adapter(thirdPartyPort)
  return ctx.answer(async (inner) => {
    const nonce = randomBytes(32).toString('base64url')
    await insertNonce(inner, digestOf(nonce))
    return { nonce, authorize_url, script_url, client_id: inner.setting(google_client_id) }
  })
}

/** The result of a third-party sign-in; `user` is null while no user is connected. */
export interface ThirdPartySignIn {
  user: SigningIn | null
  /** Uses up the token in the transaction that opens the session. */
  use: (ctx: Context) => Promise<void>
  /** Connects a user who has proved their identity by password. */
  connect: (ctx: Context, user_id: number) => Promise<void>
}

/**
 * Checks a third party's token: signature, issuer, audience, expiry and nonce. The user is found by issuer and
 * subject, never by email address (AUTH-011, docs/domain/people-and-permissions.md#third-party-sign-in).
 */
export async function thirdPartySignIn(
  ctx: ExternalContext,
  { credential }: SocialCredentials,
): Promise<ThirdPartySignIn> {
  requireOn(ctx)
  const identity = await check(ctx, credential)
  const digest = digestOf(identity.nonce)
  const since = new Date(ctx.now.getTime() - nonce_minutes * 60_000)
  const user = await ctx.inTransaction(async (inner) => {
    if (!(await findNonce(inner, digest, since))) throw refused()
    const userId = await findThirdPartyUser(inner, identity.issuer, identity.subject)
    return userId === null ? null : readForSignIn(inner, userId)
  })
  const use = async (inner: Context): Promise<void> => {
    if (!(await takeNonce(inner, digest))) throw refused()
  }
  return {
    user,
    use,
    async connect(inner, userId) {
      await use(inner)
      await insertThirdPartyUser(inner, { ...identity, user_id: userId })
    },
  }
}

/** Returns the error when no user is connected yet. */
export function notConnected(): Problem {
  return new Problem(
    'verification_needed',
    'This Google account is not connected yet. Log in with your email and password once to connect it.',
  )
}

async function check(ctx: ExternalContext, credential: string): Promise<ThirdPartyIdentity> {
  try {
    return await ctx.adapter(thirdPartyPort).check(credential, ctx.setting(google_client_id), ctx.now)
  } catch (error) {
    ctx.log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'third-party token refused')
    throw refused()
  }
}

function requireOn(ctx: ExternalContext): void {
  if (!ctx.setting(google_login_enabled) || ctx.setting(google_client_id) === '')
    throw forbidden('Signing in with Google is not switched on here.')
}

function refused(): Problem {
  return unauthorised('The sign-in with Google could not be checked. Please try again.')
}
