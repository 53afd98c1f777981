import { isStaff } from '@waybill/domain/kit/actor'
import { forbidden, invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import type { lockersApi } from '@waybill/domain/lockers/api'
import { statusAfterPointEvent } from '@waybill/domain/lockers/point-events'
import { compartmentMessage } from '@waybill/domain/pickup-points/compartment-message'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { statusLabel } from '@waybill/domain/shipments/statuses/status'
import type { Context, Handler } from '../kit/handler.ts'
import { place, providerMap } from '../maps/index.ts'
import {
  dropoffPin,
  enterStatus,
  findByReference,
  lockShipment,
  stopTimeOf,
  type ShipmentRow,
} from '../shipments/index.ts'
import { depositPlace, pointOfLeg, takeDropoffDoor } from './places.ts'

/**
 * Notes that the sender dropped a parcel off at a pickup point. From now on a driver collects it there: the first one
 * on duty in the zone of the point.
 */
export async function dropOff(
  ctx: Context,
  row: ShipmentRow,
  { door, date }: { door: string; date: Date },
): Promise<void> {
  const named = await depositPlace(ctx, row, { leg: 'collection', door, at: date })
  const point = await pointOfLeg(ctx, row, 'collection')
  const agent =
    row.collection_agent_id ??
    place(await providerMap(ctx), point ?? null, 'collection', stopTimeOf(row, 'collection')).agent
  await enterStatus(ctx, row, {
    to: statusAfterPointEvent({ kind: 'deposit', leg: 'collection' }, { ...row, collection_agent_id: agent }),
    date,
    message: `Dropped off at ${point?.name ?? 'the pickup point'}`,
    internal_message: compartmentMessage(named),
    source: 'locker',
    changes: {
      collection_agent_id: agent,
      original_collection_agent_id: row.original_collection_agent_id ?? agent,
    },
  })
}

/**
 * Takes in a parcel at an own locker from its sender, who enters the drop-off PIN. The smallest free door that fits is
 * chosen now, because the sender stands in front of it (docs/domain/pickup-points.md#people-at-own-points).
 */
export const acceptDropoff: Handler<typeof lockersApi.dropOff> = async (ctx, input) => {
  if (!isStaff(ctx.actor)) throw forbidden('Only our points and our staff may take in a parcel.')
  const [found] = await findByReference(ctx, cleanReference(input.tracking_reference), false)
  if (!found) throw notFound('Could not find this parcel.')
  const row = await lockShipment(ctx, found.shipment_id)
  const point = await pointOfLeg(ctx, row, 'collection')
  if (point?.pickup_point_provider !== 'own' || point.pickup_point_id !== input.pickup_point_id)
    throw wrongState(`This parcel is not dropped off here${point ? `, but at ${point.name}` : ''}.`)
  if (point.type === 'counter') throw wrongState(`Hand this parcel to the staff of ${point.name}.`)
  if (row.status !== 'awaiting-dropoff')
    throw wrongState(`This parcel is ${statusLabel(row.status).toLowerCase()} and cannot be dropped off.`)
  if (input.pin.trim() !== dropoffPin(ctx, row))
    throw invalid('This PIN is incorrect.', [{ field: 'pin', message: 'is incorrect' }])
  const door = await takeDropoffDoor(ctx, row)
  await dropOff(ctx, row, { door, date: ctx.now })
  return { door, message: `Put the parcel into door ${door} and close it.` }
}
