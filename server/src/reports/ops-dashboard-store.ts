import { problem_statuses, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { anyOf } from '../kit/db.ts'
import {
  pending_kinds,
  isPendingView,
  pending_reasons,
  pendingStatuses,
  type PendingKind,
  type PendingReason,
  type PendingView,
} from '@waybill/domain/reports/ops-dashboard'
import { count_cap } from '@waybill/domain/kit/lists/paging'
import { sql, type RawBuilder } from 'kysely'
import { isRequestWithoutDriver, isWithoutDriver } from '../drivers/index.ts'
import type { Context } from '../kit/handler.ts'
import { plannedAgain, visibleTo } from '../shipments/index.ts'

/**
 * Parameters of the pending queries: a branch or all (`null`), and the moments that make a shipment failed today,
 * late or not moved.
 */
export interface Watch {
  branch_id: number | null
  /** Start of today. */
  day_from: Date
  /** A shipment is late when it was expected between these moments and has not arrived. */
  late_from: Date
  late_to: Date
  /** A shipment has not moved when its last event is before this moment. */
  unmoved_since: Date
  now: Date
  /** Today, `YYYY-MM-DD`. */
  today: string
  /** The caller, for their own exceptions. */
  username: string
  /** A stop is unread when its driver was given it before this moment. */
  unread_since: Date
  /** Drivers who ended their day today; `null` where drivers need not close their day. */
  ended_drivers: readonly string[] | null
}

/**
 * Condition that shipment `s` belongs to a kind, by its status and further conditions. `problem` matches any reason
 * or a problem status.
 */
function meets(ctx: Context, kind: PendingKind, watch: Watch): RawBuilder<boolean> {
  const all = (...parts: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(parts, sql` AND `)})`
  // A failed leg that is rescheduled to another day needs no action.
  const isOpen = sql<boolean>`NOT ${plannedAgain(ctx)}`
  if (isPendingView(kind)) return all(meets(ctx, 'problem', watch), isInView(kind, watch))
  if (kind === 'problem') {
    const reasons = pending_reasons.map((reason) => meets(ctx, reason, watch))
    const isProblem = all(sql<boolean>`s.status = ANY(${problem_statuses})`, isOpen)
    return sql<boolean>`(${sql.join([isProblem, ...reasons], sql` OR `)})`
  }
  const hasStatus = sql<boolean>`s.status = ANY(${pendingStatuses(kind)})`
  if (kind === 'unassigned') {
    const { today: date, branch_id } = watch
    const [collection, delivery] = [
      isWithoutDriver('collection', { date, branch_id }),
      isWithoutDriver('delivery', { date, branch_id }),
    ]
    return sql<boolean>`(${collection} OR ${delivery})`
  }
  if (kind === 'late')
    return all(
      hasStatus,
      sql<boolean>`s.estimated_delivery_to >= ${watch.late_from} AND s.estimated_delivery_to < ${watch.late_to}`,
    )
  if (kind === 'not-moved') return all(hasStatus, sql<boolean>`${since} < ${watch.unmoved_since}`)
  if (kind === 'unrouted')
    return all(hasStatus, sql<boolean>`(s.collection_branch_id IS NULL OR s.delivery_branch_id IS NULL)`)
  if (kind === 'unread') return all(hasStatus, isUnread(watch))
  if (kind === 'late-risk')
    return all(
      hasStatus,
      sql<boolean>`s.estimated_delivery_to >= ${watch.late_to}`,
      sql<boolean>`EXISTS (SELECT 1 FROM trip_plan_visit v WHERE v.provider_id = s.provider_id AND v.shipment_id = s.id
        AND v.leg = 'delivery' AND v.day = ${watch.today}::date AND v.eta > s.estimated_delivery_to)`,
    )
  if (kind === 'not-returned') return all(hasStatus, isNotReturned(watch))
  if (kind !== 'failed') return all(hasStatus, isOpen)
  return all(
    hasStatus,
    isOpen,
    sql<boolean>`greatest(s.last_failed_collection_attempt_time, s.last_failed_delivery_attempt_time) >= ${watch.day_from}`,
  )
}

/** Condition that the driver who has the parcels of shipment `s` ended the day, or has had them since another day. */
function isNotReturned({ ended_drivers, day_from }: Watch): RawBuilder<boolean> {
  if (ended_drivers === null) return sql<boolean>`false`
  return sql<boolean>`(${holder} = ANY(${ended_drivers}::text[]) OR (${holder} IS NOT NULL AND ${since} < ${day_from}))`
}

/**
 * Condition that the driver of shipment `s` got it after the start of the day, some time ago, and has not opened it.
 * What a driver had at the start of the day was on the trip sheet then.
 */
function isUnread({ day_from, unread_since }: Watch): RawBuilder<boolean> {
  const isCollection = sql`s.status = 'collection-assigned'`
  return sql<boolean>`(${given} >= ${day_from} AND ${given} < ${unread_since}
    AND CASE WHEN ${isCollection} THEN s.collection_read_by_driver_time ELSE s.delivery_read_by_driver_time END IS NULL
    AND EXISTS (SELECT 1 FROM driver_action d WHERE d.provider_id = s.provider_id AND d.type = 'start-day'
      AND d.username = CASE WHEN ${isCollection} THEN s.collection_agent_id ELSE s.delivery_agent_id END
      AND d.result = 'applied' AND d.occurred_at >= ${day_from} AND d.occurred_at < ${given}))`
}

/** The care of shipment `s`, with a further condition. */
const cared = (condition: RawBuilder<boolean>) => sql<boolean>`EXISTS (SELECT 1 FROM exception_care c
  WHERE c.provider_id = s.provider_id AND c.shipment_id = s.id AND ${condition})`
const isSnoozed = ({ now }: Watch) => cared(sql<boolean>`c.snoozed_until > ${now}`)

function isInView(view: PendingView, watch: Watch): RawBuilder<boolean> {
  if (view === 'snoozed') return isSnoozed(watch)
  if (view === 'mine') return cared(sql<boolean>`c.owner_username = ${watch.username}`)
  return sql<boolean>`NOT ${cared(sql<boolean>`c.owner_username IS NOT NULL`)}`
}

/** Selects the shipments of a kind that the caller may see. Snoozed ones are only in their own list. */
function waiting(ctx: Context, kind: PendingKind, watch: Watch) {
  const statuses = pendingStatuses(kind)
  let query = ctx.db
    .selectFrom('shipment as s')
    .where(visibleTo(ctx.actor))
    .where('s.status', '=', anyOf(statuses))
  const { branch_id } = watch
  if (branch_id !== null)
    query = query.where((eb) =>
      eb.or(
        (['collection_branch_id', 'delivery_branch_id', 'current_branch_id'] as const).map((column) =>
          eb(`s.${column}`, '=', branch_id),
        ),
      ),
    )
  if (kind !== 'snoozed') query = query.where(sql<boolean>`NOT ${isSnoozed(watch)}`)
  return query.where(meets(ctx, kind, watch))
}

const since = sql<Date>`coalesce(s.latest_tracking_event_time, s.time_created)`

/** Since when the driver has an assigned shipment. It got its status before when it passed from one driver to another. */
const given = sql<Date>`greatest(${since}, CASE WHEN s.status = 'collection-assigned' THEN s.collection_given_time ELSE s.delivery_given_time END)`

/** Since when a shipment has waited for the reason of a kind. */
const waitsSince = (kind: PendingKind) => (kind === 'unread' ? given : since)

/** The driver who has the parcels, in a status in which one has them. */
const holder = sql<
  string | null
>`CASE WHEN s.status = 'collected' THEN s.collection_agent_id ELSE s.delivery_agent_id END`

/** Returns an expression that counts the shipments of a kind, up to the cap. */
function counted(ctx: Context, kind: PendingKind, watch: Watch) {
  const capped = waiting(ctx, kind, watch).select('s.id').limit(count_cap).as('capped')
  return sql<number>`(SELECT count(*)::int FROM ${capped})`
}

/**
 * Counts the shipments of every kind in one statement, and returns the time since which the oldest problem has
 * existed.
 */
export async function countWaiting(
  ctx: Context,
  watch: Watch,
): Promise<{ counts: ReadonlyMap<PendingKind, number>; oldest_problem: Date | null }> {
  const row = await ctx.db
    .selectNoFrom([
      ...pending_kinds.map((kind) => counted(ctx, kind, watch).as(kind)),
      sql<Date | null>`(${waiting(ctx, 'problem', watch).select(sql`min(${since})`.as('oldest'))})`.as(
        'oldest',
      ),
    ])
    .executeTakeFirstOrThrow()
  return {
    counts: new Map(pending_kinds.map((kind) => [kind, Number(row[kind])])),
    oldest_problem: row.oldest,
  }
}

/** A pending shipment, as stored. */
export interface WaitingRow {
  id: number
  tracking_reference: string
  status: ShipmentStatus
  account_name: string
  collection_place: string
  delivery_place: string
  collection_agent_id: string | null
  delivery_agent_id: string | null
  collected_date: Date | null
  /** The driver zone of the next stop; `null` outside all of them. */
  agent_zone: string | null
  reason: string
  since: Date
  expected: Date | null
  owner_username: string
  time_owned: Date | null
  snoozed_until: Date | null
  snooze_reason: string
}

/** Returns one page of the shipments of a kind, longest waiting first, and their number up to the cap. */
export async function listWaiting(
  ctx: Context,
  kind: PendingKind,
  watch: Watch,
  page: { limit: number; offset: number },
): Promise<{ rows: WaitingRow[]; total: number }> {
  const place = (side: string) =>
    sql<string>`coalesce(nullif(${sql.ref(`${side}.local_area`)}, ''), ${sql.ref(`${side}.city`)})`
  const rows = await waiting(ctx, kind, watch)
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 's.provider_id').onRef('a.id', '=', 's.account_id'),
    )
    .innerJoin('address as ca', (join) =>
      join.onRef('ca.provider_id', '=', 's.provider_id').onRef('ca.id', '=', 's.collection_address_id'),
    )
    .innerJoin('address as da', (join) =>
      join.onRef('da.provider_id', '=', 's.provider_id').onRef('da.id', '=', 's.delivery_address_id'),
    )
    .leftJoin('exception_care as e', (join) =>
      join.onRef('e.provider_id', '=', 's.provider_id').onRef('e.shipment_id', '=', 's.id'),
    )
    .select([
      's.id',
      sql<string>`coalesce(s.custom_tracking_reference, s.short_tracking_reference)`.as('tracking_reference'),
      's.status',
      'a.name as account_name',
      place('ca').as('collection_place'),
      place('da').as('delivery_place'),
      's.collection_agent_id',
      's.delivery_agent_id',
      's.collected_date',
      sql<
        string | null
      >`CASE WHEN s.collected_date IS NULL THEN s.collection_agent_zone ELSE s.delivery_agent_zone END`.as(
        'agent_zone',
      ),
      sql<string>`coalesce(nullif(s.tracking_internal_message, ''), s.tracking_message)`.as('reason'),
      waitsSince(kind).as('since'),
      's.estimated_delivery_to as expected',
      sql<string>`coalesce(e.owner_username, '')`.as('owner_username'),
      'e.time_owned',
      sql<Date | null>`CASE WHEN e.snoozed_until > ${watch.now} THEN e.snoozed_until END`.as('snoozed_until'),
      sql<string>`CASE WHEN e.snoozed_until > ${watch.now} THEN e.snooze_reason ELSE '' END`.as(
        'snooze_reason',
      ),
    ])
    .orderBy(waitsSince(kind))
    .orderBy('s.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await ctx.db.selectNoFrom(counted(ctx, kind, watch).as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** Counts the collection requests up to today without a driver, of a branch or of all branches. */
export async function countUnassignedRequests(
  ctx: Context,
  { today: date, branch_id }: Watch,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM collection_request r
      WHERE ${isRequestWithoutDriver({ date, branch_id })}
      LIMIT ${count_cap}) capped`.execute(ctx.db)
  return Number(rows[0]?.count ?? 0)
}

