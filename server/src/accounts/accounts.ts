import type { accountsApi } from '@waybill/domain/accounts/api'
import { accountChanged, accountHoldChanged } from '@waybill/domain/accounts/events'
import type { Address } from '@waybill/domain/accounts/address'
import type { ListedAccount } from '@waybill/domain/accounts/model'
import { branchLimit, isStaff } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/paging'
import { conflict, forbidden, invalid } from '@waybill/domain/kit/problem'
import type { Ctx, Verb } from '../kit/verb.ts'
import { readAddresses } from './address-store.ts'
import { seenAccount } from './seen-account.ts'
import {
  accountSettings,
  getAccount,
  isBranch,
  listAccounts,
  saveAccountSettings,
  updateAccount,
} from './store.ts'
import { accountFor, demandOwnBranch } from './which-account.ts'

export const listAccountsFor: Verb<typeof accountsApi.list> = async (ctx, input) => {
  const { rows, total } = await listAccounts(ctx, { ...input, at_own_branch: true }, pageOf(input, 10_000))
  const addresses = await readAddresses(
    ctx,
    rows.flatMap((row) => row.default_collection_address_id ?? []),
  )
  const accounts = rows.map((row) => ({
    ...seenAccount(ctx.actor, row),
    default_collection_address:
      (addresses.get(row.default_collection_address_id ?? 0) as Address | undefined) ?? null,
    parcel_types: row.parcel_types as ListedAccount['parcel_types'],
    version: row.version,
  }))
  return { accounts, count: total }
}

/** What an account owner may change of the own account; the rest is the provider's (PERM: field allow-list per role). */
const own_fields = [
  'name',
  'billing_contact',
  'support_email',
  'vat_number',
  'registration_number',
  'parcel_types',
  'cost_centers',
  'default_collection_address_id',
  'pod_method',
] as const

/** Changes the fields sent; a stale version is answered with the values now stored (reliability 6.1). */
export const changeAccount: Verb<typeof accountsApi.change> = async (
  ctx,
  { id, version, current_rate_group_id, ...sent },
) => {
  const before = await getAccount(ctx, id)
  demandOwnBranch(ctx, before)
  const changes: Record<string, unknown> = Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== undefined),
  )
  if (current_rate_group_id !== undefined) changes.rate_group_id = current_rate_group_id
  const foreign = isStaff(ctx.actor)
    ? undefined
    : Object.keys(changes).find((field) => !(own_fields as readonly string[]).includes(field))
  if (foreign) throw forbidden(`Only the courier company may change ${foreign.replaceAll('_', ' ')}.`)
  if (sent.branch_id && sent.branch_id !== before.branch_id) await demandBranch(ctx, sent.branch_id)
  for (const field of ['billing_contact', 'custom_fields', 'cost_centers', 'parcel_types'])
    if (changes[field] !== undefined) changes[field] = JSON.stringify(changes[field])
  if (!(await updateAccount(ctx, id, version, changes)))
    throw conflict('Somebody else changed this account meanwhile. Check their values and save again.', {
      ...seenAccount(ctx.actor, before),
    })
  await ctx.emit(accountChanged, { account_id: id, is_closed: false })
  const after = await getAccount(ctx, id)
  if (after.is_on_hold !== before.is_on_hold)
    await ctx.emit(accountHoldChanged, { account_id: id, is_on_hold: after.is_on_hold, reason: 'manual' })
  return seenAccount(ctx.actor, after)
}

/** An account goes to a branch that there is; staff limited to one cannot give it away (PERM-050). */
async function demandBranch(ctx: Ctx, id: number): Promise<void> {
  if (branchLimit(ctx.actor) !== null)
    throw forbidden('You work for one branch and cannot give its accounts to another.')
  if (!(await isBranch(ctx, id)))
    throw invalid(`There is no branch ${id}. Choose one of the branches listed.`, [
      { field: 'branch_id', message: 'is not a branch' },
    ])
}

export const readSettings: Verb<typeof accountsApi.settings> = async (ctx, { account_id, setting }) => {
  const account = await accountFor(ctx, account_id)
  const rows = await accountSettings(ctx, account.id, setting)
  return { account_settings: rows, count: rows.length }
}

export const saveSettings: Verb<typeof accountsApi.saveSettings> = async (ctx, { account_id, settings }) => {
  const account = await accountFor(ctx, account_id)
  await saveAccountSettings(
    ctx,
    account.id,
    settings.map(({ key, value }) => ({
      key,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })),
  )
  return { account_settings: await accountSettings(ctx, account.id) }
}
