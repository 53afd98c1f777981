import type { DamageState, ParcelDamage } from '@waybill/domain/hub/damages/damage'
import { branchLimit } from '@waybill/domain/kit/actor'
import { sql, type Insertable } from 'kysely'
import { escapeLike } from '../../accounts/index.ts'
import { anyOf } from '../../kit/db.ts'
import type { Context } from '../../kit/handler.ts'
import { sortName } from '../../kit/sort-columns.ts'
import type { ParcelDamageTable } from '../../kit/tables.ts'
import { publishDepot } from '../floor/publish-depot.ts'

export interface DamageFilter {
  id?: readonly number[] | undefined
  state?: readonly DamageState[] | undefined
  branch_id?: readonly number[] | undefined
  /** Of one shipment, the damages of every branch; the caller must be able to access the shipment. */
  shipment_id?: number | undefined
  interhub_transfer_id?: number | undefined
  found_from?: Date | undefined
  found_until?: Date | undefined
  has_photos?: boolean | undefined
  search?: string | undefined
}

export type DamageRow = Omit<ParcelDamage, 'photos' | 'branch_name' | 'manifest'> & {
  photos: string[]
  manifest_number: number | null
}

/** Query of the damages that the caller can access: staff limited to a branch see those of that branch. */
function matching(ctx: Context, filter: DamageFilter) {
  const own = branchLimit(ctx.actor)
  let query = ctx.db
    .selectFrom('parcel_damage as d')
    .innerJoin('parcel as p', (join) =>
      join.onRef('p.provider_id', '=', 'd.provider_id').onRef('p.id', '=', 'd.parcel_id'),
    )
    .innerJoin('shipment as s', (join) =>
      join.onRef('s.provider_id', '=', 'd.provider_id').onRef('s.id', '=', 'd.shipment_id'),
    )
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 's.provider_id').onRef('a.id', '=', 's.account_id'),
    )
    .leftJoin('interhub_transfer as t', (join) =>
      join.onRef('t.provider_id', '=', 'd.provider_id').onRef('t.id', '=', 'd.interhub_transfer_id'),
    )
  if (own !== null && filter.shipment_id === undefined) query = query.where('d.branch_id', '=', own)
  if (filter.id?.length) query = query.where('d.id', '=', anyOf(filter.id))
  if (filter.state?.length) query = query.where('d.state', '=', anyOf(filter.state))
  if (filter.branch_id?.length) query = query.where('d.branch_id', '=', anyOf(filter.branch_id))
  if (filter.shipment_id !== undefined) query = query.where('d.shipment_id', '=', filter.shipment_id)
  if (filter.interhub_transfer_id !== undefined)
    query = query.where('d.interhub_transfer_id', '=', filter.interhub_transfer_id)
  if (filter.found_from) query = query.where('d.time_found', '>=', filter.found_from)
  if (filter.found_until) query = query.where('d.time_found', '<=', filter.found_until)
  if (filter.has_photos !== undefined)
    query = query.where(sql`cardinality(d.photos)`, filter.has_photos ? '>' : '=', 0)
  if (!filter.search) return query
  const words = `%${escapeLike(filter.search)}%`
  return query.where((eb) =>
    eb.or([
      eb('p.tracking_reference', 'ilike', words),
      eb('a.name', 'ilike', words),
      eb('d.note', 'ilike', words),
    ]),
  )
}

const columns = [
  'd.id',
  'd.parcel_id',
  'd.shipment_id',
  'p.tracking_reference',
  'a.name as account_name',
  'd.branch_id',
  'd.interhub_transfer_id',
  't.number as manifest_number',
  'd.note',
  'd.photos',
  'd.found_by',
  'd.time_found',
  'd.state',
  'd.resolved_by',
  'd.time_resolved',
  'd.resolution',
] as const

const orders = ['time_found', 'time_resolved', 'id'] as const

