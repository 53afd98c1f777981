import {
  shipment_statuses,
  waitsAtPoint,
  type ShipmentStatus,
} from '@waybill/domain/shipments/statuses/status'
import { undo_code } from '@waybill/domain/shipments/statuses/undone-events'
import { anyOf, newVersionBy } from '../kit/db.ts'
import type { Actor } from '@waybill/domain/kit/actor'
import { isDriver } from '@waybill/domain/kit/actor'
import { count_cap } from '@waybill/domain/kit/lists/paging'
import { notFound } from '@waybill/domain/kit/problem'
import { sql, type ExpressionBuilder, type Insertable, type RawBuilder, type Updateable } from 'kysely'
import type { ParcelTable, ShipmentChargeTable, ShipmentTable, Tables } from '../kit/tables.ts'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { reschedule_codes, solved_by_another_day } from '@waybill/domain/shipments/statuses/rescheduled'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { hasTagCondition, tagsRenamed } from '../tags/index.ts'
import type { Context, BaseContext } from '../kit/handler.ts'
import { changesWork, publishWork, workBeforeAndAfter } from './statuses/publish-work.ts'

/**
 * Condition for the shipments that an actor can access. Account users: those of their account. Drivers: those
 * assigned to them. Branch-limited staff: those with their branch as collection, delivery, current or account branch.
 * Other staff: all. Guests: none. Account users get quotes only if `withQuotes` is set (PERM-055).
 */
export function visibleTo(actor: Actor, withQuotes = false) {
  return (eb: ExpressionBuilder<Tables & { s: ShipmentTable }, 's'>) => {
    if (actor.account_id !== null) {
      const own = eb('s.account_id', '=', actor.account_id)
      return withQuotes ? own : eb.and([own, eb('s.status', 'not in', ['quote', 'quote-expired'])])
    }
    if (actor.kind === 'guest') return sql<boolean>`false`
    if (isDriver(actor))
      return eb.or([
        eb('s.collection_agent_id', '=', actor.username),
        eb('s.delivery_agent_id', '=', actor.username),
      ])
    if (actor.limit_user_to_branch && actor.branch_id !== null) {
      const branch = actor.branch_id
      return eb.or([
        eb('s.collection_branch_id', '=', branch),
        eb('s.delivery_branch_id', '=', branch),
        eb('s.current_branch_id', '=', branch),
        eb('s.account_branch_id', '=', branch),
      ])
    }
    return sql<boolean>`true`
  }
}

function reachable(ctx: Context) {
  return ctx.db.selectFrom('shipment as s').where(visibleTo(ctx.actor))
}

/** Returns visible shipments by id, newest first. `withQuotes` is for a caller who has just created a quote. */
export async function readShipmentRows(ctx: Context, ids: readonly number[], withQuotes = false) {
  return ctx.db
    .selectFrom('shipment as s')
    .where(visibleTo(ctx.actor, withQuotes))
    .selectAll('s')
    .where('s.id', '=', anyOf(ids))
    .orderBy('s.time_created', 'desc')
    .orderBy('s.id', 'desc')
    .execute()
}
export type ShipmentRow = Awaited<ReturnType<typeof readShipmentRows>>[number]

/** SQL for everything with a reference. It uses one index lookup for each kind of reference. */
const bearing = (reference: RawBuilder<unknown>) => sql`
    SELECT id AS shipment_id, NULL::bigint AS parcel_id FROM shipment WHERE short_tracking_reference = ${reference}
    UNION SELECT id, NULL FROM shipment WHERE custom_tracking_reference = ${reference}
    UNION SELECT shipment_id, id FROM parcel WHERE tracking_reference = ${reference}
    UNION SELECT shipment_id, id FROM parcel WHERE alternative_tracking_reference = ${reference} AND status <> 'cancelled'`

/**
 * Returns ids of shipments and parcels with exactly this reference: short, custom, parcel or alternative reference.
 * With `withCustomerReference`, also those with this customer reference, the newest up to the count cap.
 */
