import { branchLimit } from '@waybill/domain/kit/actor'
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely'
import { newVersion } from '../../kit/db.ts'
import { nextNumber } from '../../kit/document-numbers-store.ts'
import type { Context } from '../../kit/handler.ts'
import type { InterhubTransferTable } from '../../kit/tables.ts'
import { publishDepot } from '../floor/publish-depot.ts'

/**
 * Query of the manifests that the caller can access: for users limited to a branch those that leave from, stop at or
 * go to it, otherwise all. Removed manifests are excluded.
 */
export function reachable(ctx: Context) {
  const own = branchLimit(ctx.actor)
  let query = ctx.db.selectFrom('interhub_transfer as t').where('t.deleted_date', 'is', null)
  if (own !== null) query = query.where(touches(own))
  return query
}

/** SQL condition: the manifest leaves from a branch, stops at it or goes to it. */
export function touches(branchId: number): RawBuilder<boolean> {
  return sql<boolean>`(t.from_branch_id = ${branchId} OR t.to_branch_id = ${branchId} OR ${branchId}::bigint = ANY(t.via_branch_ids))`
}

/** Finds a manifest that the caller can access and that is not removed. */
export async function findManifest(ctx: Context, id: number) {
  return reachable(ctx).selectAll('t').where('t.id', '=', id).executeTakeFirst()
}
export type ManifestRow = NonNullable<Awaited<ReturnType<typeof findManifest>>>

/** Finds a manifest that the caller can access by its number. */
export async function findManifestByNumber(ctx: Context, number: number): Promise<ManifestRow | undefined> {
  return reachable(ctx).selectAll('t').where('t.number', '=', number).executeTakeFirst()
}

/**
 * Locks a manifest until the transaction ends: `change` locks it exclusively; `load` blocks changes but lets others
 * load it concurrently. A manifest is locked before its shipments.
 */
export async function holdManifest(
  ctx: Context,
  id: number,
  whose: 'change' | 'load',
): Promise<ManifestRow | undefined> {
  const query = reachable(ctx).selectAll('t').where('t.id', '=', id)
  return (whose === 'load' ? query.forShare() : query.forUpdate()).executeTakeFirst()
}

export type ManifestValues = Omit<
  Insertable<InterhubTransferTable>,
  'provider_id' | 'number' | 'status' | 'created_by' | 'time_created' | 'time_modified'
>

/** The branches of a manifest, whose depot boards show it. */
const its_branches = ['from_branch_id', 'to_branch_id', 'via_branch_ids'] as const
type ItsBranches = Pick<ManifestRow, (typeof its_branches)[number]>

function publishAtBranches(ctx: Context, row: ItsBranches): Promise<void> {
  return publishDepot(ctx, row.from_branch_id, row.to_branch_id, ...row.via_branch_ids)
}

/** Inserts an open manifest with the next number and publishes it to its branches; returns its id. */
export async function insertManifest(ctx: Context, values: ManifestValues): Promise<number> {
  const { id, ...branches } = await ctx.db
    .insertInto('interhub_transfer')
    .values({
      ...values,
      provider_id: ctx.provider_id,
      number: await nextNumber(ctx, 'interhub-transfer'),
      status: 'open',
      created_by: ctx.actor.username,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning(['id', ...its_branches])
    .executeTakeFirstOrThrow()
  await publishAtBranches(ctx, branches)
  return id
}

/** Updates a locked manifest, increments its version and publishes it to its branches. */
export async function updateManifest(
  ctx: Context,
  id: number,
  changes: Updateable<InterhubTransferTable>,
): Promise<void> {
  const row = await ctx.db
    .updateTable('interhub_transfer')
    .set({ ...changes, ...newVersion(ctx) })
    .where('id', '=', id)
    .returning(its_branches)
    .executeTakeFirst()
  if (row) await publishAtBranches(ctx, row)
}

/** Returns those of the daily keys for which a manifest was already opened, including removed ones. */
export async function openedDaily(ctx: Context, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('interhub_transfer')
    .select('daily_key')
    .where('daily_key', 'in', [...keys])
    .execute()
  return new Set(rows.flatMap(({ daily_key }) => daily_key ?? []))
}

/** Returns the ids of manifests that are due for closing, departing or a notification about short parcels. */
export async function findDueManifests(
  ctx: Context,
  shortSince: Date,
): Promise<{ closing: number[]; departing: number[]; short: number[] }> {
  const { rows } = await sql<{ id: number; due: 'closing' | 'departing' | 'short' }>`
    SELECT id, CASE WHEN status = 'open' THEN 'closing' WHEN departed_at IS NULL THEN 'departing' ELSE 'short' END AS due
    FROM interhub_transfer t
    WHERE deleted_date IS NULL AND (
      (status = 'open' AND (planned_close <= ${ctx.now} OR (daily_key IS NOT NULL AND planned_departure <= ${ctx.now})))
      OR (status = 'closed' AND departed_at IS NULL AND planned_departure <= ${ctx.now})
      OR (departed_at IS NOT NULL AND shorts_told_at IS NULL
        AND coalesce(arrived_at, planned_arrival, received_at) <= ${shortSince}
        AND EXISTS (SELECT 1 FROM interhub_transfer_parcel r WHERE r.interhub_transfer_id = t.id AND r.removed_at IS NULL
          AND r.received_at IS NULL AND NOT r.is_extra)))
    ORDER BY id`.execute(ctx.db)
  const of = (due: string) => rows.filter((row) => row.due === due).map(({ id }) => id)
  return { closing: of('closing'), departing: of('departing'), short: of('short') }
}

/** Returns the open manifests that leave from a branch. */
export async function listLoading(ctx: Context, branchId: number): Promise<ManifestRow[]> {
  return reachable(ctx)
    .selectAll('t')
    .where('t.from_branch_id', '=', branchId)
    .where('t.status', '=', 'open')
    .orderBy('t.id')
    .execute()
}

/** Whether a manifest that is not received yet leaves from a branch, stops at it or goes to it. */
export async function hasOpenManifest(ctx: Context, branchId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('interhub_transfer as t')
    .select('t.id')
    .where('t.deleted_date', 'is', null)
    .where('t.received_at', 'is', null)
    .where(touches(branchId))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
