import { anyOf } from '../../kit/db.ts'
import { withinScopes } from '@waybill/domain/identity/users-and-roles/permissions'
import { role_ids, type Actor } from '@waybill/domain/kit/actor'
import { Problem, unauthorised } from '@waybill/domain/kit/problem'
import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'
import { digestOf } from '../../kit/sealer.ts'
import { hasPasskey } from '../second-factor/passkey-store.ts'

/** The actor that a session token or API key belongs to. */
export interface ResolvedCredential {
  actor: Actor
  session_id: number | null
  api_key_id: number | null
  /** For a user's session: whether a second factor is set up, and whether the role requires one. */
  second_factor: { is_on: boolean; is_required_by_role: boolean }
  /** For an API key: the addresses and networks it may be used from. Empty: anywhere. */
  addresses: readonly string[]
  /** When the session or key expires; `null` for a key that never does. */
  valid_until: Date | null
}

/** For API keys, which have no second factor and require none. */
const no_second_factor = { is_on: false, is_required_by_role: false }

/**
 * Finds the holder of a session token or an API key across all providers; `null` when there is none who may use it.
 * Throws 423 for users of a closed account.
 */
export async function findTokenHolder(db: Db, token: string, now: Date): Promise<ResolvedCredential | null> {
  const digest = digestOf(token)
  return /^[0-9a-f]{32}$/.test(token) ? holderOfKey(db, digest, now) : sessionHolder(db, digest, now)
}

/** Returns the holder of the session whose token has this digest; `null` when the session has ended. */
export async function sessionHolder(db: Db, digest: string, now: Date): Promise<ResolvedCredential | null> {
  const row = await db
    .selectFrom('session')
    .select(['id', 'provider_id', 'user_id', 'time_last_used', 'time_expires'])
    .where('token_digest', '=', digest)
    .where('time_revoked', 'is', null)
    .where('time_expires', '>', now)
    .where(isInUse(now))
    .executeTakeFirst()
  if (!row) return null
  if (now.getTime() - row.time_last_used.getTime() > 60_000)
    await db
      .updateTable('session')
      .set({ time_last_used: now })
      .where('provider_id', '=', row.provider_id)
      .where('id', '=', row.id)
      .execute()
  const user = await userOf(db, row.provider_id, row.user_id)
  return (
    user && {
      actor: asActor(user, 'user'),
      session_id: row.id,
      api_key_id: null,
      second_factor: {
        is_on: user.two_factor_auth_enabled || user.has_passkey,
        is_required_by_role: user.require_2fa,
      },
      addresses: [],
      valid_until: row.time_expires,
    }
  )
}

/** SQL condition: whether a session was used within its idle timeout, if it has one. */
export function isInUse(now: Date) {
  return sql<boolean>`(idle_seconds IS NULL OR time_last_used > ${now}::timestamptz - make_interval(secs => idle_seconds))`
}

/** SQL condition: whether a key has not expired. */
function isValidStill(now: Date) {
  return sql<boolean>`(time_expires IS NULL OR time_expires > ${now})`
}

function earlier(one: Date | null, other: Date | null): Date | null {
  return one && (!other || one < other) ? one : other
}

/** Limits a key's user to the permissions within the scopes of the key. */
function limited(actor: Actor, scopes: readonly string[]): Actor {
  return scopes.length === 0 ? actor : { ...actor, permissions: withinScopes(actor.permissions, scopes) }
}

async function holderOfKey(db: Db, digest: string, now: Date): Promise<ResolvedCredential | null> {
  const row = await db
    .selectFrom('api_key')
    .select([
      'id',
      'provider_id',
      'user_id',
      'key_digest',
      'previous_until',
      'scopes',
      'addresses',
      'time_expires',
    ])
    .where((eb) =>
      eb.or([
        eb('key_digest', '=', digest),
        eb.and([eb('previous_digest', '=', digest), eb('previous_until', '>', now)]),
      ]),
    )
    .where('time_revoked', 'is', null)
    .where(isValidStill(now))
    .executeTakeFirst()
  if (!row) return null
  const actor = await actorOf(db, row.provider_id, row.user_id, 'api-key')
  if (!actor) throw unauthorised('Error logging in')
  const isCurrent = row.key_digest === digest
  await db
    .updateTable('api_key')
    .set(isCurrent ? { time_last_used: now } : { previous_last_used: now })
    .where('provider_id', '=', row.provider_id)
    .where('id', '=', row.id)
    .execute()
  return {
    actor: limited(actor, row.scopes),
    session_id: null,
    api_key_id: row.id,
    second_factor: no_second_factor,
    addresses: row.addresses,
    valid_until: isCurrent ? row.time_expires : earlier(row.previous_until, row.time_expires),
  }
}

/**
 * Finds the holders of many tokens at once, by digest, without counting as use of the tokens. A digest that is
 * missing in the result has no holder any more. The value is `'closed'` for users of a closed account.
 */
