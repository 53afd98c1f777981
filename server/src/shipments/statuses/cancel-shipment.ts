import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { checkMove, mayCancel } from '@waybill/domain/shipments/statuses/manual-status-changes'
import { allow_account_users_to_cancel } from '@waybill/domain/shipments/settings'
import { eventTextsBy } from '@waybill/domain/shipments/field-visibility'
import { ensure } from '@waybill/domain/kit/rule-result'
import { getAccount } from '../../accounts/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { enterStatus } from './enter-status.ts'
import { shipmentIdOf } from '../lists/which-shipment.ts'
import { readShipments } from '../lists/present-shipment.ts'
import { lockShipment, type ShipmentRow } from '../store.ts'

/**
 * Cancels a shipment with its parcels. Billing reverses the charges. Cancelling twice changes nothing
 * (docs/domain/public-api.md#cancelling).
 */
export const cancelShipment: Handler<typeof shipmentsApi.cancel> = async (ctx, input) => {
  const row = await lockShipment(ctx, await shipmentIdOf(ctx, input))
  await cancelLocked(ctx, row, input.message ?? (ctx.request.channel === 'web' ? '' : 'Cancelled'))
  const [shipment] = await readShipments(ctx, [row.id], false)
  if (!shipment) throw new Error('A cancelled shipment could not be read back.')
  return shipment
}

/** Cancels a locked shipment if the actor may. Returns the event id, or 0 if it was already cancelled. */
export async function cancelLocked(ctx: Context, row: ShipmentRow, message: string): Promise<number> {
  const status = row.status
  const account = await getAccount(ctx, row.account_id)
  ensure(
    mayCancel(ctx.actor, movingOf(row), ctx.now, {
      allow_account_users_to_cancel: ctx.setting(allow_account_users_to_cancel),
      allow_cancelling_failed_collections: account.allow_cancelling_failed_collections,
    }),
  )
  if (status === 'cancelled') return 0
  ensure(checkMove('cancelled', message))
  const { event_id } = await enterStatus(ctx, row, { to: 'cancelled', ...eventTextsBy(ctx.actor, message) })
  return event_id
}

/** Returns the fields of a shipment row that the status change rules use. */
export function movingOf(row: ShipmentRow) {
  return {
    status: row.status,
    collection_agent_id: row.collection_agent_id ?? '',
    delivery_agent_id: row.delivery_agent_id ?? '',
    collected_date: row.collected_date,
    created_by: row.created_by,
    time_created: row.time_created,
  }
}
