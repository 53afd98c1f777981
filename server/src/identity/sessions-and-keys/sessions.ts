import { randomBytes } from 'node:crypto'
import type { identityApi } from '@waybill/domain/identity/api'
import { newBrowserUsed } from '@waybill/domain/identity/events'
import { deviceName } from '@waybill/domain/identity/sign-in/device-name'
import {
  absoluteMs,
  idle_ms,
  session_kinds,
  sessionKindOf,
  type SessionKind,
} from '@waybill/domain/identity/sign-in/sessions'
import { jwt_expiry } from '@waybill/domain/identity/settings'
import { notFound } from '@waybill/domain/kit/problem'
import { digestOf } from '../../kit/sealer.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { hasDevices, isKnownDevice, rememberDevice } from '../sign-in/tries-store.ts'
import { insertSession, listSessions, revokeSessions, type SigningIn } from '../sign-in/sign-in-store.ts'

/** Maximum number of known browsers per user. */
const max_devices = 20
/** Length in characters of the value that identifies a browser: 256 random bits. */
const mark_length = 43

/** The result of a sign-in: the token, and the identifying value for a browser that had none. */
export interface Opened {
  access_token: string
  known_device?: string
}

/**
 * Opens a session of the kind that fits the user, with a new token: 256 random bits, stored only as a digest.
 * `confirmed` means that the user has just provided what a step-up confirmation requires.
 */
export async function openSession(
  ctx: Context,
  user: Pick<SigningIn, 'id' | 'role_id' | 'shipment_page_mode'>,
  knownDevice: string | undefined,
  confirmed = false,
): Promise<Opened> {
  const accessToken = randomBytes(32).toString('base64url')
  const kind = sessionKindOf(user)
  await insertSession(ctx, {
    user_id: user.id,
    token_digest: digestOf(accessToken),
    kind,
    time_expires: new Date(ctx.now.getTime() + absoluteMs(kind, ctx.setting(jwt_expiry))),
    idle_seconds: idle_ms[kind] / 1000,
    device: ctx.request.user_agent,
    address: ctx.request.address,
    time_confirmed: confirmed ? ctx.now : null,
  })
  if (knownDevice && (await isKnownDevice(ctx, user.id, digestOf(knownDevice)))) {
    await rememberDevice(ctx, user.id, digestOf(knownDevice), max_devices)
    return { access_token: accessToken }
  }
  if (await hasDevices(ctx, user.id))
    await ctx.emit(newBrowserUsed, {
      user_id: user.id,
      browser: deviceName(ctx.request.user_agent),
      time: ctx.now.toISOString(),
    })
  // Reuse the value of another user of this browser, because it only shows that the browser is known.
  const mark =
    knownDevice && knownDevice.length >= mark_length ? knownDevice : randomBytes(32).toString('base64url')
  await rememberDevice(ctx, user.id, digestOf(mark), max_devices)
  return { access_token: accessToken, known_device: mark }
}

/** Ends all sessions of a user, optionally except one. */
export async function endSessions(ctx: Context, userId: number, except: number | null = null): Promise<void> {
  await revokeSessions(ctx, userId, { except })
}

/** Ends the current session. */
export const signOut: Handler<typeof identityApi.logout> = async (ctx) => {
  if (ctx.request.session_id !== null)
    await revokeSessions(ctx, ctx.actor.user_id, { id: ctx.request.session_id })
  return { message: 'Logged out' }
}

/** Returns the caller's sessions. */
export const readSessions: Handler<typeof identityApi.sessions> = async (ctx) => {
  const rows = await listSessions(ctx, ctx.actor.user_id)
  const sessions = rows.map(({ idle_seconds: _idle, device, kind, ...row }) => ({
    ...row,
    kind: kindOf(kind),
    device: deviceName(device),
    is_this_one: row.id === ctx.request.session_id,
  }))
  return { sessions, count: sessions.length }
}

/** Ends one of the caller's sessions, or all except the current one. */
export const endSession: Handler<typeof identityApi.endSession> = async (ctx, { id }) => {
  const which = id === undefined ? { except: ctx.request.session_id } : { id }
  const ended = await revokeSessions(ctx, ctx.actor.user_id, which)
  if (id !== undefined && ended === 0) throw notFound('This session has already ended.')
  return {}
}

function kindOf(stored: string): SessionKind {
  return session_kinds.find((kind) => kind === stored) ?? 'browser'
}
