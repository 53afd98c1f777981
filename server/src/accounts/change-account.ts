import type { accountsApi } from '@waybill/domain/accounts/api'
import { accountProblems, cleanTags, mayEditField } from '@waybill/domain/accounts/account-rules'
import { mergedAnswers } from '@waybill/domain/accounts/custom-fields'
import { accountChanged, accountHoldChanged, holdTermsChanged } from '@waybill/domain/accounts/events'
import { holdReasonOf, mayPutOnHold } from '@waybill/domain/accounts/hold-reasons'
import type { CostCenter } from '@waybill/domain/accounts/model'
import {
  account_invoice_frequency_options,
  internal_account_fields,
  registration_fields,
} from '@waybill/domain/accounts/settings'
import { branchLimit, type Actor } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { conflict, forbidden, invalid, wrongState } from '@waybill/domain/kit/problem'
import { ensure, firstOf } from '@waybill/domain/kit/rule-result'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { Context, BaseContext, Handler } from '../kit/handler.ts'
import { insertTags } from '../tags/index.ts'
import { insertEntry, listEntries } from './address-book-store.ts'
import { nextNumber } from '../kit/document-numbers-store.ts'
import { saveAddresses } from './address-store.ts'
import { listedAccounts } from './listed-account.ts'
import { priceListNames } from './rate-group-names-store.ts'
import { getAccount, hasInvoices, isBranch, isCodeTaken, updateAccount, type AccountRow } from './store.ts'
import { requireOwnBranch } from './which-account.ts'

type Patch = Omit<Input<typeof accountsApi.change>, 'id' | 'version'>

/** Fields on which automatic holds depend. */
const hold_terms: readonly string[] = [
  'account_type',
  'credit_limit',
  'is_on_hold',
  'disable_auto_hold',
  'temp_disable_auto_hold',
  'disable_account_in_arrears_checks',
]

/**
 * Changes the fields that are sent (ACC-011). Each field must be editable by the caller, valid, and allowed for the
 * account. A stale version is rejected with the values now stored (docs/domain/reliability.md#concurrent-edits).
 */
export const changeAccount: Handler<typeof accountsApi.change> = async (ctx, { id, version, ...sent }) => {
  const before = await getAccount(ctx, id)
  requireOwnBranch(ctx, before)
  const patch = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Patch
  const fields = Object.keys(patch)
  ensure(firstOf(...fields.map((field) => mayEditField(ctx.actor, field))))
  requireSound(ctx, ctx.actor, patch)
  const changes = await changesOf(ctx, before, patch)
  if (!(await updateAccount(ctx, id, version, changes)))
    throw conflict('Someone else changed this account in the meantime. Check their values and save again.', {
      ...(await listedAccounts(ctx, [before]))[0],
    })
  await ctx.emit(accountChanged, { account_id: id, is_closed: before.status === 'closed' })
  const isReleased = patch.is_on_hold === false && before.is_on_hold
  if (patch.is_on_hold !== undefined && patch.is_on_hold !== before.is_on_hold)
    await ctx.emit(accountHoldChanged, { account_id: id, is_on_hold: patch.is_on_hold, reason: 'manual' })
  if (fields.some((field) => hold_terms.includes(field)))
    await ctx.emit(holdTermsChanged, { account_id: id, is_released: isReleased })
  const [after] = await listedAccounts(ctx, [await getAccount(ctx, id)])
  if (!after) throw new Error('An account could not be read back.')
  return after
}

/** Throws 400 when account fields are invalid: the message of the first problem, with all problems by field. */
export function requireSound(
  reader: BaseContext,
  actor: Actor,
  terms: Parameters<typeof accountProblems>[1],
): void {
  const problems = accountProblems(actor, terms, {
    registration_fields: reader.setting(registration_fields),
    internal_account_fields: reader.setting(internal_account_fields),
    account_invoice_frequency_options: reader.setting(account_invoice_frequency_options),
  })
  const [first] = problems
  if (first) throw invalid(first.message, problems)
}

