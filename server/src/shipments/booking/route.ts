import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { Context } from '../../kit/handler.ts'
import { place, providerMap } from '../../maps/index.ts'
import { pointOf } from '../../rates/index.ts'
import { collectionAgent, routedStatus } from './routed-status.ts'
import type { ShipmentValues } from '../store.ts'
import type { BookingDraft } from './draft.ts'

/** The branches and drivers of a shipment, and its status after routing. */
export interface BookingRoute {
  /**
   * The status after routing: the result of `routedStatus` for a submitted shipment, otherwise the first status
   * unchanged.
   */
  status: ShipmentStatus
  values: Pick<
    ShipmentValues,
    | 'collection_agent_id'
    | 'delivery_agent_id'
    | 'original_collection_agent_id'
    | 'original_delivery_agent_id'
    | 'collection_agent_zone'
    | 'delivery_agent_zone'
    | 'collection_agent_routing_number'
    | 'delivery_agent_routing_number'
    | 'collection_branch_id'
    | 'delivery_branch_id'
    | 'current_branch_id'
  >
}

/** Routes a booking with the company's map: finds branch and driver for each side, on its collection or delivery day. */
export async function route(ctx: Context, draft: BookingDraft): Promise<BookingRoute> {
  const { input, places, status } = draft
  const { dates } = draft.offer
  const map = await providerMap(ctx)
  const pick = place(map, pointOf(places.collection.address), 'collection', {
    day: dayOf(dates.collection_date),
    after: input.collection_after,
    before: input.collection_before,
  })
  const drop = place(map, pointOf(places.delivery.address), 'delivery', {
    day: dayOf(dates.delivery_date_from),
    after: input.delivery_after,
    before: input.delivery_before,
  })
  const isSubmitted = status === 'submitted'
  const collectionAgentId = isSubmitted
    ? collectionAgent(places.collection.pickup_point_id, pick.agent)
    : null
  const deliveryAgentId = isSubmitted ? drop.agent : null
  return {
    status: isSubmitted ? routedStatus(places.collection.pickup_point_id, pick.agent) : status,
    values: {
      collection_agent_id: collectionAgentId,
      delivery_agent_id: deliveryAgentId,
      original_collection_agent_id: collectionAgentId,
      original_delivery_agent_id: deliveryAgentId,
      collection_agent_zone: pick.driver_zone?.name ?? null,
      delivery_agent_zone: drop.driver_zone?.name ?? null,
      collection_agent_routing_number: pick.driver_zone?.routing_number ?? null,
      delivery_agent_routing_number: drop.driver_zone?.routing_number ?? null,
      collection_branch_id: pick.branch?.id ?? null,
      delivery_branch_id: drop.branch?.id ?? null,
      current_branch_id: null,
    },
  }
}
