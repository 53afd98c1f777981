import type { PayloadOf } from '@waybill/domain/kit/event'
import { placeChanged, type placeWanted } from '@waybill/domain/pickup-points/events'
import { stateAfter } from '@waybill/domain/pickup-points/reservation'
import type { ExternalContext } from '../kit/handler.ts'
import { lockShipment } from '../shipments/index.ts'
import { askNetwork } from './ask-network.ts'
import { pointNetworksPort } from './networks/index.ts'
import { planPlace, settlePlace } from './places.ts'
import { findReservation, listDue, lockReservation } from './reservation-store.ts'

/** Maximum number of requests for a place that one run repeats; the next run takes the rest. */
const max_per_run = 500

/**
 * Reserves a place for a shipment: at once at own points, else by asking the network, outside of a transaction. The
 * request has the same reference in every attempt, so a lost answer leads to no second place.
 */
export async function reservePlace(
  ctx: ExternalContext,
  { reservation_id, shipment_id }: PayloadOf<typeof placeWanted>,
): Promise<void> {
  const plan = await ctx.inTransaction((tx) => planPlace(tx, reservation_id, shipment_id))
  if (!plan) return
  const answer = await askNetwork(ctx, plan)
  await ctx.inTransaction(async (tx) => {
    const row = await lockShipment(tx, shipment_id)
    const reservation = await lockReservation(tx, reservation_id)
    if (!reservation) return
    if (stateAfter(reservation.state, 'reserve') !== null) await settlePlace(tx, row, reservation, answer)
    else if (answer.ok && reservation.state === 'released')
      await tx.emit(placeChanged, { reservation_id, shipment_id, until: null })
  })
}

/** Notifies the network that a place is needed longer or no longer. Throws while it does not answer, to be repeated. */
export async function notifyNetwork(
  ctx: ExternalContext,
  { reservation_id, until }: PayloadOf<typeof placeChanged>,
): Promise<void> {
  const found = await ctx.inTransaction((tx) => findReservation(tx, reservation_id))
  if (!found || found.network === 'own' || found.network_reference === '') return
  const adapter = ctx.adapter(pointNetworksPort)[found.network]
  if (!adapter.isConnected(ctx)) return
  if (until === null) await adapter.release(ctx, found.network_reference)
  else await adapter.extend(ctx, found.network_reference, new Date(until))
}

/** Repeats the requests for a place that are due. */
export async function retryPlaces(ctx: ExternalContext): Promise<void> {
  const due = await ctx.inTransaction((tx) => listDue(tx, 'next_attempt', ['wanted', 'failed'], max_per_run))
  for (const { id, shipment_id } of due) await reservePlace(ctx, { reservation_id: id, shipment_id })
}
