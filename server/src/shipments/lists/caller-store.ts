import { branchLimit } from '@waybill/domain/kit/actor'
import { active_statuses } from '@waybill/domain/shipments/statuses/status'
import { sql } from 'kysely'
import { escapeLike } from '../../accounts/index.ts'
import { anyOf } from '../../kit/db.ts'
import type { Context } from '../../kit/handler.ts'
import { findByReference, visibleTo } from '../store.ts'

/** What limits the work of a search; tests use smaller numbers. */
const bounds = {
  /** Number of newest shipments whose texts are read before the index is. */
  newest: 20_000,
  /** Maximum number of shipments that are read through the index. */
  max_indexed: 2_000,
  /** Maximum number of shipments that are counted. */
  max_counted: 200,
}

/**
 * Returns the newest visible shipments, at most `limit`: first those with exactly one of the references, then those
 * that are active, then the others. All but the first contain every word (lower case, at least one of three
 * characters) in names, companies, addresses, numbers or references. `count` is their number; `has_more` when there are
 * more than that, or older ones that were not read (decision 0138).
 */
export async function findNewestShipments(
  ctx: Context,
  { words, references }: { words: readonly string[]; references: readonly string[] },
  limit: number,
  { newest, max_indexed: maxIndexed, max_counted: maxCounted } = bounds,
): Promise<{ ids: number[]; count: number; has_more: boolean }> {
  // Of staff of a branch, all matches among the newest are read, so that those of others do not hide their own. A
  // frequent word needs no index for them either.
  const atMost = branchLimit(ctx.actor) === null ? maxCounted : newest
  const [exact, [found]] = await Promise.all([
    Promise.all(references.map((reference) => findByReference(ctx, reference, true))),
    sql<{ ids: number[]; is_more: boolean }>`
      SELECT ids, is_more FROM find_newest_shipments(${words.map(escapeLike)}::text[], ${atMost}, ${newest}, ${maxIndexed}, ${maxCounted})`
      .execute(ctx.db)
      .then(({ rows }) => rows),
  ])
  const named = exact.flat().map(({ shipment_id }) => shipment_id)
  const most = named.length + maxCounted
  const visible = await ctx.db
    .selectFrom('shipment as s')
    .where(visibleTo(ctx.actor))
    .where('s.id', '=', anyOf([...named, ...(found?.ids ?? [])]))
    .select(['s.id', 's.status'])
    .orderBy((eb) => eb('s.id', '=', anyOf(named)), 'desc')
    .orderBy('s.id', 'desc')
    .limit(most + 1)
    .execute()
  const isNamed = new Set(named)
  const rankOf = (row: (typeof visible)[number]) =>
    isNamed.has(row.id) ? 0 : active_statuses.includes(row.status) ? 1 : 2
  const ids = visible.toSorted((a, b) => rankOf(a) - rankOf(b)).map(({ id }) => id)
  return {
    ids: ids.slice(0, limit),
    count: Math.min(ids.length, most),
    has_more: (found?.is_more ?? false) || ids.length > most,
  }
}
