import type { RoleDetails } from '@waybill/domain/identity/role-rules'
import type { EditedRole } from '@waybill/domain/identity/users-api'
import { sql } from 'kysely'
import type { Ctx } from '../kit/verb.ts'

/** The first id of roles that a company makes itself; those below have a meaning of their own. */
const first_own_id = 10

/** The roles of the company, or one of them, with how many users who are not removed have them. */
export async function listEditedRoles(ctx: Ctx, id: number | undefined): Promise<EditedRole[]> {
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
    .select((eb) =>
      eb
        .selectFrom('app_user as u')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .whereRef('u.provider_id', '=', 'r.provider_id')
        .whereRef('u.role_id', '=', 'r.id')
        .where('u.deleted_date', 'is', null)
        .as('user_count'),
    )
  if (id !== undefined) query = query.where('r.id', '=', id)
  const rows = await query.orderBy('r.id').execute()
  return rows.map((row) => ({ ...row, user_count: Number(row.user_count ?? 0) }))
}

/** A new role with the next free id; the answer is that id. Held under `lockUsers`. */
export async function insertNewRole(ctx: Ctx, role: RoleDetails): Promise<number> {
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

/** Changes a role when its version is still the one given; answers whether it was. */
export async function changeRoleRow(
  ctx: Ctx,
  id: number,
  version: number,
  role: RoleDetails,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('role')
    .set((eb) => ({ ...columnsOf(role), version: eb('version', '+', 1), time_modified: ctx.now }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

function columnsOf({ name, label, permissions, permissions_ui, require_2fa }: RoleDetails) {
  return { name, label, permissions: [...permissions], permissions_ui: [...permissions_ui], require_2fa }
}
