import { anyOf } from '../kit/db.ts'
import { createHash } from 'node:crypto'
import { addressLine, type Address, type AddressParts } from '@waybill/domain/accounts/address'
import { sql, type Selectable } from 'kysely'
import type { AddressTable } from '../kit/tables.ts'
import type { Context } from '../kit/handler.ts'

/** An address with the values that a geocoder added. */
export interface Located extends AddressParts {
  geo_local_area?: string | null
  geo_city?: string | null
}

/**
 * Returns the hash of the normalised parts, 32 upper-case hexadecimal digits. Equal addresses share one row
 * (ADDR-004).
 */
export function addressHash(address: AddressParts): string {
  const parts = [
    address.type,
    address.company,
    address.street_address,
    address.local_area,
    address.city,
    address.code,
    address.zone,
    address.country,
    address.entered_address,
  ].map(plain)
  const place = address.lat === null ? '' : `${address.lat.toFixed(6)},${address.lng?.toFixed(6)}`
  return md5([...parts, place])
}

/**
 * Like `addressHash`, but only over the parts that identify the place, so that the same place with another type,
 * company or coordinates is recognised. `null` when there is no street (ADDR-004).
 */
export function placeHash(address: AddressParts): string | null {
  const { street_address, local_area, city, code, zone, country } = address
  if (plain(street_address) === '') return null
  return md5([street_address, local_area, city, code, zone, country].map(plain))
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s,.]+/g, ' ')
    .trim()
}

function md5(parts: readonly string[]): string {
  return createHash('md5').update(parts.join('|')).digest('hex').toUpperCase()
}

/** Saves addresses, sharing equal ones, and returns their ids in the same order. */
export async function saveAddresses(ctx: Context, addresses: readonly Located[]): Promise<number[]> {
  const stored = await storeAddresses(ctx, addresses, await findEqualAddresses(ctx, addresses))
  return stored.map(({ id }) => id)
}

/**
 * Returns the stored addresses that equal one of these. They are only read, not locked, so that many bookings from one
 * place do not wait for each other.
 */
export async function findEqualAddresses(ctx: Context, addresses: readonly Located[]): Promise<Address[]> {
  const hashes = addresses.map(addressHash)
  const rows = await ctx.db.selectFrom('address').selectAll().where('hash', '=', anyOf(hashes)).execute()
  return rows.map(presentAddress)
}

/** Stores those addresses that equal none of `known`, and returns all of them as stored, in the same order. */
export async function storeAddresses(
  ctx: Context,
  addresses: readonly Located[],
  known: readonly Address[],
): Promise<Address[]> {
  const stored = new Map(known.map((address) => [address.hash, address]))
  const missing = addresses.filter((address) => !stored.has(addressHash(address)))
  if (missing.length > 0)
    for (const row of await insertAddresses(ctx, missing)) stored.set(row.hash, presentAddress(row))
  return addresses.map((address) => {
    const found = stored.get(addressHash(address))
    if (!found) throw new Error('An address could not be stored.')
    return found
  })
}

type AddressRow = Selectable<AddressTable>

function presentAddress({ provider_id: _provider, ...row }: AddressRow): Address {
  return row
}

async function insertAddresses(ctx: Context, addresses: readonly Located[]): Promise<AddressRow[]> {
  const hashes = addresses.map(addressHash)
  const column = <Value>(of: (address: Located) => Value) => addresses.map(of)
  const { rows } = await sql<AddressRow>`
    INSERT INTO address (provider_id, type, company, street_address, local_area, city, code, zone, country, lat, lng,
      entered_address, hash, gs_hash, geo_local_area, geo_city, time_created, time_modified)
    SELECT DISTINCT ON (hash) ${ctx.provider_id}::int, a.type, a.company, a.street_address, a.local_area, a.city, a.code, a.zone, a.country, a.lat, a.lng,
      a.entered_address, a.hash, a.gs_hash, a.geo_local_area, a.geo_city, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    FROM unnest(${column((a) => a.type)}::text[], ${column((a) => a.company)}::text[], ${column((a) => a.street_address)}::text[],
      ${column((a) => a.local_area)}::text[], ${column((a) => a.city)}::text[], ${column((a) => a.code)}::text[], ${column((a) => a.zone)}::text[],
      ${column((a) => a.country)}::text[], ${column((a) => a.lat)}::float8[], ${column((a) => a.lng)}::float8[],
      ${column((a) => addressLine(a))}::text[], ${hashes}::text[], ${column(placeHash)}::text[],
      ${column((a) => a.geo_local_area ?? null)}::text[], ${column((a) => a.geo_city ?? null)}::text[])
      AS a (type, company, street_address, local_area, city, code, zone, country, lat, lng, entered_address, hash, gs_hash, geo_local_area, geo_city)
    ORDER BY hash
    ON CONFLICT (provider_id, hash) DO UPDATE SET hash = excluded.hash
    RETURNING *`.execute(ctx.db)
  return rows
}

/** Reads addresses by id. */
export async function readAddresses(ctx: Context, ids: readonly number[]): Promise<Map<number, Address>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db.selectFrom('address').selectAll().where('id', '=', anyOf(ids)).execute()
  return new Map(rows.map((row) => [row.id, presentAddress(row)]))
}

/** Deletes the addresses among these to which nothing refers. */
export async function deleteUnusedAddresses(ctx: Context, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM address a WHERE a.id = ANY(${[...ids]}::bigint[])
    AND NOT EXISTS (SELECT FROM account r WHERE a.id IN (r.default_collection_address_id, r.billing_address_id))
    AND NOT EXISTS (SELECT FROM address_book_entry r WHERE r.address_id = a.id)
    AND NOT EXISTS (SELECT FROM branch r WHERE r.address_id = a.id)
    AND NOT EXISTS (SELECT FROM pickup_point r WHERE r.address_id = a.id)
    AND NOT EXISTS (SELECT FROM collection_request r WHERE r.address_id = a.id)
    AND NOT EXISTS (SELECT FROM recurring_collection r WHERE r.address_id = a.id)
    AND NOT EXISTS (SELECT FROM shipment r WHERE r.collection_address_id = a.id)
    AND NOT EXISTS (SELECT FROM shipment r WHERE r.delivery_address_id = a.id)`.execute(ctx.db)
}
