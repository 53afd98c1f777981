import { sql } from 'kysely'
import { providersThatHave, type Db } from '../kit/db.ts'
import type { FileStore } from '../files/index.ts'
import type { Context } from '../kit/handler.ts'
import type { ArchivePart } from './archive/archive-file.ts'
import { mergedEntries, type StoredEntries } from './archive/archived-chain.ts'
import type { AuditMonth } from './archive/months-store.ts'
import { canonicalColumns, type CanonicalEntry, type StoredSeal } from './entry-store.ts'

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

/** The oldest entry without a seal of a provider `p`. */
const unsealed = sql`SELECT e.time FROM audit_event e WHERE e.provider_id = p.id AND e.id > coalesce(
    (SELECT s.last_id FROM audit_seal s WHERE s.provider_id = p.id ORDER BY s.block DESC LIMIT 1), ${sql.lit(before_all)})
  ORDER BY e.id LIMIT 1`

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

/** Returns the newest seal of a block that ends before an entry. */
export async function sealBefore({ db, provider_id }: Context, id: number): Promise<StoredSeal | undefined> {
  return db
    .selectFrom('audit_seal')
    .select(seal_columns)
    .where('provider_id', '=', provider_id)
    .where('last_id', '<', id)
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

/** Runs one read in a transaction of its own. */
export type ReadChain = <Result>(fn: (db: Db) => Promise<Result>) => Promise<Result>

/**
 * Returns a reader for the chain of one provider; each part is read in a separate transaction. Entries of dropped
 * months come from the archive. With `instead`, the entries of one file come from it although they are still in the
 * database.
 */
export function readChain(
  providerId: number,
  read: ReadChain,
  files: FileStore,
  instead?: ArchivePart & AuditMonth,
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
    entries: mergedEntries(
      (afterId, limit) => read((db) => storedEntries(db, providerId, { after_id: afterId, limit, instead })),
      files,
    ),
  }
}

/**
 * Reads a page of entries and the files of dropped months in one statement, so that a month that is dropped at the
 * same time is in exactly one of them.
 */
async function storedEntries(
  db: Db,
  providerId: number,
  about: { after_id: number; limit: number; instead: (ArchivePart & AuditMonth) | undefined },
): Promise<StoredEntries> {
  const { after_id, limit, instead } = about
  const isStored = instead
    ? sql`(id NOT BETWEEN ${instead.first_id} AND ${instead.last_id} OR time >= ${instead.ends} OR time < ${instead.starts ?? sql`'-infinity'`})`
    : sql`true`
  const { rows } = await sql<{ entries: CanonicalEntry[]; parts: ArchivePart[] }>`
    SELECT
      (SELECT coalesce(json_agg(entry), '[]') FROM (
        SELECT id, ${canonicalColumns} AS canonical FROM audit_event
        WHERE provider_id = ${providerId} AND id > ${after_id} AND ${isStored} ORDER BY id LIMIT ${sql.lit(limit)}) entry) AS entries,
      (SELECT coalesce(json_agg(part), '[]') FROM (
        SELECT file, digest, entries, first_id, last_id FROM audit_archive
        WHERE provider_id = ${providerId} AND last_id > ${after_id} AND is_audit_month_dropped(month_end)) part) AS parts`.execute(
    db,
  )
  const { entries, parts } = rows[0] ?? { entries: [], parts: [] }
  const own = instead && instead.last_id > after_id ? [instead] : []
  return { entries, parts: [...parts, ...own].toSorted((a, b) => a.first_id - b.first_id) }
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
    SELECT id, ${canonicalColumns} AS canonical FROM audit_event WHERE provider_id = ${providerId} AND id > ${afterId}
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
export function providersToSeal(db: Db): Promise<number[]> {
  return providersThatHave(db, unsealed)
}

/** Returns the time of the oldest entry of any company without a seal; `null` when all entries are sealed. */
export async function oldestUnsealed(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ oldest: Date | null }>`
    SELECT min(waiting.time) AS oldest FROM provider p CROSS JOIN LATERAL (${unsealed}) waiting`.execute(db)
  return rows[0]?.oldest ?? null
}

/** An entry about a row of one table. */
export interface TableEntry {
  id: number
  row_id: number
  action: 'insert' | 'update' | 'delete'
  change: Record<string, unknown>
}

/** Returns entries about the rows of a table that are still in the database, in order, after an entry. */
export async function readTableEntries(
  db: Db,
  providerId: number,
  table: string,
  afterId: number,
  limit: number,
): Promise<TableEntry[]> {
  const { rows } = await sql<TableEntry>`SELECT id, row_id, action, change FROM audit_event
    WHERE provider_id = ${providerId} AND id > ${afterId} AND table_name = ${table} ORDER BY id LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

/** Returns the end of the newest month whose entries are only in the archive; `null` when none are. */
export async function readArchiveEnd(db: Db, providerId: number): Promise<Date | null> {
  const { rows } = await sql<{ month_end: Date | null }>`SELECT max(month_end) AS month_end FROM audit_archive
    WHERE provider_id = ${providerId} AND is_audit_month_dropped(month_end)`.execute(db)
  return rows[0]?.month_end ?? null
}
