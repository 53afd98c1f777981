import type { SessionKind } from '@waybill/domain/identity/sign-in/sessions'
import type { StepUpMethod } from '@waybill/domain/identity/sign-in/step-up'
import { sql } from 'kysely'
import type { Context } from '../../kit/handler.ts'
import { hasPasskey } from '../second-factor/passkey-store.ts'
import { isInUse } from '../sessions-and-keys/token-holders.ts'
import { publishSessionChange } from '../sessions-and-keys/publish-session-change.ts'

function peopleForSignIn(ctx: Context) {
  return ctx.db
    .selectFrom('app_user as u')
    .innerJoin('role as r', (join) =>
      join.onRef('r.provider_id', '=', 'u.provider_id').onRef('r.id', '=', 'u.role_id'),
    )
    .leftJoin('user_secret as s', (join) =>
      join.onRef('s.provider_id', '=', 'u.provider_id').onRef('s.user_id', '=', 'u.id'),
    )
    .select([
      'u.id',
      'u.username',
      'u.name',
      'u.email',
      'u.account_id',
      'u.role_id',
      'u.shipment_page_mode',
      // Treat a disabled user like a removed one.
      sql<Date | null>`coalesce(u.deleted_date, u.disabled_date)`.as('deleted_date'),
      'u.two_factor_auth_enabled',
      hasPasskey('u').as('has_passkey'),
      'r.require_2fa',
      's.password_hash',
      's.invite_digest',
      's.invite_expires',
      's.reset_digest',
      's.reset_expires',
    ])
    .where('u.is_api_user', '=', false)
}

/**
 * Returns the user with this email address or username, with the data that sign-in needs; undefined when there is
 * none.
 */
