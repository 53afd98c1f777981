import type { PayloadOf } from '@waybill/domain/kit/event'
import { placeWanted, type placeChanged } from '@waybill/domain/pickup-points/events'
import { isWanted, keepsPlace, nextAttempt } from '@waybill/domain/pickup-points/reservation'
import type { ExternalContext } from '../kit/handler.ts'
import { lockShipment } from '../shipments/index.ts'
import { askNetwork } from './ask-network.ts'
import { pointNetworksPort } from './networks/index.ts'
import { networkReference, planPlace, settlePlace } from './places.ts'
import { findReservation, listDue, lockReservation, updateReservation } from './reservation-store.ts'

/** Maximum number of requests for a place that one run repeats; the next run takes the rest. */
const max_per_run = 500

/**
 * Reserves a place for a shipment: at once at own points, else by asking the network, outside of a transaction. The
 * request has the same reference in every attempt, so a lost answer leads to no second place. What the network keeps
 * under this reference for nothing is given back.
 */
export async function reservePlace(
  ctx: ExternalContext,
  { reservation_id, shipment_id }: PayloadOf<typeof placeWanted>,
): Promise<void> {
  const plan = await ctx.inTransaction((tx) => planPlace(tx, reservation_id, shipment_id))
  if (!plan) return giveBackUnneeded(ctx, reservation_id)
  const answer = await askNetwork(ctx, plan)
  const isSettled = await ctx.inTransaction(async (tx) => {
    const row = await lockShipment(tx, shipment_id)
    const reservation = await lockReservation(tx, reservation_id)
    // The parcel was put in, or goes elsewhere, while the network was asked.
    if (!reservation || !isWanted(reservation)) return false
    await settlePlace(tx, row, reservation, answer)
    return true
  })
  if (!isSettled) await giveBackUnneeded(ctx, reservation_id)
}

/** Gives back what a network keeps for a reservation that does not need it. Throws while the network does not answer. */
async function giveBackUnneeded(ctx: ExternalContext, reservationId: number): Promise<void> {
  const found = await ctx.inTransaction((tx) => findReservation(tx, reservationId))
  if (!found || found.network === 'own') return
  const adapter = ctx.adapter(pointNetworksPort)[found.network]
  if (!adapter.isConnected(ctx)) return
  const needed = keepsPlace(found.state) ? found.network_reference : ''
  for (const open of await adapter.openReservations(ctx, networkReference(ctx, found)))
    if (open !== needed) await adapter.release(ctx, open)
}

/** Notifies the network that a place is needed longer. Throws while it does not answer, to be repeated. */
export async function notifyNetwork(
  ctx: ExternalContext,
  { reservation_id, until }: PayloadOf<typeof placeChanged>,
): Promise<void> {
  const found = await ctx.inTransaction((tx) => findReservation(tx, reservation_id))
  if (!found || found.network === 'own' || found.network_reference === '') return
  const adapter = ctx.adapter(pointNetworksPort)[found.network]
  if (adapter.isConnected(ctx)) await adapter.extend(ctx, found.network_reference, new Date(until))
}

/** Starts the requests for a place that are due again. */
export async function retryPlaces(ctx: ExternalContext): Promise<void> {
  const due = await ctx.inTransaction((tx) => listDue(tx, 'next_attempt', ['wanted', 'failed'], max_per_run))
  for (const { id, shipment_id } of due)
    await ctx.inTransaction(async (tx) => {
      const reservation = await lockReservation(tx, id)
      if (!reservation?.next_attempt || reservation.next_attempt > tx.now) return
      await updateReservation(tx, id, { next_attempt: nextAttempt(tx.now, tx.now) })
      await tx.emit(placeWanted, { reservation_id: id, shipment_id })
    })
}
