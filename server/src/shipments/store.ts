import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { anyOf } from '../kit/db.ts'
import type { Actor } from '@waybill/domain/kit/actor'
import { isDriver } from '@waybill/domain/kit/actor'
import { count_cap } from '@waybill/domain/kit/lists/paging'
import { notFound } from '@waybill/domain/kit/problem'
import { sql, type ExpressionBuilder, type Insertable, type RawBuilder, type Updateable } from 'kysely'
import type { ParcelTable, ShipmentChargeTable, ShipmentTable, Tables } from '../kit/tables.ts'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { reschedule_codes, solved_by_another_day } from '@waybill/domain/shipments/statuses/rescheduled'
import { hasTagCondition, tagsRenamed } from '../tags/index.ts'
import type { Context, BaseContext } from '../kit/handler.ts'

/**
 * Which shipments an actor reaches: an account user its account's, a driver the stops given to that driver, staff
 * limited to a branch those whose collection, delivery, current or account branch is theirs, other staff all. Quotes
 * are no shipments yet for account users (PERM-055), except where `with_quotes` says otherwise.
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

/** Shipments within reach by id, newest first; `with_quotes` for who has just made one. */
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

/** What bears a reference, one probe of an index for each kind of reference. */
const bearing = (reference: RawBuilder<unknown>) => sql`
    SELECT id AS shipment_id, NULL::bigint AS parcel_id FROM shipment WHERE short_tracking_reference = ${reference}
    UNION SELECT id, NULL FROM shipment WHERE custom_tracking_reference = ${reference}
    UNION SELECT shipment_id, id FROM parcel WHERE tracking_reference = ${reference}
    UNION SELECT shipment_id, id FROM parcel WHERE alternative_tracking_reference = ${reference} AND status <> 'cancelled'`

/**
 * Ids of shipments and parcels that bear a reference: short, custom, parcel or alternative reference, exactly; for
 * signed-in callers also the customer's own reference, of which the newest up to the cap of all lists.
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

/** The same for many references at once, each row with the reference it was found by. */
export async function findByReferences(ctx: Context, references: readonly string[]) {
  const { rows } = await sql<{ reference: string; shipment_id: number; parcel_id: number | null }>`
    SELECT r.reference, f.shipment_id, f.parcel_id
    FROM unnest(${[...references]}::text[]) AS r (reference), LATERAL (${bearing(sql.ref('r.reference'))}) f`.execute(
    ctx.db,
  )
  return rows
}

/** Ids of shipments in one of these statuses that were made up to a moment, newest first. */
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
 * The shipments within reach made since a moment and before another one: how many there are, and the ids of all of them
 * or, when they are more than `most`, of every second, third and so on, so that they stand for the whole time. Newest
 * first; what is cancelled or only quoted is left out.
 */
