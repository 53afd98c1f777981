import { sql } from 'kysely'
import { anyOf, providersThatHave, type Db } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'

/** A generated document. `bytes` is its size. */
export interface GeneratedFile {
  key: string
  bytes: number
  time_expires: Date
}

/** Records a document before it is stored. */
export async function insertGenerated(ctx: Context, file: GeneratedFile): Promise<void> {
  await ctx.db
    .insertInto('generated_file')
    .values({ provider_id: ctx.provider_id, ...file })
    .execute()
}

/** Returns documents whose links have expired, earliest expiry first. */
export async function expiredFiles(ctx: Context, limit: number) {
  return ctx.db
    .selectFrom('generated_file')
    .select(['id', 'key', 'bytes'])
    .where('time_expires', '<', ctx.now)
    .orderBy('time_expires')
    .limit(limit)
    .execute()
}

/** Deletes the rows of removed documents. */
export async function deleteGenerated(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.db.deleteFrom('generated_file').where('id', '=', anyOf(ids)).execute()
}

/** Returns the ids of providers that have stored documents. */
export function providersWithGenerated(db: Db): Promise<number[]> {
  return providersThatHave(
    db,
    sql`SELECT FROM generated_file g WHERE g.provider_id = p.id ORDER BY g.time_expires LIMIT 1`,
  )
}
