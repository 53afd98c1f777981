import { sql } from 'kysely'
import type { Context } from '../../kit/handler.ts'
import { touches, type ManifestRow } from '../manifests/manifest-store.ts'

/** The line-hauls of a branch and day, by direction. */
export interface LineHauls {
  outgoing: ManifestRow[]
  incoming: ManifestRow[]
}

/**
 * Returns the line-hauls that leave a branch on a day or still wait there, and those that come to it or stop at it and
 * are not received before that day; the first to leave or arrive first. `from` and `to` are the bounds of the day.
 */
export async function readLineHauls(
  ctx: Context,
  branchId: number,
  { from, to }: { from: Date; to: Date },
): Promise<LineHauls> {
  const rows = await ctx.db
    .selectFrom('interhub_transfer as t')
    .selectAll('t')
    .where('t.deleted_date', 'is', null)
    .where(touches(branchId))
    .where(
      sql<boolean>`CASE WHEN t.from_branch_id = ${branchId}
        THEN CASE WHEN t.departed_at IS NULL THEN t.received_at IS NULL AND coalesce(t.planned_departure < ${to}, true)
          ELSE t.departed_at >= ${from} AND t.departed_at < ${to} END
        ELSE CASE WHEN t.received_at IS NULL THEN coalesce(coalesce(t.arrived_at, t.planned_arrival) < ${to}, t.departed_at IS NOT NULL)
          ELSE t.received_at >= ${from} AND t.received_at < ${to} END END`,
    )
    .orderBy(
      sql`CASE WHEN t.from_branch_id = ${branchId} THEN t.planned_departure ELSE coalesce(t.arrived_at, t.planned_arrival) END NULLS LAST`,
    )
    .orderBy('t.id')
    .execute()
  return {
    outgoing: rows.filter((row) => row.from_branch_id === branchId),
    incoming: rows.filter((row) => row.from_branch_id !== branchId),
  }
}

/** Returns the branches from which a line-haul is planned to depart in a period. */
export async function branchesDeparting(ctx: Context, from: Date, to: Date): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('interhub_transfer')
    .select('from_branch_id')
    .distinct()
    .where('deleted_date', 'is', null)
    .where('departed_at', 'is', null)
    .where('planned_departure', '>', from)
    .where('planned_departure', '<=', to)
    .execute()
  return rows.map(({ from_branch_id }) => from_branch_id)
}