export async function findByReference(ctx: Context, reference: string, withCustomerReference: boolean) {
  const byCustomer = withCustomerReference
    ? sql`UNION SELECT * FROM (SELECT id, NULL::bigint FROM shipment WHERE customer_reference_key = ${reference}
        ORDER BY time_created DESC LIMIT ${count_cap}) c`
    : sql``
  const { rows } = await sql<{ shipment_id: number; parcel_id: number | null }>`
    ${bearing(sql`${reference}`)} ${byCustomer}`.execute(ctx.db)
  return rows
}

/**
 * SQL for the one shipment that a scanned reference means, and its parcel (`null` for the reference of a shipment). A
 * parcel comes first.
 */
export const meantBy = (reference: string): RawBuilder<unknown> => sql`
  SELECT shipment_id, parcel_id FROM (${bearing(sql`${reference}`)}) f
  ORDER BY parcel_id IS NULL, shipment_id, parcel_id LIMIT 1`

/** Locks the shipment that a scanned reference means, with `parcel_id` of `meantBy`; `undefined` when there is none. */
export async function lockMeantBy(ctx: Context, reference: string) {
  return reachable(ctx)
    .innerJoin(
      sql<{ shipment_id: number; parcel_id: number | null }>`(${meantBy(reference)})`.as('meant'),
      'meant.shipment_id',
      's.id',
    )
    .selectAll('s')
    .select('meant.parcel_id as meant_parcel_id')
    .forUpdate('s')
    .executeTakeFirst()
}

/** Finds many references at once and returns each row with the reference that it matched. */
export async function findByReferences(ctx: Context, references: readonly string[]) {
  const { rows } = await sql<{ reference: string; shipment_id: number; parcel_id: number | null }>`
    SELECT r.reference, f.shipment_id, f.parcel_id
    FROM unnest(${[...references]}::text[]) AS r (reference), LATERAL (${bearing(sql.ref('r.reference'))}) f`.execute(
    ctx.db,
  )
  return rows
}

/** Returns the shipments that other couriers carry under these references of theirs. */
export async function findByPartnerReferences(ctx: Context, references: readonly string[]) {
  return ctx.db
    .selectFrom('shipment')
    .select(['id', 'third_party_reference'])
    .where('third_party_reference', '=', anyOf(references))
    .execute()
}

