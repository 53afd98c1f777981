import { count_cap } from '@waybill/domain/kit/lists/paging'
import type { SelectQueryBuilder, Simplify } from 'kysely'
import type { Context } from './handler.ts'

/** The requested part of a list; both values in rows. */
export interface PageRequest {
  limit: number
  offset: number
}

/**
 * Reads one page of `rows`, which must be ordered, and counts the rows of `counted` up to the general list limit.
 * Both queries are sent together. `counted` is the same query without its order, with any one column.
 */
export async function readPage<Known, From extends keyof Known, Row, Counted>(
  ctx: Context,
  rows: SelectQueryBuilder<Known, From, Row>,
  counted: SelectQueryBuilder<Known, From, Counted>,
  { limit, offset }: PageRequest,
): Promise<{ rows: Simplify<Row>[]; total: number }> {
  const [page, { total }] = await Promise.all([
    rows.limit(limit).offset(offset).execute(),
    ctx.db
      .selectFrom(counted.limit(count_cap).as('capped'))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows: page, total: Number(total) }
}
