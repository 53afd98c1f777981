import { dutyChanged } from '@waybill/domain/identity/users-and-roles/users-events'
import { hasPermission, role_ids } from '@waybill/domain/kit/actor'
import { sql, type RawBuilder } from 'kysely'
import { newVersion } from '../../kit/db.ts'
import type { Context } from '../../kit/handler.ts'

/** Returns all users with the driver role, including disabled and removed ones, by username. */
export async function listDrivers(ctx: Context) {
  return ctx.db
    .selectFrom('app_user')
    .select([
      'id',
      'username',
      'name',
      'branch_id',
      'on_duty',
      'phone_number',
      'vehicle_registration',
      'vehicle_max_kg',
      'licence_expiry',
      'disabled_date',
      'deleted_date',
      'time_modified',
    ])
    .where('role_id', '=', role_ids.driver)
    .orderBy('username')
    .execute()
}

/** Returns the names of all current and former staff, by username. */
export async function listPeople(ctx: Context) {
  return ctx.db
    .selectFrom('app_user')
    .select(['username', 'name'])
    .where('account_id', 'is', null)
    .orderBy('username')
    .execute()
}

/**
 * Returns the staff who can sign in, have a permission and may act at a branch, by name; those who belong to the branch
 * first.
 */
export async function listStaffWith(
  ctx: Context,
  permission: string,
  branchId: number,
): Promise<{ username: string; name: string }[]> {
  const rows = await ctx.db
    .selectFrom('app_user as u')
    .innerJoin('role as r', (join) =>
      join.onRef('r.provider_id', '=', 'u.provider_id').onRef('r.id', '=', 'u.role_id'),
    )
    .select(['u.username', 'u.name', 'u.branch_id', 'u.limit_user_to_branch', 'r.permissions'])
    .where('u.account_id', 'is', null)
    .where('u.deleted_date', 'is', null)
    .where('u.disabled_date', 'is', null)
    .orderBy(sql`u.branch_id IS DISTINCT FROM ${branchId}`)
    .orderBy('u.name')
    .orderBy('u.id')
    .execute()
  return rows
    .filter((row) => !row.limit_user_to_branch || row.branch_id === branchId)
    .filter((row) => hasPermission(row, permission))
    .map(({ username, name }) => ({ username, name }))
}

/** Returns the ids of the staff who can sign in, by username. */
export async function staffIds(ctx: Context): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.db
    .selectFrom('app_user')
    .select(['id', 'username'])
    .where('account_id', 'is', null)
    .where('deleted_date', 'is', null)
    .where('disabled_date', 'is', null)
    .where('role_id', '<>', role_ids.guest)
    .execute()
  return new Map(rows.map(({ id, username }) => [username, id]))
}

/** Returns the usernames that do not belong to a driver of the company. */
export async function unknownDrivers(ctx: Context, usernames: readonly string[]): Promise<string[]> {
  if (usernames.length === 0) return []
  const rows = await ctx.db
    .selectFrom('app_user')
    .select('username')
    .where('role_id', '=', role_ids.driver)
    .where('deleted_date', 'is', null)
    .where('username', '=', sql<string>`ANY(${usernames}::text[])`)
    .execute()
  const known = new Set(rows.map(({ username }) => username))
  return usernames.filter((username) => !known.has(username))
}

/** Returns the number of staff users per branch. */
export async function usersByBranch(ctx: Context): Promise<ReadonlyMap<number, number>> {
  const rows = await ctx.db
    .selectFrom('app_user')
    .select(({ fn }) => ['branch_id', fn.countAll<number>().as('total')])
    .where('branch_id', 'is not', null)
    .where('account_id', 'is', null)
    .where('deleted_date', 'is', null)
    .groupBy('branch_id')
    .execute()
  return new Map(rows.map(({ branch_id, total }) => [branch_id ?? 0, Number(total)]))
}

/** SQL query for the number of users of a branch who are not removed. */
export function countUsersOfBranch(branchId: number): RawBuilder<number> {
  return sql<number>`SELECT count(*) FROM app_user WHERE branch_id = ${branchId} AND deleted_date IS NULL`
}

/** Sets whether a driver is on duty, and publishes the change for routing. */
export async function setDuty(ctx: Context, username: string, onDuty: boolean): Promise<void> {
  await ctx.db
    .updateTable('app_user')
    .set({ on_duty: onDuty, ...newVersion(ctx) })
    .where('username', '=', username)
    .where('role_id', '=', role_ids.driver)
    .execute()
  await ctx.publish({ topic: 'map' })
  await ctx.emit(dutyChanged, { username, on_duty: onDuty })
}
