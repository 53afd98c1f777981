import { active_statuses } from '@waybill/domain/shipments/statuses/status'
import { sql } from 'kysely'
import { escapeLike } from '../../accounts/index.ts'
import { anyOf } from '../../kit/db.ts'
import type { Context } from '../../kit/handler.ts'
import { findByReference, visibleTo } from '../store.ts'

/** Number of newest shipments whose texts are read before the index is. */
const newest = 20_000
/** Maximum number of shipments that are read through the index. */
const max_indexed = 2_000
/** Maximum number of shipments that are counted. */
const max_counted = 200

/**
 * Returns the newest visible shipments, at most `limit`: first those with exactly one of the references, then those
 * that are active, then the others. All but the first contain every word (lower case, at least one of three
 * characters) in names, companies, addresses, numbers or references. `count` is their number; `has_more` when there are
 * more than that (decision 0138).
 */
export async function findNewestShipments(
  ctx: Context,
  { words, references }: { words: readonly string[]; references: readonly string[] },
  limit: number,
): Promise<{ ids: number[]; count: number; has_more: boolean }> {
  const [exact, [found]] = await Promise.all([
    Promise.all(references.map((reference) => findByReference(ctx, reference, true))),
    sql<{ ids: number[]; is_more: boolean }>`
      SELECT ids, is_more FROM find_newest_shipments(${words.map(escapeLike)}::text[], ${max_counted}, ${newest}, ${max_indexed})`
      .execute(ctx.db)
      .then(({ rows }) => rows),
  ])
  const named = exact.flat().map(({ shipment_id }) => shipment_id)
  const visible = await ctx.db
    .selectFrom('shipment as s')
    .where(visibleTo(ctx.actor))
    .where('s.id', '=', anyOf([...named, ...(found?.ids ?? [])]))
    .select(['s.id', 's.status'])
    .orderBy('s.id', 'desc')
    .execute()
  const isNamed = new Set(named)
  const rankOf = (row: (typeof visible)[number]) =>
    isNamed.has(row.id) ? 0 : active_statuses.includes(row.status) ? 1 : 2
  const ids = visible.toSorted((a, b) => rankOf(a) - rankOf(b)).map(({ id }) => id)
  return {
    ids: ids.slice(0, limit),
    count: ids.length,
    has_more: found?.is_more ?? false,
  }
}
