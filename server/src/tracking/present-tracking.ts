import { customerSentence, isShipmentStatus, pointNames } from '@waybill/domain/shipments/statuses/status'
import { sees } from '@waybill/domain/shipments/field-visibility'
import { initialsOf } from '@waybill/domain/tracking/next-step'
import type { TrackedShipment } from '@waybill/domain/tracking/model'
import type { TrackingEvent } from '@waybill/domain/shipments/statuses/tracking-event'
import { tracking_requires_verification, tracking_show_eta } from '@waybill/domain/tracking/settings'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import type { BaseContext } from '../kit/handler.ts'
import { publicViewer, type Tracked } from './find-tracked.ts'

/**
 * Presents a tracked shipment for the API. The public form leaves out the customer's reference, shortens the sender's
 * name to its initials, and includes times only when the provider shows them. When the company requires a verification,
 * it has only status and times (docs/domain/public-api.md#tracking).
 */
export function presentTracking(reader: BaseContext, tracked: Tracked): TrackedShipment {
  const { row, parcels, is_own } = tracked
  const viewer = is_own ? reader.actor : publicViewer(reader.provider_id)
  // A call proves no number, so that it returns no more than the page shows before a verification.
  const isWhole = is_own || !reader.setting(tracking_requires_verification)
  const showsTimes = is_own || reader.setting(tracking_show_eta)
  return {
    provider_id: row.provider_id,
    shipment_id: row.id,
    short_tracking_reference: row.short_tracking_reference,
    custom_tracking_reference: row.custom_tracking_reference,
    customer_reference: sees(viewer, 'customer_reference') ? row.customer_reference : undefined,
    parcel_tracking_references: isWhole ? parcels.map((parcel) => parcel.tracking_reference) : [],
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
    collection_from: isWhole
      ? row.sender_company || (sees(viewer, 'people') ? row.sender_name : initialsOf(row.sender_name))
      : '',
    collection_hub: isWhole ? (row.collection_hub ?? '') : '',
    delivery_hub: isWhole ? (row.delivery_hub ?? '') : '',
    service_level_code: row.service_level_code,
    service_level_name: row.service_level_name,
    cod_due: isWhole ? row.cod_due : 0,
    tracking_events: isWhole ? [...tracked.events] : tracked.events.slice(0, 1).map(withoutDetails),
  }
}

/** Returns an event without its place and text. */
function withoutDetails(event: TrackingEvent): TrackingEvent {
  return { ...event, message: '', location: undefined }
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
