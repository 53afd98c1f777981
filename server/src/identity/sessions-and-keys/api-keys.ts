import { randomBytes, randomUUID } from 'node:crypto'
import type { identityApi } from '@waybill/domain/identity/api'
import type { ApiKey } from '@waybill/domain/identity/model'
import {
  isNetwork,
  key_scope_names,
  key_scopes,
  overlap_hours,
  type KeyScope,
} from '@waybill/domain/identity/sign-in/api-key-limits'
import { withinScopes } from '@waybill/domain/identity/users-and-roles/permissions'
import { branchLimit, hasPermission, role_ids } from '@waybill/domain/kit/actor'
import { forbidden, invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { accountFor } from '../../accounts/index.ts'
import { keyExpiry } from '@waybill/domain/identity/sign-in/sessions'
import { digestOf } from '../../kit/sealer.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { insertUser, roleToGive } from '../store.ts'
import {
  insertApiKey,
  listApiKeys,
  lockApiKey,
  noteKeyChange,
  revokeApiKey,
  updateApiKey,
} from './api-keys-store.ts'
import { day_ms, hour_ms } from '@waybill/domain/kit/dates/durations'

type Row = Awaited<ReturnType<typeof listApiKeys>>[number]

function presentKey(row: Row, now: Date): ApiKey {
  const { id, name, username, last_four, role_id, account_id, created_by } = row
  const { time_created, time_last_used, time_expires, time_rotated, addresses } = row
  return {
    id,
    name,
    username,
    last_four,
    role_id,
    ...(account_id ? { account_id } : {}),
    created_by,
    time_created,
    time_last_used,
    time_expires,
    scopes: key_scope_names.filter((scope) => row.scopes.includes(scope)),
    addresses,
    time_rotated,
    previous:
      row.previous_until !== null && row.previous_until > now
        ? {
            last_four: row.previous_last_four ?? '',
            time_expires: row.previous_until,
            time_last_used: row.previous_last_used,
          }
        : null,
  }
}

/** Creates a new key: 32 hexadecimal characters. */
function newKey(): { api_key: string; key_digest: string; last_four: string } {
  const apiKey = randomBytes(16).toString('hex')
  return { api_key: apiKey, key_digest: digestOf(apiKey), last_four: apiKey.slice(-4) }
}

/**
 * Returns scopes and addresses as they are stored. Throws when a scope grants nothing for the role or an address is
 * invalid.
 */
function limitsOf(
  role: { name: string; permissions: readonly string[] },
  { scopes, addresses }: { scopes?: readonly KeyScope[]; addresses?: readonly string[] },
): { scopes?: string[]; addresses?: string[] } {
  const empty = scopes?.find((scope) => withinScopes(role.permissions, [scope]).length === 0)
  if (empty !== undefined) {
    const message = `The role ${role.name} has no permissions under ${key_scopes[empty]}. Leave it out.`
    throw invalid(message, [{ field: 'scopes', message }])
  }
  const networks = addresses?.map((one) => one.trim())
  const wrong = networks?.find((one) => !isNetwork(one))
  if (wrong !== undefined) {
    const named = wrong === '' ? 'One of the addresses is empty.' : `${wrong} is not an address or network.`
    const message = `${named} Enter one such as 196.25.1.4 or 196.25.1.0/24.`
    throw invalid(message, [{ field: 'addresses', message }])
  }
  return {
    ...(scopes ? { scopes: [...new Set(scopes)] } : {}),
    ...(networks ? { addresses: [...new Set(networks)] } : {}),
  }
}

function inDays(ctx: Context, days: number): Date {
  return new Date(ctx.now.getTime() + days * day_ms)
}

/** Returns a key that the caller can reach. Throws when the key's role has a permission that the caller lacks. */
async function heldKey(ctx: Context, id: number): Promise<Row> {
  await lockApiKey(ctx, id)
  const row = await reachedKey(ctx, id)
  if (!row.permissions.every((permission) => hasPermission(ctx.actor, permission)))
    throw forbidden(`The key ${row.name} has more permissions than you. Ask an administrator to change it.`)
  return row
}

async function reachedKey(ctx: Context, id: number): Promise<Row> {
  const row = (await listApiKeys(ctx)).find((key) => key.id === id)
  if (!row) throw notFound('Could not find this API key.')
  return row
}

export const listKeys: Handler<typeof identityApi.apiKeys> = async (ctx) => {
  const rows = await listApiKeys(ctx)
  return { api_keys: rows.map((row) => presentKey(row, ctx.now)), count: rows.length }
}

/**
 * Creates a key with its own API user: 32 hexadecimal characters, returned only this once and stored only as a
 * digest. The caller must have every permission of the key's role.
 */
export const createKey: Handler<typeof identityApi.createApiKey> = async (
  ctx,
  { name, role_id, account_id: wantedAccount, expires, expires_in_days, scopes, addresses },
) => {
  if (name === '') throw invalid('Name is required.', [{ field: 'name', message: 'Name is required.' }])
  const accountId = ctx.actor.account_id ?? wantedAccount ?? null
  if (accountId === null && branchLimit(ctx.actor) !== null)
    throw forbidden('A provider key can access every branch, but you are limited to one.')
  const wanted = role_id ?? (accountId === null ? role_ids.provider_api_user : role_ids.account_owner)
  const role = await roleToGive(ctx, wanted)
  if (!role) throw invalid(`There is no role ${wanted}. Choose one of the roles listed.`)
  const isAccountRole: boolean = (
    [role_ids.account_owner, role_ids.account_user, role_ids.account_user_no_billing] as number[]
  ).includes(wanted)
  if (isAccountRole !== (accountId !== null) || wanted === role_ids.system_administrator)
    throw forbidden(
      `A key ${accountId === null ? 'of the provider' : 'of an account'} cannot have the role ${role.name}.`,
    )
  if (!role.permissions.every((permission) => hasPermission(ctx.actor, permission)))
    throw forbidden(`The role ${role.name} has more permissions than you. Choose another role for this key.`)
  if (accountId !== null) await accountFor(ctx, accountId)
  const limits = limitsOf(role, { ...(scopes ? { scopes } : {}), ...(addresses ? { addresses } : {}) })
  const username = `${ctx.actor.username}-${randomUUID()}`
  const userId = await insertUser(ctx, {
    username,
    name,
    email: '',
    role_id: wanted,
    account_id: accountId,
    is_api_user: true,
  })
  const { api_key, key_digest, last_four } = newKey()
  const timeExpires =
    expires_in_days === undefined ? keyExpiry(expires ?? 'never', ctx.now) : inDays(ctx, expires_in_days)
  const id = await insertApiKey(ctx, {
    name,
    user_id: userId,
    time_expires: timeExpires,
    account_id: accountId,
    key_digest,
    last_four,
    ...limits,
  })
  await noteKeyChange(ctx, 'made', id)
  return { ...presentKey(await reachedKey(ctx, id), ctx.now), api_key }
}

/** Changes the given fields of a key: name, expiry, scopes and addresses. */
export const changeKey: Handler<typeof identityApi.changeApiKey> = async (
  ctx,
  { id, name, expires_in_days, scopes, addresses },
) => {
  const row = await heldKey(ctx, id)
  const role = { name: row.role_name, permissions: row.permissions }
  const limits = limitsOf(role, { ...(scopes ? { scopes } : {}), ...(addresses ? { addresses } : {}) })
  const days = expires_in_days ?? null
  const changes = {
    ...(name ? { name } : {}),
    ...(days === null ? {} : { time_expires: days === 0 ? null : inDays(ctx, days) }),
    ...limits,
  }
  if (Object.keys(changes).length > 0) {
    await updateApiKey(ctx, id, changes)
    await noteKeyChange(ctx, 'changed', id)
  }
  return presentKey(await reachedKey(ctx, id), ctx.now)
}

/**
 * Replaces a key with a new one, which is returned only this once. Role, limits and expiry stay the same. The
 * previous key stays valid for the requested hours and then expires. A key that was replaced earlier ends now.
 */
export const rotateKey: Handler<typeof identityApi.rotateApiKey> = async (
  ctx,
  { id, overlap_hours: hours = overlap_hours.default },
) => {
  const row = await heldKey(ctx, id)
  if (row.time_expires !== null && row.time_expires <= ctx.now)
    throw wrongState(`The key ${row.name} has expired. Set a later end date first, or create a new key.`)
  const { api_key, key_digest, last_four } = newKey()
  const worksOn = hours > 0
  await updateApiKey(ctx, id, {
    key_digest,
    last_four,
    time_rotated: ctx.now,
    rotated_by: ctx.actor.username,
    time_last_used: null,
    previous_digest: worksOn ? row.key_digest : null,
    previous_last_four: worksOn ? row.last_four : null,
    previous_until: worksOn ? new Date(ctx.now.getTime() + hours * hour_ms) : null,
    previous_last_used: worksOn ? row.time_last_used : null,
  })
  await noteKeyChange(ctx, 'replaced', id)
  return { ...presentKey(await reachedKey(ctx, id), ctx.now), api_key }
}

/** Revokes a key in all processes. The name of its user stays in the history. */
export const deleteKey: Handler<typeof identityApi.deleteApiKey> = async (ctx, { id }) => {
  const row = await reachedKey(ctx, id)
  await revokeApiKey(ctx, id, row.user_id)
  await noteKeyChange(ctx, 'revoked', id)
  return {}
}
