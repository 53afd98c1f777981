import { role_ids, systemActor, type Actor } from '@waybill/domain/kit/actor'
import { isShipmentStatus, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import {
  isExcluded,
  visibleStatus,
  type StatusVisibility,
} from '@waybill/domain/shipments/statuses/status-visibility'
import type { BaseContext } from '../kit/handler.ts'
import { statusChoices } from '../shipments/index.ts'

/**
 * Returns an actor that represents the users of an account. Account webhooks contain what this actor may see
 * (docs/domain/public-api.md#what-customers-see-of-a-status).
 */
export function accountViewer(providerId: number, accountId: number): Actor {
  return {
    ...systemActor(providerId),
    account_id: accountId,
    role_id: role_ids.account_owner,
    role_name: 'Webhook',
  }
}

const published_codes = new Set(['swad-dimensions', 'swad-imaging', 'floor-check'])

/** Checks whether customers receive events with this code. */
export function isPublishedCode(code: string, choices: StatusVisibility): boolean {
  if (!isShipmentStatus(code)) return published_codes.has(code)
  return code !== 'on-hold-internal' && !code.startsWith('quote') && !isExcluded(code, choices)
}

interface Agents {
  account_id: number
  collection_agent_id: string | null
  delivery_agent_id: string | null
  taken_out_by_driver: boolean
}

/** Returns a status as customers see it. */
export function publishedStatus(
  reader: BaseContext,
  shipment: Agents,
  status: ShipmentStatus,
): ShipmentStatus {
  return visibleStatus(
    accountViewer(reader.provider_id, shipment.account_id),
    {
      status,
      collection_agent_id: shipment.collection_agent_id ?? '',
      delivery_agent_id: shipment.delivery_agent_id ?? '',
      taken_out_by_driver: shipment.taken_out_by_driver,
    },
    statusChoices(reader),
  )
}
