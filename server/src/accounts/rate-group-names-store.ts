import { sql } from 'kysely'
import type { Ctx } from '../kit/verb.ts'

/** The names of the price lists of the price book in force, by id; kept in memory until prices are published. */
export async function priceListNames(ctx: Ctx): Promise<ReadonlyMap<number, string>> {
  return ctx.kept('rates', 'price list names', async (reader) => {
    const { rows } = await sql<{ id: number; name: string }>`
      SELECT (g ->> 'id')::bigint AS id, g ->> 'name' AS name
      FROM (
        SELECT book FROM rate_revision WHERE status = 'published' AND valid_from <= ${reader.now}
        ORDER BY valid_from DESC, id DESC LIMIT 1
      ) r, jsonb_array_elements(r.book -> 'rate_groups') g
      ORDER BY 1`.execute(reader.db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  })
}
