import { system_username } from '@waybill/domain/kit/actor'
import { sql } from 'kysely'
import type { Db } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'

/**
 * Lists short URLs of every company that users created, newest first. Those created by the system for messages are
 * left out, because there are too many.
 */
export async function listShortUrls(
  db: Db,
  about: { search?: string | undefined; id?: number },
  page: { limit: number; offset: number },
) {
  let query = db.selectFrom('short_url as s').innerJoin('provider as p', 'p.id', 's.provider_id')
  query = query.where('s.created_by', '<>', system_username)
  if (about.id !== undefined) query = query.where('s.id', '=', about.id)
  if (about.search) {
    const wanted = `%${about.search.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where(
      sql<boolean>`(lower(s.code) LIKE ${wanted} OR lower(s.target) LIKE ${wanted} OR lower(p.name) LIKE ${wanted})`,
    )
  }
  const rows = await query
    .select(['p.name as company', 's.provider_id as company_id'])
    .select(['s.id', 's.code', 's.target', 's.clicks', 's.time_expires', 's.created_by', 's.time_created'])
    .orderBy('s.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** Stores a short URL. Returns its id, or `null` when the code is already used. */
export async function insertShortUrl(
  ctx: Context,
  about: { code: string; target: string; time_expires: Date },
): Promise<number | null> {
  const row = await ctx.db
    .insertInto('short_url')
    .values({
      ...about,
      provider_id: ctx.provider_id,
      created_by: ctx.actor.username,
      time_created: ctx.now,
    })
    .onConflict((oc) => oc.columns(['provider_id', 'code']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns the target of a code of this company, or `null` when the code is unknown or expired. */
export async function findTarget(ctx: Context, code: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('short_url')
    .select('target')
    .where('code', '=', code)
    .where('time_expires', '>', ctx.now)
    .executeTakeFirst()
  return row?.target ?? null
}

/** Counts a click on a short URL. */
export async function countClick(ctx: Context, code: string): Promise<void> {
  await ctx.db
    .updateTable('short_url')
    .set({ clicks: sql`clicks + 1`, time_last_clicked: ctx.now })
    .where('code', '=', code)
    .execute()
}

/** Deletes a short URL. Returns false when it does not exist. */
export async function deleteShortUrl(ctx: Context, id: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.db.deleteFrom('short_url').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}
