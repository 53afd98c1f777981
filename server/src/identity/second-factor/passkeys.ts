import { signInChanged } from '@waybill/domain/identity/events'
import {
  max_passkeys,
  passkey_minutes,
  PasskeyAssertion,
  type Passkey,
  type passkeysApi,
} from '@waybill/domain/identity/sign-in/passkeys-api'
import { provider_title, require_2fa_for_staff } from '@waybill/domain/identity/settings'
import { requiresSecondFactor } from '@waybill/domain/identity/sign-in/two-factor'
import { forbidden, invalid, notFound, unauthorised, wrongState } from '@waybill/domain/kit/problem'
import type { Context, ExternalContext, ExternalHandler, BaseContext, Handler } from '../../kit/handler.ts'
import {
  deletePasskeys,
  findPasskey,
  insertPasskey,
  insertPasskeyChallenge,
  listPasskeys,
  notePasskeyUse,
  renamePasskey,
  takePasskeyChallenge,
  type ChallengePurpose,
  type PasskeyRow,
} from './passkey-store.ts'
import { readForSignIn } from '../sign-in/sign-in-store.ts'

/** Loaded on first use, because the library includes much ASN.1 code that only attestations need. */
const webAuthn = () => import('@simplewebauthn/server')

/** Ed25519, ES256 and RS256. Every device supports at least one of them. */
const algorithms = [-8, -7, -257]

const challenge_ms = passkey_minutes * 60_000

/**
 * Returns the host name and the origin for which passkeys of the company are valid. A loopback IP address has no host
 * name, so `localhost` is used; browsers allow it without https.
 */
function relyingParty({ request }: Pick<BaseContext, 'request'>): { rp_id: string; origin: string } {
  const page = new URL(request.web_url)
  if (page.hostname === '127.0.0.1' || page.hostname === '[::1]') page.hostname = 'localhost'
  return { rp_id: page.hostname, origin: page.origin }
}

function presentPasskey(row: PasskeyRow): Passkey {
  const { id, name, is_synced, rp_id, time_created, time_last_used } = row
  return { id, name, is_synced, rp_id, time_created, time_last_used }
}

async function insertChallenge(
  ctx: Context,
  challenge: string,
  purpose: ChallengePurpose,
  userId: number | null,
) {
  const timeExpires = new Date(ctx.now.getTime() + challenge_ms)
  await insertPasskeyChallenge(ctx, { challenge, purpose, user_id: userId, time_expires: timeExpires })
}

/** Returns the user's own passkeys. */
export const readPasskeys: Handler<typeof passkeysApi.list> = async (ctx) => {
  const rows = await listPasskeys(ctx, ctx.actor.user_id)
  return { passkeys: rows.map(presentPasskey), count: rows.length }
}

/**
 * Returns the options to create a passkey in the browser. It requires user verification and identifies its user
 * without a user name.
 */
