import type { Cents } from '@waybill/domain/kit/money'
import { role_ids, type Actor } from '@waybill/domain/kit/actor'
import { isShipmentStatus, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { TrackingEvent } from '@waybill/domain/shipments/statuses/tracking-event'
import { withoutUndone } from '@waybill/domain/shipments/statuses/undone-events'
import { isHiddenFrom, trackedStatus } from '@waybill/domain/shipments/statuses/status-visibility'
import { tracking_retention_days } from '@waybill/domain/tracking/settings'
import {
  readEvents,
  readParcels,
  presentEvents,
  statusChoices,
  type EventRow,
  type ParcelRow,
} from '../shipments/index.ts'
import { readDue } from '../cash/index.ts'
import type { Context, BaseContext } from '../kit/handler.ts'
import { findReferences, reachedBy, readTracked, type TrackedRow } from './store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** A shipment with the tracking data that one viewer may see. */
export interface Tracked {
  row: TrackedRow & { cod_due: Cents }
  parcels: readonly ParcelRow[]
  /** The status that the viewer sees. */
  status: ShipmentStatus
  /** Statuses before the stored one, newest first. */
  earlier: readonly ShipmentStatus[]
  /** Newest first, never empty. */
  events: readonly TrackingEvent[]
  /** Whether the viewer has access to the shipment itself; otherwise the public form is shown. */
  is_own: boolean
}

/** Returns the actor for a person who has a reference and no other access. */
export function publicViewer(providerId: number): Actor {
  return {
    kind: 'guest',
    provider_id: providerId,
    user_id: 0,
    username: 'guest',
    name: 'Guest',
    email: '',
    role_id: role_ids.guest,
    role_name: 'Guest',
    account_id: null,
    branch_id: null,
    limit_user_to_branch: false,
    limit_user_to_account: false,
    permissions: [],
    permissions_ui: [],
    impersonated_by: null,
  }
}

/**
 * Returns the shipments for cleaned references and ids, in the requested order. A viewer without access to a shipment
 * gets its public form. Such a viewer does not find it by id, by the customer's own reference, as a quote, or after
 * the public retention (TRACK-001, docs/domain/public-api.md#tracking). The same statements run whether a reference
 * is unknown, hidden or found.
 */
export async function findTracked(
  ctx: Context,
  requested: { references: readonly string[]; ids?: readonly number[] },
): Promise<Tracked[]> {
  const found = await findReferences(ctx, requested.references)
  const ids = [...new Set([...(requested.ids ?? []), ...found.map((one) => one.shipment_id)])]
  const own = await reachedBy(ctx, ids)
  const rows = await readTracked(ctx, ids)
  const parcels = await readParcels(ctx, ids)
  const events = await readEvents(ctx, ids)
  const due = await readDue(ctx, rows)
  const place = (row: TrackedRow): number =>
    Math.min(
      ...found
        .filter((one) => one.shipment_id === row.id)
        .map((one) => requested.references.indexOf(one.reference)),
      ...(requested.ids?.includes(row.id) ? [-1] : []),
    )
  return rows
    .filter((row) => own.has(row.id) || isPublic(ctx, row, found))
    .sort((a, b) => place(a) - place(b) || b.id - a.id)
    .map((row) => {
      const isOwn = own.has(row.id)
      const reader = isOwn ? ctx : asPublic(ctx)
      const ofIt = (one: { shipment_id: number }) => one.shipment_id === row.id
      const codDue = due.get(row.id) ?? 0
      return present(reader, { ...row, cod_due: codDue }, parcels.filter(ofIt), events.filter(ofIt), isOwn)
    })
}

/** Whether the public may find a shipment, by one of the references that it may use. */
function isPublic(
  reader: BaseContext,
  row: TrackedRow,
  found: readonly { shipment_id: number; by_customer: boolean }[],
): boolean {
  const latest = row.latest_tracking_event_time ?? row.time_created
  const publicUntil = latest.getTime() + reader.setting(tracking_retention_days) * day_ms
  const viewer = publicViewer(reader.provider_id)
  return (
    found.some((one) => one.shipment_id === row.id && !one.by_customer) &&
    publicUntil > reader.now.getTime() &&
    !isHiddenFrom(viewer, row.status)
  )
}

/** Returns the same context with the public viewer as its actor. */
export function asPublic<R extends BaseContext>(reader: R): R {
  return { ...reader, actor: publicViewer(reader.provider_id) }
}

function present(
  reader: BaseContext,
  row: Tracked['row'],
  parcels: readonly ParcelRow[],
  events: readonly EventRow[],
  isOwn: boolean,
): Tracked {
  const passed = withoutUndone(events)
    .map((event) => event.status)
    .filter(isShipmentStatus)
  const earlier = passed[0] === row.status ? passed.slice(1) : passed
  const status = trackedStatus(
    reader.actor,
    {
      status: row.status,
      collection_agent_id: row.collection_agent_id ?? '',
      delivery_agent_id: row.delivery_agent_id ?? '',
      taken_out_by_driver: row.taken_out_by_driver,
      parcels: parcels.map((parcel) => parcel.status),
    },
    earlier,
    statusChoices(reader),
  )
  const seen = presentEvents(reader, row, events)
  return {
    row,
    parcels,
    status,
    earlier,
    is_own: isOwn,
    events: seen.length > 0 ? seen : [firstEvent(row, status)],
  }
}

/** Returns the event to list while there is no visible event. */
function firstEvent(row: TrackedRow, status: ShipmentStatus): TrackingEvent {
  return {
    id: 0,
    parcel_id: 0,
    date: row.time_created,
    status,
    message: '',
    location: undefined,
    source: undefined,
    lat: null,
    lng: null,
    data: null,
    shipment_files: [],
  }
}
