import { anyOf, newVersionBy } from '../kit/db.ts'
import type { Frequency } from '@waybill/domain/collections/days'
import type { CollectionRequestStatus } from '@waybill/domain/collections/status'
import { notFound } from '@waybill/domain/kit/problem'
import { sql, type Insertable, type Updateable } from 'kysely'
import { atOwnBranch } from '../accounts/index.ts'
import type { RecurringCollectionTable } from '../kit/tables.ts'
import type { Context } from '../kit/handler.ts'

function reachable(ctx: Context) {
  let query = ctx.db.selectFrom('recurring_collection as c')
  if (ctx.actor.account_id !== null) query = query.where('c.account_id', '=', ctx.actor.account_id)
  const own = atOwnBranch(ctx.actor, 'c.account_id')
  return own ? query.where(own) : query
}

/**
 * Lists the recurring collections that the caller may see and that have not ended before the day `live_on`, newest
 * first. With `live_on` `null`, ended ones are included.
 */
export async function listRecurringRows(
  ctx: Context,
  filter: { id?: number | undefined; account_id?: number | undefined; live_on: string | null },
  page: { limit: number; offset: number },
) {
  let query = reachable(ctx)
  if (filter.id) query = query.where('c.id', '=', filter.id)
  if (filter.account_id) query = query.where('c.account_id', '=', filter.account_id)
  const { live_on } = filter
  if (live_on !== null)
    query = query.where((eb) => eb.or([eb('c.until_day', 'is', null), eb('c.until_day', '>=', live_on)]))
  const rows = await query
    .selectAll('c')
    .orderBy('c.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}
export type RecurringRow = Awaited<ReturnType<typeof listRecurringRows>>['rows'][number]

/** Returns a recurring collection that the caller may see, locked until the transaction ends. Throws 404 otherwise. */
export async function lockRecurring(ctx: Context, id: number): Promise<RecurringRow> {
  const row = await reachable(ctx).selectAll('c').where('c.id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound('Could not find this recurring collection.')
  return row
}

export type RecurringValues = Omit<
  Insertable<RecurringCollectionTable>,
  'provider_id' | 'created_by' | 'modified_by' | 'time_created' | 'time_modified'
>

export function insertRecurring(ctx: Context, values: RecurringValues): Promise<RecurringRow> {
  return ctx.db
    .insertInto('recurring_collection')
    .values({
      provider_id: ctx.provider_id,
      ...values,
      created_by: ctx.actor.username,
      modified_by: ctx.actor.username,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Updates a locked recurring collection and increments its version. */
export async function updateRecurring(
  ctx: Context,
  id: number,
  changes: Updateable<RecurringCollectionTable>,
): Promise<RecurringRow> {
  return ctx.db
    .updateTable('recurring_collection')
    .set({
      ...changes,
      ...newVersionBy(ctx),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stores the last day up to which requests have been created. */
export async function noteMade(ctx: Context, id: number, madeUntil: string): Promise<void> {
  await ctx.db
    .updateTable('recurring_collection')
    .set({ made_until: madeUntil })
    .where('id', '=', id)
    .execute()
}

/**
 * Returns the ids of recurring collections that still need requests up to the day `horizon`, for accounts that may
 * book.
 */
export async function listRecurringDue(ctx: Context, today: string, horizon: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT c.id FROM recurring_collection c JOIN account a ON a.provider_id = c.provider_id AND a.id = c.account_id
    WHERE (c.until_day IS NULL OR c.until_day >= ${today}) AND (c.made_until IS NULL OR c.made_until < ${horizon})
      AND a.status = 'open' AND NOT a.is_on_hold
    ORDER BY c.id`.execute(ctx.db)
  return rows.map((row) => row.id)
}

/**
 * Returns the due day, collection day and status of the requests that a recurring collection already has from a day
 * on.
 */
export function listMade(ctx: Context, recurringId: number, from: string) {
  return ctx.db
    .selectFrom('collection_request')
    .select(['date', 'due_day', 'status'])
    .where('recurring_id', '=', recurringId)
    .where((eb) => eb.or([eb('due_day', '>=', from), eb('date', '>=', from)]))
    .execute()
}

/** Returns the day of the nearest open request of each recurring collection, from a day on. */
export async function listNextDays(
  ctx: Context,
  ids: readonly number[],
  open: readonly CollectionRequestStatus[],
  from: string,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ recurring_id: number; date: string }>`
    SELECT recurring_id, min(date) AS date FROM collection_request
    WHERE recurring_id = ANY(${ids}) AND status = ANY(${open}) AND date >= ${from}
    GROUP BY recurring_id`.execute(ctx.db)
  return new Map(rows.map((row) => [row.recurring_id, row.date]))
}

/** Returns the frequencies of recurring collections by id. */
export async function frequenciesOf(ctx: Context, ids: readonly number[]): Promise<Map<number, Frequency>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('recurring_collection')
    .select(['id', 'frequency'])
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row.frequency]))
}
