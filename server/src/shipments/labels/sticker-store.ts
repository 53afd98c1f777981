import { anyOf } from '../../kit/db.ts'
import { branchLimit } from '@waybill/domain/kit/actor'
import { stickerOf, type StickerRange } from '@waybill/domain/shipments/labels/stickers'
import { sql } from 'kysely'
import { atOwnBranch } from '../../accounts/index.ts'
import { readPage } from '../../kit/read-page.ts'
import type { Context } from '../../kit/handler.ts'

/** Marks assigned stickers as used. Returns their references and accounts. */
export async function markStickersUsed(ctx: Context, references: readonly string[]) {
  return ctx.db
    .updateTable('tracking_sticker')
    .set({ time_used: sql<Date>`coalesce(time_used, ${ctx.now}::timestamptz)` })
    .where('reference', '=', anyOf(references))
    .returning(['reference', 'account_id'])
    .execute()
}

/** Returns the account that a sticker was assigned to. */
export async function stickerHolder(ctx: Context, reference: string): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('tracking_sticker')
    .select('account_id')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row?.account_id ?? null
}

/** Returns up to five references that are already stickers or used by shipments or parcels. */
export async function clashingStickers(ctx: Context, references: readonly string[]) {
  const { rows } = await sql<{ reference: string; account_id: number | null }>`
    SELECT reference, account_id FROM tracking_sticker WHERE reference = ANY(${references})
    UNION SELECT custom_tracking_reference, NULL FROM shipment WHERE custom_tracking_reference = ANY(${references})
    UNION SELECT alternative_tracking_reference, NULL FROM parcel WHERE alternative_tracking_reference = ANY(${references}) AND status <> 'cancelled'
    ORDER BY reference LIMIT 5`.execute(ctx.db)
  return rows
}

/** Stores a range and each of its stickers. Returns `null` if another user assigned one of them at the same moment. */
export async function insertStickers(
  ctx: Context,
  about: { account_id: number; remark: string },
  range: StickerRange,
  references: readonly string[],
): Promise<number | null> {
  const { id } = await ctx.db
    .insertInto('tracking_sticker_range')
    .values({
      ...about,
      provider_id: ctx.provider_id,
      prefix: range.prefix,
      first_number: range.from,
      last_number: range.to,
      digits: range.digits,
      created_by: ctx.actor.username,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { rows } = await sql`
    INSERT INTO tracking_sticker (provider_id, reference, range_id, account_id)
    SELECT ${ctx.provider_id}, reference, ${id}, ${about.account_id} FROM unnest(${references}::text[]) AS reference
    ON CONFLICT DO NOTHING RETURNING reference`.execute(ctx.db)
  return rows.length === references.length ? id : null
}

/** Deletes the unused stickers of a locked range, so that they can be assigned again. Returns how many. */
export async function freeUnused(ctx: Context, id: number): Promise<number> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('tracking_sticker')
    .where('range_id', '=', id)
    .where('time_used', 'is', null)
    .executeTakeFirst()
  const freed = Number(numDeletedRows)
  await ctx.db
    .updateTable('tracking_sticker_range')
    .set({ handed_back: sql<number>`handed_back + ${freed}`, time_modified: ctx.now })
    .where('id', '=', id)
    .execute()
  return freed
}

/** Locks a range until the transaction ends. */
export async function lockRange(ctx: Context, id: number): Promise<void> {
  await ctx.db
    .selectFrom('tracking_sticker_range')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns ranges that the caller may see, newest first, with account, number of used stickers and total. */
export async function listRanges(
  ctx: Context,
  filter: { id?: number; account_id?: number | undefined; search?: string | undefined },
  page: { limit: number; offset: number },
) {
  let query = ctx.db
    .selectFrom('tracking_sticker_range as r')
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 'r.provider_id').onRef('a.id', '=', 'r.account_id'),
    )
  const own = branchLimit(ctx.actor) === null ? undefined : atOwnBranch(ctx.actor, 'r.account_id')
  if (own) query = query.where(own)
  if (filter.id !== undefined) query = query.where('r.id', '=', filter.id)
  if (filter.account_id) query = query.where('r.account_id', '=', filter.account_id)
  if (filter.search) {
    const words = filter.search.toLowerCase()
    query = query.where(
      sql<boolean>`(strpos(lower(a.name), ${words}) > 0 OR strpos(lower(a.account_code), ${words}) > 0
        OR EXISTS (SELECT FROM tracking_sticker s WHERE s.range_id = r.id AND s.reference = ${words.toUpperCase()}))`,
    )
  }
  return readPage(
    ctx,
    query
      .selectAll('r')
      .select(['a.name as account_name', 'a.account_code'])
      .select(({ selectFrom }) => [
        selectFrom('tracking_sticker as u')
          .whereRef('u.range_id', '=', 'r.id')
          .select(({ fn }) => fn.count<number>('u.time_used').as('used'))
          .as('used'),
        selectFrom('tracking_sticker as n')
          .whereRef('n.range_id', '=', 'r.id')
          .select(({ fn }) => fn.countAll<number>().as('kept'))
          .as('kept'),
      ])
      .orderBy('r.id', 'desc'),
    query.select('r.id'),
    page,
  )
}
export type RangeRow = Awaited<ReturnType<typeof listRanges>>['rows'][number]

/** Returns stickers of a range in order, with the shipments that use them and the total. */
export async function listNumbers(
  ctx: Context,
  filter: { range_id: number; state?: 'used' | 'unused' | undefined; search?: string | undefined },
  page: { limit: number; offset: number },
) {
  let query = ctx.db.selectFrom('tracking_sticker as s').where('s.range_id', '=', filter.range_id)
  if (filter.state) query = query.where('s.time_used', filter.state === 'used' ? 'is not' : 'is', null)
  if (filter.search)
    query = query.where(sql<boolean>`strpos(s.reference, ${filter.search.toUpperCase()}) > 0`)
  return readPage(
    ctx,
    query
      .select(['s.reference', 's.time_used'])
      .select(
        sql<number | null>`coalesce(
        (SELECT h.id FROM shipment h WHERE h.custom_tracking_reference = s.reference LIMIT 1),
        (SELECT p.shipment_id FROM parcel p WHERE p.alternative_tracking_reference = s.reference AND p.status <> 'cancelled' LIMIT 1),
        (SELECT p.shipment_id FROM parcel p WHERE p.alternative_tracking_reference = s.reference AND p.status = 'cancelled' LIMIT 1))`.as(
          'shipment_id',
        ),
      )
      .orderBy('s.reference'),
    query.select('s.reference'),
    page,
  )
}

/** Returns the stickers of a range as strings. */
export function stickersOf(range: StickerRange): string[] {
  return Array.from({ length: range.to - range.from + 1 }, (_, at) => stickerOf(range, range.from + at))
}
