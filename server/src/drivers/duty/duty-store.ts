import type { ActionPayload } from '@waybill/domain/drivers/api'
import { duty_actions, type DutyChange } from '@waybill/domain/drivers/duty'
import { with_driver_statuses, type HandBack } from '@waybill/domain/drivers/hand-back'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { isFor, shipment_statuses } from '@waybill/domain/shipments/statuses/status'
import { sql } from 'kysely'
import { anyOf } from '../../kit/db.ts'
import type { Context } from '../../kit/handler.ts'

/** A stored action of a driver's day. */
export interface StoredChange extends DutyChange {
  username: string
  /** The answers of a vehicle check. */
  vehicle_check: NonNullable<ActionPayload['vehicle_check']>
}

/** The time of an action on the server clock: the phone time minus its clock offset, not after its arrival. */
export const corrected = sql<Date>`least(time_received, occurred_at - make_interval(secs => coalesce((payload->>'clock_offset_seconds')::float8, 0)))`

/**
 * Returns the applied actions of these drivers' days since a moment, in the order in which they arrived. Phones whose
 * clock is up to a day wrong are included.
 */
export async function readDutyChanges(
  ctx: Context,
  usernames: readonly string[],
  since: Date,
): Promise<StoredChange[]> {
  const rows = await ctx.db
    .selectFrom('driver_action')
    .select([
      'username',
      sql<StoredChange['type']>`type`.as('type'),
      corrected.as('at'),
      sql<StoredChange['vehicle_check'] | null>`payload->'payload'->'vehicle_check'`.as('vehicle_check'),
    ])
    .where('username', '=', anyOf(usernames))
    .where('type', 'in', duty_actions)
    .where('result', '=', 'applied')
    .where('occurred_at', '>=', new Date(since.getTime() - day_ms))
    .orderBy('id')
    .execute()
  return rows
    .filter(({ at }) => at >= since)
    .map(({ vehicle_check, ...change }) => ({ ...change, vehicle_check: vehicle_check ?? [] }))
}

/** Returns whether the calling driver is on duty. */
export async function readOnDuty(ctx: Context): Promise<boolean> {
  const row = await ownDuty(ctx).executeTakeFirst()
  return row?.on_duty ?? false
}

/** As `readOnDuty`; locks the driver until the transaction ends, so that changes of one day wait for each other. */
export async function lockOnDuty(ctx: Context): Promise<boolean> {
  const row = await ownDuty(ctx).orderBy('id').forUpdate().executeTakeFirst()
  return row?.on_duty ?? false
}

function ownDuty(ctx: Context) {
  return ctx.db.selectFrom('app_user').select('on_duty').where('id', '=', ctx.actor.user_id)
}

/** Returns the drivers who are off duty and ended a day since a moment. */
export async function readEndedDrivers(ctx: Context, since: Date): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('driver_action as a')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.provider_id', '=', 'a.provider_id').onRef('u.username', '=', 'a.username'),
    )
    .select('a.username')
    .distinct()
    .where('u.on_duty', '=', false)
    .where('a.type', '=', 'end-day')
    .where('a.result', '=', 'applied')
    .where('a.occurred_at', '>=', new Date(since.getTime() - day_ms))
    .where(corrected, '>=', since)
    .execute()
  return rows.map(({ username }) => username)
}

/** Statuses of shipments of which a driver can have a parcel: others may be behind it. */
const active_statuses = shipment_statuses.filter((status) => isFor('active', status))

/** Returns the parcels that a driver has, by shipment. */
export async function listWithDriver(ctx: Context, username: string): Promise<HandBack[]> {
  const { rows } = await sql<HandBack>`
    SELECT s.id AS shipment_id, coalesce(s.custom_tracking_reference, s.short_tracking_reference) AS tracking_reference,
      p.tracking_reference AS parcel_reference, p.status
    FROM shipment s JOIN parcel p ON p.provider_id = s.provider_id AND p.shipment_id = s.id
    WHERE s.provider_id = ${ctx.provider_id} AND s.status = ANY(${active_statuses}) AND p.status = ANY(${with_driver_statuses})
      AND (s.collection_agent_id = ${username} OR s.delivery_agent_id = ${username})
      AND ((p.status = 'collected' AND s.collection_agent_id = ${username})
        OR (p.status <> 'collected' AND s.delivery_agent_id = ${username}))
    ORDER BY s.id, p.id`.execute(ctx.db)
  return rows
}
