import { open_states } from '@waybill/domain/pickup-points/reservation'
import { anyOf } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'
import { listDoors } from '../pickup-points/index.ts'

/** Lists the reservations of a point that are open, or whose parcel has left since a time; the oldest first. */
export async function listStock(ctx: Context, pointId: number, leftSince: Date) {
  const rows = await ctx.db
    .selectFrom('locker_reservation')
    .select(['shipment_id', 'leg', 'state', 'door_id', 'deadline', 'time_deposited'])
    .where('point_id', '=', pointId)
    .where((eb) =>
      eb.or([
        eb('state', '=', anyOf(open_states)),
        eb.and([eb('state', '=', 'collected'), eb('time_modified', '>=', leftSince)]),
      ]),
    )
    .orderBy('id')
    .execute()
  const doors = new Map((await listDoors(ctx, [pointId])).map(({ id, name }) => [id, name]))
  return rows.map(({ door_id, ...row }) => ({
    ...row,
    door: door_id === null ? '' : (doors.get(door_id) ?? ''),
  }))
}

/** Returns the leg for which a parcel is at a point now; `null` when it is not there. */
export async function legHeldAt(
  ctx: Context,
  shipmentId: number,
  pointId: number,
): Promise<'collection' | 'delivery' | null> {
  const row = await ctx.db
    .selectFrom('locker_reservation')
    .select('leg')
    .where('shipment_id', '=', shipmentId)
    .where('point_id', '=', pointId)
    .where('state', 'in', ['deposited', 'expired'])
    .executeTakeFirst()
  return row?.leg ?? null
}
