import { role_ids, type Actor } from '@waybill/domain/kit/actor'
import { Problem, unauthorised } from '@waybill/domain/kit/problem'
import type { Db } from '../kit/db.ts'
import { digestOf } from '../kit/sealer.ts'

/** What a token or key stands for. */
export interface Known {
  actor: Actor
  session_id: number | null
  api_key_id: number | null
}

/**
 * Finds who holds a session token or an API key, across providers; `null` when nobody usable does. Answers 423 for
 * the users of a closed account.
 */
export async function whoHolds(db: Db, token: string, now: Date): Promise<Known | null> {
  const digest = digestOf(token)
  return /^[0-9a-f]{32}$/.test(token) ? holderOfKey(db, digest) : holderOfSession(db, digest, now)
}

async function holderOfSession(db: Db, digest: string, now: Date): Promise<Known | null> {
  const row = await db
    .selectFrom('session')
    .select(['id', 'provider_id', 'user_id', 'time_last_used'])
    .where('token_digest', '=', digest)
    .where('time_revoked', 'is', null)
    .where('time_expires', '>', now)
    .executeTakeFirst()
  if (!row) return null
  if (now.getTime() - row.time_last_used.getTime() > 60_000)
    await db
      .updateTable('session')
      .set({ time_last_used: now })
      .where('provider_id', '=', row.provider_id)
      .where('id', '=', row.id)
      .execute()
  const actor = await actorOf(db, row.provider_id, row.user_id, 'user')
  return actor && { actor, session_id: row.id, api_key_id: null }
}

async function holderOfKey(db: Db, digest: string): Promise<Known | null> {
  const row = await db
    .selectFrom('api_key')
    .select(['id', 'provider_id', 'user_id'])
    .where('key_digest', '=', digest)
    .where('time_revoked', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const actor = await actorOf(db, row.provider_id, row.user_id, 'api-key')
  if (!actor) throw unauthorised('Error logging in')
  await db
    .updateTable('api_key')
    .set({ time_last_used: new Date() })
    .where('provider_id', '=', row.provider_id)
    .where('id', '=', row.id)
    .execute()
  return { actor, session_id: null, api_key_id: row.id }
}

/** A user as an actor with the rights of the role as they are now; `null` when deleted or unknown. */
export async function actorOf(
  db: Db,
  provider_id: number,
  user_id: number,
  kind: 'user' | 'api-key',
): Promise<Actor | null> {
  const row = await db
    .selectFrom('app_user as u')
    .innerJoin('role as r', (join) =>
      join.onRef('r.provider_id', '=', 'u.provider_id').onRef('r.id', '=', 'u.role_id'),
    )
    .leftJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 'u.provider_id').onRef('a.id', '=', 'u.account_id'),
    )
    .select([
      'u.id',
      'u.username',
      'u.name',
      'u.email',
      'u.role_id',
      'u.account_id',
      'u.branch_id',
      'u.limit_user_to_branch',
      'u.limit_user_to_account',
      'r.name as role_name',
      'r.permissions',
      'r.permissions_ui',
      'a.status as account_status',
    ])
    .where('u.provider_id', '=', provider_id)
    .where('u.id', '=', user_id)
    .where('u.deleted_date', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  if (row.account_status === 'closed') throw new Problem('account_closed', 'the account has been closed')
  return {
    kind,
    provider_id,
    user_id: row.id,
    username: row.username,
    name: row.name,
    email: row.email,
    role_id: row.role_id,
    role_name: row.role_name,
    account_id: row.account_id,
    branch_id: row.branch_id,
    limit_user_to_branch: row.limit_user_to_branch,
    limit_user_to_account: row.limit_user_to_account,
    permissions: row.permissions,
    permissions_ui: row.permissions_ui,
    impersonated_by: null,
  }
}

/** The actor of calls without credentials: the provider's guest role. */
export async function guestOf(db: Db, provider_id: number): Promise<Actor> {
  const role = await db
    .selectFrom('role')
    .select(['permissions', 'permissions_ui'])
    .where('provider_id', '=', provider_id)
    .where('id', '=', role_ids.guest)
    .executeTakeFirst()
  return {
    kind: 'guest',
    provider_id,
    user_id: 0,
    username: 'guest',
    name: 'Guest',
    email: '',
    role_id: role_ids.guest,
    role_name: 'Guest',
    account_id: null,
    branch_id: null,
    limit_user_to_branch: false,
    limit_user_to_account: false,
    permissions: role?.permissions ?? [],
    permissions_ui: role?.permissions_ui ?? [],
    impersonated_by: null,
  }
}

/** The provider behind a host name (`www.` removed); the default provider when no host names one; `null` without any. */
export async function providerAt(db: Db, origin: string): Promise<{ id: number; status: string } | null> {
  const host = origin
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/:\d+$/, '')
  const rows = await db
    .selectFrom('provider')
    .select(['id', 'status', 'origins', 'is_default'])
    .orderBy('id')
    .execute()
  return rows.find((row) => row.origins.includes(host)) ?? rows.find((row) => row.is_default) ?? null
}