export async function findForSignIn(ctx: Context, emailOrUsername: string) {
  const name = emailOrUsername.toLowerCase()
  return peopleForSignIn(ctx)
    .where((eb) => eb.or([eb(sql`lower(u.email)`, '=', name), eb(sql`lower(u.username)`, '=', name)]))
    .orderBy('u.deleted_date', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst()
}

export type SigningIn = NonNullable<Awaited<ReturnType<typeof findForSignIn>>>

/** Returns a user by id, with the data that sign-in needs. */
export async function readForSignIn(ctx: Context, id: number): Promise<SigningIn> {
  return peopleForSignIn(ctx).where('u.id', '=', id).executeTakeFirstOrThrow()
}

/** Stores a password and invalidates all links with which another one could be chosen. */
export async function savePassword(ctx: Context, userId: number, passwordHash: string): Promise<void> {
  const changes = {
    password_hash: passwordHash,
    invite_digest: null,
    invite_expires: null,
    reset_digest: null,
    reset_expires: null,
  }
  await ctx.db
    .insertInto('user_secret')
    .values({ provider_id: ctx.provider_id, user_id: userId, password_hash: passwordHash })
    .onConflict((conflict) => conflict.columns(['provider_id', 'user_id']).doUpdateSet(changes))
    .execute()
}

/** Replaces the hash of an unchanged password, if it is still the hash that was compared. */
export async function renewHash(
  ctx: Context,
  userId: number,
  former: string,
  renewed: string,
): Promise<void> {
  await ctx.db
    .updateTable('user_secret')
    .set({ password_hash: renewed })
    .where('user_id', '=', userId)
    .where('password_hash', '=', former)
    .execute()
}

/** Uses up a one-time link; returns false when a concurrent request has already used it. */
export async function consumeLink(ctx: Context, userId: number, digest: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('user_secret')
    .set({ invite_digest: null, invite_expires: null, reset_digest: null, reset_expires: null })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('invite_digest', '=', digest), eb('reset_digest', '=', digest)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function saveInvitation(
  ctx: Context,
  userId: number,
  inviteDigest: string,
  inviteExpires: Date,
): Promise<void> {
  await saveSecret(ctx, userId, { invite_digest: inviteDigest, invite_expires: inviteExpires })
}

/** Stores fields of a user's secrets; inserts the row if there is none yet. */
export async function saveSecret(
  ctx: Context,
  userId: number,
  changes: Partial<{
    invite_digest: string | null
    invite_expires: Date | null
    reset_digest: string | null
    reset_expires: Date | null
    totp_sealed: string | null
    totp_last_step: number
    totp_pending_sealed: string | null
    totp_pending_until: Date | null
    challenge_until: Date | null
    challenge_tries: number
  }>,
): Promise<void> {
  await ctx.db
    .insertInto('user_secret')
    .values({ provider_id: ctx.provider_id, user_id: userId, ...changes })
    .onConflict((conflict) => conflict.columns(['provider_id', 'user_id']).doUpdateSet(changes))
    .execute()
}

/** Returns the second factor data of a user, locked until the end of the transaction; undefined when there is no row. */
export async function lockSecondFactor(ctx: Context, userId: number) {
  return ctx.db
    .selectFrom('user_secret')
    .select([
      'totp_sealed',
      'totp_last_step',
      'totp_pending_sealed',
      'totp_pending_until',
      'challenge_until',
      'challenge_tries',
    ])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** Stores the last used step; returns false when this step or a later one was already used. */
export async function advanceStep(ctx: Context, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('user_secret')
    .set({ totp_last_step: step })
    .where('user_id', '=', userId)
    .where('totp_last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Replaces the recovery codes of a user. */
export async function replaceRecoveryCodes(
  ctx: Context,
  userId: number,
  digests: readonly string[],
): Promise<void> {
  await ctx.db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  if (digests.length > 0)
    await ctx.db
      .insertInto('recovery_code')
      .values(digests.map((digest) => ({ provider_id: ctx.provider_id, user_id: userId, digest })))
      .execute()
}

/** Uses up a recovery code; returns false when there is no such unused code. */
export async function consumeRecoveryCode(ctx: Context, userId: number, digest: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('recovery_code')
    .set({ time_used: ctx.now })
    .where('user_id', '=', userId)
    .where('digest', '=', digest)
    .where('time_used', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function insertSession(
  ctx: Context,
  session: {
    user_id: number
    token_digest: string
    time_expires: Date
    device: string
    kind?: SessionKind
    address?: string
    idle_seconds?: number
    /** When the user last confirmed their identity. */
    time_confirmed?: Date | null
  },
): Promise<void> {
  await ctx.db
    .insertInto('session')
    .values({ provider_id: ctx.provider_id, ...session, time_created: ctx.now, time_last_used: ctx.now })
    .execute()
}

/** Returns when the user of a session last confirmed their identity. */
export async function confirmedAt(ctx: Context, sessionId: number): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom('session')
    .select('time_confirmed')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.time_confirmed ?? null
}

/** Records that the user of a session has confirmed their identity. */
export async function confirmSession(
  ctx: Context,
  confirmed: { user_id: number; session_id: number; method: StepUpMethod },
): Promise<void> {
  await ctx.db
    .updateTable('session')
    .set({ time_confirmed: ctx.now })
    .where('id', '=', confirmed.session_id)
    .where('user_id', '=', confirmed.user_id)
    .execute()
  await ctx.db
    .insertInto('step_up')
    .values({ provider_id: ctx.provider_id, ...confirmed, time_confirmed: ctx.now })
    .execute()
}

/** Returns the active sessions of a user, the most recently used first. */
export async function listSessions(ctx: Context, userId: number) {
  return ctx.db
    .selectFrom('session')
    .select([
      'id',
      'kind',
      'device',
      'address',
      'idle_seconds',
      'time_created',
      'time_last_used',
      'time_expires',
    ])
    .where('user_id', '=', userId)
    .where('time_revoked', 'is', null)
    .where('time_expires', '>', ctx.now)
    .where(isInUse(ctx.now))
    .orderBy('time_last_used', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Ends sessions of a user: one, all but one, or all. Returns the number of sessions ended. */
export async function revokeSessions(
  ctx: Context,
  userId: number,
  which: { id?: number; except?: number | null } = {},
): Promise<number> {
  let query = ctx.db
    .updateTable('session')
    .set({ time_revoked: ctx.now })
    .where('user_id', '=', userId)
    .where('time_revoked', 'is', null)
  if (which.id !== undefined) query = query.where('id', '=', which.id)
  if (which.except) query = query.where('id', '<>', which.except)
  const { numUpdatedRows } = await query.executeTakeFirst()
  await publishSessionChange(ctx, userId)
  return Number(numUpdatedRows)
}
