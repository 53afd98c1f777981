import { role_ids } from '@waybill/domain/kit/actor'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../kit/handler.ts'

/** Drivers who may be given stops, by username. */
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

/** The names of everybody who works or has worked for the company, by user name. */
export async function listPeople(ctx: Context) {
  return ctx.db
    .selectFrom('app_user')
    .select(['username', 'name', 'time_modified'])
    .where('account_id', 'is', null)
    .orderBy('username')
    .execute()
}

/** Usernames that are no driver of the company. */
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

/** How many users of the company belong to each branch. */
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

/** How many users who are not removed belong to a branch, as SQL. */
export function countUsersOfBranch(branchId: number): RawBuilder<number> {
  return sql<number>`SELECT count(*) FROM app_user WHERE branch_id = ${branchId} AND deleted_date IS NULL`
}

/** Puts a driver on or off duty; routing hears of it. */
export async function setDuty(ctx: Context, username: string, onDuty: boolean): Promise<void> {
  await ctx.db
    .updateTable('app_user')
    .set({ on_duty: onDuty, time_modified: ctx.now, version: sql<number>`version + 1` })
    .where('username', '=', username)
    .where('role_id', '=', role_ids.driver)
    .execute()
  await ctx.publish({ topic: 'map' })
}
