import { anyOf } from '../kit/db.ts'
import type { BlockedType } from '@waybill/domain/blocked-list/model'
import { blockedKey } from '@waybill/domain/blocked-list/rules'
import { sql } from 'kysely'
import { readPage } from '../kit/read-page.ts'
import type { Context } from '../kit/handler.ts'

/** Returns a page of entries with their hit counters, newest first, and the total. */
export async function listEntries(
  ctx: Context,
  filter: {
    id?: number
    search?: string | undefined
    type?: readonly BlockedType[] | undefined
    state?: 'active' | 'ended' | undefined
  },
  page: { limit: number; offset: number },
) {
  let query = ctx.db
    .selectFrom('blocked_entry as e')
    .leftJoin('blocked_hit as h', (join) =>
      join.onRef('h.provider_id', '=', 'e.provider_id').onRef('h.blocked_entry_id', '=', 'e.id'),
    )
  if (filter.id !== undefined) query = query.where('e.id', '=', filter.id)
  if (filter.type?.length) query = query.where('e.type', '=', anyOf(filter.type))
  if (filter.state === 'active')
    query = query.where((eb) => eb.or([eb('e.until', 'is', null), eb('e.until', '>', ctx.now)]))
  if (filter.state === 'ended') query = query.where('e.until', '<=', ctx.now)
  if (filter.search) {
    const words = filter.search.toLowerCase()
    query = query.where(
      sql<boolean>`(strpos(e.value, ${words}) > 0 OR strpos(lower(e.reason), ${words}) > 0)`,
    )
  }
  return readPage(
    ctx,
    query
      .select(['e.id', 'e.type', 'e.value', 'e.reason', 'e.until', 'e.created_by', 'e.time_created'])
      .select(['h.hits', 'h.time_last'])
      .orderBy('e.time_modified', 'desc')
      .orderBy('e.id', 'desc'),
    query.select('e.id'),
    page,
  )
}
export type EntryRow = Awaited<ReturnType<typeof listEntries>>['rows'][number]

/** Returns the active entries by lookup key. */
export async function entriesByKey(ctx: Context) {
  const rows = await ctx.db
    .selectFrom('blocked_entry')
    .select(['id', 'type', 'value', 'until'])
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', ctx.now)]))
    .execute()
  return new Map(rows.map(({ id, type, value, until }) => [blockedKey(type, value), { id, until }]))
}

/**
 * Adds a value to the list or reactivates its ended entry, and returns the id; `null` when the value has an active
 * entry.
 */
export async function insertEntry(
  ctx: Context,
  entry: { type: BlockedType; value: string; reason: string; until: Date | null },
): Promise<number | null> {
  const fields = { ...entry, created_by: ctx.actor.username, time_modified: ctx.now }
  const row = await ctx.db
    .insertInto('blocked_entry')
    .values({ ...fields, provider_id: ctx.provider_id, time_created: ctx.now })
    .onConflict((conflict) =>
      conflict
        .columns(['provider_id', 'type', 'value'])
        .doUpdateSet(fields)
        .where('blocked_entry.until', '<=', ctx.now),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Ends an active entry; returns `false` when there is none. */
export async function endEntry(ctx: Context, id: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('blocked_entry')
    .set({ until: ctx.now, time_modified: ctx.now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', ctx.now)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Counts one hit of an entry. */
export async function countHit(ctx: Context, blockedEntryId: number): Promise<void> {
  await ctx.db
    .insertInto('blocked_hit')
    .values({ provider_id: ctx.provider_id, blocked_entry_id: blockedEntryId, hits: 1, time_last: ctx.now })
    .onConflict((conflict) =>
      conflict
        .columns(['provider_id', 'blocked_entry_id'])
        .doUpdateSet({ hits: sql<number>`blocked_hit.hits + 1`, time_last: ctx.now }),
    )
    .execute()
}
