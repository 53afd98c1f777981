import type { Actor } from '@waybill/domain/kit/actor'
import type { ShipmentFile, TrackingEvent } from '@waybill/domain/shipments/model'
import { sees, wordsFor } from '@waybill/domain/shipments/field-visibility'
import { isShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { withoutUndone } from '@waybill/domain/shipments/statuses/undone-events'
import { isTracked } from '@waybill/domain/shipments/statuses/status-visibility'
import type { BaseContext } from '../../kit/handler.ts'
import { presentStatus, statusChoices } from '../lists/present-shipment.ts'
import type { EventRow, ShipmentRow } from '../store.ts'

const public_codes = new Set([
  'swad-dimensions',
  'collection-rescheduled',
  'delivery-rescheduled',
  'address-changed',
  'floor-check',
  'pickup-extended',
])

/** The files of the events of a shipment that the viewer may read, oldest first: all of them, and those linked to each event. */
export interface EventFiles {
  all: ShipmentFile[]
  by_event: ReadonlyMap<EventRow['id'], ShipmentFile[]>
}

/**
 * Returns the events that a viewer may see, in the given order. Staff, except drivers, see all events. Other viewers
 * see only public events that were not undone. For accounts and the public, these are tracking statuses that the
 * provider did not exclude, and public event codes (STAT-023). Statuses and texts appear as the viewer may see them.
 */
export function presentEvents(
  reader: BaseContext,
  shipment: Pick<ShipmentRow, 'collection_agent_id' | 'delivery_agent_id'>,
  events: readonly EventRow[],
  files: EventFiles = { all: [], by_event: new Map() },
): TrackingEvent[] {
  const { actor } = reader
  const choices = statusChoices(reader)
  const isShown = (event: EventRow): boolean => {
    if (sees(actor, 'internal_events')) return true
    if (!event.is_public) return false
    if (!isShipmentStatus(event.status)) return public_codes.has(event.status)
    if (event.status === 'on-hold-internal') return false
    return sees(actor, 'untracked_events') || isTracked(event.status, choices)
  }
  const known = sees(actor, 'internal_events') ? events : withoutUndone(events)
  return known.filter(isShown).map((event) => ({
    id: event.id,
    parcel_id: event.parcel_id ?? 0,
    date: event.date,
    status: isShipmentStatus(event.status)
      ? presentStatus(reader, { ...shipment, status: event.status })
      : event.status,
    message: messageFor(actor, event),
    location: event.location,
    source: sees(actor, 'event_source') ? event.source : undefined,
    lat: sees(actor, 'event_position') ? event.lat : null,
    lng: sees(actor, 'event_position') ? event.lng : null,
    data: presentData(actor, event.data),
    shipment_files: sees(actor, 'event_files') ? filesOf(event, files) : [],
  }))
}

/**
 * Returns the files linked to an event or named in its data. A file is linked to one event, but an action that moves
 * some parcels of a shipment has an event for each of them.
 */
function filesOf({ id, data }: EventRow, { all, by_event }: EventFiles): ShipmentFile[] {
  const linked = by_event.get(id) ?? []
  const named: unknown[] = Object.values(data ?? {}).flat()
  return all.filter((file) => linked.includes(file) || named.includes(file.file_name))
}

/**
 * Returns the text of an event for a viewer. Prices are left out for those who may not see them: the whole message of a
 * price change, and the part of a changed booking that its internal text adds.
 */
function messageFor(actor: Actor, event: EventRow): string {
  if (sees(actor, 'amounts')) return wordsFor(actor, event)
  if (event.status === 'rate-recalculation') return ''
  return event.status === 'booking-changed' ? event.message : wordsFor(actor, event)
}

const load_keys: readonly string[] = ['interhub_transfer', 'interhub_transfer_id']
const doubt_keys: readonly string[] = [
  'time_verified',
  'attempt_verified',
  'unscanned_parcels',
  'no_number_to_call',
  'released_from',
]

/** Hides manifest references and checks of driver records from viewers who may not see them. */
function presentData(actor: Actor, data: TrackingEvent['data']): TrackingEvent['data'] {
  if (!data || !sees(actor, 'event_data')) return null
  const hidden = [...(sees(actor, 'loads') ? [] : load_keys), ...(sees(actor, 'doubts') ? [] : doubt_keys)]
  const entries = Object.entries(data)
  const seen = entries.filter(([key]) => !hidden.includes(key))
  if (seen.length === entries.length) return data
  return seen.length > 0 ? Object.fromEntries(seen) : null
}
