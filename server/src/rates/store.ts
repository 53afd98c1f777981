import { anyOf, newVersionBy } from '../kit/db.ts'
import { notFound, Problem } from '@waybill/domain/kit/problem'
import type {
  BookContent,
  BookPlace,
  RateChange,
  RevisionStatus,
} from '@waybill/domain/rates/revisions/revisions'
import { sql, type Updateable } from 'kysely'
import type { RateRevisionTable } from '../kit/tables.ts'
import type { Context } from '../kit/handler.ts'

/** One revision without its content. Discarded drafts are never included. */
export type RevisionRow = Awaited<ReturnType<typeof listRevisionRows>>[number]

const rows = (ctx: Context) =>
  ctx.db.selectFrom('rate_revision').selectAll().where('deleted_date', 'is', null)

/**
 * Lists every revision of the company: drafts first, then published ones. Each part is sorted by start, latest first
 * (without a start before the others), then by id, newest first.
 */
export function listRevisionRows(ctx: Context) {
  return rows(ctx)
    .orderBy(sql`status <> 'draft'`)
    .orderBy('valid_from', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Returns the published revisions with their start, in ascending order: enough to determine which price book applies
 * when.
 */
export async function readTimetable(ctx: Context): Promise<{ id: number; valid_from: Date }[]> {
  const found = await ctx.db
    .selectFrom('rate_revision')
    .select(['id', 'valid_from'])
    .where('status', '=', 'published')
    .orderBy('valid_from')
    .execute()
  return found.flatMap(({ id, valid_from }) => (valid_from ? [{ id, valid_from }] : []))
}

/** Returns the content of a revision, including drafts. Throws 404 when it does not exist. */
export async function readBook(ctx: Context, id: number): Promise<{ name: string; book: BookContent }> {
  const row = await ctx.db
    .selectFrom('rate_revision as r')
    .innerJoin('rate_book as b', (join) =>
      join.onRef('b.provider_id', '=', 'r.provider_id').onRef('b.rate_revision_id', '=', 'r.id'),
    )
    .select(['r.name', 'b.book'])
    .where('r.id', '=', id)
    .where('r.deleted_date', 'is', null)
    .executeTakeFirst()
  if (!row) throw missing()
  return row
}

const missing = (): Problem => notFound('Could not find this revision of the prices.')

/** Locks one revision until the transaction ends. Throws 404 when it does not exist. */
export async function lockRevision(ctx: Context, id: number): Promise<RevisionRow> {
  const row = await rows(ctx).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw missing()
  return row
}

/** Prevents any other publication until the transaction ends. */
export async function lockPublished(ctx: Context): Promise<void> {
  await ctx.db
    .selectFrom('rate_revision')
    .select('id')
    .where('status', '=', 'published')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Stores a new revision with its content and returns its id. */
export async function insertRevision(
  ctx: Context,
  revision: {
    name: string
    status: Exclude<RevisionStatus, 'archived'>
    valid_from: Date | null
    based_on_id: number | null
    book: BookContent
  },
): Promise<number> {
  const { book, ...head } = revision
  const { id } = await ctx.db
    .insertInto('rate_revision')
    .values({
      provider_id: ctx.provider_id,
      ...head,
      published_by: head.status === 'published' ? ctx.actor.username : null,
      created_by: ctx.actor.username,
      modified_by: ctx.actor.username,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('rate_book')
    .values({ provider_id: ctx.provider_id, rate_revision_id: id, book: JSON.stringify(book) })
    .execute()
  if (head.status === 'published') await ctx.publish({ topic: 'rates' })
  return id
}

/** Updates a locked revision and increments its version. */
export async function updateRevision(
  ctx: Context,
  id: number,
  changes: Updateable<RateRevisionTable>,
): Promise<void> {
  await ctx.db
    .updateTable('rate_revision')
    .set({
      ...changes,
      ...newVersionBy(ctx),
    })
    .where('id', '=', id)
    .execute()
}

/** Returns the id of the newest draft with this name; `undefined` when there is none. */
export async function findDraftNamed(ctx: Context, name: string): Promise<number | undefined> {
  const row = await rows(ctx)
    .where('status', '=', 'draft')
    .where('name', '=', name)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id
}

/** Deletes a locked draft with its content and changes. */
export async function deleteDraft(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('rate_change').where('rate_revision_id', '=', id).execute()
  await ctx.db.deleteFrom('rate_book').where('rate_revision_id', '=', id).execute()
  await ctx.db.deleteFrom('rate_revision').where('id', '=', id).execute()
}

/** Stores the content of a locked draft. */
export async function saveBook(ctx: Context, id: number, book: BookContent): Promise<void> {
  await ctx.db
    .updateTable('rate_book')
    .set({ book: JSON.stringify(book) })
    .where('rate_revision_id', '=', id)
    .execute()
}

/** One change of a draft, as stored. */
export interface NewChange {
  unit: string
  subject: string
  place: BookPlace
  value_before: unknown
  value_after: unknown
}

/** Stores the changes that created a version of a draft. */
export async function insertChanges(
  ctx: Context,
  rateRevisionId: number,
  version: number,
  changes: readonly NewChange[],
): Promise<void> {
  const json = JSON.stringify(changes)
  await sql`INSERT INTO rate_change (provider_id, rate_revision_id, version, unit, subject, place, value_before, value_after, username, time_created)
    SELECT ${ctx.provider_id}, ${rateRevisionId}, ${version}, c.unit, c.subject, c.place, c.value_before, c.value_after, ${ctx.actor.username}, ${ctx.now}
    FROM jsonb_to_recordset(${json}::jsonb) AS c (unit text, subject text, place jsonb, value_before jsonb, value_after jsonb)`.execute(
    ctx.db,
  )
}

/**
 * Lists the changes of a draft after a version, newest first, up to `limit`; only those of the given units when
 * `units` is set.
 */
export async function listChanges(
  ctx: Context,
  rateRevisionId: number,
  after: { version: number; units?: readonly string[] },
  limit: number,
): Promise<RateChange[]> {
  let query = ctx.db
    .selectFrom('rate_change')
    .select(['version', 'subject', 'place', 'username', 'time_created as time'])
    .where('rate_revision_id', '=', rateRevisionId)
    .where('version', '>', after.version)
  if (after.units) query = query.where('unit', '=', anyOf(after.units))
  return query.orderBy('version', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/**
 * Counts booked collections that are not done yet at one branch, by service level and day (`YYYY-MM-DD`), from
 * `since` on.
 */
export async function countCollections(
  ctx: Context,
  requested: { branch_id: number; service_level_ids: readonly number[]; since: Date },
): Promise<{ service_level_id: number; day: string; count: number }[]> {
  const { branch_id, service_level_ids, since } = requested
  const { rows } = await sql<{ service_level_id: number; day: string; count: number }>`
    SELECT service_level_id, to_char(estimated_collection AT TIME ZONE 'Africa/Johannesburg', 'YYYY-MM-DD') AS day,
      count(*)::int AS count
    FROM shipment
    WHERE provider_id = ${ctx.provider_id} AND submitted_date IS NOT NULL AND collected_date IS NULL
      AND status <> 'cancelled' AND collection_branch_id = ${branch_id}
      AND service_level_id = ANY(${service_level_ids}) AND estimated_collection >= ${since}
    GROUP BY 1, 2`.execute(ctx.db)
  return rows
}

/** Locks the branch, so that bookings there run one after the other until they commit. */
export async function lockCollectionsOf(ctx: Context, branchId: number): Promise<void> {
  await ctx.db.selectFrom('branch').select('id').where('id', '=', branchId).forNoKeyUpdate().execute()
}
