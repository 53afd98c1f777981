import { sql } from 'kysely'
import { readSetting, secretsSentToPlaces, type Allowance, type Setting } from '@waybill/domain/kit/setting'
import { newVersion } from '../kit/db.ts'
import { atOwnBranch } from '../accounts/index.ts'
import type { Context } from '../kit/handler.ts'
import { hasPasskey } from './second-factor/passkey-store.ts'

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
    time_last_used: null
    previous_digest: string | null
    previous_last_four: string | null
    previous_until: Date | null
    previous_last_used: Date | null
  }>,
): Promise<void> {
  await ctx.db.updateTable('api_key').set(changes).where('id', '=', id).execute()
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
}

export async function findProvider(ctx: Context) {
  return ctx.db.selectFrom('provider').selectAll().where('id', '=', ctx.provider_id).executeTakeFirstOrThrow()
}

/** Whether the platform has enabled a feature for a company. */
export async function hasFeature(ctx: Context, name: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('provider')
    .select('enabled_features')
    .where('id', '=', ctx.provider_id)
    .executeTakeFirstOrThrow()
  return row.enabled_features.includes(name)
}

/** Returns what the platform allows a company in addition to its settings (SET-024, SET-025). */
export function allowancesOf({
  allow_idm,
  allow_whatsapp,
}: {
  allow_idm: boolean
  allow_whatsapp: boolean
}): Exclude<Allowance, 'third-party-accounts'>[] {
  return [...(allow_idm ? (['idm'] as const) : []), ...(allow_whatsapp ? (['whatsapp'] as const) : [])]
}

/** Returns stored settings as text by key, for responses that list them. */
export async function storedSettings(ctx: Context) {
  return ctx.db.selectFrom('provider_setting').selectAll().orderBy('key').execute()
}

/**
 * Writes settings in one statement, each at most once. All processes are notified after the commit. A secret that is
 * not among the settings is removed when a setting changes the destination to which the secret is sent.
 */
export async function saveSettings(
  ctx: Context,
  settings: readonly { key: string; value: string }[],
): Promise<void> {
  const all = [...settings, ...(await secretsSentElsewhere(ctx, settings))]
  if (all.length > 0)
    await sql`INSERT INTO provider_setting (provider_id, key, value, time_modified)
      SELECT ${ctx.provider_id}, key, value, ${ctx.now}
      FROM unnest(${all.map(({ key }) => key)}::text[], ${all.map(({ value }) => value)}::text[]) AS s (key, value)
      ON CONFLICT (provider_id, lower(key)) DO UPDATE SET value = excluded.value, time_modified = excluded.time_modified`.execute(
      ctx.db,
    )
  await ctx.publish({ topic: 'settings' })
}

/** Returns the secrets, with empty values, whose destination a change moves without including the secret. */
async function secretsSentElsewhere(
  ctx: Context,
  settings: readonly { key: string; value: string }[],
): Promise<{ key: string; value: string }[]> {
  const protectedSecrets = [...secretsSentToPlaces()]
  const wanted = new Map(settings.map(({ key, value }) => [key.toLowerCase(), value]))
  const places = protectedSecrets.flatMap(({ sent_to }) => sent_to).filter(({ key }) => wanted.has(key))
  if (places.length === 0) return []
  const stored = new Map((await storedSettings(ctx)).map(({ key, value }) => [key.toLowerCase(), value]))
  const isMoved = (place: Setting): boolean =>
    wanted.has(place.key) && readSetting(place, wanted) !== readSetting(place, stored)
  return protectedSecrets
    .filter(({ key, sent_to }) => stored.get(key) && !wanted.has(key) && sent_to.some(isMoved))
    .map(({ key }) => ({ key, value: '' }))
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
