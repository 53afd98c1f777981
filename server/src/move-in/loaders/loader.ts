import { empty_address, type AddressParts } from '@waybill/domain/accounts/address'
import { invalid } from '@waybill/domain/kit/problem'
import type { Content } from '@waybill/domain/move-in/records'
import { accountIdsByCode, deleteUnusedAddresses } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'

/** What a record became: where it is stored, and what an undo puts back besides its content. */
export interface StoredRecord {
  record_table: string
  record_id: number
  restores?: object | null
}

/** A stored row of an earlier file: its record, and its content. */
export interface EarlierRow extends StoredRecord {
  content: Content
}

/** Creates, changes and removes the records of one kind in one transaction. Problems name the column as field. */
export interface Loader {
  create(content: Content): Promise<StoredRecord>
  /** Gives a record the values of `content`; it may be stored elsewhere afterwards. */
  change(row: EarlierRow, content: Content): Promise<StoredRecord>
  remove(row: EarlierRow): Promise<void>
  /** Runs after the last record. */
  finish?(): Promise<void>
}

/** Opens the loader of a kind. */
export type OpenLoader = (ctx: Context) => Promise<Loader>

/** Returns an error at a column. */
export function wrong(column: string, message: string) {
  return invalid(message, [{ field: column, message }])
}

/** Returns a value of a record; `''` when the file has none. */
export function valueOf(content: Content, column: string): string {
  return content[column] ?? ''
}

/** Returns a function that finds accounts by the code in a record. */
export async function accountFinder(ctx: Context): Promise<(content: Content) => number> {
  const accounts = await accountIdsByCode(ctx)
  return (content) => {
    const code = valueOf(content, 'account_code')
    const id = accounts.get(code.toUpperCase())
    if (id === undefined) throw wrong('account_code', `There is no account ${code}. Load the accounts first.`)
    return id
  }
}

/** Returns a function that finds branches by the name in a record; `null` when it names none. */
export function branchFinder(branches: ReadonlyMap<string, number>): (content: Content) => number | null {
  return (content) => {
    const name = valueOf(content, 'branch')
    if (name === '') return null
    const id = branches.get(name.toLowerCase())
    if (id === undefined) throw wrong('branch', `There is no branch ${name}.`)
    return id
  }
}

/** Returns the address in the columns that start with `prefix`; `null` when all of them are empty. */
export function addressIn(content: Content, prefix: string): AddressParts | null {
  const part = (key: string): string => valueOf(content, `${prefix}${key}`)
  const address = {
    ...empty_address,
    company: part('company'),
    street_address: part('street'),
    local_area: part('suburb'),
    city: part('city'),
    code: part('postal_code'),
    zone: part('province'),
  }
  const isEmpty = [address.street_address, address.local_area, address.city, address.code].every(
    (text) => text === '',
  )
  return isEmpty ? null : address
}

/** Collects the addresses of removed records, and deletes those to which nothing refers any more. */
export function addressCleaner(ctx: Context): {
  add(ids: readonly (number | null)[]): void
  finish(): Promise<void>
} {
  const ids = new Set<number>()
  return {
    add(more) {
      for (const id of more) if (id !== null) ids.add(id)
    },
    async finish() {
      if (ids.size > 0) await deleteUnusedAddresses(ctx, [...ids])
    },
  }
}
