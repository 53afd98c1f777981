import { randomBytes, randomUUID } from 'node:crypto'
import type { identityApi } from '@waybill/domain/identity/api'
import type { ApiKey } from '@waybill/domain/identity/model'
import { branchLimit, holds, role_ids } from '@waybill/domain/kit/actor'
import { forbidden, invalid, notFound } from '@waybill/domain/kit/problem'
import { accountFor } from '../accounts/index.ts'
import { keyExpiry } from '@waybill/domain/identity/sessions'
import { digestOf } from '../kit/sealer.ts'
import type { Verb } from '../kit/verb.ts'
import { insertApiKey, insertUser, listApiKeys, revokeApiKey, roleToGive } from './store.ts'

type Row = Awaited<ReturnType<typeof listApiKeys>>[number]

function seenKey(row: Row): ApiKey {
  const { user_id: _user, account_id, ...key } = row
  return { ...key, ...(account_id ? { account_id } : {}) }
}

export const listKeys: Verb<typeof identityApi.apiKeys> = async (ctx) => {
  const rows = await listApiKeys(ctx)
  return { api_keys: rows.map(seenKey), count: rows.length }
}

/**
 * Makes a key with an API user of its own: 32 hexadecimal characters, answered this once, kept only as a digest. The
 * role may not be above the maker's: every permission of it must be the maker's too.
 */
export const createKey: Verb<typeof identityApi.createApiKey> = async (
  ctx,
  { name, role_id, account_id: wanted_account, expires },
) => {
  if (name === '') throw invalid('Name is required.', [{ field: 'name', message: 'Name is required.' }])
  const account_id = ctx.actor.account_id ?? wanted_account ?? null
  if (account_id === null && branchLimit(ctx.actor) !== null)
    throw forbidden('A key of the provider reaches every branch, and you are limited to one.')
  const wanted = role_id ?? (account_id === null ? role_ids.provider_api_user : role_ids.account_owner)
  const role = await roleToGive(ctx, wanted)
  if (!role) throw invalid(`There is no role ${wanted}. Choose one of the roles listed.`)
  const isAccountRole: boolean = (
    [role_ids.account_owner, role_ids.account_user, role_ids.account_user_no_billing] as number[]
  ).includes(wanted)
  if (isAccountRole !== (account_id !== null) || wanted === role_ids.system_administrator)
    throw forbidden(
      `A key ${account_id === null ? 'of the provider' : 'of an account'} cannot have the role ${role.name}.`,
    )
  if (!role.permissions.every((permission) => holds(ctx.actor, permission)))
    throw forbidden(`The role ${role.name} may do more than you may. Choose another role for this key.`)
  if (account_id !== null) await accountFor(ctx, account_id)
  const username = `${ctx.actor.username}-${randomUUID()}`
  const user_id = await insertUser(ctx, {
    username,
    name,
    email: '',
    role_id: wanted,
    account_id,
    is_api_user: true,
  })
  const api_key = randomBytes(16).toString('hex')
  const time_expires = keyExpiry(expires ?? 'never', ctx.now)
  const id = await insertApiKey(ctx, {
    name,
    user_id,
    time_expires,
    account_id,
    key_digest: digestOf(api_key),
    last_four: api_key.slice(-4),
  })
  return {
    id,
    name,
    username,
    last_four: api_key.slice(-4),
    role_id: wanted,
    created_by: ctx.actor.username,
    time_created: ctx.now,
    time_last_used: null,
    time_expires,
    api_key,
    ...(account_id ? { account_id } : {}),
  }
}

/** Revokes a key within five seconds everywhere; its user's name stays in history. */
export const deleteKey: Verb<typeof identityApi.deleteApiKey> = async (ctx, { id }) => {
  const row = (await listApiKeys(ctx)).find((key) => key.id === id)
  if (!row) throw notFound('Could not find this API key.')
  await revokeApiKey(ctx, id, row.user_id)
  await ctx.news({ topic: 'session' })
  return {}
}
