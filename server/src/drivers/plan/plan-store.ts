import type { CollectionRequestStatus } from '@waybill/domain/collections/status'
import type { PlanSource, TravelSource } from '@waybill/domain/drivers/model'
import type { PlanChange } from '@waybill/domain/drivers/plan'
import type { KnownTrips } from '@waybill/domain/drivers/sequencing/travel'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { sql } from 'kysely'
import { anyOf } from '../../kit/db.ts'
import type { BaseContext, Context } from '../../kit/handler.ts'
import { readPage, type PageRequest } from '../../kit/read-page.ts'
import type { AssignmentEffect } from '../assign-leg.ts'
import { visitKey, type TripVisit } from '../trip-sheet-store.ts'

/** Published when a day is planned for the first time. Cached by the day that is today. */
const plans_topic = 'trip plans'

/** A visit in a stored plan. */
export interface PlanVisit {
  /** From 1. */
  place: number
  leg: TripVisit['leg']
  /** Exactly one of the two ids is set. */
  shipment_id: number | null
  request_id: number | null
  is_locked: boolean
  eta: Date | null
  /** By road, and minutes of driving, from the stop before. */
  km: number | null
  minutes: number | null
}

/** The plan of a driver's day. */
export interface StoredPlan {
  username: string
  version: number
  source: PlanSource
  locked_by: string | null
  time_locked: Date | null
  modified_by: string
  time_modified: Date
  /** By `visitKey`, in their order. */
  visits: ReadonlyMap<string, PlanVisit>
  routing: PlanRouting
  /** Trips that a routing service calculated. */
  trips: KnownTrips
}

/** How routing services took part in a plan. */
export interface PlanRouting {
  times_from: TravelSource
  /** Why trips are estimated although a service is set up; `''` otherwise. */
  times_note: string
  /** Why VROOM did not order the stops although it is set up; `''` otherwise. */
  order_note: string
}

/** Without any routing service. */
export const only_estimates: PlanRouting = { times_from: 'estimate', times_note: '', order_note: '' }

/** Returns the plans of a day by driver, of some drivers or of all (`null`). Days that were never planned are absent. */
export async function readPlans(
  ctx: Context,
  day: string,
  usernames: readonly string[] | null,
): Promise<Map<string, StoredPlan>> {
  let query = plansOf(ctx, day)
  if (usernames) query = query.where('p.username', '=', anyOf(usernames))
  return withVisits(ctx, day, await query.execute())
}

