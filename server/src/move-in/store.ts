import { anyOf } from '../kit/db.ts'
import { notFound } from '@waybill/domain/kit/problem'
import { move_in_kinds, type MoveInKind } from '@waybill/domain/move-in/columns'
import type { Content } from '@waybill/domain/move-in/records'
import { sql } from 'kysely'
import { readPage, type PageRequest } from '../kit/read-page.ts'
import type { Context } from '../kit/handler.ts'
import type { StoredRecord } from './loaders/loader.ts'

/** A row of a loaded file. */
export interface NewRow extends StoredRecord {
  line: number
  old_key: string
  content: Content
  content_key: string
  content_before: Content | null
}

/** Returns the newest row of each of these keys of a kind, by key. */
export async function newestRows(ctx: Context, kind: MoveInKind, keys: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('move_in_row')
    .selectAll()
    .distinctOn('old_key')
    .where('kind', '=', kind)
    .where('old_key', '=', anyOf(keys))
    .orderBy('old_key')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.old_key, row]))
}

/** A portion of a loaded file: its counts, the rows of the whole file, and how many of them were loaded with it. */
interface LoadedPortion {
  kind: MoveInKind
  name: string
  lines: number
  lines_loaded: number
  created: number
  changed: number
  unchanged: number
}

/**
 * Stores the rows of a portion in the batch of its file, and returns the batch; `null` when nothing new was loaded. A
 * file of the same kind, name and length whose load was interrupted is continued.
 */
export async function storeBatch(
  ctx: Context,
  portion: LoadedPortion,
  rows: readonly NewRow[],
): Promise<number | null> {
  const { kind, name, lines, lines_loaded, created, changed, unchanged } = portion
  const open = await ctx.db
    .selectFrom('move_in_batch')
    .select(['id', 'lines_loaded'])
    .where('kind', '=', kind)
    .where('name', '=', name)
    .where('lines', '=', lines)
    .whereRef('lines_loaded', '<', 'lines')
    .where('time_undo_started', 'is', null)
    .where('time_undone', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (rows.length === 0 && (!open || open.lines_loaded >= lines_loaded)) return null
  if (!open) {
    const { id } = await ctx.db
      .insertInto('move_in_batch')
      .values({
        ...portion,
        provider_id: ctx.provider_id,
        created_by: ctx.actor.username,
        time_created: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertRows(ctx, id, kind, rows)
    return id
  }
  await ctx.db
    .updateTable('move_in_batch')
    .set(({ eb, fn, val }) => ({
      created: eb('created', '+', created),
      changed: eb('changed', '+', changed),
      unchanged: eb('unchanged', '+', unchanged),
      lines_loaded: fn<number>('greatest', ['lines_loaded', val(lines_loaded)]),
    }))
    .where('id', '=', open.id)
    .execute()
  await insertRows(ctx, open.id, kind, rows)
  return open.id
}

async function insertRows(
  ctx: Context,
  id: number,
  kind: MoveInKind,
  rows: readonly NewRow[],
): Promise<void> {
  const json = JSON.stringify(rows.map((row, at) => ({ ...row, at })))
  await sql`INSERT INTO move_in_row (provider_id, batch_id, kind, line, old_key, record_table, record_id, content, content_key, content_before, restores)
    SELECT ${ctx.provider_id}, ${id}, ${kind}, r.line, r.old_key, r.record_table, r.record_id, r.content, r.content_key,
      nullif(r.content_before, 'null'::jsonb), nullif(r.restores, 'null'::jsonb)
    FROM jsonb_to_recordset(${json}::jsonb) AS r (at integer, line integer, old_key text, record_table text, record_id bigint, content jsonb,
      content_key text, content_before jsonb, restores jsonb) ORDER BY r.at`.execute(ctx.db)
}

/** Lists the loaded files, newest first. */
export async function listBatches(ctx: Context, page: PageRequest) {
  const query = ctx.db.selectFrom('move_in_batch')
  return readPage(ctx, query.selectAll().orderBy('id', 'desc'), query.select('id'), page)
}

/** Locks a loaded file until the transaction ends. Throws 404 when there is none. */
export async function lockBatch(ctx: Context, id: number) {
  const row = await ctx.db
    .selectFrom('move_in_batch')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Could not find this file. Load the page again.')
  return row
}

/**
 * Returns the newest rows of a file that are older than `before`, at most `limit` of them, the newest first, and how
 * many more there are.
 */
export async function rowsToUndo(ctx: Context, batchId: number, before: number | null, limit: number) {
  const query = ctx.db
    .selectFrom('move_in_row')
    .where('batch_id', '=', batchId)
    .$if(before !== null, (found) => found.where('id', '<', before))
  const rows = await query.selectAll().orderBy('id', 'desc').limit(limit).execute()
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, more: Number(total) - rows.length }
}

/** Runs `fn`; when it throws, what it wrote is undone, and the transaction goes on. */
export async function inSavepoint(ctx: Context, fn: () => Promise<unknown>): Promise<void> {
  await sql`SAVEPOINT before_row`.execute(ctx.db)
  try {
    await fn()
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT before_row`.execute(ctx.db)
    throw error
  }
  await sql`RELEASE SAVEPOINT before_row`.execute(ctx.db)
}

/** Returns the name of a later file that changed a record of this one; `undefined` when none did. */
export async function findLaterBatch(ctx: Context, batchId: number) {
  const { rows } = await sql<{ name: string; line: number }>`
    SELECT b.name, r.line FROM move_in_row r
    JOIN move_in_row later ON later.provider_id = r.provider_id AND later.kind = r.kind AND later.old_key = r.old_key AND later.id > r.id
    JOIN move_in_batch b ON b.provider_id = later.provider_id AND b.id = later.batch_id
    WHERE r.batch_id = ${batchId} ORDER BY later.id DESC LIMIT 1`.execute(ctx.db)
  return rows[0]
}

/**
 * Deletes undone rows of a file, and marks it as undone when it has no more. Rows that were moved get their new
 * record.
 */
export async function removeRows(
  ctx: Context,
  id: number,
  rows: readonly number[],
  moved: readonly { kind: MoveInKind; old_key: string; record_id: number }[],
  isLast: boolean,
): Promise<void> {
  await ctx.db.deleteFrom('move_in_row').where('id', '=', anyOf(rows)).execute()
  for (const { kind, old_key, record_id } of moved)
    await ctx.db
      .updateTable('move_in_row')
      .set({ record_id })
      .where('kind', '=', kind)
      .where('old_key', '=', old_key)
      .execute()
  await ctx.db
    .updateTable('move_in_batch')
    .set(({ fn, val }) => ({
      time_undo_started: fn.coalesce('time_undo_started', val(ctx.now)),
      ...(isLast ? { undone_by: ctx.actor.username, time_undone: ctx.now } : {}),
    }))
    .where('id', '=', id)
    .execute()
}

/** Returns how many records of each kind come from loaded files, in the order of the kinds. */
export async function countRecords(ctx: Context): Promise<{ kind: MoveInKind; records: number }[]> {
  const rows = await ctx.db
    .selectFrom('move_in_row')
    .select(['kind', ({ fn }) => fn.countAll<number>().as('records')])
    .where('content_before', 'is', null)
    .groupBy('kind')
    .execute()
  const counts = new Map(rows.map(({ kind, records }) => [kind, Number(records)]))
  return move_in_kinds.map((kind) => ({ kind, records: counts.get(kind) ?? 0 }))
}
