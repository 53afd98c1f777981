import { isOffice, isStaff } from '@waybill/domain/kit/actor'
import type { ShipmentFile, TrackingEvent } from '@waybill/domain/shipments/model'
import { isFor, isShipmentStatus, type ShipmentStatus } from '@waybill/domain/shipments/status'
import { isExcluded } from '@waybill/domain/shipments/visibility'
import type { Reader } from '../kit/verb.ts'
import { seenStatus, statusChoices } from './seen-shipment.ts'
import type { EventRow, ShipmentRow } from './store.ts'

const public_codes = new Set([
  'swad-dimensions',
  'collection-rescheduled',
  'delivery-rescheduled',
  'address-changed',
  'floor-check',
])

/**
 * The events a viewer may see, newest first: the office sees all; accounts and the public only tracking statuses that
 * the provider did not exclude, with the names their viewer may read (STAT-023, domain notes 3.3).
 */
export function seenEvents(
  reader: Reader,
  shipment: Pick<ShipmentRow, 'collection_agent_id' | 'delivery_agent_id'>,
  events: readonly EventRow[],
  files: ReadonlyMap<number, ShipmentFile[]> = new Map(),
): TrackingEvent[] {
  const { actor } = reader
  const choices = statusChoices(reader)
  const is_public = actor.kind === 'guest'
  const isShown = (event: EventRow): boolean => {
    if (isOffice(actor)) return true
    if (!event.is_public) return false
    if (!isShipmentStatus(event.status)) return public_codes.has(event.status)
    if (event.status === 'on-hold-internal') return false
    return isStaff(actor) || (isFor('tracking', event.status) && !isExcluded(event.status, choices))
  }
  return events.filter(isShown).map((event) => ({
    id: event.id,
    parcel_id: event.parcel_id ?? 0,
    date: event.date,
    status: isShipmentStatus(event.status)
      ? seenStatus(reader, { ...shipment, status: event.status as ShipmentStatus })
      : event.status,
    message: event.message,
    location: event.location,
    source: is_public ? undefined : event.source,
    lat: is_public ? null : event.lat,
    lng: is_public ? null : event.lng,
    data: is_public ? null : seenData(isStaff(actor), event.data as TrackingEvent['data']),
    shipment_files: is_public ? [] : (files.get(event.id) ?? []),
  }))
}

/** Which load a parcel travelled on is the company's own business. */
function seenData(is_staff: boolean, data: TrackingEvent['data']): TrackingEvent['data'] {
  if (is_staff || !data || !('interhub_transfer' in data)) return data
  const { interhub_transfer: _load, interhub_transfer_id: _load_id, ...seen } = data
  return Object.keys(seen).length > 0 ? seen : null
}
