import { invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import type { PayloadOf } from '@waybill/domain/kit/event'
import type { shipmentBooked } from '@waybill/domain/shipments/events'
import type { Context } from '../kit/handler.ts'
import { enterStatus, lockShipment } from '../shipments/index.ts'
import { requestName } from './present-request.ts'
import { readRequestRows } from './store.ts'

/**
 * Sets the status of a shipment booked for a collection request to collected, with the time of that collection.
 * Throws when the request is not yet collected or belongs to another account (docs/domain/collections.md).
 */
export async function captureForRequest(
  ctx: Context,
  { shipment_id, collection_request_id: id }: PayloadOf<typeof shipmentBooked>,
): Promise<void> {
  if (id === undefined) return
  const shipment = await lockShipment(ctx, shipment_id)
  const [request] = await readRequestRows(ctx, [id])
  if (!request || request.account_id !== shipment.account_id)
    throw notFound(`Could not find collection request ${id} of this account.`)
  const status = request.status
  if (status !== 'closed' || request.collected_date === null)
    throw wrongState(
      `${requestName(request)} has not been collected yet. Book without it, or wait for the collection.`,
    )
  if (shipment.collection_pickup_point_id !== null)
    throw invalid('A shipment that a driver has collected cannot start at a pickup point.', [
      { field: 'collection_pickup_point_id', message: 'must be left out with collection_request_id' },
    ])
  await enterStatus(ctx, shipment, {
    to: 'collected',
    date: request.collected_date,
    message: `Collected with ${requestName(request)}`,
    source: 'system',
    changes: request.agent_id === null ? {} : { collection_agent_id: request.agent_id },
  })
}
