import { anyOf } from '../kit/db.ts'
import { sql } from 'kysely'
import type { Setting } from '@waybill/domain/kit/setting'
import { readPage } from '../kit/read-page.ts'
import type { Context } from '../kit/handler.ts'
import { atOwnBranch, matchesPhone, escapeLike } from './store.ts'

/** Lists address book entries of accounts that the caller can access, ordered by name. */
export async function listEntries(
  ctx: Context,
  filter: {
    id?: number
    account_id?: number | undefined
    address_id?: number
    search?: string | undefined
  },
  page: { limit: number; offset: number },
) {
  let query = ctx.db
    .selectFrom('address_book_entry as e')
    .innerJoin('address as a', (join) =>
      join.onRef('a.provider_id', '=', 'e.provider_id').onRef('a.id', '=', 'e.address_id'),
    )
  const accountId = ctx.actor.account_id ?? filter.account_id
  if (accountId) query = query.where('e.account_id', '=', accountId)
  const own = atOwnBranch(ctx.actor, 'e.account_id')
  if (own) query = query.where(own)
  if (filter.id) query = query.where('e.id', '=', filter.id)
  if (filter.address_id) query = query.where('e.address_id', '=', filter.address_id)
  if (filter.search) {
    const { search } = filter
    const words = `%${escapeLike(search)}%`
    query = query.where((eb) =>
      eb.or([
        eb('e.name', 'ilike', words),
        eb('e.contact_name', 'ilike', words),
        eb('e.mobile_number', 'ilike', words),
        matchesPhone(sql`e.mobile_number`, search),
        eb('a.company', 'ilike', words),
        eb('a.local_area', 'ilike', words),
        eb('a.entered_address', 'ilike', words),
      ]),
    )
  }
  return readPage(
    ctx,
    query
      .selectAll('e')
      .orderBy(sql`lower(e.name)`)
      .orderBy('e.id'),
    query.select('e.id'),
    page,
  )
}

export type EntryRow = Awaited<ReturnType<typeof listEntries>>['rows'][number]

export interface EntryFields {
  name: string
  contact_name: string
  mobile_number: string
  email: string
  address_id: number
  special_instructions: string | null
  source: string
}

export async function insertEntry(ctx: Context, accountId: number, entry: EntryFields): Promise<number> {
  const { id } = await ctx.db
    .insertInto('address_book_entry')
    .values({
      provider_id: ctx.provider_id,
      account_id: accountId,
      ...entry,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateEntry(
  ctx: Context,
  id: number,
  entry: Omit<EntryFields, 'source'>,
): Promise<void> {
  await ctx.db
    .updateTable('address_book_entry')
    .set({ ...entry, time_modified: ctx.now })
    .where('id', '=', id)
    .execute()
}

export async function deleteEntries(ctx: Context, ids: readonly number[]): Promise<number> {
  let query = ctx.db.deleteFrom('address_book_entry').where('id', '=', anyOf(ids))
  if (ctx.actor.account_id !== null) query = query.where('account_id', '=', ctx.actor.account_id)
  const own = atOwnBranch(ctx.actor, 'address_book_entry.account_id')
  if (own) query = query.where(own)
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Adds automatic address book entries for the typed sides of a booking. If an entry with the same place, contact name
 * and number exists, its address, email and instructions are updated and its name is left unchanged (ADDR-013).
 * Nothing is stored when `wanted` is off; an account may override the company's value (ACC-015).
 */
export async function saveAutomaticEntry(
  ctx: Context,
  accountId: number,
  wanted: Setting<boolean>,
  entries: readonly EntryFields[],
): Promise<void> {
  if (entries.length === 0) return
  const column = <Key extends keyof EntryFields>(key: Key) => entries.map((entry) => entry[key])
  // A join could read all addresses of the company.
  const hashOf = (table: 'b' | 'e') =>
    sql`(SELECT a.gs_hash FROM address a WHERE a.provider_id = ${ctx.provider_id} AND a.id = ${sql.ref(`${table}.address_id`)})`
  await sql`WITH typed AS (
      SELECT e.*, nullif(e.email, '') AS new_email, nullif(e.special_instructions, '') AS new_instructions
      FROM unnest(${column('name')}::text[], ${column('contact_name')}::text[], ${column('mobile_number')}::text[], ${column('email')}::text[],
        ${column('address_id')}::bigint[], ${column('special_instructions')}::text[]) AS e (name, contact_name, mobile_number, email, address_id, special_instructions)
      WHERE coalesce((SELECT value = 'true' FROM account_setting s WHERE s.provider_id = ${ctx.provider_id} AND s.account_id = ${accountId}
        AND lower(s.key) = ${wanted.key}), ${ctx.setting(wanted)}::boolean)
    ), known AS (
      SELECT b.id, e.name, e.contact_name, e.mobile_number, e.address_id, e.new_email, e.new_instructions
      FROM typed e
      -- OFFSET 0 keeps the account out of this look-up: with it, the planner may read the whole book of the account.
      CROSS JOIN LATERAL (SELECT * FROM address_book_entry c WHERE c.provider_id = ${ctx.provider_id}
        AND c.contact_name = e.contact_name AND c.mobile_number = e.mobile_number OFFSET 0) b
      WHERE b.account_id = ${accountId} AND (b.address_id = e.address_id OR ${hashOf('b')} = ${hashOf('e')})
    ), renewed AS (
      UPDATE address_book_entry b SET address_id = k.address_id, email = coalesce(k.new_email, b.email),
        special_instructions = coalesce(k.new_instructions, b.special_instructions), time_modified = ${ctx.now}
      FROM known k WHERE b.provider_id = ${ctx.provider_id} AND b.id = k.id
        AND (b.address_id <> k.address_id OR b.email <> coalesce(k.new_email, b.email)
          OR coalesce(k.new_instructions, b.special_instructions) IS DISTINCT FROM b.special_instructions)
    )
    INSERT INTO address_book_entry (provider_id, account_id, name, contact_name, mobile_number, email, address_id, special_instructions, source, time_created, time_modified)
    SELECT ${ctx.provider_id}, ${accountId}, e.name, e.contact_name, e.mobile_number, e.email, e.address_id, e.special_instructions, 'automatic', ${ctx.now}, ${ctx.now}
    FROM typed e WHERE NOT EXISTS (SELECT FROM known k WHERE k.address_id = e.address_id AND k.contact_name = e.contact_name AND k.mobile_number = e.mobile_number)`.execute(
    ctx.db,
  )
}

/** Locks an account row until the end of the transaction, to prevent two concurrent copies into one address book. */
export async function lockAccount(ctx: Context, accountId: number): Promise<void> {
  await ctx.db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

/** Returns the identifying fields of all entries in an account's address book, in the order in which they were added. */
export async function allEntries(ctx: Context, accountId: number) {
  return ctx.db
    .selectFrom('address_book_entry')
    .select(['id', 'name', 'address_id'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
}

/** Copies the entries with these ids to the address book of another account. */
export async function copyEntries(ctx: Context, accountId: number, ids: readonly number[]): Promise<void> {
  await sql`INSERT INTO address_book_entry (provider_id, account_id, name, contact_name, mobile_number, email, address_id, special_instructions, source, time_created, time_modified)
    SELECT provider_id, ${accountId}::bigint, name, contact_name, mobile_number, email, address_id, special_instructions, source, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    FROM address_book_entry WHERE provider_id = ${ctx.provider_id} AND id = ANY(${ids}::bigint[]) ORDER BY id`.execute(
    ctx.db,
  )
}
