import { daysAfter } from '@waybill/domain/kit/dates/service-days'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { notFound } from '@waybill/domain/kit/problem'
import {
  notice_delay_ms,
  waiting_states,
  type DiscrepancyState,
} from '@waybill/domain/shipments/discrepancies/discrepancy'
import type { ComparedParcel, StoredAttachment } from '@waybill/domain/shipments/discrepancies/model'
import { readReference } from '@waybill/domain/shipments/labels/references'
import { expressionBuilder, sql, type ExpressionBuilder, type RawBuilder, type Updateable } from 'kysely'
import { escapeLike } from '../../accounts/index.ts'
import { anyOf, newVersionBy } from '../../kit/db.ts'
import type { Context } from '../../kit/handler.ts'
import { readPage } from '../../kit/read-page.ts'
import { sortName } from '../../kit/sort-columns.ts'
import type { Tables, WeightDiscrepancyTable } from '../../kit/tables.ts'
import { visibleTo } from '../store.ts'

/** The discrepancies `w` of shipments that the caller may access. */
function reachable(ctx: Context) {
  return ctx.db
    .selectFrom('weight_discrepancy as w')
    .where((eb: ExpressionBuilder<Tables & { w: WeightDiscrepancyTable }, 'w'>) =>
      eb.exists(
        eb
          .selectFrom('shipment as s')
          .select('s.id')
          .whereRef('s.provider_id', '=', 'w.provider_id')
          .whereRef('s.id', '=', 'w.shipment_id')
          .where(visibleTo(ctx.actor)(expressionBuilder())),
      ),
    )
}

/** Returns a discrepancy; throws 404 when the caller may not access it. */
export async function readDiscrepancyRow(ctx: Context, id: number) {
  const row = await reachable(ctx).selectAll('w').where('w.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Could not find this weight discrepancy.')
  return row
}
export type DiscrepancyRow = Awaited<ReturnType<typeof readDiscrepancyRow>>

/** The discrepancies of a shipment that matter to its price. */
export interface CurrentDiscrepancies {
  waiting: DiscrepancyRow | undefined
  /** The last one that was decided or expired. */
  settled: DiscrepancyRow | undefined
}

/** Returns the discrepancies of a shipment that matter to its price. Its lock keeps them unchanged. */
export async function readCurrentDiscrepancies(
  ctx: Context,
  shipmentId: number,
): Promise<CurrentDiscrepancies> {
  const rows = await ctx.db
    .selectFrom('weight_discrepancy')
    .selectAll()
    .where('shipment_id', '=', shipmentId)
    .where('state', '!=', 'withdrawn')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  return {
    waiting: rows.find(({ outcome }) => outcome === null),
    settled: rows.find(({ outcome }) => outcome !== null),
  }
}

/** What a measurement stores. Prices in cents. */
export interface NewDiscrepancy {
  shipment_id: number
  account_id: number
  submitted_rate: number
  measured_rate: number
  parcels: readonly ComparedParcel[]
  photos: readonly StoredAttachment[]
}