export const beginPasskey: ExternalHandler<typeof passkeysApi.begin> = async (ctx) => {
  const { generateRegistrationOptions } = await webAuthn()
  const known = await ctx.inTransaction((inner) => listPasskeys(inner, inner.actor.user_id))
  if (known.length >= max_passkeys)
    throw wrongState(`You have ${max_passkeys} passkeys. Remove one that you do not use.`)
  const { actor, provider_id } = ctx
  const options = await generateRegistrationOptions({
    rpName: ctx.setting(provider_title),
    rpID: relyingParty(ctx).rp_id,
    userName: actor.email || actor.username,
    userDisplayName: actor.name,
    userID: Buffer.from(`${provider_id}:${actor.user_id}`),
    timeout: challenge_ms,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map((one) => ({ id: one.credential_id, transports: one.transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return ctx.answer(async (inner) => {
    await insertChallenge(inner, options.challenge, 'register', actor.user_id)
    return { options: { ...options } }
  })
}

/** Adds a passkey that a browser created with these options. */
export const addPasskey: ExternalHandler<typeof passkeysApi.add> = async (ctx, { name, credential }) => {
  const { verifyRegistrationResponse } = await webAuthn()
  const { rp_id, origin } = relyingParty(ctx)
  const challenge = challengeIn(credential.response.clientDataJSON)
  await useChallenge(ctx, challenge, { purpose: 'register', user_id: ctx.actor.user_id })
  const { transports = [], ...response } = credential.response
  const checked = await verified(ctx, () =>
    verifyRegistrationResponse({
      response: { ...credential, response: { ...response, transports } },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rp_id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  const made = checked?.registrationInfo
  if (!made) throw notVerified()
  return ctx.answer(async (inner) => {
    if (await findPasskey(inner, made.credential.id)) throw wrongState('You have already added this passkey.')
    const id = await insertPasskey(inner, {
      user_id: inner.actor.user_id,
      name,
      rp_id,
      is_synced: made.credentialDeviceType === 'multiDevice',
      credential_id: made.credential.id,
      public_key: Buffer.from(made.credential.publicKey).toString('base64url'),
      counter: made.credential.counter,
      transports,
    })
    await inner.emit(signInChanged, { user_id: inner.actor.user_id, what: 'passkey-added' })
    return presentPasskey(await requirePasskeyOf(inner, id))
  })
}

async function requirePasskeyOf(ctx: Context, id: number): Promise<PasskeyRow> {
  const row = (await listPasskeys(ctx, ctx.actor.user_id)).find((one) => one.id === id)
  if (!row) throw notFound('This passkey no longer exists.')
  return row
}

/** Renames one of the user's own passkeys. */
export const changePasskey: Handler<typeof passkeysApi.rename> = async (ctx, { id, name }) => {
  await requirePasskeyOf(ctx, id)
  await renamePasskey(ctx, ctx.actor.user_id, id, name)
  return presentPasskey(await requirePasskeyOf(ctx, id))
}

/** Removes one of the user's own passkeys, unless it is the only second factor of a user who must have one. */
export const removePasskey: Handler<typeof passkeysApi.remove> = async (ctx, { id }) => {
  await requirePasskeyOf(ctx, id)
  const user = await readForSignIn(ctx, ctx.actor.user_id)
  const isLast = (await listPasskeys(ctx, user.id)).length === 1 && !user.two_factor_auth_enabled
  if (isLast && requiresSecondFactor(ctx.setting(require_2fa_for_staff), user))
    throw forbidden(
      'A second factor is required for your user. Add another passkey or an authenticator app first.',
    )
  await deletePasskeys(ctx, user.id, id)
  await ctx.emit(signInChanged, { user_id: user.id, what: 'passkey-removed' })
  return {}
}

/** Returns the options to sign in with any passkey for this company. */
export const beginPasskeySignIn: ExternalHandler<typeof passkeysApi.signInOptions> = (ctx) =>
  optionsFor(ctx, 'sign-in', null, [])

/** Returns the options to confirm the user's identity with one of their own passkeys. */
export const beginPasskeyStepUp: ExternalHandler<typeof passkeysApi.stepUpOptions> = async (ctx) => {
  const own = await ctx.inTransaction((inner) => listPasskeys(inner, inner.actor.user_id))
  if (own.length === 0) throw wrongState('You have no passkey.')
  return optionsFor(ctx, 'step-up', ctx.actor.user_id, own)
}

async function optionsFor(
  ctx: ExternalContext,
  purpose: ChallengePurpose,
  userId: number | null,
  allowed: readonly PasskeyRow[],
) {
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).rp_id,
    timeout: challenge_ms,
    userVerification: 'required',
    allowCredentials: allowed.map((one) => ({ id: one.credential_id, transports: one.transports })),
  })
  return ctx.answer(async (inner) => {
    await insertChallenge(inner, options.challenge, purpose, userId)
    return { options: { ...options } }
  })
}

/**
 * The owner of the passkey that signed a challenge, and a function that records its use. Call the function in the
 * transaction that relies on the proof.
 */
export interface PasskeyProof {
  user_id: number
  /** Stores the new counter. Throws when the passkey was removed or used again in the meantime. */
  use: (ctx: Context) => Promise<void>
}

/**
 * Verifies a passkey assertion. The challenge must be issued by this server for this purpose and user, unused and at
 * most five minutes old. The page must be the company's own, and the owner must have unlocked the passkey. Every
 * attempt uses up the challenge. The error is the same for every cause.
 */
export async function checkPasskey(
  ctx: ExternalContext,
  sent: unknown,
  about: { purpose: ChallengePurpose; user_id: number | null },
): Promise<PasskeyProof> {
  const parsed = PasskeyAssertion.safeParse(sent)
  if (!parsed.success) throw notVerified()
  const { userHandle, ...signed } = parsed.data.response
  const response = { ...parsed.data, response: { ...signed, ...(userHandle ? { userHandle } : {}) } }
  const challenge = challengeIn(signed.clientDataJSON)
  await useChallenge(ctx, challenge, about)
  const row = await ctx.inTransaction((inner) => findPasskey(inner, response.id))
  if (!row || (about.user_id !== null && row.user_id !== about.user_id)) throw notVerified()
  const { rp_id, origin } = relyingParty(ctx)
  const { verifyAuthenticationResponse } = await webAuthn()
  const checked = await verified(ctx, () =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rp_id,
      requireUserVerification: true,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
        counter: row.counter,
        transports: row.transports,
      },
    }),
  )
  if (!checked?.verified) throw notVerified()
  const { newCounter } = checked.authenticationInfo
  return {
    user_id: row.user_id,
    async use(inner) {
      if (!(await notePasskeyUse(inner, row.credential_id, newCounter))) throw notVerified()
    },
  }
}

/** Returns the error for a rejected passkey; the same for every cause. */
function notVerified() {
  return invalid('This passkey could not be verified. Try again, or use another way.')
}

/** Returns the error for a rejected passkey at sign-in. */
export function passkeyRejected() {
  return unauthorised('This passkey could not be verified. Try again, or log in with your password.')
}

async function useChallenge(
  ctx: ExternalContext,
  challenge: string,
  about: { purpose: ChallengePurpose; user_id: number | null },
): Promise<void> {
  if (!(await ctx.inTransaction((inner) => takePasskeyChallenge(inner, challenge, about))))
    throw notVerified()
}

/** Returns the challenge in the client data; `''` when the data is unreadable. */
function challengeIn(clientData: string): string {
  try {
    const parsed = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as {
      challenge?: unknown
    } | null
    return typeof parsed?.challenge === 'string' ? parsed.challenge : ''
  } catch {
    return ''
  }
}

/** Returns the result of the library's check; logs the reason and returns `null` when the check throws. */
async function verified<Checked>(
  ctx: ExternalContext,
  check: () => Promise<Checked>,
): Promise<Checked | null> {
  try {
    return await check()
  } catch (error) {
    ctx.log.info({ provider_id: ctx.provider_id, reason: String(error) }, 'a passkey was refused')
    return null
  }
}
