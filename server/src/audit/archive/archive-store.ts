import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'
import type { Context } from '../../kit/handler.ts'
import { canonicalColumns, type CanonicalEntry } from '../entry-store.ts'
import type { ArchivePart } from './archive-file.ts'
import type { AuditMonth } from './months-store.ts'

const part_columns = ['file', 'digest', 'entries', 'first_id', 'last_id'] as const

/** The place of a file among the files of the company. */
export interface PartPlace {
  month_end: Date
  part: number
}

/** Records a file whose content was read back and verified. */
export async function insertPart(
  ctx: Context,
  part: ArchivePart & PartPlace & { bytes: number; objects: Record<string, [number, number]> },
): Promise<void> {
  await ctx.db
    .insertInto('audit_archive')
    .values({ provider_id: ctx.provider_id, ...part, time: ctx.now })
    .execute()
}

/** Returns the newest file of a month of the company. */
export async function newestPart(
  ctx: Context,
  monthEnd: Date,
): Promise<{ part: number; last_id: number } | undefined> {
  return ctx.db
    .selectFrom('audit_archive')
    .select(['part', 'last_id'])
    .where('provider_id', '=', ctx.provider_id)
    .where('month_end', '=', monthEnd)
    .orderBy('part', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the entries of a month after an entry, in their sealed form, with the object that each belongs to. */
export async function entriesOfMonth(
  ctx: Context,
  month: AuditMonth,
  afterId: number,
  limit: number,
): Promise<(CanonicalEntry & { object_type: string; object_id: number })[]> {
  const from = month.starts ? sql`AND time >= ${month.starts}` : sql``
  const { rows } = await sql<CanonicalEntry & { object_type: string; object_id: number }>`
    SELECT id, ${canonicalColumns} AS canonical, object_type, object_id
    FROM audit_event WHERE provider_id = ${ctx.provider_id} AND id > ${afterId} AND time < ${month.ends} ${from}
    ORDER BY id LIMIT ${sql.lit(limit)}`.execute(ctx.db)
  return rows
}

/** Returns the files of dropped months that may contain an object, newest first. */
export async function partsWithObject(
  ctx: Context,
  objectType: string,
  objectId: number,
): Promise<ArchivePart[]> {
  const range = sql`objects -> ${objectType}`
  return ctx.db
    .selectFrom('audit_archive')
    .select(part_columns)
    .where('provider_id', '=', ctx.provider_id)
    .where(sql<boolean>`is_audit_month_dropped(month_end)`)
    .where(sql<boolean>`${objectId} BETWEEN (${range} ->> 0)::bigint AND (${range} ->> 1)::bigint`)
    .orderBy('month_end', 'desc')
    .orderBy('part', 'desc')
    .execute()
}

/** Returns the end of the newest dropped month of the company; `null` when all its entries are in the database. */
export async function archivedBefore(ctx: Context): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom('audit_archive')
    .select('month_end')
    .where('provider_id', '=', ctx.provider_id)
    .where(sql<boolean>`is_audit_month_dropped(month_end)`)
    .orderBy('month_end', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.month_end ?? null
}

/** Returns the companies when any month ends at or before a time, with closed ones; otherwise none. */
export async function providersToArchive(db: Db, latest: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM provider WHERE EXISTS (SELECT FROM audit_months_until(${latest})) ORDER BY id`.execute(db)
  return rows.map(({ id }) => id)
}