/** Returns a page of the damages that the caller can access, newest first by default, and the total count. */
export async function listDamageRows(
  ctx: Context,
  filter: DamageFilter,
  page: { limit: number; offset: number; order_by?: string | undefined; order?: string | undefined },
): Promise<{ rows: DamageRow[]; total: number }> {
  const order = sortName(orders, page.order_by, 'time_found')
  const direction = page.order?.toLowerCase() === 'asc' ? 'asc' : 'desc'
  const [rows, { total }] = await Promise.all([
    matching(ctx, filter)
      .select(columns)
      .orderBy(`d.${order}`, (by) => (direction === 'asc' ? by.asc().nullsLast() : by.desc().nullsLast()))
      .orderBy('d.id', direction)
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    matching(ctx, filter)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(total) }
}

/** Locks a damage that the caller can access, until the transaction ends; returns its state. */
export async function lockDamage(ctx: Context, id: number): Promise<{ state: DamageState } | undefined> {
  const own = branchLimit(ctx.actor)
  let query = ctx.db.selectFrom('parcel_damage').select('state').where('id', '=', id)
  if (own !== null) query = query.where('branch_id', '=', own)
  return query.forUpdate().executeTakeFirst()
}

export type NewDamage = Pick<
  Insertable<ParcelDamageTable>,
  | 'report_id'
  | 'parcel_id'
  | 'shipment_id'
  | 'branch_id'
  | 'interhub_transfer_id'
  | 'note'
  | 'photos'
  | 'time_found'
>

/** Stores and publishes damages that the caller found. One that was reported before is stored once. */
export async function insertDamages(ctx: Context, damages: readonly NewDamage[]): Promise<number> {
  if (damages.length === 0) return 0
  const rows = await ctx.db
    .insertInto('parcel_damage')
    .values(
      damages.map((damage) => ({
        ...damage,
        provider_id: ctx.provider_id,
        found_by: ctx.actor.username,
        time_received: ctx.now,
      })),
    )
    .onConflict((on) => on.columns(['provider_id', 'report_id', 'parcel_id']).doNothing())
    .returning('branch_id')
    .execute()
  await publishDepot(ctx, ...rows.map(({ branch_id }) => branch_id))
  return rows.length
}

/** Returns the id of the damage of a parcel in a report of a device; `undefined` when there is none. */
export async function findReported(
  ctx: Context,
  reportId: string,
  parcelId: number,
): Promise<number | undefined> {
  const row = await ctx.db
    .selectFrom('parcel_damage')
    .select('id')
    .where('report_id', '=', reportId)
    .where('parcel_id', '=', parcelId)
    .executeTakeFirst()
  return row?.id
}

/** Changes the text of the open damage of a parcel on a manifest and adds photos; returns whether there is one. */
export async function changeOpenDamage(
  ctx: Context,
  { parcel_id, interhub_transfer_id }: { parcel_id: number; interhub_transfer_id: number },
  { note, photos }: { note: string; photos: readonly string[] },
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('parcel_damage')
    .set({ note, photos: sql<string[]>`photos || ${[...photos]}::text[]` })
    .where('parcel_id', '=', parcel_id)
    .where('interhub_transfer_id', '=', interhub_transfer_id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}

/** Resolves open damages and publishes it: one by id, or those of a parcel on a manifest. */
export async function resolveDamages(
  ctx: Context,
  which: { id: number } | { parcel_id: number; interhub_transfer_id: number },
  resolution: string,
): Promise<void> {
  let query = ctx.db
    .updateTable('parcel_damage')
    .set({ state: 'resolved', resolved_by: ctx.actor.username, time_resolved: ctx.now, resolution })
    .where('state', '=', 'open')
  query =
    'id' in which
      ? query.where('id', '=', which.id)
      : query
          .where('parcel_id', '=', which.parcel_id)
          .where('interhub_transfer_id', '=', which.interhub_transfer_id)
  const rows = await query.returning('branch_id').execute()
  await publishDepot(ctx, ...rows.map(({ branch_id }) => branch_id))
}