/** Returns the plans of some drivers' day, locked until the transaction ends; makes those that do not exist, with version 0. */
export async function lockPlans(
  ctx: Context,
  day: string,
  drivers: readonly { username: string; user_id: number }[],
): Promise<Map<string, StoredPlan>> {
  const sorted = drivers.toSorted((one, other) => (one.username < other.username ? -1 : 1))
  if (sorted.length === 0) return new Map()
  await ctx.db
    .insertInto('trip_plan')
    .values(
      sorted.map(({ username, user_id }) => ({
        provider_id: ctx.provider_id,
        username,
        user_id,
        day,
        source: 'dispatcher',
        modified_by: ctx.actor.username,
        time_modified: ctx.now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = await plansOf(ctx, day)
    .where('p.username', '=', anyOf(sorted.map(({ username }) => username)))
    .orderBy('p.username')
    .forUpdate('p')
    .execute()
  return withVisits(ctx, day, rows)
}

/** Returns the plan of a driver's day, locked until the transaction ends; `null` when the day was never planned. */
export async function lockPlan(ctx: Context, day: string, username: string): Promise<StoredPlan | null> {
  const rows = await plansOf(ctx, day)
    .where('p.username', '=', username)
    .orderBy('p.username')
    .forUpdate('p')
    .execute()
  return (await withVisits(ctx, day, rows)).get(username) ?? null
}

/** Returns the driver whose planned day has the delivery of a shipment; `null` when none has. */
export async function findPlannedDriver(
  ctx: Context,
  day: string,
  shipmentId: number,
): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('trip_plan_visit')
    .select('username')
    .where('day', '=', day)
    .where('leg', '=', 'delivery')
    .where('shipment_id', '=', shipmentId)
    .where('eta', 'is not', null)
    .executeTakeFirst()
  return row?.username ?? null
}

/** Returns the days from `from`, today or later, that are planned for a driver. */
export async function plannedDays(reader: BaseContext, from: string, username: string): Promise<string[]> {
  const today = dayOf(reader.now)
  const planned = await reader.cached(plans_topic, today, async (ctx) => {
    const rows = await ctx.db
      .selectFrom('trip_plan')
      .select(['username', 'day'])
      .where('day', '>=', today)
      .where('version', '>', 0)
      .orderBy('day')
      .execute()
    return Map.groupBy(rows, (row) => row.username)
  })
  return (planned.get(username) ?? []).map(({ day }) => day).filter((day) => day >= from)
}

/** Deletes the plans of days before one, and what was changed about them; returns how many plans were deleted. */
export async function deletePlansBefore(ctx: Context, day: string, atMost: number): Promise<number> {
  await ctx.db.deleteFrom('trip_plan_change').where('day', '<', day).execute()
  const { rows } = await sql`
    DELETE FROM trip_plan WHERE provider_id = ${ctx.provider_id} AND (username, day) IN (
      SELECT username, day FROM trip_plan WHERE provider_id = ${ctx.provider_id} AND day < ${day} ORDER BY day, username LIMIT ${atMost})
    RETURNING username`.execute(ctx.db)
  return rows.length
}

function plansOf(ctx: Context, day: string) {
  return ctx.db
    .selectFrom('trip_plan as p')
    .leftJoin('trip_plan_trips as t', (join) =>
      join
        .onRef('t.provider_id', '=', 'p.provider_id')
        .onRef('t.username', '=', 'p.username')
        .onRef('t.day', '=', 'p.day'),
    )
    .select([
      'p.username',
      'p.version',
      'p.source',
      'p.locked_by',
      'p.time_locked',
      'p.modified_by',
      'p.time_modified',
      't.times_from',
      't.times_note',
      't.order_note',
      sql<readonly StoredTrip[] | null>`t.trips`.as('trips'),
    ])
    .where('p.day', '=', day)
}

/** A trip as it is stored: its `tripKey`, km and minutes. */
type StoredTrip = readonly [string, number, number]

/** A plan without its visits, as read. */
type PlanRow = Omit<StoredPlan, 'visits' | 'routing' | 'trips'> & {
  times_from: TravelSource | null
  times_note: string | null
  order_note: string | null
  trips: readonly StoredTrip[] | null
}

async function withVisits(
  ctx: Context,
  day: string,
  rows: readonly PlanRow[],
): Promise<Map<string, StoredPlan>> {
  if (rows.length === 0) return new Map()
  const visits = await ctx.db
    .selectFrom('trip_plan_visit')
    .select([
      'username',
      'place',
      'leg',
      'shipment_id',
      'collection_request_id as request_id',
      'is_locked',
      'eta',
      'km',
      'minutes',
    ])
    .where('day', '=', day)
    .where('username', '=', anyOf(rows.map(({ username }) => username)))
    .orderBy('username')
    .orderBy('place')
    .execute()
  const byDriver = Map.groupBy(visits, ({ username }) => username)
  return new Map(
    rows.map(({ times_from, times_note, order_note, trips, ...row }) => {
      const own = (byDriver.get(row.username) ?? []).map(({ username: _username, ...visit }): PlanVisit => ({
        ...visit,
        leg: visit.leg as PlanVisit['leg'],
      }))
      return [
        row.username,
        {
          ...row,
          routing: {
            times_from: times_from ?? 'estimate',
            times_note: times_note ?? '',
            order_note: order_note ?? '',
          },
          trips: new Map((trips ?? []).map(([key, km, minutes]) => [key, { km, minutes }])),
          visits: new Map(own.map((visit) => [visitKey(visit), visit])),
        },
      ]
    }),
  )
}

/** Stores who changed a locked plan and raises its version; returns the new version. */
export async function markPlan(
  ctx: Context,
  day: string,
  username: string,
  mark: Pick<StoredPlan, 'source' | 'locked_by' | 'time_locked'>,
): Promise<number> {
  const { version } = await ctx.db
    .updateTable('trip_plan')
    .set({
      ...mark,
      version: sql<number>`version + 1`,
      modified_by: ctx.actor.username,
      time_modified: ctx.now,
    })
    .where('day', '=', day)
    .where('username', '=', username)
    .returning('version')
    .executeTakeFirstOrThrow()
  if (version === 1) await ctx.publish({ topic: plans_topic })
  return version
}

/** Removes who locked stops of a plan; its version stays. */
export async function clearLock(ctx: Context, day: string, username: string): Promise<void> {
  await ctx.db
    .updateTable('trip_plan')
    .set({ locked_by: null, time_locked: null })
    .where('day', '=', day)
    .where('username', '=', username)
    .execute()
}

/** Replaces the visits of a locked plan. */
export async function savePlanVisits(
  ctx: Context,
  day: string,
  username: string,
  visits: readonly Omit<PlanVisit, 'place'>[],
): Promise<void> {
  await ctx.db.deleteFrom('trip_plan_visit').where('day', '=', day).where('username', '=', username).execute()
  if (visits.length === 0) return
  await sql`INSERT INTO trip_plan_visit (provider_id, username, day, place, leg, shipment_id, collection_request_id, is_locked, eta, km, minutes)
    SELECT ${ctx.provider_id}::int, ${username}::text, ${day}::date, v.place, v.leg, v.shipment_id, v.request_id, v.is_locked, v.eta, v.km, v.minutes
    FROM unnest(${visits.map((_visit, index) => index + 1)}::int[], ${visits.map(({ leg }) => leg)}::text[],
      ${visits.map((visit) => visit.shipment_id)}::bigint[], ${visits.map((visit) => visit.request_id)}::bigint[],
      ${visits.map((visit) => visit.is_locked)}::boolean[], ${visits.map(({ eta }) => eta)}::timestamptz[],
      ${visits.map(({ km }) => km)}::float8[], ${visits.map(({ minutes }) => minutes)}::int[])
      AS v (place, leg, shipment_id, request_id, is_locked, eta, km, minutes)`.execute(ctx.db)
}

/** Stores what routing services calculated for a locked plan. Nothing is stored where none was ever asked. */
export async function savePlanTrips(
  ctx: Context,
  day: string,
  plan: StoredPlan,
  routing: PlanRouting,
  trips: KnownTrips,
): Promise<void> {
  const isPlain = ({ times_from, times_note, order_note }: PlanRouting) =>
    times_from === 'estimate' && times_note === '' && order_note === ''
  if (isPlain(plan.routing) && isPlain(routing)) return
  const stored = [...trips].map(([key, { km, minutes }]): StoredTrip => [key, km, minutes])
  const values = { ...routing, trips: JSON.stringify(stored) }
  await ctx.db
    .insertInto('trip_plan_trips')
    .values({ provider_id: ctx.provider_id, username: plan.username, day, ...values })
    .onConflict((conflict) => conflict.columns(['provider_id', 'username', 'day']).doUpdateSet(values))
    .execute()
}

/** A visit that passed from a driver to another one; `''` for nobody. */
interface Move extends Pick<PlanVisit, 'leg' | 'shipment_id' | 'request_id'> {
  from: string
  to: string
  /** What it changed of the status of a shipment or request; absent in changes that are older than this. */
  effect?: AssignmentEffect | null
  request_effect?: { username: string; before: CollectionRequestStatus; after: CollectionRequestStatus }
}

/** The state before a change: who had the moved visits, and the order of each driver's day. */
export interface BeforeChange {
  moves: Move[]
  drivers: Record<string, { source: PlanSource; order: string[]; locked: string[] }>
}

/** Returns the order and locks of a day before a change, to restore them. */
export function orderOf(
  { stops }: { stops: readonly { visits: readonly TripVisit[] }[] },
  plan: StoredPlan,
): BeforeChange['drivers'][string] {
  return {
    source: plan.source,
    order: stops.flatMap(({ visits }) => visits.map(visitKey)),
    locked: [...plan.visits].filter(([, { is_locked }]) => is_locked).map(([key]) => key),
  }
}

/** Stores a change; returns its id. */
export async function insertPlanChange(
  ctx: Context,
  change: { day: string; drivers: readonly string[]; changes: readonly PlanChange[]; before: BeforeChange },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('trip_plan_change')
    .values({
      provider_id: ctx.provider_id,
      day: change.day,
      drivers: [...change.drivers],
      changes: JSON.stringify(change.changes),
      before: JSON.stringify(change.before),
      made_by: ctx.actor.username,
      time_created: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns a change of a day, locked until the transaction ends; `undefined` when there is none. */
export async function lockPlanChange(ctx: Context, day: string, id: number) {
  return ctx.db
    .selectFrom('trip_plan_change')
    .select([
      'id',
      'drivers',
      sql<readonly PlanChange[]>`changes`.as('changes'),
      sql<BeforeChange>`before`.as('before'),
      'undone_by',
      'time_undone',
    ])
    .where('day', '=', day)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** A change that must be undone before an earlier one. */
export interface LaterChange {
  later_by: string | null
  later_time: Date | null
}

/** Returns the newest change after the given one that concerns one of its drivers and was not undone. */
export async function laterPlanChange(
  ctx: Context,
  day: string,
  { id, drivers }: { id: number; drivers: readonly string[] },
): Promise<LaterChange | undefined> {
  return ctx.db
    .selectFrom('trip_plan_change')
    .select(['made_by as later_by', 'time_created as later_time'])
    .where('day', '=', day)
    .where('id', '>', id)
    .where('time_undone', 'is', null)
    .where(sql<boolean>`drivers && ${drivers}::text[]`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Returns the changes of a day, the newest first, each with the newest one that must be undone before it. With `about`
 * only those that concern some drivers or were made by a user.
 */
export async function listPlanChanges(
  ctx: Context,
  day: string,
  about: { drivers: readonly string[]; made_by: string } | null,
  page: PageRequest,
) {
  let query = ctx.db
    .selectFrom('trip_plan_change as c')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('trip_plan_change as l')
          .select(['l.made_by as later_by', 'l.time_created as later_time'])
          .whereRef('l.provider_id', '=', 'c.provider_id')
          .whereRef('l.day', '=', 'c.day')
          .whereRef('l.id', '>', 'c.id')
          .where('l.time_undone', 'is', null)
          .where(sql<boolean>`l.drivers && c.drivers`)
          .orderBy('l.id', 'desc')
          .limit(1)
          .as('later'),
      (join) => join.onTrue(),
    )
    .where('c.day', '=', day)
  if (about)
    query = query.where(sql<boolean>`(c.drivers && ${about.drivers}::text[] OR c.made_by = ${about.made_by})`)
  const rows = query
    .select([
      'c.id',
      sql<readonly PlanChange[]>`c.changes`.as('changes'),
      sql<BeforeChange['moves']>`c.before->'moves'`.as('moves'),
      'c.made_by',
      'c.time_created',
      'c.undone_by',
      'c.time_undone',
      'later.later_by',
      'later.later_time',
    ])
    .orderBy('c.id', 'desc')
  return readPage(ctx, rows, query.select('c.id'), page)
}

/** Marks a locked change as undone. */
export async function markUndone(ctx: Context, id: number): Promise<void> {
  await ctx.db
    .updateTable('trip_plan_change')
    .set({ undone_by: ctx.actor.username, time_undone: ctx.now })
    .where('id', '=', id)
    .execute()
}

/** The days that each transaction has estimated again already, as `username day`. */
const estimated = new WeakMap<Context['db'], Set<string>>()

/** Returns the days, as `username day`, that this transaction has estimated again already; the caller adds to them. */
export function daysEstimatedIn(ctx: Context): Set<string> {
  const known = estimated.get(ctx.db) ?? new Set<string>()
  estimated.set(ctx.db, known)
  return known
}