/**
 * Throws 400 when another account has the code, in any case. `own` is the account's current code; `null` for a new
 * account.
 */
export async function requireFreeCode(ctx: Context, code: string, own: string | null): Promise<void> {
  if (code.toUpperCase() !== own?.toUpperCase() && (await isCodeTaken(ctx, code)))
    throw invalid(`Another account has the code ${code.toUpperCase()}. Choose another.`, [
      { field: 'account_code', message: 'is taken' },
    ])
}

/** Throws 400 when the price book in force has no price list with this id. */
export async function requirePriceList(ctx: Context, id: number, field: string): Promise<void> {
  if (!(await priceListNames(ctx)).has(id))
    throw invalid(`There is no price list ${id}. Choose one of those listed.`, [
      { field, message: 'is not a price list' },
    ])
}

/** Throws 400 when the branch does not exist, and 403 when staff limited to one branch choose another one (PERM-050). */
export async function requireBranch(ctx: Context, id: number): Promise<void> {
  const limit = branchLimit(ctx.actor)
  if (limit !== null && limit !== id)
    throw forbidden('You are limited to one branch and cannot move its accounts to another.')
  if (!(await isBranch(ctx, id)))
    throw invalid(`There is no branch ${id}. Choose one of the branches listed.`, [
      { field: 'branch_id', message: 'is not a branch' },
    ])
}

/** Validates everything that a patch refers to and returns the columns to update. */
async function changesOf(ctx: Context, before: AccountRow, patch: Patch): Promise<Record<string, unknown>> {
  const {
    account_code,
    current_rate_group_id,
    next_rate_group_id,
    next_rate_group_date,
    default_collection_address,
    custom_fields,
    cost_centers,
    tags,
    ...plain
  } = patch
  const changes: Record<string, unknown> = { ...plain }
  requireType(before, patch)
  if (account_code !== undefined) changes.account_code = await newCode(ctx, before, account_code)
  if (patch.branch_id && patch.branch_id !== before.branch_id) await requireBranch(ctx, patch.branch_id)
  if (current_rate_group_id !== undefined) {
    await requirePriceList(ctx, current_rate_group_id, 'current_rate_group_id')
    changes.rate_group_id = current_rate_group_id
  }
  if (next_rate_group_id !== undefined || next_rate_group_date !== undefined)
    Object.assign(changes, await planOf(ctx, before, patch))
  ensure(mayPutOnHold(before, patch))
  if (patch.is_on_hold !== undefined)
    changes.hold_reason = patch.is_on_hold ? (holdReasonOf(before) ?? 'manual') : null
  if (patch.is_on_hold === false) changes.hold_message = null
  if (patch.default_collection_address_id !== undefined)
    changes.default_collection_address_id = await ownAddress(ctx, before, patch.default_collection_address_id)
  if (default_collection_address)
    changes.default_collection_address_id = await newAddress(ctx, before, default_collection_address)
  if (custom_fields) changes.custom_fields = mergedAnswers(before.custom_fields, custom_fields)
  if (cost_centers) changes.cost_centers = await numbered(ctx, before, cost_centers)
  if (tags) {
    changes.tags = cleanTags(tags)
    await insertTags(ctx, 'account', changes.tags as string[])
  }
  if (patch.parcel_types) changes.parcel_types = patch.parcel_types.map(withNulls)
  for (const field of ['billing_contact', 'custom_fields', 'cost_centers', 'parcel_types'])
    if (changes[field] !== undefined) changes[field] = JSON.stringify(changes[field])
  return changes
}

/** Rejects a change of the guest account's type and a change to `guest`; other types may be changed. */
function requireType(before: AccountRow, { account_type }: Patch): void {
  if (account_type === undefined || account_type === before.account_type) return
  if (before.account_type === 'guest' || account_type === 'guest')
    throw wrongState(
      'A company has one guest account. Its type cannot be changed, and no other account can get this type.',
    )
}

