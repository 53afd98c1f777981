import { compartmentMessage } from '@waybill/domain/pickup-points/compartment-message'
import { networkNeedsStaff } from '@waybill/domain/lockers/events'
import { fitOfReport, statusAfterPointEvent } from '@waybill/domain/lockers/point-events'
import { wrongState } from '@waybill/domain/kit/problem'
import type { NetworkName } from '@waybill/domain/pickup-points/model'
import type { Context } from '../kit/handler.ts'
import { lockPoint } from '../pickup-points/index.ts'
import { enterStatus, lockShipment, type ShipmentRow } from '../shipments/index.ts'
import { dropOff } from './drop-off.ts'
import { insertLockerEvent, lockWaitingEvent, noteOutcome } from './event-store.ts'
import type { NetworkEvent } from './network.ts'
import { depositPlace, failPlace, leaveAfterPickup } from './places.ts'
import { handOut } from './receiver-pickup.ts'
import {
  findByNetworkReference,
  lockReservation,
  updateReservation,
  type ReservationRow,
} from './reservation-store.ts'

/** What was done with a report of a network; stored with it. */
export type EventOutcome = 'applied' | 'repeated' | 'late' | 'early' | 'unknown reservation'

/**
 * Applies a report of a network once. Late and repeated reports change nothing. Reports about unknown reservations, and
 * those that come before the deposit, are kept (docs/domain/pickup-points.md#reports-of-the-networks).
 */
export async function applyNetworkEvent(
  ctx: Context,
  network: NetworkName,
  event: NetworkEvent,
): Promise<EventOutcome> {
  return (await insertLockerEvent(ctx, network, event)) ? applyStored(ctx, network, event) : 'repeated'
}

/** Stores why a report could not be applied; it is not tried again. */
export async function noteRejected(
  ctx: Context,
  network: NetworkName,
  event: NetworkEvent,
  reason: string,
): Promise<void> {
  await insertLockerEvent(ctx, network, event)
  const found = await findByNetworkReference(ctx, network, event.network_reference)
  const outcome = `rejected: ${reason}`
  await noteOutcome(ctx, network, event.event_id, { outcome, reservation_id: found?.id ?? null })
  const row = found && (await lockShipment(ctx, found.shipment_id))
  await ctx.emit(networkNeedsStaff, {
    network,
    problem: 'reports-rejected',
    reason,
    subjects: [
      row ? (row.custom_tracking_reference ?? row.short_tracking_reference) : event.network_reference,
    ],
    count: 1,
  })
}

/** Applies a stored report that waits, if its time has come. */
export async function applyWaitingEvent(
  ctx: Context,
  network: NetworkName,
  event: NetworkEvent,
): Promise<void> {
  if (await lockWaitingEvent(ctx, network, event.event_id)) await applyStored(ctx, network, event)
}

async function applyStored(ctx: Context, network: NetworkName, event: NetworkEvent): Promise<EventOutcome> {
  const found = await findByNetworkReference(ctx, network, event.network_reference)
  const outcome = found ? await applyTo(ctx, found, event) : 'unknown reservation'
  await noteOutcome(ctx, network, event.event_id, { outcome, reservation_id: found?.id ?? null })
  return outcome
}

async function applyTo(
  ctx: Context,
  { id, shipment_id }: { id: number; shipment_id: number },
  event: NetworkEvent,
): Promise<EventOutcome> {
  const row = await lockShipment(ctx, shipment_id)
  const reservation = await lockReservation(ctx, id)
  if (!reservation) return 'late'
  const fit = fitOfReport(reservation.state, event.kind)
  if (fit === 'late' && reservation.state === 'released' && event.kind !== 'fail')
    throw wrongState(
      'The place of this parcel was given back, but the network reports about the parcel there. Find out where it is.',
    )
  if (fit !== 'now') return fit
  switch (event.kind) {
    case 'deposit':
      await deposit(ctx, row, reservation, event)
      break
    case 'collect':
      await collect(ctx, row, reservation, event)
      break
    case 'fail':
      await failPlace(ctx, row, reservation, { reason: 'full', message: 'The network gave the place away.' })
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
  const { type } = (await lockPoint(ctx, reservation.point_id)) ?? { type: 'locker' as const }
  if (leg === 'delivery' && by === 'receiver')
    return handOut(
      ctx,
      row,
      { type },
      {
        date,
        source: 'locker',
        message: 'Fetched from the locker',
        data: { type: 'proof-of-delivery-details' },
      },
    )
  await leaveAfterPickup(ctx, row.id, leg)
  const to = statusAfterPointEvent({ kind: 'collect', leg, by, point_type: type }, row)
  await enterStatus(ctx, row, {
    to,
    date,
    source: 'locker',
    ...(leg === 'delivery' ? { is_internal: true, changes: { taken_out_by_driver: true } } : {}),
  })
}