export async function sampleBooked(
  ctx: Context,
  since: Date,
  before: Date,
  most: number,
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
    SELECT id, count FROM (${booked}) booked WHERE (place - 1) % ceil(count::numeric / ${most}) = 0 ORDER BY place`.execute(
    ctx.db,
  )
  return { ids: rows.map(({ id }) => id), count: Number(rows[0]?.count ?? 0) }
}

/** The shipment behind an unguessable link that its receiver was sent; `null` when there is none. */
export async function findByLink(
  ctx: Context,
  link: 'reschedule_reference' | 'rating_reference',
  reference: string,
): Promise<number | null> {
  const row = await ctx.db.selectFrom('shipment').select('id').where(link, '=', reference).executeTakeFirst()
  return row?.id ?? null
}

/** Stores what a receiver thought of a delivery; false when it was said already. */
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

/** Takes a shipment for update; 404 when it is not there or not within reach. */
export async function lockShipment(ctx: Context, id: number): Promise<ShipmentRow> {
  const row = await reachable(ctx).selectAll('s').where('s.id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound('Could not find shipment')
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
export type ParcelRow = Awaited<ReturnType<typeof readParcels>>[number]

/** Current charge rows of shipments. */
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
  /** For the company alone; then it is read there instead of `message`. */
  internal_message?: string
  location?: string | null
  lat?: number | null
  lng?: number | null
  bay?: string | null
  data?: object | null
  source: string
  is_public?: boolean
}

/** Writes tracking events of one shipment in one statement; answers their ids. */
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

/** Events of a shipment, newest first. */
export async function readEvents(ctx: Context, shipmentIds: readonly number[]) {
  return ctx.db
    .selectFrom('tracking_event')
    .selectAll()
    .where('shipment_id', '=', anyOf(shipmentIds))
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The same as `isPlannedAgain`, of a shipment `s`: a failed leg that has another day still to come. */
export function plannedAgain({ now }: Pick<BaseContext, 'now'>) {
  return sql<boolean>`(s.status = ANY(${solved_by_another_day})
    AND CASE WHEN s.status LIKE 'collection%' THEN s.collection_min_date ELSE s.delivery_min_date END >= ${dayOf(now)}
    AND EXISTS (SELECT FROM tracking_event e WHERE e.provider_id = s.provider_id AND e.shipment_id = s.id
      AND e.date >= s.latest_tracking_event_time AND e.status = ANY(${reschedule_codes})))`
}

/** Whether a leg that failed has another day still to come. */
export async function isPlanned(ctx: Context, shipmentId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('shipment as s')
    .select('s.id')
    .where('s.id', '=', shipmentId)
    .where(plannedAgain(ctx))
    .executeTakeFirst()
  return row !== undefined
}

/** Which of these shipments had their labels printed before. */
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

export type EventRow = Awaited<ReturnType<typeof readEvents>>[number]

export type ShipmentValues = Omit<Insertable<ShipmentTable>, 'provider_id'>
export type ParcelValues = Omit<Insertable<ParcelTable>, 'provider_id' | 'shipment_id'>
export type ChargeValues = Omit<
  Insertable<ShipmentChargeTable>,
  'provider_id' | 'shipment_id' | 'metadata' | 'valid_from'
> & {
  metadata: object | null
}

/**
 * Stores a new shipment with its parcels and search text in one statement; `null` when one of its references was taken
 * at that moment, so that the caller tries another.
 */
export async function insertShipment(
  ctx: Context,
  shipment: ShipmentValues,
  parcels: readonly ParcelValues[],
  haystack: string,
): Promise<number | null> {
  const column = <Key extends keyof ParcelValues>(key: Key) => parcels.map((parcel) => parcel[key] ?? null)
  const row = await ctx.db
    .with('s', (db) =>
      db
        .insertInto('shipment')
        .values({ ...shipment, provider_id: ctx.provider_id })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id'),
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
        .returning('id'),
    )
    .with('h', (db) =>
      db
        .insertInto('shipment_search')
        .columns(['provider_id', 'shipment_id', 'haystack'])
        .expression(sql`SELECT ${ctx.provider_id}::int, s.id, ${haystack}::text FROM s` as never)
        .returning('shipment_id'),
    )
    .selectFrom('s')
    .select('s.id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Writes the charge rows of one pricing. */
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

/** Closes the rows of the earlier pricing; rows added by hand stay. */
export async function closeCharges(ctx: Context, shipmentId: number): Promise<void> {
  await ctx.db
    .updateTable('shipment_charge')
    .set({ valid_until: ctx.now })
    .where('shipment_id', '=', shipmentId)
    .where('valid_until', 'is', null)
    .where('is_custom_charge', '=', false)
    .execute()
}

/** Closes a row added by hand; answers it, or `undefined` when the shipment has no such row now. */
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

/** Stores what free search looks through for a shipment. */
export async function saveSearchText(ctx: Context, shipmentId: number, haystack: string): Promise<void> {
  await ctx.db
    .updateTable('shipment_search')
    .set({ haystack })
    .where('shipment_id', '=', shipmentId)
    .execute()
}

/** Changes columns of a locked shipment and raises its version. */
export async function updateShipment(
  ctx: Context,
  id: number,
  changes: Updateable<ShipmentTable>,
): Promise<void> {
  await ctx.db
    .updateTable('shipment')
    .set({
      ...changes,
      version: sql<number>`version + 1`,
      modified_by: ctx.actor.username,
      time_modified: ctx.now,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Names the transaction on the current charges of a shipment, or on those that have none yet, as a step of the statement
 * whose step `t` makes the transaction and answers its id. Parts of a formula are posted by none.
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

/** Notes that charges of these shipments are on an invoice, after which they are not priced again. */
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
 * Puts a parcel in a bay (`null`: in none), as a step of the statement that records why; `undefined` leaves its bay and
 * scan time alone.
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

/** Gives parcels one status (and, when given, a place). */
export async function setParcelStatus(
  ctx: Context,
  ids: readonly number[],
  status: ShipmentStatus,
  branchId?: number | null,
): Promise<void> {
  if (ids.length === 0) return
  await ctx.db
    .updateTable('parcel')
    .set({
      status,
      time_modified: ctx.now,
      ...(branchId === undefined ? {} : { current_branch_id: branchId }),
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

/** Which of these references are taken, among shipments and live parcels. */
export async function takenReferences(ctx: Context, references: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    SELECT custom_tracking_reference AS reference FROM shipment WHERE custom_tracking_reference = ANY(${references})
    UNION SELECT short_tracking_reference FROM shipment WHERE short_tracking_reference = ANY(${references})
    UNION SELECT alternative_tracking_reference FROM parcel WHERE alternative_tracking_reference = ANY(${references}) AND status <> 'cancelled'
    UNION SELECT tracking_reference FROM parcel WHERE tracking_reference = ANY(${references})`.execute(ctx.db)
  return rows.map((row) => row.reference)
}

/** How many returns a shipment already has. */
export async function countReturns(ctx: Context, shipmentId: number): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('shipment')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('return_of_shipment_id', '=', shipmentId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Gives shipments the new name of a tag, or takes it off when `to` is null. */
export async function renameTag(ctx: Context, change: { from: string; to: string | null }): Promise<void> {
  const { borne, renamed } = tagsRenamed(change)
  await sql`UPDATE shipment SET tags = ${renamed}, version = version + 1, time_modified = ${ctx.now} WHERE tags <> '{}' AND ${borne}`.execute(
    ctx.db,
  )
}

/** How many shipments bear the tag of a name, as SQL. */
export function countTaggedShipments(name: RawBuilder<string>): RawBuilder<number> {
  return sql<number>`SELECT count(*) FROM shipment WHERE tags <> '{}' AND ${hasTagCondition(name)}`
}

/** The condition that a shipment is an account's, as SQL. */
export function isShipmentOf(id: RawBuilder<number>, accountId: number): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM shipment WHERE shipment.id = ${id} AND shipment.account_id = ${accountId})`
}