async function newCode(ctx: Context, before: AccountRow, code: string): Promise<string> {
  if (code.toUpperCase() !== before.account_code && (await hasInvoices(ctx, before.id)))
    throw wrongState(
      `The code ${before.account_code} is on invoices that were sent, so it cannot be changed any more.`,
    )
  await requireFreeCode(ctx, code, before.account_code)
  return code.toUpperCase()
}

/**
 * Validates the planned price list: it must exist, differ from the current one and start after today. 0 cancels the
 * plan.
 */
async function planOf(
  ctx: Context,
  before: AccountRow,
  patch: Patch,
): Promise<{ next_rate_group_id: number | null; next_rate_group_date: string | null }> {
  const id = patch.next_rate_group_id ?? before.next_rate_group_id
  const date = patch.next_rate_group_date ?? before.next_rate_group_date
  if (!id) return { next_rate_group_id: null, next_rate_group_date: null }
  await requirePriceList(ctx, id, 'next_rate_group_id')
  if (id === (patch.current_rate_group_id ?? before.rate_group_id))
    throw invalid('The account already has this price list. Choose another one.', [
      { field: 'next_rate_group_id', message: 'is the current price list' },
    ])
  if (!date || date <= dayOf(ctx.now))
    throw invalid(
      'Choose a day after today for the new price list. To change it now, change the current one.',
      [{ field: 'next_rate_group_date', message: 'must be after today' }],
    )
  return { next_rate_group_id: id, next_rate_group_date: date }
}

/**
 * Accepts an address id only when the address is in the account's address book. Addresses are shared within a
 * company, so the id alone must not reveal an address.
 */
async function ownAddress(ctx: Context, before: AccountRow, id: number): Promise<number | null> {
  if (id === 0) return null
  if (id === before.default_collection_address_id) return id
  const { total } = await listEntries(ctx, { account_id: before.id, address_id: id }, { limit: 1, offset: 0 })
  if (total === 0)
    throw invalid('Choose an address from the address book of this account.', [
      { field: 'default_collection_address_id', message: 'is not in the address book' },
    ])
  return id
}

async function newAddress(
  ctx: Context,
  before: AccountRow,
  place: NonNullable<Patch['default_collection_address']>,
): Promise<number> {
  const [addressId = 0] = await saveAddresses(ctx, [place.address])
  const { total } = await listEntries(
    ctx,
    { account_id: before.id, address_id: addressId },
    { limit: 1, offset: 0 },
  )
  if (total === 0)
    await insertEntry(ctx, before.id, {
      name: place.address.company || before.name,
      contact_name: place.contact_name ?? '',
      mobile_number: place.mobile_number ?? '',
      email: place.email ?? '',
      address_id: addressId,
      special_instructions: null,
      source: 'manual',
    })
  return addressId
}

/** Assigns ids to cost centres: existing ones keep theirs, new ones get the next number. A number is never reused. */
async function numbered(
  ctx: Context,
  before: AccountRow,
  sent: NonNullable<Patch['cost_centers']>,
): Promise<CostCenter[]> {
  const known = new Set(before.cost_centers?.map(({ id }) => id))
  const centres: CostCenter[] = []
  for (const [at, centre] of sent.entries()) {
    if (centre.id && !known.has(centre.id))
      throw invalid(
        `Cost centre ${centre.id} does not belong to this account. Leave out the id to create a new one.`,
        [{ field: `cost_centers.${at}.id`, message: 'is not a cost centre of this account' }],
      )
    centres.push({
      id: centre.id || (await nextNumber(ctx, 'cost_center')),
      name: centre.name,
      ...(centre.code ? { code: centre.code } : {}),
      is_active: centre.is_active ?? true,
    })
  }
  return centres
}

function withNulls(type: NonNullable<Patch['parcel_types']>[number]) {
  const { name, length = null, width = null, height = null, weight = null, declared_value = null } = type
  return { name, length, width, height, weight, declared_value, is_default: type.is_default ?? false }
}
