import type { PriceBook } from '@waybill/domain/rates/price-book'
import { Problem } from '@waybill/domain/kit/problem'
import type { Ctx } from '../kit/verb.ts'

type StoredBook = Omit<PriceBook, 'rate_revision_id' | 'settings'>

/** The revision in force at a moment: the newest published one; its content as stored. */
export async function revisionAt(ctx: Ctx, moment: Date): Promise<{ id: number; book: StoredBook }> {
  const row = await ctx.db
    .selectFrom('rate_revision')
    .select(['id', 'book'])
    .where('status', '=', 'published')
    .where('valid_from', '<=', moment)
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row)
    throw new Problem('unavailable', 'This company has not published any prices yet. Please try again later.')
  return { id: row.id, book: row.book as unknown as StoredBook }
}

export async function revisionById(ctx: Ctx, id: number): Promise<{ id: number; book: StoredBook }> {
  const row = await ctx.db
    .selectFrom('rate_revision')
    .select(['id', 'book'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id: row.id, book: row.book as unknown as StoredBook }
}

/** Publishes a price book; every process hears of it. */
export async function insertRevision(
  ctx: Ctx,
  revision: { name: string; valid_from: Date; book: StoredBook },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('rate_revision')
    .values({
      provider_id: ctx.provider_id,
      name: revision.name,
      status: 'published',
      valid_from: revision.valid_from,
      book: JSON.stringify(revision.book),
      published_by: ctx.actor.username,
      time_created: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.news({ topic: 'rates' })
  return id
}