/** Returns ids of shipments in the given statuses that were created up to `before`, newest first. */
export async function findUnpaidBefore(
  ctx: Context,
  statuses: readonly ShipmentStatus[],
  before: Date,
  limit: number,
): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('shipment')
    .select('id')
    .where('status', 'in', [...statuses])
    .where('time_created', '<=', before)
    .orderBy('time_created', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns the visible shipments created from `since` and before `before`: their total and ids, newest first. If there
 * are more than `most`, an evenly spaced sample is returned. Cancelled shipments and quotes are left out.
 */
export async function sampleBooked(
  ctx: Context,
  since: Date,
  before: Date,
  maxIds: number,
): Promise<{ ids: number[]; count: number }> {
  const booked = reachable(ctx)
    .where('s.time_created', '>=', since)
    .where('s.time_created', '<', before)
    .where('s.status', 'not in', ['cancelled', 'quote', 'quote-expired'])
    .select([
      's.id',
      sql<number>`row_number() OVER (ORDER BY s.time_created DESC, s.id DESC)`.as('place'),
      sql<number>`count(*) OVER ()`.as('count'),
    ])
  const { rows } = await sql<{ id: number; count: number }>`
    SELECT id, count FROM (${booked}) booked WHERE (place - 1) % ceil(count::numeric / ${maxIds}) = 0 ORDER BY place`.execute(
    ctx.db,
  )
  return { ids: rows.map(({ id }) => id), count: Number(rows[0]?.count ?? 0) }
}

/** Returns the shipment of a secret link sent to its receiver; `null` if there is none. */
export async function findByLink(
  ctx: Context,
  link: 'reschedule_reference' | 'rating_reference',
  reference: string,
): Promise<number | null> {
  const row = await ctx.db.selectFrom('shipment').select('id').where(link, '=', reference).executeTakeFirst()
  return row?.id ?? null
}

/** Stores a receiver's rating of a delivery. Returns false if one is already stored. */
export async function insertRating(
  ctx: Context,
  rating: { shipment_id: number; stars: number; comment: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('shipment_rating')
    .values({ ...rating, provider_id: ctx.provider_id, time_created: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns the rating of a delivery; `undefined` for none. */
export async function findRating(ctx: Context, shipmentId: number) {
  return ctx.db
    .selectFrom('shipment_rating')
    .select(['stars', 'comment', 'time_created'])
    .where('shipment_id', '=', shipmentId)
    .executeTakeFirst()
}

/** Locks a shipment for update and returns it. 404 if it does not exist or is not visible. */
export async function lockShipment(ctx: Context, id: number): Promise<ShipmentRow> {
  const row = await reachable(ctx).selectAll('s').where('s.id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound(codedText('no_shipment'))
  return row
}

export async function readParcels(ctx: Context, shipmentIds: readonly number[]) {
  return ctx.db
    .selectFrom('parcel')
    .selectAll()
    .where('shipment_id', '=', anyOf(shipmentIds))
    .orderBy('shipment_id')
    .orderBy('number')
    .execute()
}

/** Returns the statuses of the parcels of shipments. */
export async function readParcelStatuses(
  ctx: Context,
  shipmentIds: readonly number[],
): Promise<Pick<ParcelRow, 'shipment_id' | 'status'>[]> {
  return ctx.db
    .selectFrom('parcel')
    .select(['shipment_id', 'status'])
    .where('shipment_id', '=', anyOf(shipmentIds))
    .execute()
}
export type ParcelRow = Awaited<ReturnType<typeof readParcels>>[number]

/** Returns the current charge rows of shipments. */
export async function readCharges(ctx: Context, shipmentIds: readonly number[]) {
  return ctx.db
    .selectFrom('shipment_charge')
    .selectAll()
    .where('shipment_id', '=', anyOf(shipmentIds))
    .where('valid_until', 'is', null)
    .orderBy('id')
    .execute()
}
export type ChargeRowStored = Awaited<ReturnType<typeof readCharges>>[number]

export interface NewEvent {
  parcel_id?: number | null
  date: Date
  status: string
  message?: string
  /** Visible to the company only, which sees it instead of `message`. */
  internal_message?: string
  location?: string | null
  lat?: number | null
  lng?: number | null
  bay?: string | null
  data?: object | null
  source: string
  is_public?: boolean
}

/** Inserts tracking events of one shipment in one statement and returns their ids. */
export async function insertEvents(
  ctx: Context,
  shipmentId: number,
  events: readonly NewEvent[],
): Promise<number[]> {
  if (events.length === 0) return []
  const column = <Value>(of: (event: NewEvent) => Value) => events.map(of)
  const { rows } = await sql<{ id: number }>`
    INSERT INTO tracking_event (provider_id, shipment_id, parcel_id, date, time_received, status, message, internal_message, location, lat, lng, bay, data, source, is_public)
    SELECT ${ctx.provider_id}, ${shipmentId}, parcel_id, date, ${ctx.now}, status, message, internal_message, location, lat, lng, bay, data::jsonb, source, is_public
    FROM unnest(${column((e) => e.parcel_id ?? null)}::bigint[], ${column((e) => e.date)}::timestamptz[], ${column((e) => e.status)}::text[],
      ${column((e) => e.message ?? '')}::text[], ${column((e) => e.internal_message ?? '')}::text[], ${column((e) => e.location ?? null)}::text[], ${column((e) => e.lat ?? null)}::float8[],
      ${column((e) => e.lng ?? null)}::float8[], ${column((e) => e.bay ?? null)}::text[],
      ${column((e) => (e.data ? JSON.stringify(e.data) : null))}::text[], ${column((e) => e.source)}::text[], ${column((e) => e.is_public ?? true)}::boolean[])
      AS e (parcel_id, date, status, message, internal_message, location, lat, lng, bay, data, source, is_public)
    RETURNING id`.execute(ctx.db)
  return rows.map((row) => row.id)
}

/** Returns the events of shipments, newest first. */
export async function readEvents(ctx: Context, shipmentIds: readonly number[]) {
  return ctx.db
    .selectFrom('tracking_event')
    .selectAll()
    .where('shipment_id', '=', anyOf(shipmentIds))
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** SQL version of `isPlannedAgain` for a shipment `s`: a failed leg that was rescheduled to a day that has not passed. */
export function plannedAgain({ now }: Pick<BaseContext, 'now'>) {
  return sql<boolean>`(s.status = ANY(${solved_by_another_day})
    AND CASE WHEN s.status LIKE 'collection%' THEN s.collection_min_date ELSE s.delivery_min_date END >= ${dayOf(now)}
    AND EXISTS (SELECT FROM tracking_event e WHERE e.provider_id = s.provider_id AND e.shipment_id = s.id
      AND e.date >= s.latest_tracking_event_time AND e.status = ANY(${reschedule_codes})))`
}

const waiting_statuses = shipment_statuses.filter(waitsAtPoint)

/** Returns the condition that an event was undone. `event`: the name of the table in the statement. */
export const isUndone = (event: string) => sql<boolean>`EXISTS (SELECT FROM tracking_event u
  WHERE u.provider_id = ${sql.ref(`${event}.provider_id`)} AND u.shipment_id = ${sql.ref(`${event}.shipment_id`)}
    AND u.status = ${undo_code} AND (u.data->>'undone_event_id')::bigint = ${sql.ref(`${event}.id`)})`

/**
 * SQL for when a shipment `s` arrived: first came to its pickup point, or else was delivered; null while it is on its
 * way (docs/domain/pickup-points.md#deadline). Deposits that were undone do not count.
 */
export const arrived_at = sql<Date | null>`coalesce(CASE WHEN s.delivery_pickup_point_id IS NOT NULL THEN (
  SELECT min(e.date) FROM tracking_event e
  WHERE e.provider_id = s.provider_id AND e.shipment_id = s.id AND e.status = ANY(${waiting_statuses})
    AND NOT ${isUndone('e')}) END, s.delivered_date)`

/** Returns when a shipment arrived at its pickup point or door; `null` while it is on its way. */
export async function arrivedDate(ctx: Context, shipmentId: number): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom('shipment as s')
    .select(arrived_at.as('arrived'))
    .where('s.id', '=', shipmentId)
    .executeTakeFirst()
  return row?.arrived ?? null
}

/** Whether a failed leg was rescheduled to a day that has not passed. */
export async function isPlanned(ctx: Context, shipmentId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('shipment as s')
    .select('s.id')
    .where('s.id', '=', shipmentId)
    .where(plannedAgain(ctx))
    .executeTakeFirst()
  return row !== undefined
}

/** Returns which of these shipments had their labels printed before. */
export async function printedBefore(
  ctx: Context,
  shipmentIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await ctx.db
    .selectFrom('tracking_event')
    .select('shipment_id')
    .distinct()
    .where('shipment_id', '=', anyOf(shipmentIds))
    .where('status', '=', 'label-printed')
    .execute()
  return new Set(rows.map(({ shipment_id }) => shipment_id))
}

/**
 * Marks the printed labels of shipments as outdated, or as printed again. The version stays, because nobody edits the
 * mark.
 */
export async function markLabels(ctx: Context, ids: readonly number[], isOutdated: boolean): Promise<void> {
  await ctx.db
    .updateTable('shipment')
    .set({ label_outdated: isOutdated })
    .where('id', '=', anyOf(ids))
    .where('label_outdated', '!=', isOutdated)
    .execute()
}

export type EventRow = Awaited<ReturnType<typeof readEvents>>[number]

export type ShipmentValues = Omit<Insertable<ShipmentTable>, 'provider_id'>
export type ParcelValues = Omit<Insertable<ParcelTable>, 'provider_id' | 'shipment_id'>
export type ChargeValues = Omit<
  Insertable<ShipmentChargeTable>,
  'provider_id' | 'shipment_id' | 'metadata' | 'valid_from'
> & {
  metadata: object | null
}

/** A shipment and its parcels as they were just stored. */
export interface InsertedShipment {
  row: ShipmentRow
  parcels: ParcelRow[]
}

/**
 * Stores a shipment with parcels and search text in one statement and returns what was stored. Returns `null` if one of
 * its references was taken at the same moment, so that the caller can try others.
 */
export async function insertShipment(
  ctx: Context,
  shipment: ShipmentValues,
  parcels: readonly ParcelValues[],
  haystack: string,
): Promise<InsertedShipment | null> {
  const column = <Key extends keyof ParcelValues>(key: Key) => parcels.map((parcel) => parcel[key] ?? null)
  const row = await ctx.db
    .with('s', (db) =>
      db
        .insertInto('shipment')
        .values({ ...shipment, provider_id: ctx.provider_id })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll(),
    )
    .with('p', (db) =>
      db
        .insertInto('parcel')
        .columns([
          'provider_id',
          'shipment_id',
          'number',
          'status',
          'tracking_reference',
          'alternative_tracking_reference',
          'parcel_description',
          'packaging',
          'item_count',
          'submitted_length_cm',
          'submitted_width_cm',
          'submitted_height_cm',
          'submitted_weight_kg',
          'time_created',
          'time_modified',
        ])
        .expression(
          sql`SELECT ${ctx.provider_id}::int, s.id, v.*, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz FROM s,
            unnest(${column('number')}::int[], ${column('status')}::text[], ${column('tracking_reference')}::text[], ${column('alternative_tracking_reference')}::text[],
              ${column('parcel_description')}::text[], ${column('packaging')}::text[], ${column('item_count')}::int[], ${column('submitted_length_cm')}::float8[],
              ${column('submitted_width_cm')}::float8[], ${column('submitted_height_cm')}::float8[], ${column('submitted_weight_kg')}::float8[]) AS v` as never,
        )
        .returningAll(),
    )
    .with('h', (db) =>
      db
        .insertInto('shipment_search')
        .columns(['provider_id', 'shipment_id', 'haystack'])
        .expression(sql`SELECT ${ctx.provider_id}::int, s.id, ${haystack}::text FROM s` as never)
        .returning('shipment_id'),
    )
    .selectFrom('s')
    .selectAll('s')
    .select(sql<ParcelRow[] | null>`(SELECT jsonb_agg(to_jsonb(p) ORDER BY p.number) FROM p)`.as('parcels'))
    .executeTakeFirst()
  if (!row) return null
  const { parcels: stored, ...inserted } = row
  await publishWork(ctx, null, inserted)
  // JSON has the times as text.
  const times = { time_created: ctx.now, time_modified: ctx.now }
  return { row: inserted, parcels: (stored ?? []).map((parcel) => ({ ...parcel, ...times })) }
}

/** Whether a shipment has an event of another source. */
export async function hasOtherEvents(ctx: Context, shipmentId: number, source: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('tracking_event')
    .select('id')
    .where('shipment_id', '=', shipmentId)
    .where('source', '<>', source)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a locked shipment of another system. The database rejects it while something else refers to it. */
export async function deleteShipment(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('tracking_event').where('shipment_id', '=', id).execute()
  await ctx.db.deleteFrom('parcel').where('shipment_id', '=', id).execute()
  await ctx.db.deleteFrom('shipment_search').where('shipment_id', '=', id).execute()
  await ctx.db.deleteFrom('shipment').where('id', '=', id).execute()
  await ctx.db.deleteFrom('account_shipment_count').where('shipments', '=', 0).execute()
}

/** Inserts the charge rows of one pricing. */
export async function insertCharges(
  ctx: Context,
  shipmentId: number,
  charges: readonly ChargeValues[],
): Promise<void> {
  if (charges.length === 0) return
  const json = JSON.stringify(charges.map((charge, position) => ({ ...charge, position })))
  await sql`INSERT INTO shipment_charge (provider_id, shipment_id, rate_revision_id, name, type, type_id, value, vat, vat_percentage, vat_type, explanation,
      is_opt_in, is_custom_charge, is_quantity_based_charge, quantity, metadata, valid_from)
    SELECT ${ctx.provider_id}, ${shipmentId}, c.rate_revision_id, c.name, c.type, c.type_id, c.value, c.vat, c.vat_percentage, c.vat_type, c.explanation,
      c.is_opt_in, c.is_custom_charge, c.is_quantity_based_charge, c.quantity, c.metadata, ${ctx.now}
    FROM jsonb_to_recordset(${json}::jsonb) AS c (rate_revision_id bigint, name text, type text, type_id bigint, value bigint, vat float8, vat_percentage float8,
      vat_type text, explanation text, is_opt_in boolean, is_custom_charge boolean, is_quantity_based_charge boolean, quantity float8, metadata jsonb, position bigint)
    ORDER BY c.position`.execute(ctx.db)
}

/** Closes the current charge rows, except custom charges. */
export async function closeCharges(ctx: Context, shipmentId: number): Promise<void> {
  await ctx.db
    .updateTable('shipment_charge')
    .set({ valid_until: ctx.now })
    .where('shipment_id', '=', shipmentId)
    .where('valid_until', 'is', null)
    .where('is_custom_charge', '=', false)
    .execute()
}

/** Closes a custom charge and returns it, or `undefined` if the shipment has no such open charge. */
export async function closeCustomCharge(ctx: Context, shipmentId: number, id: number) {
  return ctx.db
    .updateTable('shipment_charge')
    .set({ valid_until: ctx.now })
    .where('shipment_id', '=', shipmentId)
    .where('id', '=', id)
    .where('valid_until', 'is', null)
    .where('is_custom_charge', '=', true)
    .returning(['name', 'quantity', 'value'])
    .executeTakeFirst()
}

/** Stores the free-text search string of a shipment. */
export async function saveSearchText(ctx: Context, shipmentId: number, haystack: string): Promise<void> {
  await ctx.db
    .updateTable('shipment_search')
    .set({ haystack })
    .where('shipment_id', '=', shipmentId)
    .execute()
}

/** A new driver has not opened the leg yet, and has it from now on. */
function handedOver(ctx: Context, changes: Updateable<ShipmentTable>) {
  const ofLeg = (leg: 'collection' | 'delivery') => {
    const username = changes[`${leg}_agent_id`]
    if (username === undefined) return {}
    const isSame = sql`${sql.ref(`${leg}_agent_id`)} IS NOT DISTINCT FROM ${username}`
    const [read, given] = [`${leg}_read_by_driver_time`, `${leg}_given_time`] as const
    return {
      [read]: sql<Date | null>`CASE WHEN ${isSame} THEN ${sql.ref(read)} END`,
      [given]: sql<Date | null>`CASE WHEN ${isSame} THEN ${sql.ref(given)} ELSE ${username === null ? null : ctx.now}::timestamptz END`,
    }
  }
  return { ...ofLeg('collection'), ...ofLeg('delivery') }
}

/**
 * Stores when a driver first opened a leg of shipments; legs of other drivers and those opened before stay. The version
 * stays too, because nobody edits these times.
 */
export async function markReadByDriver(
  ctx: Context,
  leg: 'collection' | 'delivery',
  username: string,
  read: readonly { shipment_id: number; at: Date }[],
): Promise<void> {
  const column = sql.ref(`${leg}_read_by_driver_time`)
  const ids = read.map(({ shipment_id }) => shipment_id)
  await sql`
    WITH unread AS (
      SELECT id FROM shipment WHERE provider_id = ${ctx.provider_id} AND id = ANY(${ids}::bigint[])
        AND ${sql.ref(`${leg}_agent_id`)} = ${username} AND ${column} IS NULL ORDER BY id FOR UPDATE)
    UPDATE shipment s SET ${column} = greatest(s.time_created, seen.at)
    FROM unread u JOIN (
      SELECT id, min(at) AS at FROM unnest(${ids}::bigint[], ${read.map(({ at }) => at)}::timestamptz[]) AS one(id, at)
      GROUP BY id) seen ON seen.id = u.id
    WHERE s.provider_id = ${ctx.provider_id} AND s.id = u.id`.execute(ctx.db)
}

/**
 * Updates columns of a locked shipment and increments its version. All changes of drivers, days, places, windows and
 * statuses are made here, so that the drivers concerned are always published.
 */
export async function updateShipment(
  ctx: Context,
  id: number,
  changes: Updateable<ShipmentTable>,
): Promise<void> {
  const update = ctx.db
    .updateTable('shipment')
    .set({
      ...changes,
      ...handedOver(ctx, changes),
      ...newVersionBy(ctx),
    })
    .where('id', '=', id)
  if (!changesWork(changes)) {
    await update.execute()
    return
  }
  const changed = await update.returning(workBeforeAndAfter(ctx, id)).executeTakeFirst()
  if (changed) await publishWork(ctx, changed.work_before, changed.work_after)
}

/**
 * SQL step that links a billing transaction to the current charges of a shipment, or only to those not yet linked. It
 * runs in a statement whose step `t` creates the transaction and returns its id. Formula parts are not linked.
 */
export function chargesPosted(
  ctx: Context,
  shipmentId: number | null,
  which: 'all' | 'new' | undefined,
): RawBuilder<unknown> {
  return sql`UPDATE shipment_charge c SET billing_transaction_id = t.id FROM t
      WHERE c.provider_id = ${ctx.provider_id} AND c.shipment_id = ${which ? shipmentId : null}::bigint
        AND c.valid_until IS NULL AND c.type <> 'rate_formula' AND (c.billing_transaction_id IS NULL OR ${which === 'all'})`
}

/** Marks shipments as invoiced. After that they are not priced again. */
export async function markInvoiced(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.db
    .updateTable('shipment')
    .set({ has_been_invoiced: true, time_modified: ctx.now })
    .where('id', '=', anyOf(ids))
    .where('has_been_invoiced', '=', false)
    .execute()
}

export async function updateParcel(
  ctx: Context,
  id: number,
  changes: Updateable<ParcelTable>,
): Promise<void> {
  await ctx.db
    .updateTable('parcel')
    .set({ ...changes, time_modified: ctx.now })
    .where('id', '=', id)
    .execute()
}

/**
 * SQL step that puts a parcel in a bay (`null`: in none). It runs in the statement that records the reason. If `bay`
 * is `undefined`, bay and scan time stay unchanged.
 */
export function parcelPlaced(
  ctx: Context,
  id: number | null,
  bay: string | null | undefined,
  scannedAt: Date,
): RawBuilder<unknown> {
  return sql`UPDATE parcel SET bay = ${bay ?? null}, time_last_scanned = ${scannedAt}, time_modified = ${ctx.now}
      WHERE id = ${id} AND ${bay !== undefined}`
}

/** The bay of a parcel (`null`: none) and when it was scanned into it. */
export type ParcelPlace = Pick<ParcelRow, 'bay'> & { time_last_scanned: Date }

/** Sets the status of parcels and, if given, their branch and bay. */
export async function setParcelStatus(
  ctx: Context,
  ids: readonly number[],
  status: ShipmentStatus,
  branchId?: number | null,
  placed?: ParcelPlace,
): Promise<void> {
  if (ids.length === 0) return
  await ctx.db
    .updateTable('parcel')
    .set({
      status,
      time_modified: ctx.now,
      ...(branchId === undefined ? {} : { current_branch_id: branchId }),
      ...placed,
    })
    .where('id', '=', anyOf(ids))
    .execute()
}

export async function insertParcel(ctx: Context, shipmentId: number, parcel: ParcelValues): Promise<void> {
  await ctx.db
    .insertInto('parcel')
    .values({ ...parcel, provider_id: ctx.provider_id, shipment_id: shipmentId })
    .execute()
}

/**
 * Returns which of these references are used by shipments or parcels. An alternative reference of a cancelled parcel
 * does not count.
 */
export async function takenReferences(ctx: Context, references: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    SELECT custom_tracking_reference AS reference FROM shipment WHERE custom_tracking_reference = ANY(${references})
    UNION SELECT short_tracking_reference FROM shipment WHERE short_tracking_reference = ANY(${references})
    UNION SELECT alternative_tracking_reference FROM parcel WHERE alternative_tracking_reference = ANY(${references}) AND status <> 'cancelled'
    UNION SELECT tracking_reference FROM parcel WHERE tracking_reference = ANY(${references})`.execute(ctx.db)
  return rows.map((row) => row.reference)
}

/** Returns the number of returns of a shipment. */
export async function countReturns(ctx: Context, shipmentId: number): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('shipment')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('return_of_shipment_id', '=', shipmentId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Renames a tag on shipments, or removes it if `to` is null. */
export async function renameTag(ctx: Context, change: { from: string; to: string | null }): Promise<void> {
  const { borne, renamed } = tagsRenamed(change)
  await sql`UPDATE shipment SET tags = ${renamed}, version = version + 1, time_modified = ${ctx.now} WHERE tags <> '{}' AND ${borne}`.execute(
    ctx.db,
  )
}

/** SQL expression for the number of shipments with a tag. */
export function countTaggedShipments(name: RawBuilder<string>): RawBuilder<number> {
  return sql<number>`SELECT count(*) FROM shipment WHERE tags <> '{}' AND ${hasTagCondition(name)}`
}
