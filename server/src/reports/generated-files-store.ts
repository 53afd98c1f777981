import type { DownloadFormat } from '@waybill/domain/kit/lists/download'
import { sql } from 'kysely'
import type { Context } from '../kit/handler.ts'

/** Lists that can be downloaded as files. */
export type Resource = 'reports' | 'shipments' | 'invoices' | 'transactions'

/** A request for a file: the list, the user and the receivers. */
export interface FileRequest {
  user_id: number
  resource: Resource
  asked: object
  digest: string
  title: string
  format: DownloadFormat
  emails: readonly string[]
  saved_report_id?: number
  due?: Date
}

/** A requested file, as stored. */
export interface MadeRow {
  id: number
  user_id: number
  resource: Resource
  asked: object
  title: string
  format: DownloadFormat
  emails: string[]
  saved_report_id: number | null
  status: 'queued' | 'done' | 'failed'
  rows: number | null
  url: string
  problem: string
  time_created: Date
}

const columns = [
  'id',
  'user_id',
  'resource',
  'asked',
  'title',
  'format',
  'emails',
  'saved_report_id',
  'status',
  'rows',
  'url',
  'problem',
  'time_created',
] as const

/** Inserts a requested file. Returns `null` when its schedule has already requested it. */
export async function insertFile(ctx: Context, file: FileRequest): Promise<number | null> {
  const row = await ctx.db
    .insertInto('made_file')
    .values({
      ...file,
      provider_id: ctx.provider_id,
      asked: JSON.stringify(file.asked),
      emails: [...file.emails],
      time_created: ctx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns the caller’s file with the same digest, queued or done since a moment. */
export async function findSame(ctx: Context, digest: string, since: Date): Promise<MadeRow | undefined> {
  const row = await ctx.db
    .selectFrom('made_file')
    .select(columns)
    .where('user_id', '=', ctx.actor.user_id)
    .where('digest', '=', digest)
    .where('time_created', '>=', since)
    .where('status', '!=', 'failed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as MadeRow | undefined
}

/** Returns a requested file. */
export async function findFile(ctx: Context, id: number): Promise<MadeRow | undefined> {
  const row = await ctx.db.selectFrom('made_file').select(columns).where('id', '=', id).executeTakeFirst()
  return row as MadeRow | undefined
}

/** Returns the caller’s files since a moment, newest first. */
export async function listFiles(ctx: Context, since: Date): Promise<MadeRow[]> {
  const rows = await ctx.db
    .selectFrom('made_file')
    .select(columns)
    .where('user_id', '=', ctx.actor.user_id)
    .where('time_created', '>=', since)
    .orderBy('time_created', 'desc')
    .execute()
  return rows as MadeRow[]
}

/** Finishes a queued file. Returns false when it was already finished. */
export async function settleFile(
  ctx: Context,
  id: number,
  came: { rows: number; url: string } | { problem: string },
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('made_file')
    .set({ ...came, status: 'problem' in came ? 'failed' : 'done', time_finished: ctx.now })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks the digest until the transaction ends, so that concurrent requests for the same file run one after the other. */
export async function lockDigest(ctx: Context, digest: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${ctx.provider_id} ${digest}`}, 0))`.execute(
    ctx.db,
  )
}

/** Deletes the records of files whose links have expired. */
export async function deleteFileRows(ctx: Context, before: Date): Promise<void> {
  await ctx.db.deleteFrom('made_file').where('time_created', '<', before).execute()
}
