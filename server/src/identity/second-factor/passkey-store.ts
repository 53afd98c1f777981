import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../kit/handler.ts'
import { publishSessionChange } from '../sessions-and-keys/publish-session-change.ts'

/** SQL condition: whether the user of a query has a passkey. `users` is the alias of `app_user` in the query. */
export function hasPasskey(users: 'u'): RawBuilder<boolean> {
  const table = sql.ref(users)
  return sql<boolean>`EXISTS (SELECT FROM passkey AS p WHERE p.provider_id = ${table}.provider_id AND p.user_id = ${table}.id)`
}

function passkeys(ctx: Context) {
  return ctx.db
    .selectFrom('passkey as p')
    .innerJoin('passkey_credential as c', (join) =>
      join.onRef('c.provider_id', '=', 'p.provider_id').onRef('c.passkey_id', '=', 'p.id'),
    )
    .select([
      'p.id',
      'p.user_id',
      'p.name',
      'p.rp_id',
      'p.is_synced',
      'p.time_created',
      'c.credential_id',
      'c.public_key',
      'c.counter',
      'c.transports',
      'c.time_last_used',
    ])
}

/** Returns the passkeys of a user, oldest first. */
export function listPasskeys(ctx: Context, userId: number) {
  return passkeys(ctx).where('p.user_id', '=', userId).orderBy('p.id').execute()
}

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number]

/** Returns the company's passkey with the credential id that a browser sent. */
export function findPasskey(ctx: Context, credentialId: string): Promise<PasskeyRow | undefined> {
  return passkeys(ctx).where('c.credential_id', '=', credentialId).executeTakeFirst()
}

export async function insertPasskey(
  ctx: Context,
  {
    credential_id,
    public_key,
    counter,
    transports,
    ...passkey
  }: {
    user_id: number
    name: string
    rp_id: string
    is_synced: boolean
    credential_id: string
    public_key: string
    counter: number
    transports: string[]
  },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('passkey')
    .values({ provider_id: ctx.provider_id, ...passkey, time_created: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('passkey_credential')
    .values({ provider_id: ctx.provider_id, passkey_id: id, credential_id, public_key, counter, transports })
    .execute()
  await publishSessionChange(ctx, passkey.user_id)
  return id
}

export async function renamePasskey(ctx: Context, userId: number, id: number, name: string): Promise<void> {
  await ctx.db
    .updateTable('passkey')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** Removes one passkey of a user, or all of them; returns the number removed. */
export async function deletePasskeys(ctx: Context, userId: number, id?: number): Promise<number> {
  let query = ctx.db.deleteFrom('passkey').where('user_id', '=', userId)
  if (id !== undefined) query = query.where('id', '=', id)
  const { numDeletedRows } = await query.executeTakeFirst()
  await publishSessionChange(ctx, userId)
  return Number(numDeletedRows)
}

/**
 * Stores the new counter of a passkey. Returns false when the passkey was removed or its stored counter is not lower.
 * A counter of 0 is allowed for devices that do not count.
 */
export async function notePasskeyUse(ctx: Context, credentialId: string, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('passkey_credential')
    .set({ counter, time_last_used: ctx.now })
    .where('credential_id', '=', credentialId)
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The purpose of a challenge. */
export type ChallengePurpose = 'register' | 'sign-in' | 'step-up'

export async function insertPasskeyChallenge(
  ctx: Context,
  challenge: { challenge: string; purpose: ChallengePurpose; user_id: number | null; time_expires: Date },
): Promise<void> {
  await ctx.db
    .insertInto('passkey_challenge')
    .values({ provider_id: ctx.provider_id, ...challenge })
    .execute()
}

/** Deletes a challenge so that it is used once. Returns false when it does not exist, was already used or has expired. */
export async function takePasskeyChallenge(
  ctx: Context,
  challenge: string,
  about: { purpose: ChallengePurpose; user_id: number | null },
): Promise<boolean> {
  const taken = await ctx.db
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', about.purpose)
    .where('time_expires', '>', ctx.now)
    .where(about.user_id === null ? sql<boolean>`user_id IS NULL` : sql<boolean>`user_id = ${about.user_id}`)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}
