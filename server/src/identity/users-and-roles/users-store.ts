import { anyOf, newVersion } from '../../kit/db.ts'
import { hasPermission, isStaff, role_ids } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import type { identityApi } from '@waybill/domain/identity/api'
import { sql } from 'kysely'
import { lockCounter } from '../../kit/document-numbers-store.ts'
import { sortColumn } from '../../kit/sort-columns.ts'
import { hasPasskey } from '../second-factor/passkey-store.ts'
import type { Context } from '../../kit/handler.ts'
import { publishSessionChange } from '../sessions-and-keys/publish-session-change.ts'

export type UserFilter = Input<typeof identityApi.users> & { ids?: readonly number[] }

/** Returns the staff who can sign in, have an email address and have a permission. */
export async function staffWith(ctx: Context, permission: string) {
  const rows = await ctx.db
    .selectFrom('app_user as u')
    .innerJoin('role as r', (join) =>
      join.onRef('r.provider_id', '=', 'u.provider_id').onRef('r.id', '=', 'u.role_id'),
    )
    .select([
      'u.id as user_id',
      'u.username',
      'u.email',
      'u.account_id',
      'u.role_id',
      'u.branch_id',
      'u.limit_user_to_branch',
      'r.permissions',
    ])
    .where('u.account_id', 'is', null)
    .where('u.is_api_user', '=', false)
    .where('u.email', '<>', '')
    .where('u.disabled_date', 'is', null)
    .where('u.deleted_date', 'is', null)
    .orderBy('u.id')
    .execute()
  return rows.filter((row) => hasPermission(row, permission))
}

/** Returns the email addresses of the account owners who can sign in. */
export async function ownerEmails(ctx: Context, accountId: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('app_user')
    .select('email')
    .where('account_id', '=', accountId)
    .where('role_id', '=', role_ids.account_owner)
    .where('is_api_user', '=', false)
    .where('deleted_date', 'is', null)
    .where('disabled_date', 'is', null)
    .where('email', '<>', '')
    .execute()
  return rows.map(({ email }) => email)
}

/**
 * Returns the name of a user for a sentence about what they did. Customers and guests get only the names of users of
 * their own account; API keys and users that are not found are `Someone else`.
 */
export async function personName(ctx: Context, username: string): Promise<string> {
  const row = await ctx.db
    .selectFrom('app_user')
    .select(['name', 'account_id', 'is_api_user'])
    .where('username', '=', username)
    .executeTakeFirst()
  const isInformed =
    row && !row.is_api_user && (isStaff(ctx.actor) || row.account_id === ctx.actor.account_id)
  return (isInformed && row.name) || 'Someone else'
}

/**
 * Returns the message of a conflict error, with the name of the user who made the change: 'Thandi Mokoena changed
 * this rule meanwhile. …'
 */
export async function changedMeanwhile(ctx: Context, username: string, what: string): Promise<string> {
  return `${await personName(ctx, username)} changed ${what} in the meantime. Check their values and save again.`
}

/** The state of a user `u` with the secrets `s`, as SQL. */
export const user_state = sql<'active' | 'invited' | 'disabled'>`CASE
  WHEN u.disabled_date IS NOT NULL THEN 'disabled'
  WHEN s.password_hash IS NULL AND NOT u.is_api_user THEN 'invited'
  ELSE 'active' END`

const order_columns: Readonly<Record<string, string>> = {
  name: 'lower(u.name)',
  username: 'lower(u.username)',
  email: 'lower(u.email)',
  role: 'lower(r.name)',
  time_last_seen: 'seen.last',
  time_created: 'u.time_created',
}

/**
 * Selects users who are not removed and whom the caller can reach. Account users reach those of their account. Staff
 * limited to a branch reach those of their branch and of the accounts there (PERM-050).
 */
function reachable(ctx: Context) {
  const { actor } = ctx
  let query = ctx.db
    .selectFrom('app_user as u')
    .innerJoin('role as r', (join) =>
      join.onRef('r.provider_id', '=', 'u.provider_id').onRef('r.id', '=', 'u.role_id'),
    )
    .leftJoin('user_secret as s', (join) =>
      join.onRef('s.provider_id', '=', 'u.provider_id').onRef('s.user_id', '=', 'u.id'),
    )
    .leftJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 'u.provider_id').onRef('a.id', '=', 'u.account_id'),
    )
    .leftJoin('branch as b', (join) =>
      join.onRef('b.provider_id', '=', 'u.provider_id').onRef('b.id', '=', 'u.branch_id'),
    )
    .where('u.deleted_date', 'is', null)
  if (actor.account_id !== null) query = query.where('u.account_id', '=', actor.account_id)
  else if (actor.limit_user_to_branch && actor.branch_id !== null) {
    const { branch_id } = actor
    query = query.where((eb) =>
      eb.or([
        eb.and([eb('u.account_id', 'is', null), eb('u.branch_id', '=', branch_id)]),
        eb('a.branch_id', '=', branch_id),
      ]),
    )
  }
  return query
}