/** Returns whether a shipment is pending, snoozed or not, for the caller. */
export async function isPending(ctx: Context, shipmentId: number, watch: Watch): Promise<boolean> {
  const found = (kind: PendingKind) =>
    waiting(ctx, kind, watch).where('s.id', '=', shipmentId).select('s.id').executeTakeFirst()
  return ((await found('problem')) ?? (await found('snoozed'))) !== undefined
}

/** Deletes the care of shipments that are not pending any more. */
export async function removeSolvedCare(ctx: Context, watch: Watch): Promise<void> {
  await ctx.db
    .deleteFrom('exception_care')
    .where('shipment_id', 'not in', waiting(ctx, 'problem', watch).select('s.id'))
    .where('shipment_id', 'not in', waiting(ctx, 'snoozed', watch).select('s.id'))
    .execute()
}

/** An exception that nobody looks after. */
export interface Ownerless {
  id: number
  branch_id: number | null
}

/** Marks new exceptions of these reasons without an owner as alerted, and returns those that were not before. */
export async function alertOwnerless(
  ctx: Context,
  reasons: readonly PendingReason[],
  watch: Watch,
  period: { from: Date; to: Date },
): Promise<Ownerless[]> {
  const found = new Map<number, Ownerless>()
  for (const reason of reasons)
    for (const row of await waiting(ctx, reason, watch)
      .where(since, '>=', period.from)
      .where(since, '<', period.to)
      .where(isInView('without-owner', watch))
      .where(sql<boolean>`NOT ${cared(sql<boolean>`c.time_alerted >= ${since}`)}`)
      .select([
        's.id',
        sql<
          number | null
        >`CASE WHEN s.collected_date IS NULL THEN s.collection_branch_id ELSE s.delivery_branch_id END`.as(
          'branch_id',
        ),
      ])
      .execute())
      found.set(row.id, row)
  if (found.size > 0)
    await ctx.db
      .insertInto('exception_care')
      .values(
        [...found.keys()].map((shipmentId) => ({
          provider_id: ctx.provider_id,
          shipment_id: shipmentId,
          time_alerted: ctx.now,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['provider_id', 'shipment_id']).doUpdateSet({ time_alerted: ctx.now }),
      )
      .execute()
  return [...found.values()]
}
