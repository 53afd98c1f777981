import { sql } from 'kysely'
import { newVersion } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'
import { hasPasskey } from './second-factor/passkey-store.ts'
import { publishSessionChange } from './sessions-and-keys/publish-session-change.ts'

/** Returns a user who is not removed, with the role. Account users reach only users of their own account. */
export async function readUser(ctx: Context, id: number) {
  const { account_id } = ctx.actor
  let query = ctx.db
    .selectFrom('app_user as u')
    .innerJoin('role as r', (join) =>
      join.onRef('r.provider_id', '=', 'u.provider_id').onRef('r.id', '=', 'u.role_id'),
    )
    .where('u.deleted_date', 'is', null)
    .where('u.id', '=', id)
  if (account_id !== null) query = query.where('u.account_id', '=', account_id)
  return query
    .selectAll('u')
    .select([
      'r.name as role_name',
      'r.label as role_label',
      'r.permissions',
      'r.permissions_ui',
      'r.require_2fa',
      hasPasskey('u').as('has_passkey'),
    ])
    .executeTakeFirst()
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof readUser>>>

/** Returns the roles that are not removed. */
export async function listRoles(ctx: Context) {
  return ctx.db.selectFrom('role').selectAll().where('deleted_date', 'is', null).orderBy('id').execute()
}

/** Returns a role to assign, locked so that it cannot be removed before the end of the transaction. */
export async function roleToGive(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('role')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_date', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
}

/** Changes fields of a user. */
export async function updateUser(
  ctx: Context,
  id: number,
  changes: Partial<{
    name: string
    email: string
    phone_number: string | null
    shipment_page_mode: string | null
    two_factor_auth_enabled: boolean
    terms_and_conditions_accepted_version: string | null
  }>,
): Promise<void> {
  await ctx.db
    .updateTable('app_user')
    .set({ ...changes, ...newVersion(ctx) })
    .where('id', '=', id)
    .execute()
  await publishSessionChange(ctx, id)
}

/** Whether a user has this email address or username. */
export async function isNameTaken(ctx: Context, name: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('app_user')
    .select('id')
    .where((eb) =>
      eb.or([
        eb(sql`lower(username)`, '=', name.toLowerCase()),
        eb.and([eb(sql`lower(email)`, '=', name.toLowerCase()), eb('deleted_date', 'is', null)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Inserts a user and returns its id. */
export async function insertUser(
  ctx: Context,
  user: {
    username: string
    name: string
    email: string
    role_id: number
    phone_number?: string | null
    account_id?: number | null
    branch_id?: number | null
    limit_user_to_branch?: boolean
    limit_user_to_account?: boolean
    is_api_user?: boolean
    vehicle_registration?: string | null
    terms_and_conditions_accepted_version?: string | null
  },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('app_user')
    .values({ provider_id: ctx.provider_id, ...user, time_created: ctx.now, time_modified: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function userSettings(ctx: Context): Promise<Record<string, unknown>> {
  const rows = await ctx.db
    .selectFrom('user_setting')
    .select(['key', 'value'])
    .where('user_id', '=', ctx.actor.user_id)
    .execute()
  return Object.fromEntries(rows.map((row) => [row.key, row.value]))
}

export async function saveUserSettingRow(ctx: Context, key: string, value: unknown): Promise<void> {
  const json = JSON.stringify(value ?? null)
  await ctx.db
    .insertInto('user_setting')
    .values({ provider_id: ctx.provider_id, user_id: ctx.actor.user_id, key, value: json })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'user_id', 'key']).doUpdateSet({ value: json }),
    )
    .execute()
}

/** Inserts a role of a new provider with its initial permissions. */
export async function insertRole(
  ctx: Context,
  role: {
    id: number
    name: string
    label: string
    permissions: readonly string[]
    permissions_ui: readonly string[]
    require_2fa: boolean
  },
): Promise<void> {
  await ctx.db
    .insertInto('role')
    .values({
      ...role,
      provider_id: ctx.provider_id,
      permissions: [...role.permissions],
      permissions_ui: [...role.permissions_ui],
      time_modified: ctx.now,
    })
    .execute()
}
