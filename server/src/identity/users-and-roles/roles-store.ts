import type { RoleDetails } from '@waybill/domain/identity/users-and-roles/role-rules'
import type { EditedRole } from '@waybill/domain/identity/users-and-roles/users-api'
import { sql } from 'kysely'
import { newVersion } from '../../kit/db.ts'
import type { Context } from '../../kit/handler.ts'
import { user_state } from './users-store.ts'
import { publishSessionChange } from '../sessions-and-keys/publish-session-change.ts'

/** The first id for roles that a company creates. Roles with lower ids are built in. */
const first_own_id = 10

/** Returns the roles that are not removed, or one of them, with the number of users of each who are not removed. */
export async function listEditedRoles(ctx: Context, id: number | undefined): Promise<EditedRole[]> {
  let query = ctx.db
    .selectFrom('role as r')
    .select([
      'r.provider_id',
      'r.id',
      'r.name',
      'r.label',
      'r.permissions',
      'r.permissions_ui',
      'r.require_2fa',
      'r.version',
    ])
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('app_user as u')
          .leftJoin('user_secret as s', (join) =>
            join.onRef('s.provider_id', '=', 'u.provider_id').onRef('s.user_id', '=', 'u.id'),
          )
          .where('u.deleted_date', 'is', null)
          .groupBy('u.role_id')
          .select([
            'u.role_id',
            sql<number>`count(*)::int`.as('users'),
            sql<number>`(count(*) FILTER (WHERE ${user_state} = 'invited'))::int`.as('invited'),
            sql<number>`(count(*) FILTER (WHERE u.is_api_user))::int`.as('api_keys'),
          ])
          .as('held'),
      (join) => join.onRef('held.role_id', '=', 'r.id'),
    )
    .select(({ fn, val }) => [
      fn.coalesce('held.users', val(0)).as('user_count'),
      fn.coalesce('held.invited', val(0)).as('invited_count'),
      fn.coalesce('held.api_keys', val(0)).as('api_key_count'),
    ])
    .where('r.deleted_date', 'is', null)
  if (id !== undefined) query = query.where('r.id', '=', id)
  return query.orderBy('r.id').execute()
}

/** Locks a role until the end of the transaction, so that it cannot be assigned in the meantime. */
export async function lockRole(ctx: Context, id: number): Promise<void> {
  await ctx.db.selectFrom('role').select('id').where('id', '=', id).forUpdate().execute()
}

/** Marks a role as removed. The row stays for the history. */
export async function removeRoleRow(ctx: Context, id: number): Promise<void> {
  await ctx.db
    .updateTable('role')
    .set({ deleted_date: ctx.now, ...newVersion(ctx) })
    .where('id', '=', id)
    .execute()
  await publishSessionChange(ctx)
}

/**
 * Inserts a role with an id that no role had before, including removed ones, and returns the id. Call it under
 * `lockUsers`.
 */
export async function insertNewRole(ctx: Context, role: RoleDetails): Promise<number> {
  const { next } = await ctx.db
    .selectFrom('role')
    .select(sql<number>`greatest(max(id) + 1, ${first_own_id})`.as('next'))
    .executeTakeFirstOrThrow()
  const id = Number(next)
  await ctx.db
    .insertInto('role')
    .values({ provider_id: ctx.provider_id, id, ...columnsOf(role), time_modified: ctx.now })
    .execute()
  return id
}

/** Changes a role if its version is still `version`; returns whether it changed. */
export async function changeRoleRow(
  ctx: Context,
  id: number,
  version: number,
  role: RoleDetails,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('role')
    .set({ ...columnsOf(role), ...newVersion(ctx) })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_date', 'is', null)
    .executeTakeFirstOrThrow()
  await publishSessionChange(ctx)
  return numUpdatedRows === 1n
}

function columnsOf({ name, label, permissions, permissions_ui, require_2fa }: RoleDetails) {
  return { name, label, permissions: [...permissions], permissions_ui: [...permissions_ui], require_2fa }
}
