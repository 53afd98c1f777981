import type { accountsApi } from '@waybill/domain/accounts/api'
import type { Address } from '@waybill/domain/accounts/address'
import type { AddressBookEntry } from '@waybill/domain/accounts/model'
import { invalid, notFound } from '@waybill/domain/kit/problem'
import { isPhone, phoneSentence } from '@waybill/domain/kit/contacts/phone-number'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import type { Context, Handler } from '../kit/handler.ts'
import { deleteEntries, insertEntry, listEntries, updateEntry, type EntryRow } from './address-book-store.ts'
import { readAddresses, saveAddresses } from './address-store.ts'
import { accountFor } from './which-account.ts'

async function presentEntries(ctx: Context, rows: readonly EntryRow[]): Promise<AddressBookEntry[]> {
  const addresses = await readAddresses(
    ctx,
    rows.map((row) => row.address_id),
  )
  return rows.map((row) => {
    const address = addresses.get(row.address_id) as Address
    return { ...row, company: address.company, address, source: row.source as AddressBookEntry['source'] }
  })
}

export const readAddressBook: Handler<typeof accountsApi.addressBook> = async (ctx, input) => {
  const { rows, total } = await listEntries(ctx, input, pageOf(input, 10_000))
  return { address_books: await presentEntries(ctx, rows), count: total }
}

/** Adds an entry, or changes the entry whose id is sent. */
export const saveAddress: Handler<typeof accountsApi.saveAddress> = async (ctx, input) => {
  if (input.name === '') throw invalid('Name is required.', [{ field: 'name', message: 'Name is required.' }])
  requirePhone(input.mobile_number)
  const account = await accountFor(ctx, input.account_id)
  const [addressId = 0] = await saveAddresses(ctx, [input.address])
  const fields = {
    name: input.name,
    contact_name: input.contact_name ?? '',
    mobile_number: input.mobile_number ?? '',
    email: input.email ?? '',
    address_id: addressId,
    special_instructions: input.special_instructions ?? null,
  }
  if (input.id !== undefined) await updateEntry(ctx, (await reachableEntry(ctx, input.id)).id, fields)
  const id = input.id ?? (await insertEntry(ctx, account.id, { ...fields, source: input.source ?? 'manual' }))
  return presentEntry(ctx, id)
}

/** Changes only the fields that are sent. */
export const changeAddress: Handler<typeof accountsApi.changeAddress> = async (ctx, input) => {
  const { id, address, name, ...sent } = input
  const stored = await reachableEntry(ctx, id)
  // Validate only a changed number, so that numbers stored before this validation existed remain accepted.
  if (sent.mobile_number !== stored.mobile_number) requirePhone(sent.mobile_number)
  const [addressId = stored.address_id] = address ? await saveAddresses(ctx, [address]) : []
  await updateEntry(ctx, id, {
    name: name ?? stored.name,
    contact_name: sent.contact_name ?? stored.contact_name,
    mobile_number: sent.mobile_number ?? stored.mobile_number,
    email: sent.email ?? stored.email,
    address_id: addressId,
    special_instructions: sent.special_instructions ?? stored.special_instructions,
  })
  return presentEntry(ctx, id)
}

function requirePhone(typed: string | undefined): void {
  if (typed && !isPhone(typed))
    throw invalid(phoneSentence('The mobile number'), [{ field: 'mobile_number', message: phoneSentence() }])
}

async function presentEntry(ctx: Context, id: number): Promise<AddressBookEntry> {
  const [entry] = await presentEntries(ctx, [await reachableEntry(ctx, id)])
  if (!entry) throw notFound('Could not find this address book entry.')
  return entry
}

async function reachableEntry(ctx: Context, id: number): Promise<EntryRow> {
  const [row] = (await listEntries(ctx, { id }, { limit: 1, offset: 0 })).rows
  if (!row) throw notFound('Could not find this address book entry.')
  return row
}

/** Throws 400 when an id is not in the account's address book. Missing ids and 0 are ignored. */
export async function requireEntries(
  ctx: Context,
  accountId: number,
  ids: readonly (number | undefined)[],
): Promise<void> {
  for (const id of new Set(ids)) {
    if (!id) continue
    const { total } = await listEntries(ctx, { id, account_id: accountId }, { limit: 1, offset: 0 })
    if (total === 0) throw invalid(`Could not find address book entry ${id}. Leave it out or choose another.`)
  }
}

export const removeAddresses: Handler<typeof accountsApi.removeAddress> = async (ctx, { id }) => {
  if ((await deleteEntries(ctx, id)) === 0) throw notFound('Could not find this address book entry.')
  return {}
}
