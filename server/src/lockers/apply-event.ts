import { compartmentMessage } from '@waybill/domain/pickup-points/compartment-message'
import { statusAfterPointEvent } from '@waybill/domain/lockers/point-events'
import { stateAfter } from '@waybill/domain/pickup-points/reservation'
import type { Context } from '../kit/handler.ts'
import { enterStatus, lockShipment, type ShipmentRow } from '../shipments/index.ts'
import type { NetworkEvent, PointNetwork } from './network.ts'
import { lockPoint } from '../pickup-points/index.ts'
import { dropOff } from './drop-off.ts'
import { handOut } from './receiver-pickup.ts'
import { depositPlace, failPlace, leaveAfterPickup } from './places.ts'
import {
  findByNetworkReference,
  insertLockerEvent,
  lockReservation,
  noteOutcome,
  updateReservation,
  type ReservationRow,
} from './reservation-store.ts'

/** What was done with a report of a network; stored with it. */
export type EventOutcome = 'applied' | 'repeated' | 'late' | 'unknown reservation'

/**
 * Applies a report of a network once: late and repeated reports change nothing, and reports about unknown reservations
 * are kept for staff (docs/domain/pickup-points.md#reservations).
 */
export async function applyNetworkEvent(
  ctx: Context,
  network: PointNetwork['name'],
  event: NetworkEvent,
): Promise<EventOutcome> {
  const found = await findByNetworkReference(ctx, network, event.network_reference)
  const { event_id, kind, occurred_at } = event
  const isNew = await insertLockerEvent(ctx, {
    network,
    event_id,
    kind,
    occurred_at,
    reservation_id: found?.id ?? null,
  })
  if (!isNew) return 'repeated'
  const outcome = found ? await applyTo(ctx, found, event) : 'unknown reservation'
  await noteOutcome(ctx, network, event_id, outcome)
  return outcome
}

async function applyTo(
  ctx: Context,
  { id, shipment_id }: { id: number; shipment_id: number },
  event: NetworkEvent,
): Promise<EventOutcome> {
  const row = await lockShipment(ctx, shipment_id)
  const reservation = await lockReservation(ctx, id)
  if (!reservation || stateAfter(reservation.state, event.kind) === null) return 'late'
  switch (event.kind) {
    case 'deposit':
      await deposit(ctx, row, reservation, event)
      break
    case 'collect':
      await collect(ctx, row, reservation, event)
      break
    case 'fail':
      await failPlace(ctx, row, reservation, 'The network gave the place away.')
      break
    case 'expire': {
      await updateReservation(ctx, id, { state: 'expired' })
      const to = statusAfterPointEvent({ kind: 'expire', leg: reservation.leg }, row)
      if (to !== row.status) await enterStatus(ctx, row, { to, date: event.occurred_at, source: 'locker' })
      break
    }
  }
  return 'applied'
}

/** A courier's deposit makes the parcel ready for its receiver; a sender's makes it ready for the driver. */
async function deposit(
  ctx: Context,
  row: ShipmentRow,
  { leg }: ReservationRow,
  { door, occurred_at: date }: NetworkEvent,
): Promise<void> {
  if (leg === 'collection') return dropOff(ctx, row, { door, date })
  const message = compartmentMessage(await depositPlace(ctx, row, { leg, door, at: date }))
  await enterStatus(ctx, row, { to: 'in-locker', date, message, source: 'locker' })
  const inside = await lockShipment(ctx, row.id)
  await enterStatus(ctx, inside, { to: 'ready-for-pickup', date, message, source: 'locker' })
}

/** The receiver's pickup delivers the parcel; what a courier takes out goes to a hub. */
async function collect(
  ctx: Context,
  row: ShipmentRow,
  reservation: ReservationRow,
  { by, occurred_at: date }: NetworkEvent,
): Promise<void> {
  const { leg } = reservation
  if (leg === 'delivery' && by === 'receiver')
    return handOut(ctx, row, reservation, {
      date,
      source: 'locker',
      message: 'Fetched from the locker',
      data: { type: 'proof-of-delivery-details' },
    })
  const type = (await lockPoint(ctx, reservation.point_id))?.type
  await leaveAfterPickup(ctx, row.id, leg)
  const to = statusAfterPointEvent({ kind: 'collect', leg, by, ...(type ? { point_type: type } : {}) }, row)
  await enterStatus(ctx, row, {
    to,
    date,
    source: 'locker',
    ...(leg === 'delivery' ? { is_internal: true, changes: { taken_out_by_driver: true } } : {}),
  })
}
