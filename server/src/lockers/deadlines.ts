import { statusAfterPointEvent } from '@waybill/domain/lockers/point-events'
import { Problem } from '@waybill/domain/kit/problem'
import { pickupReminderDue } from '@waybill/domain/pickup-points/events'
import { reminderLeads, remindersDue, stateAfter } from '@waybill/domain/pickup-points/reservation'
import type { Context, ExternalContext } from '../kit/handler.ts'
import { enterStatus, lockShipment } from '../shipments/index.ts'
import { pointTimes } from './places.ts'
import { listDue, listToRemind, lockReservation, updateReservation } from './reservation-store.ts'

/** Maximum number of parcels of one kind per run; the next run takes the rest. */
const max_per_run = 500

/**
 * Ends the time at pickup points: parcels that were not fetched go back to the hub, bookings that were not dropped off
 * are cancelled, and receivers are reminded. Each parcel has its own transaction.
 */
export async function endPointTimes(ctx: ExternalContext): Promise<void> {
  const lists = await ctx.inTransaction(async (tx) => ({
    expired: await listDue(tx, 'deadline', ['deposited'], max_per_run),
    absent: await listDue(tx, 'deadline', ['wanted'], max_per_run),
    waiting: await listToRemind(tx, reminderLeads(pointTimes(tx)), max_per_run),
  }))
  await forEach(ctx, lists.expired, expire)
  await forEach(ctx, lists.absent, cancelAbsent)
  await forEach(ctx, lists.waiting, remind)
}

interface Due {
  id: number
  shipment_id: number
}

async function forEach(
  ctx: ExternalContext,
  due: readonly Due[],
  run: (tx: Context, one: Due) => Promise<void>,
): Promise<void> {
  for (const one of due)
    try {
      await ctx.inTransaction((tx) => run(tx, one))
    } catch (error) {
      // If one shipment is rejected, for example because it was invoiced meanwhile, continue with the others.
      if (!(error instanceof Problem)) throw error
    }
}

async function expire(ctx: Context, { id, shipment_id }: Due): Promise<void> {
  const row = await lockShipment(ctx, shipment_id)
  const reservation = await lockReservation(ctx, id)
  if (!reservation || !reservation.deadline || reservation.deadline > ctx.now) return
  const state = stateAfter(reservation.state, 'expire')
  if (state === null || reservation.leg !== 'delivery') return
  await updateReservation(ctx, id, { state })
  const to = statusAfterPointEvent({ kind: 'expire', leg: 'delivery' }, row)
  if (to !== row.status) await enterStatus(ctx, row, { to, source: 'locker' })
}

async function cancelAbsent(ctx: Context, { id, shipment_id }: Due): Promise<void> {
  const row = await lockShipment(ctx, shipment_id)
  const reservation = await lockReservation(ctx, id)
  if (!reservation?.deadline || reservation.deadline > ctx.now || reservation.leg !== 'collection') return
  const to = statusAfterPointEvent({ kind: 'expire', leg: 'collection' }, row)
  if (to === row.status) return
  await enterStatus(ctx, row, { to, message: 'Not dropped off in time', source: 'locker' })
}

async function remind(ctx: Context, { id }: Due): Promise<void> {
  const reservation = await lockReservation(ctx, id)
  if (reservation?.state !== 'deposited' || !reservation.deadline) return
  const due = remindersDue(reservation.deadline, pointTimes(ctx), ctx.now)
  if (due <= reservation.reminders) return
  await updateReservation(ctx, id, { reminders: due })
  await ctx.emit(pickupReminderDue, {
    reservation_id: id,
    deadline: reservation.deadline.toISOString(),
    shipment_id: reservation.shipment_id,
    reminder: due,
  })
}