/** Stores a new open discrepancy. */
export async function insertDiscrepancy(
  ctx: Context,
  { parcels, photos, ...found }: NewDiscrepancy,
): Promise<void> {
  await ctx.db
    .insertInto('weight_discrepancy')
    .values({
      ...found,
      provider_id: ctx.provider_id,
      state: 'open',
      parcels: JSON.stringify(parcels),
      photos: JSON.stringify(photos),
      dispute_files: '[]',
      measured_by: ctx.actor.username,
      measured_at: ctx.now,
      modified_by: ctx.actor.username,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .execute()
}

/** Changes a discrepancy of a locked shipment. */
export async function updateDiscrepancy(
  ctx: Context,
  id: number,
  changes: Updateable<WeightDiscrepancyTable>,
): Promise<DiscrepancyRow> {
  return ctx.db
    .updateTable('weight_discrepancy')
    .set({ ...changes, ...newVersionBy(ctx) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Withdraws the waiting discrepancy of a locked shipment, if there is one. */
export async function withdrawDiscrepancy(ctx: Context, shipmentId: number): Promise<void> {
  await ctx.db
    .updateTable('weight_discrepancy')
    .set({ state: 'withdrawn', ...newVersionBy(ctx) })
    .where('shipment_id', '=', shipmentId)
    .where('state', 'in', waiting_states)
    .execute()
}

/** SQL for whether the price of a shipment waits for a weight discrepancy, so that it is not invoiced yet. */
export function hasWaitingDiscrepancy(shipmentId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM weight_discrepancy w WHERE w.shipment_id = ${shipmentId} AND w.state = ANY(${waiting_states}))`
}

/** Filters of the list; days are `YYYY-MM-DD`. */
export interface DiscrepancyFilter {
  state?: readonly DiscrepancyState[] | undefined
  account_id?: readonly number[] | undefined
  shipment_id?: number | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

const orders = ['id', 'state', 'measured_at', 'dispute_until', 'submitted_rate', 'measured_rate'] as const

/** Returns one page of discrepancies and their number, counted up to the general limit. */
export async function listDiscrepancyRows(
  ctx: Context,
  filter: DiscrepancyFilter,
  page: { limit: number; offset: number; order_by?: string | undefined; order?: string | undefined },
): Promise<{ rows: DiscrepancyRow[]; total: number }> {
  let query = reachable(ctx)
  if (filter.state?.length) query = query.where('w.state', '=', anyOf(filter.state))
  if (filter.account_id?.length) query = query.where('w.account_id', '=', anyOf(filter.account_id))
  if (filter.shipment_id !== undefined) query = query.where('w.shipment_id', '=', filter.shipment_id)
  if (filter.from) query = query.where('w.measured_at', '>=', startOfDay(filter.from))
  if (filter.to) query = query.where('w.measured_at', '<', startOfDay(daysAfter(filter.to, 1)))
  if (filter.search) query = query.where(searched(filter.search))
  const direction = page.order?.toLowerCase() === 'asc' ? 'asc' : 'desc'
  const order = sortName(orders, page.order_by, 'id')
  return readPage(
    ctx,
    query.selectAll('w').orderBy(`w.${order}`, direction).orderBy('w.id', direction),
    query.select('w.id'),
    page,
  )
}

/** Free-text filter: an exact tracking reference, or text in names and codes of accounts. */
function searched(text: string): RawBuilder<boolean> {
  const words = `%${escapeLike(text)}%`
  const named = readReference(text)
  const reference = named.kind === 'reference' ? named.reference : text.toUpperCase()
  return sql<boolean>`(
    EXISTS (SELECT FROM account a WHERE a.id = w.account_id AND (a.name ILIKE ${words} OR a.account_code ILIKE ${words}))
    OR EXISTS (SELECT FROM shipment x WHERE x.id = w.shipment_id AND ${reference} IN (x.short_tracking_reference, x.custom_tracking_reference)))`
}

/** Returns the ids of open discrepancies whose account is to be notified now, oldest first. */
export async function listDiscrepanciesToNotify(ctx: Context): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('weight_discrepancy')
    .select('id')
    .where('state', '=', 'open')
    .where('notified_at', 'is', null)
    .where('measured_at', '<=', new Date(ctx.now.getTime() - notice_delay_ms))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the ids of open discrepancies whose last day to dispute has passed, oldest first. */
export async function listExpiredDiscrepancies(ctx: Context): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('weight_discrepancy')
    .select('id')
    .where('state', '=', 'open')
    .where('dispute_until', '<', dayOf(ctx.now))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns a discrepancy with its shipment and account without an access check, for messages. */
export async function readNotifiedDiscrepancy(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('weight_discrepancy as w')
    .innerJoin('shipment as s', (join) =>
      join.onRef('s.provider_id', '=', 'w.provider_id').onRef('s.id', '=', 'w.shipment_id'),
    )
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 'w.provider_id').onRef('a.id', '=', 'w.account_id'),
    )
    .selectAll('w')
    .select([
      sql<string>`coalesce(s.custom_tracking_reference, s.short_tracking_reference)`.as('reference'),
      's.mute_notifications',
      'a.name as account',
      'a.branch_id',
      'a.billing_contact',
    ])
    .where('w.id', '=', id)
    .executeTakeFirst()
}
