import { sql } from 'kysely'
import type { Context } from '../kit/handler.ts'

/** Returns the names of the price lists of the price book in force, by id. Cached until prices are published. */
export async function priceListNames(ctx: Context): Promise<ReadonlyMap<number, string>> {
  return ctx.cached('rates', 'price list names', async (reader) => {
    const { rows } = await sql<{ id: number; name: string }>`
      SELECT (g ->> 'id')::bigint AS id, g ->> 'name' AS name
      FROM (
        SELECT b.book FROM rate_revision v
        JOIN rate_book b ON b.provider_id = v.provider_id AND b.rate_revision_id = v.id
        WHERE v.status = 'published' AND v.valid_from <= ${reader.now}
        ORDER BY v.valid_from DESC LIMIT 1
      ) r, jsonb_array_elements(r.book -> 'rate_groups') g
      ORDER BY 1`.execute(reader.db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  })
}
