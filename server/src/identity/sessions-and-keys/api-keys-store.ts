import { atOwnBranch } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'
import { publishSessionChange } from './publish-session-change.ts'

/**
 * Returns the API keys that the caller can reach: those of their account for account users, all of the provider for
 * staff. Staff limited to a branch reach only keys of that branch's accounts.
 */
export async function listApiKeys(ctx: Context) {
  let query = ctx.db
    .selectFrom('api_key as k')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.provider_id', '=', 'k.provider_id').onRef('u.id', '=', 'k.user_id'),
    )
    .innerJoin('role as r', (join) =>
      join.onRef('r.provider_id', '=', 'u.provider_id').onRef('r.id', '=', 'u.role_id'),
    )
    .select([
      'k.id',
      'k.name',
      'u.username',
      'k.last_four',
      'u.role_id',
      'k.account_id',
      'k.created_by',
      'k.time_created',
      'k.time_last_used',
      'k.time_expires',
      'k.user_id',
      'k.scopes',
      'k.addresses',
      'k.time_rotated',
      'k.key_digest',
      'k.previous_last_four',
      'k.previous_until',
      'k.previous_last_used',
      'r.permissions',
      'r.name as role_name',
    ])
    .where('k.time_revoked', 'is', null)
  if (ctx.actor.account_id !== null) query = query.where('k.account_id', '=', ctx.actor.account_id)
  const own = atOwnBranch(ctx.actor, 'k.account_id')
  if (own) query = query.where(own)
  return query.orderBy('k.id', 'desc').execute()
}

export async function insertApiKey(
  ctx: Context,
  key: {
    name: string
    user_id: number
    account_id: number | null
    key_digest: string
    last_four: string
    time_expires?: Date | null
    scopes?: readonly string[]
    addresses?: readonly string[]
  },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('api_key')
    .values({
      provider_id: ctx.provider_id,
      ...key,
      scopes: [...(key.scopes ?? [])],
      addresses: [...(key.addresses ?? [])],
      created_by: ctx.actor.username,
      time_created: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes fields of an API key. */
export async function updateApiKey(
  ctx: Context,
  id: number,
  changes: Partial<{
    name: string
    scopes: string[]
    addresses: string[]
    time_expires: Date | null
    key_digest: string
    last_four: string
    time_rotated: Date
    rotated_by: string
    time_last_used: null
    previous_digest: string | null
    previous_last_four: string | null
    previous_until: Date | null
    previous_last_used: Date | null
  }>,
): Promise<void> {
  await ctx.db.updateTable('api_key').set(changes).where('id', '=', id).execute()
  await publishSessionChange(ctx)
}

/** Returns the usernames of the people who have the key of an API user: who created it, and who replaced it last. */
export async function readKeyHolders(ctx: Context, apiUserId: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('api_key')
    .select(['created_by', 'rotated_by'])
    .where('user_id', '=', apiUserId)
    .execute()
  return [...new Set(rows.flatMap(({ created_by, rotated_by }) => [created_by, rotated_by]))].filter(Boolean)
}

/** Locks a key, so that concurrent changes of it run one after the other. */
export async function lockApiKey(ctx: Context, id: number): Promise<void> {
  await ctx.db.selectFrom('api_key').select('id').where('id', '=', id).forUpdate().execute()
}

/** Records the state of a key after it was created, changed, replaced or revoked, for the audit trail. */
export async function noteKeyChange(
  ctx: Context,
  what: 'made' | 'changed' | 'replaced' | 'revoked',
  id: number,
): Promise<void> {
  await ctx.db
    .insertInto('api_key_change')
    .columns([
      'provider_id',
      'api_key_id',
      'user_id',
      'what',
      'name',
      'last_four',
      'scopes',
      'addresses',
      'time_expires',
      'previous_until',
      'time_changed',
    ])
    .expression((eb) =>
      eb
        .selectFrom('api_key')
        .select([
          'provider_id',
          'id',
          'user_id',
          eb.val(what).as('what'),
          'name',
          'last_four',
          'scopes',
          'addresses',
          'time_expires',
          'previous_until',
          eb.val(ctx.now).as('time_changed'),
        ])
        .where('id', '=', id),
    )
    .execute()
}

export async function revokeApiKey(ctx: Context, id: number, userId: number): Promise<void> {
  await ctx.db.updateTable('api_key').set({ time_revoked: ctx.now }).where('id', '=', id).execute()
  await ctx.db
    .updateTable('app_user')
    .set({ deleted_date: ctx.now, time_modified: ctx.now })
    .where('id', '=', userId)
    .execute()
  await publishSessionChange(ctx, userId)
}
