import type { counterApi } from '@waybill/domain/counter/api'
import { mayWorkAt } from '@waybill/domain/counter/handover'
import type { CounterParcel, CounterStock } from '@waybill/domain/counter/model'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { isFor } from '@waybill/domain/shipments/statuses/status'
import type { Context, Handler } from '../kit/handler.ts'
import { unrestricted } from '../kit/unrestricted.ts'
import { listStock } from '../lockers/index.ts'
import type { PointRow } from '../pickup-points/index.ts'
import { readParcels, readShipmentRows, type ShipmentRow } from '../shipments/index.ts'
import { listOwnPoints, requireWorkplace } from './counter-point.ts'
import { findLastClose, pointLimit } from './counter-store.ts'

/** Lists the points at which the user may work, and the parcels of one of them. */
export const readCounter: Handler<typeof counterApi.stock> = async (ctx, { point_id }) => {
  const limit = await pointLimit(ctx, ctx.actor.username)
  const points = (await listOwnPoints(ctx)).filter(({ id }) => mayWorkAt(ctx.actor, id, limit) === true)
  return {
    points: points.map(presentPoint),
    stock: point_id === undefined ? null : await readStock(ctx, await requireWorkplace(ctx, point_id)),
  }
}

function presentPoint({ id, pickup_point_id, name, type, status, out_of_order_reason }: PointRow) {
  return {
    id,
    pickup_point_id,
    name,
    type,
    out_of_order_reason: status === 'offline' ? out_of_order_reason || 'it is out of order' : '',
  }
}

async function readStock(ctx: Context, point: PointRow): Promise<CounterStock> {
  const today = startOfDay(dayOf(ctx.now))
  const last = await findLastClose(ctx, point.id, today)
  return {
    parcels: await readStockParcels(ctx, point.id),
    closed:
      (last && {
        by: last.username,
        at: last.occurred_at,
        difference: last.answer.difference ?? { missing: [], unexpected: [] },
      }) ||
      null,
  }
}

/**
 * Returns the parcels that are at a point, are expected there or left it today. The caller has checked that the actor
 * works there, so their shipments are read without the limits of the actor.
 */
export async function readStockParcels(ctx: Context, pointId: number): Promise<CounterParcel[]> {
  const today = startOfDay(dayOf(ctx.now))
  const stock = await listStock(ctx, pointId, today)
  const ids = stock.map(({ shipment_id }) => shipment_id)
  const shipments = new Map((await readShipmentRows(unrestricted(ctx), ids)).map((row) => [row.id, row]))
  const parcels = Map.groupBy(await readParcels(ctx, ids), ({ shipment_id }) => shipment_id)
  return stock.flatMap(({ shipment_id, leg, state, deadline, time_deposited, door }): CounterParcel[] => {
    const row = shipments.get(shipment_id)
    if (!row || (state !== 'collected' && !isFor('active', row.status))) return []
    const reference = row.custom_tracking_reference ?? row.short_tracking_reference
    const labels = (parcels.get(shipment_id) ?? []).flatMap((parcel) => [
      parcel.tracking_reference,
      ...(parcel.alternative_tracking_reference === null ? [] : [parcel.alternative_tracking_reference]),
    ])
    return [
      {
        shipment_id,
        reference,
        other_references: [row.short_tracking_reference, ...labels],
        leg,
        state: stateOf(state, leg, row),
        receiver: receiverOf(row),
        driver: row[`${leg}_agent_id`] ?? '',
        door,
        has_come_today: time_deposited !== null && time_deposited >= today,
        time_deposited,
        deadline,
      },
    ]
  })
}

function stateOf(state: string, leg: CounterParcel['leg'], row: ShipmentRow): CounterParcel['state'] {
  if (state === 'collected') return 'left'
  if (state !== 'deposited' && state !== 'expired') return 'expected'
  return leg === 'collection' || row.status === 'collect-and-return-to-hub' ? 'for-driver' : 'waiting'
}

/** Returns the name of the person whom a shipment is for. */
export function receiverOf({ delivery_contact }: Pick<ShipmentRow, 'delivery_contact'>): string {
  return delivery_contact?.name ?? ''
}
