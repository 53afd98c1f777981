import { customerSentence, isShipmentStatus, pointNames } from '@waybill/domain/shipments/statuses/status'
import { sees } from '@waybill/domain/shipments/field-visibility'
import { initialsOf } from '@waybill/domain/tracking/next-step'
import type { TrackedShipment } from '@waybill/domain/tracking/model'
import { tracking_show_eta } from '@waybill/domain/tracking/settings'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import type { BaseContext } from '../kit/handler.ts'
import { publicViewer, type Tracked } from './find-tracked.ts'

/**
 * Presents a tracked shipment for the API. The public form leaves out the customer's reference, shortens the sender's
 * name to its initials, and includes times only when the provider shows them (docs/domain/public-api.md#tracking).
 */
export function presentTracking(reader: BaseContext, tracked: Tracked): TrackedShipment {
  const { row, parcels, is_own } = tracked
  const viewer = is_own ? reader.actor : publicViewer(reader.provider_id)
  const showsTimes = is_own || reader.setting(tracking_show_eta)
  return {
    provider_id: row.provider_id,
    shipment_id: row.id,
    short_tracking_reference: row.short_tracking_reference,
    custom_tracking_reference: row.custom_tracking_reference,
    customer_reference: sees(viewer, 'customer_reference') ? row.customer_reference : undefined,
    parcel_tracking_references: parcels.map((parcel) => parcel.tracking_reference),
    parcel_count: parcels.filter((parcel) => parcel.status !== 'cancelled').length,
    status: tracked.status,
    status_sentence: sentenceOf(tracked),
    shipment_time_created: row.time_created,
    shipment_time_modified: row.time_modified,
    shipment_collected_date: row.collected_date,
    shipment_delivered_date: row.delivered_date,
    shipment_estimated_collection: showsTimes ? row.estimated_collection : null,
    shipment_estimated_delivery_from: showsTimes ? row.estimated_delivery_from : null,
    shipment_estimated_delivery_to: showsTimes ? row.estimated_delivery_to : null,
    collection_from:
      row.sender_company || (sees(viewer, 'people') ? row.sender_name : initialsOf(row.sender_name)),
    collection_hub: row.collection_hub ?? '',
    delivery_hub: row.delivery_hub ?? '',
    service_level_code: row.service_level_code,
    service_level_name: row.service_level_name,
    cod_due: row.cod_due,
    tracking_events: [...tracked.events],
  }
}

/**
 * Returns the customer sentence of the visible status. The message of the stored status is left out when another
 * status is shown.
 */
export function sentenceOf({ row, status }: Tracked): string {
  const isStored = status === row.status
  return customerSentence(status, {
    hub: isStored ? (row.current_hub_public ?? undefined) : undefined,
    destination_hub: row.delivery_hub_public ? `our ${row.delivery_hub_public} hub` : undefined,
    ...pointNames(row),
    pickup_deadline: row.pickup_deadline ? formatDateTime(row.pickup_deadline) : undefined,
    message: isStored ? row.tracking_message : undefined,
  })
}

/** Returns the sentence of one timeline event; `''` for an event that is not a status, which has only its `message`. */
export function eventSentence(
  { row }: Tracked,
  event: { status: string; message: string; location?: string | null | undefined },
): string {
  if (!isShipmentStatus(event.status)) return ''
  return customerSentence(event.status, {
    hub: event.location ?? undefined,
    destination_hub: row.delivery_hub_public ? `our ${row.delivery_hub_public} hub` : undefined,
    ...pointNames(row),
    pickup_deadline: row.pickup_deadline ? formatDateTime(row.pickup_deadline) : undefined,
    message: event.message,
  })
}
