import type { DisputeDecision } from '@waybill/domain/shipments/receiver/attempt-dispute'
import { notFound } from '@waybill/domain/kit/problem'
import type { Context } from '../../kit/handler.ts'
import { readPage, type PageRequest } from '../../kit/read-page.ts'
import { visibleTo } from '../store.ts'

/** A dispute as it is stored first. */
export interface NewDispute {
  shipment_id: number
  tracking_event_id: number
  username: string
  /** `YYYY-MM-DD`. */
  day: string
  comment: string
}

/** Stores a dispute; returns false when the attempt is disputed already. */
export async function insertDispute(ctx: Context, dispute: NewDispute): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('attempt_dispute')
    .values({ ...dispute, provider_id: ctx.provider_id, time_created: ctx.now })
    .onConflict((conflict) => conflict.columns(['provider_id', 'tracking_event_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether the failed attempt of an event is disputed, and how it was decided; `undefined` when it is not. */
export async function findDisputeOfEvent(
  ctx: Context,
  trackingEventId: number,
): Promise<{ decision: DisputeDecision | null } | undefined> {
  return ctx.db
    .selectFrom('attempt_dispute')
    .select('decision')
    .where('tracking_event_id', '=', trackingEventId)
    .executeTakeFirst()
}

/** The disputes `d` of shipments `s` that the caller can access, with the event `e` of the attempt. */
function reachable(ctx: Context) {
  return ctx.db
    .selectFrom('shipment as s')
    .where(visibleTo(ctx.actor))
    .innerJoin('attempt_dispute as d', (join) =>
      join.onRef('d.provider_id', '=', 's.provider_id').onRef('d.shipment_id', '=', 's.id'),
    )
    .innerJoin('tracking_event as e', (join) =>
      join.onRef('e.provider_id', '=', 'd.provider_id').onRef('e.id', '=', 'd.tracking_event_id'),
    )
}

const columns = [
  'd.id',
  'd.shipment_id',
  'd.username',
  'd.day',
  'd.comment',
  'd.time_created',
  'd.decision',
  'd.reason',
  'd.decided_by',
  'd.time_decided',
  's.short_tracking_reference',
  's.custom_tracking_reference',
  'e.date as attempted_at',
  'e.message',
  'e.internal_message',
] as const

/** Which disputes to list. */
export interface DisputeFilter {
  shipment_id?: number | undefined
  username?: string | undefined
  /** First and last day of the attempt, both inclusive. */
  from?: string | undefined
  to?: string | undefined
  is_open?: boolean | undefined
}

/** Returns one page of disputes, newest first, and their total. */
export async function listDisputeRows(ctx: Context, filter: DisputeFilter, page: PageRequest) {
  let query = reachable(ctx)
  if (filter.shipment_id !== undefined) query = query.where('d.shipment_id', '=', filter.shipment_id)
  if (filter.username !== undefined) query = query.where('d.username', '=', filter.username)
  if (filter.from !== undefined) query = query.where('d.day', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('d.day', '<=', filter.to)
  if (filter.is_open !== undefined) query = query.where('d.decision', filter.is_open ? 'is' : 'is not', null)
  return readPage(ctx, query.select(columns).orderBy('d.id', 'desc'), query.select('d.id'), page)
}
export type DisputeRow = Awaited<ReturnType<typeof listDisputeRows>>['rows'][number]

/** Returns a dispute; throws 404 when the caller may not access its shipment. */
export async function readDisputeRow(ctx: Context, id: number): Promise<DisputeRow> {
  const row = await reachable(ctx).select(columns).where('d.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Could not find this answer of a receiver.')
  return row
}

/** Stores the decision about a dispute. The lock on its shipment keeps it unchanged meanwhile. */
export async function updateDispute(
  ctx: Context,
  id: number,
  decided: { decision: DisputeDecision; reason: string },
): Promise<void> {
  await ctx.db
    .updateTable('attempt_dispute')
    .set({ ...decided, decided_by: ctx.actor.username, time_decided: ctx.now })
    .where('id', '=', id)
    .execute()
}

/** Returns how many attempts of a driver in a period are disputed and not decided. Days are inclusive. */
export async function countOpenDisputes(
  ctx: Context,
  { username, from, to }: { username: string; from: string; to: string },
): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('attempt_dispute')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('username', '=', username)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
