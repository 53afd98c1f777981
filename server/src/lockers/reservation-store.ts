import type { PickupPointType } from '@waybill/domain/pickup-points/model'
import { holding_states, open_states, type ReservationState } from '@waybill/domain/pickup-points/reservation'
import { sql, type Selectable, type Updateable } from 'kysely'
import { anyOf } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'
import type { LockerReservationTable } from '../kit/tables.ts'

export type ReservationRow = Selectable<LockerReservationTable>
type Leg = ReservationRow['leg']

/** Locks and returns the open reservation of a leg; `undefined` when there is none. */
export async function lockOpenReservation(
  ctx: Context,
  shipmentId: number,
  leg: Leg,
): Promise<ReservationRow | undefined> {
  return ctx.db
    .selectFrom('locker_reservation')
    .selectAll()
    .where('shipment_id', '=', shipmentId)
    .where('leg', '=', leg)
    .where('state', '=', anyOf(open_states))
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the open reservations of a shipment; returns whether there are any. */
export async function lockOpenPlaces(ctx: Context, shipmentId: number): Promise<boolean> {
  const rows = await ctx.db
    .selectFrom('locker_reservation')
    .select('id')
    .where('shipment_id', '=', shipmentId)
    .where('state', '=', anyOf(open_states))
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.length > 0
}

/** Returns the open reservations of a shipment: at most one for each leg. */
export async function findOpenPlaces(ctx: Context, shipmentId: number) {
  return ctx.db
    .selectFrom('locker_reservation')
    .select(['id', 'leg', 'state', 'deadline', 'extensions'])
    .where('shipment_id', '=', shipmentId)
    .where('state', '=', anyOf(open_states))
    .execute()
}

/** Locks and returns a reservation. */
export async function lockReservation(ctx: Context, id: number): Promise<ReservationRow | undefined> {
  return ctx.db
    .selectFrom('locker_reservation')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns the newest reservation with a number that its network gave it. */
export async function findByNetworkReference(
  ctx: Context,
  network: ReservationRow['network'],
  reference: string,
): Promise<{ id: number; shipment_id: number } | undefined> {
  return ctx.db
    .selectFrom('locker_reservation')
    .select(['id', 'shipment_id'])
    .where('network', '=', network)
    .where('network_reference', '=', reference)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Inserts a reservation; the unique index keeps a leg from having two open ones. */
export async function insertReservation(
  ctx: Context,
  values: Pick<ReservationRow, 'shipment_id' | 'leg' | 'point_id' | 'network' | 'deadline'>,
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('locker_reservation')
    .values({
      ...values,
      provider_id: ctx.provider_id,
      state: 'wanted',
      first_attempt: ctx.now,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateReservation(
  ctx: Context,
  id: number,
  changes: Updateable<LockerReservationTable>,
): Promise<void> {
  await ctx.db
    .updateTable('locker_reservation')
    .set({ ...changes, version: sql<number>`version + 1`, time_modified: ctx.now })
    .where('id', '=', id)
    .execute()
}

/** Returns ids of reservations in a state whose time `column` is over, the oldest first. */
export async function listDue(
  ctx: Context,
  column: 'next_attempt' | 'deadline',
  states: readonly ReservationState[],
  limit: number,
): Promise<{ id: number; shipment_id: number }[]> {
  return ctx.db
    .selectFrom('locker_reservation')
    .select(['id', 'shipment_id'])
    .where('state', '=', anyOf(states))
    .where(column, '<=', ctx.now)
    .orderBy(column)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns a reservation with the network of its point. */
export async function findReservation(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('locker_reservation')
    .select(['id', 'shipment_id', 'state', 'network', 'network_reference'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Returns deposited parcels for whose receivers a reminder is due, by the hours before the deadline at which reminders
 * are sent.
 */
export async function listToRemind(
  ctx: Context,
  leads: readonly number[],
  limit: number,
): Promise<{ id: number; shipment_id: number }[]> {
  if (leads.length === 0) return []
  const { rows } = await sql<{ id: number; shipment_id: number }>`
    SELECT r.id, r.shipment_id FROM locker_reservation r
    WHERE r.state = 'deposited' AND r.leg = 'delivery' AND r.deadline > ${ctx.now}
      AND r.reminders < (SELECT count(*) FROM unnest(${leads}::int[]) h
        WHERE r.deadline - make_interval(hours => h) <= ${ctx.now})
    ORDER BY r.deadline, r.id LIMIT ${limit}`.execute(ctx.db)
  return rows
}

/** A place that a shipment has at a pickup point, as its driver needs it. */
export interface PlaceRow {
  shipment_id: number
  leg: Leg
  state: ReservationState
  /** Name of the door of an own locker; `''` at counters and where the network knows it. */
  door: string
  courier_code_sealed: string | null
  point_type: PickupPointType
  point_name: string
  /** The address of the point, which is not that of the shipment any more once its delivery goes elsewhere. */
  address_id: number
}

/** Returns the places that shipments have, or had reserved, at pickup points. */
export async function listPlaces(ctx: Context, shipmentIds: readonly number[]): Promise<PlaceRow[]> {
  return ctx.db
    .selectFrom('locker_reservation as r')
    .innerJoin('pickup_point as p', (join) =>
      join.onRef('p.provider_id', '=', 'r.provider_id').onRef('p.id', '=', 'r.point_id'),
    )
    .leftJoin('pickup_door as d', (join) =>
      join.onRef('d.provider_id', '=', 'r.provider_id').onRef('d.id', '=', 'r.door_id'),
    )
    .where('r.shipment_id', '=', anyOf(shipmentIds))
    .where('r.state', '=', anyOf(holding_states))
    .select([
      'r.shipment_id',
      'r.leg',
      'r.state',
      'r.courier_code_sealed',
      'p.type as point_type',
      'p.name as point_name',
      'p.address_id',
    ])
    .select(sql<string>`coalesce(d.name, '')`.as('door'))
    .execute()
}

/** Returns the place of a delivery in which the parcel is or was last, with the time since when. */
export async function findLastPlace(
  ctx: Context,
  shipmentId: number,
): Promise<{ state: ReservationState; since: Date } | undefined> {
  return ctx.db
    .selectFrom('locker_reservation')
    .select([
      'state',
      sql<Date>`CASE WHEN state = 'collected' THEN time_modified ELSE time_deposited END`.as('since'),
    ])
    .where('shipment_id', '=', shipmentId)
    .where('leg', '=', 'delivery')
    .where('state', '=', anyOf(['deposited', 'expired', 'collected'] satisfies ReservationState[]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the reservation that has a door of a point; `undefined` while the door is free. */
export async function findAtDoor(
  ctx: Context,
  pointId: number,
  door: string,
): Promise<{ id: number; shipment_id: number } | undefined> {
  return ctx.db
    .selectFrom('locker_reservation as r')
    .innerJoin('pickup_door as d', (join) =>
      join.onRef('d.provider_id', '=', 'r.provider_id').onRef('d.held_by', '=', 'r.id'),
    )
    .where('d.point_id', '=', pointId)
    .where(sql<string>`lower(d.name)`, '=', door.trim().toLowerCase())
    .select(['r.id', 'r.shipment_id'])
    .executeTakeFirst()
}