export async function findTokenHolders(
  db: Db,
  digests: readonly string[],
  now: Date,
): Promise<Map<string, Actor | 'closed'>> {
  const wanted = anyOf(digests)
  const sessions = await db
    .selectFrom('session')
    .select(['token_digest as digest', 'provider_id', 'user_id'])
    .where('token_digest', '=', wanted)
    .where('time_revoked', 'is', null)
    .where('time_expires', '>', now)
    .where(isInUse(now))
    .execute()
  const keys = await db
    .selectFrom('api_key')
    .select(['key_digest', 'previous_digest', 'previous_until', 'provider_id', 'user_id', 'scopes'])
    .where((eb) => eb.or([eb('key_digest', '=', wanted), eb('previous_digest', '=', wanted)]))
    .where('time_revoked', 'is', null)
    .where(isValidStill(now))
    .execute()
  const holders = [
    ...sessions.map((one) => ({ ...one, kind: 'user' as const, scopes: [] })),
    ...keys.flatMap(({ key_digest, previous_digest, previous_until, ...one }) => {
      const former = previous_until !== null && previous_until > now ? [previous_digest ?? ''] : []
      return [key_digest, ...former]
        .filter((digest) => digests.includes(digest))
        .map((digest) => ({ ...one, digest, kind: 'api-key' as const }))
    }),
  ]
  const users = await userRows(db)
    .where('u.id', '=', anyOf(holders.map((one) => one.user_id)))
    .execute()
  const usersById = new Map(users.map((row) => [`${row.provider_id} ${row.id}`, row]))
  return new Map(
    holders.flatMap(({ digest, provider_id, user_id, kind, scopes }) => {
      const row = usersById.get(`${provider_id} ${user_id}`)
      if (!row) return []
      const actor =
        row.account_status === 'closed' ? ('closed' as const) : limited(asActor(row, kind), scopes)
      return [[digest, actor] as const]
    }),
  )
}

/** Returns a user as an actor with the current permissions of the role; `null` when deleted, disabled or not found. */
export async function actorOf(
  db: Db,
  providerId: number,
  userId: number,
  kind: 'user' | 'api-key',
): Promise<Actor | null> {
  const row = await userOf(db, providerId, userId)
  return row && asActor(row, kind)
}

async function userOf(db: Db, providerId: number, userId: number): Promise<UserOfRole | null> {
  const row = await userRows(db)
    .where('u.provider_id', '=', providerId)
    .where('u.id', '=', userId)
    .executeTakeFirst()
  if (row?.account_status === 'closed') throw new Problem('account_closed', 'the account has been closed')
  return row ?? null
}

/** Users who are neither deleted nor disabled, with their role and the status of their account. */
function userRows(db: Db) {
  return db
    .selectFrom('app_user as u')
    .innerJoin('role as r', (join) =>
      join.onRef('r.provider_id', '=', 'u.provider_id').onRef('r.id', '=', 'u.role_id'),
    )
    .leftJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 'u.provider_id').onRef('a.id', '=', 'u.account_id'),
    )
    .select([
      'u.provider_id',
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
      'r.require_2fa',
      'u.two_factor_auth_enabled',
      hasPasskey('u').as('has_passkey'),
      'a.status as account_status',
    ])
    .where('u.deleted_date', 'is', null)
    .where('u.disabled_date', 'is', null)
}

type UserOfRole = Awaited<ReturnType<ReturnType<typeof userRows>['execute']>>[number]

function asActor(row: UserOfRole, kind: 'user' | 'api-key'): Actor {
  return {
    kind,
    provider_id: row.provider_id,
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
    permissions: shared(row.permissions),
    permissions_ui: shared(row.permissions_ui),
    impersonated_by: null,
  }
}

const max_shared = 1_000
const shared_lists = new Map<string, readonly string[]>()

/** Returns one list for all users with equal permissions, because thousands of holders are cached. */
function shared(list: readonly string[]): readonly string[] {
  const text = list.join(' ')
  const known = shared_lists.get(text)
  if (known) return known
  if (shared_lists.size >= max_shared) shared_lists.clear()
  shared_lists.set(text, list)
  return list
}

/** Returns the actor for requests without credentials, with the provider's guest role. */
export async function guestOf(db: Db, providerId: number): Promise<Actor> {
  const role = await db
    .selectFrom('role')
    .select(['permissions', 'permissions_ui'])
    .where('provider_id', '=', providerId)
    .where('id', '=', role_ids.guest)
    .executeTakeFirst()
  return {
    kind: 'guest',
    provider_id: providerId,
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

/** The data of a company that is needed to find the company for a request. */
export interface ListedProvider {
  id: number
  status: string
  /** Host names under which its pages are opened. */
  origins: readonly string[]
  is_default: boolean
}

/** Returns the ids of the companies that are not closed and were created before a time. */
export async function listEstablished(db: Db, before: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('provider')
    .select('id')
    .where('status', '!=', 'closed')
    .where('time_created', '<', before)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns every company of the installation. They are few enough to be cached in memory. */
export async function listProviders(db: Db): Promise<ListedProvider[]> {
  return db.selectFrom('provider').select(['id', 'status', 'origins', 'is_default']).orderBy('id').execute()
}
