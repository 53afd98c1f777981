import { shipmentBooked } from '@waybill/domain/shipments/events'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { readAddresses } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'
import { place, providerMap } from '../../maps/index.ts'
import { pointOf } from '../../rates/index.ts'
import { enterStatus } from '../statuses/enter-status.ts'
import { collectionAgent, routedStatus } from './routed-status.ts'
import { stopTimeOf } from '../stop-time.ts'
import type { ShipmentRow } from '../store.ts'

/**
 * Turns a locked quote or unpaid shipment into a booking: sets it to submitted, routes it to drivers like a new
 * booking, and publishes `shipmentBooked`, so that it is charged and its messages are sent (PAY-037, PAY-040).
 */
export async function acceptShipment(ctx: Context, row: ShipmentRow, internalMessage: string): Promise<void> {
  const addresses = await readAddresses(ctx, [row.collection_address_id, row.delivery_address_id])
  const map = await providerMap(ctx)
  const agentAt = (side: 'collection' | 'delivery'): string | null => {
    const address = addresses.get(row[`${side}_address_id`])
    return address ? place(map, pointOf(address), side, stopTimeOf(row, side)).agent : null
  }
  const agents = {
    collection_agent_id: collectionAgent(row.collection_pickup_point_id, agentAt('collection')),
    delivery_agent_id: agentAt('delivery'),
  }
  await enterStatus(ctx, row, {
    to: 'submitted',
    internal_message: internalMessage,
    source: 'payment',
    changes: {
      ...agents,
      original_collection_agent_id: agents.collection_agent_id,
      original_delivery_agent_id: agents.delivery_agent_id,
      submitted_date: ctx.now,
      payment_intervention_status: '',
    },
  })
  await ctx.emit(shipmentBooked, { shipment_id: row.id, account_id: row.account_id })
  const to: ShipmentStatus = routedStatus(row.collection_pickup_point_id, agents.collection_agent_id)
  await enterStatus(
    ctx,
    { ...row, status: 'submitted', ...agents, submitted_date: ctx.now },
    { to, source: 'system' },
  )
}