/** Returns the users that the caller can reach, for lists, and their total number. */
export async function listManagedUsers(
  ctx: Context,
  filter: UserFilter,
  page: { limit: number; offset: number },
) {
  let query = reachable(ctx)
  if (filter.ids) query = query.where('u.id', '=', anyOf(filter.ids))
  if (filter.id) query = query.where('u.id', '=', filter.id)
  if (filter.account_id) query = query.where('u.account_id', '=', filter.account_id)
  if (filter.kind) query = query.where('u.account_id', filter.kind === 'staff' ? 'is' : 'is not', null)
  if (filter.username) query = query.where(sql`lower(u.username)`, '=', filter.username.toLowerCase())
  if (filter.email) query = query.where(sql`lower(u.email)`, '=', filter.email.toLowerCase())
  if (filter.role_id) query = query.where('u.role_id', '=', filter.role_id)
  if (filter.branch_id) query = query.where('u.branch_id', '=', filter.branch_id)
  if (filter.state) query = query.where(user_state, '=', filter.state)
  if (filter.is_api_user !== undefined) query = query.where('u.is_api_user', '=', filter.is_api_user)
  if (filter.search) {
    const part = filter.search.toLowerCase()
    query = query.where(
      sql<boolean>`position(${part} in lower(concat_ws(' ', u.name, u.username, u.email))) > 0`,
    )
  }
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const column = sortColumn(order_columns, filter.order_by, 'lower(u.username)')
  const direction = filter.order?.toLowerCase() === 'desc' ? 'DESC' : 'ASC'
  const rows = await query
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('session as se')
          .select(({ fn }) => ['se.user_id', fn.max('se.time_last_used').as('last')])
          .groupBy('se.user_id')
          .as('seen'),
      (join) => join.onRef('seen.user_id', '=', 'u.id'),
    )
    .selectAll('u')
    .select([
      'r.name as role_name',
      'r.label as role_label',
      'r.permissions',
      'r.permissions_ui',
      'r.require_2fa',
      hasPasskey('u').as('has_passkey'),
      user_state.as('state'),
      'seen.last as time_last_seen',
      'a.account_code',
      'a.name as account_name',
      'b.name as branch_name',
    ])
    .orderBy(sql`${sql.raw(column)} ${sql.raw(direction)} NULLS LAST`)
    .orderBy('u.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: Number(total) }
}

export type ManagedRow = Awaited<ReturnType<typeof listManagedUsers>>['rows'][number]

/**
 * Locks changes of users of this provider, so that two concurrent requests cannot remove the last two users of a
 * kind.
 */
export async function lockUsers(ctx: Context): Promise<void> {
  await lockCounter(ctx, 'users')
}

/** Returns how many other users with one of these roles can sign in, in the same account or in the company. */
export async function countOthers(
  ctx: Context,
  roleIdsWanted: readonly number[],
  except: { id: number; account_id: number | null },
): Promise<number> {
  const { total } = await ctx.db
    .selectFrom('app_user')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('role_id', '=', anyOf(roleIdsWanted))
    .where('account_id', except.account_id === null ? 'is' : '=', except.account_id)
    .where('is_api_user', '=', false)
    .where('deleted_date', 'is', null)
    .where('disabled_date', 'is', null)
    .where('id', '<>', except.id)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The roles that count as administrators of the company. */
export const administrator_roles: readonly number[] = [role_ids.administrator, role_ids.system_administrator]

/**
 * Changes a user if the version is still `version`; returns whether it changed. Routing is notified, because it leaves
 * out drivers who may not sign in.
 */
export async function changeUserRow(
  ctx: Context,
  id: number,
  version: number | undefined,
  changes: Partial<{
    name: string
    email: string
    phone_number: string | null
    role_id: number
    branch_id: number | null
    limit_user_to_branch: boolean
    limit_user_to_account: boolean
    disabled_date: Date | null
    deleted_date: Date
    vehicle_registration: string | undefined
    vehicle_type: string | undefined
    vehicle_max_kg: number | undefined
    vehicle_max_m3: number | undefined
    licence_expiry: string | null | undefined
    pay_plan: string | undefined
  }>,
): Promise<boolean> {
  let query = ctx.db
    .updateTable('app_user')
    .set({ ...changes, ...newVersion(ctx) })
    .where('id', '=', id)
    .where('deleted_date', 'is', null)
  if (version !== undefined) query = query.where('version', '=', version)
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  await ctx.publish({ topic: 'map' })
  await publishSessionChange(ctx, id)
  return numUpdatedRows === 1n
}

/**
 * Deletes a user who never signed in. The database rejects it while something refers to the user, such as a session.
 */
export async function deleteUser(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('user_secret').where('user_id', '=', id).execute()
  await ctx.db.deleteFrom('app_user').where('id', '=', id).execute()
  await ctx.publish({ topic: 'map' })
}

/** Returns which of `names` are already a username or an email address of a user, in lower case. */
export async function takenNames(ctx: Context, names: readonly string[]): Promise<ReadonlySet<string>> {
  const wanted = anyOf(names.map((name) => name.toLowerCase()))
  const rows = await ctx.db
    .selectFrom('app_user')
    .select([
      sql<string>`lower(username)`.as('username'),
      sql<string>`lower(email)`.as('email'),
      'deleted_date',
    ])
    .where((eb) =>
      eb.or([
        eb(sql`lower(username)`, '=', wanted),
        eb.and([eb(sql`lower(email)`, '=', wanted), eb('deleted_date', 'is', null)]),
      ]),
    )
    .execute()
  return new Set(
    rows.flatMap(({ username, email, deleted_date }) => (deleted_date ? [username] : [username, email])),
  )
}

/** Returns the branches of the company by lower-case name. */
export async function branchesByName(ctx: Context): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.db
    .selectFrom('branch')
    .select(['id', 'name'])
    .where('deleted_date', 'is', null)
    .execute()
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]))
}

/** Returns the requested accounts of the company by lower-case code. */
export async function accountsByCode(
  ctx: Context,
  codes: readonly string[],
): Promise<ReadonlyMap<string, { id: number; branch_id: number | null }>> {
  const rows = await ctx.db
    .selectFrom('account')
    .select(['id', 'account_code', 'branch_id'])
    .where(sql`lower(account_code)`, '=', anyOf(codes.map((code) => code.toLowerCase())))
    .execute()
  return new Map(
    rows.map(({ id, account_code, branch_id }) => [account_code.toLowerCase(), { id, branch_id }]),
  )
}
