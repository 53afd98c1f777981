import { sql } from 'kysely'
import type { Db } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'

/** One seal of a chain, in block order. */
export interface StoredSeal {
  block: number
  /** The last entry of the block. The block starts after the last entry of the previous block. */
  last_id: number
  /** Number of entries from the start of the chain to the end of this block. */
  entries: number
  /** SHA-256 as hexadecimal digits. */
  seal: string
  time: Date
}

/** An entry in its sealed form: all columns as one text, with the time to the microsecond. */
export interface CanonicalEntry {
  id: number
  canonical: string
}

/** Reads parts of a chain in order, for the sealer and the verifier. */
export interface ChainReader {
  /** Returns the seals after a block. */
  seals(after_block: number, limit: number): Promise<StoredSeal[]>
  /** Returns the entries after an entry. */
  entries(after_id: number, limit: number): Promise<CanonicalEntry[]>
}

/** Lower than every entry id, so that an entry inserted before the first one is also found. */
export const before_all = Number.MIN_SAFE_INTEGER

const lock_of_chains = 814_203

const seal_columns = ['block', 'last_id', 'entries', 'seal', 'time'] as const

/** Returns the newest seal of the provider. */
export async function newestSeal({ db, provider_id }: Context): Promise<StoredSeal | undefined> {
  return db
    .selectFrom('audit_seal')
    .select(seal_columns)
    .where('provider_id', '=', provider_id)
    .orderBy('block', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the newest seal and locks the chain against other sealers until the transaction ends. */
export async function lockNewestSeal(ctx: Context): Promise<StoredSeal | undefined> {
  await sql`SELECT pg_advisory_xact_lock(${lock_of_chains}::int, ${ctx.provider_id}::int)`.execute(ctx.db)
  return newestSeal(ctx)
}

export async function insertSeal(ctx: Context, seal: Omit<StoredSeal, 'time'>): Promise<void> {
  await ctx.db
    .insertInto('audit_seal')
    .values({ provider_id: ctx.provider_id, ...seal, time: ctx.now })
    .execute()
}

/** Returns a reader for the chain of one provider; each part is read in a separate transaction. */
export function readChain(
  providerId: number,
  read: <Result>(fn: (db: Db) => Promise<Result>) => Promise<Result>,
): ChainReader {
  return {
    seals: (afterBlock, limit) =>
      read((db) =>
        db
          .selectFrom('audit_seal')
          .select(seal_columns)
          .where('provider_id', '=', providerId)
          .where('block', '>', afterBlock)
          .orderBy('block')
          .limit(limit)
          .execute(),
      ),
    entries: (afterId, limit) => read((db) => canonicalEntries(db, providerId, afterId, limit)),
  }
}

/** Returns the entries of the provider after an entry, oldest first, in their sealed form. */
export function entriesBehind(ctx: Context, afterId: number, limit: number): Promise<CanonicalEntry[]> {
  return canonicalEntries(ctx.db, ctx.provider_id, afterId, limit)
}

async function canonicalEntries(
  db: Db,
  providerId: number,
  afterId: number,
  limit: number,
): Promise<CanonicalEntry[]> {
  const { rows } = await sql<CanonicalEntry>`
    SELECT id, jsonb_build_array(provider_id, id, to_char(time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), object_type,
      object_id, table_name, row_id, action, source, impersonated_by, channel, request_id, client_version, change)::text AS canonical
    FROM audit_event WHERE provider_id = ${providerId} AND id > ${afterId}
    ORDER BY id LIMIT ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Returns the id of the newest committed entry that is visible to this transaction. */
export async function newestEntryId(ctx: Context): Promise<number | null> {
  const { id } = await ctx.db
    .selectFrom('audit_event')
    .select(({ fn }) => fn.max<number | null>('id').as('id'))
    .where('provider_id', '=', ctx.provider_id)
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Returns the other running transactions that have written entries. Until each has ended, an entry older than the
 * newest may still appear. They are identified by the table lock that a write takes, which blocks nothing.
 */
export async function entryWriters(ctx: Context): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    SELECT DISTINCT virtualtransaction AS writer FROM pg_locks
    WHERE locktype = 'relation' AND relation = 'audit_event'::regclass AND mode = 'RowExclusiveLock'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND pid IS DISTINCT FROM pg_backend_pid()`.execute(ctx.db)
  return rows.map((row) => row.writer)
}

/** Returns the providers with entries that no seal covers. */
export async function providersToSeal(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM provider p WHERE EXISTS (
      SELECT FROM audit_event e WHERE e.provider_id = p.id AND e.id > coalesce(
        (SELECT s.last_id FROM audit_seal s WHERE s.provider_id = p.id ORDER BY s.block DESC LIMIT 1), ${before_all}))
    ORDER BY p.id`.execute(db)
  return rows.map((row) => row.id)
}

/** Returns the time of the oldest entry of any company without a seal; `null` when all entries are sealed. */
export async function oldestUnsealed(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ oldest: Date | null }>`
    SELECT min(waiting.time) AS oldest FROM provider p CROSS JOIN LATERAL (
      SELECT e.time FROM audit_event e WHERE e.provider_id = p.id AND e.id > coalesce(
        (SELECT s.last_id FROM audit_seal s WHERE s.provider_id = p.id ORDER BY s.block DESC LIMIT 1), ${before_all})
      ORDER BY e.id LIMIT 1) waiting`.execute(db)
  return rows[0]?.oldest ?? null
}
