import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { checkMove, mayCancel } from '@waybill/domain/shipments/moves'
import { allow_account_users_to_cancel } from '@waybill/domain/shipments/settings'
import { saidBy } from '@waybill/domain/shipments/seen-by'
import type { ShipmentStatus } from '@waybill/domain/shipments/status'
import { demand } from '@waybill/domain/kit/verdict'
import { getAccount } from '../accounts/index.ts'
import type { Ctx, Verb } from '../kit/verb.ts'
import { enterStatus } from './enter-status.ts'
import { shipmentIdOf } from './which-shipment.ts'
import { readShipments } from './seen-shipment.ts'
import { lockShipment, type ShipmentRow } from './store.ts'

/** Cancels a shipment with its parcels; charges are reversed by billing. Cancelling twice changes nothing (partner API 4.6). */
export const cancelShipment: Verb<typeof shipmentsApi.cancel> = async (ctx, input) => {
  const row = await lockShipment(ctx, await shipmentIdOf(ctx, input))
  await cancelLocked(ctx, row, input.message ?? (ctx.request.channel === 'web' ? '' : 'Cancelled'))
  const [shipment] = await readShipments(ctx, [row.id], false)
  if (!shipment) throw new Error('A cancelled shipment could not be read back.')
  return shipment
}

/** Cancels a locked shipment when its actor may; answers the event's id, 0 when it was cancelled already. */
export async function cancelLocked(ctx: Ctx, row: ShipmentRow, message: string): Promise<number> {
  const status = row.status as ShipmentStatus
  const account = await getAccount(ctx, row.account_id)
  demand(
    mayCancel(ctx.actor, movingOf(row), {
      allow_account_users_to_cancel: ctx.setting(allow_account_users_to_cancel),
      allow_cancelling_failed_collections: account.allow_cancelling_failed_collections,
    }),
  )
  if (status === 'cancelled') return 0
  demand(checkMove('cancelled', message))
  const { event_id } = await enterStatus(ctx, row, { to: 'cancelled', ...saidBy(ctx.actor, message) })
  return event_id
}

/** A shipment row as the rules of moving read it. */
export function movingOf(row: ShipmentRow) {
  return {
    status: row.status as ShipmentStatus,
    collection_agent_id: row.collection_agent_id ?? '',
    delivery_agent_id: row.delivery_agent_id ?? '',
    collected_date: row.collected_date,
  }
}
