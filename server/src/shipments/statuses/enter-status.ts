import {
  shipmentCancelled,
  shipmentMoved,
  shipmentUncancelled,
  trackingEventAdded,
} from '@waybill/domain/shipments/events'
import { needsEvent } from '@waybill/domain/shipments/statuses/manual-status-changes'
import { followsShipment, rollUp } from '@waybill/domain/shipments/statuses/roll-up'
import {
  factsOf,
  hasBeenCollected,
  isAtOrPast,
  isProblem,
  type ShipmentStatus,
} from '@waybill/domain/shipments/statuses/status'
import { isDriver } from '@waybill/domain/kit/actor'
import type { Updateable } from 'kysely'
import type { ShipmentTable } from '../../kit/tables.ts'
import type { Context } from '../../kit/handler.ts'
import { withdrawDiscrepancy } from '../discrepancies/discrepancy-store.ts'
import {
  insertEvents,
  readParcels,
  setParcelStatus,
  updateShipment,
  type ParcelPlace,
  type ShipmentRow,
} from '../store.ts'

/** A status change by a person, a scan or a driver, with time, place and source. */
export interface Entering {
  to: ShipmentStatus
  /** When it happened; now by default. */
  date?: Date
  /** All parcels of the shipment, if the caller has read them under the lock and left their statuses unchanged. */
  parcels?: readonly { id: number; status: ShipmentStatus }[]
  /** Limits the change to these parcels. By default, all parcels that follow the shipment change. */
  parcel_ids?: readonly number[]
  message?: string
  /** Visible to the company only: personal names, payment method, text written by a driver. */
  internal_message?: string
  location?: string | null | undefined
  lat?: number | null | undefined
  lng?: number | null | undefined
  bay?: string | null | undefined
  data?: object | null
  source?: string
  /**
   * The shipment returns to the status it had before a hold. Nothing new happened, so no counters, dates or messages
   * result.
   */
  is_release?: boolean
  /** Whether only the company sees the event. */
  is_internal?: boolean
  /** The branch where the goods are now. */
  branch_id?: number | null
  /** The bay of the parcels and when they were scanned into it. */
  placed?: ParcelPlace | undefined
  /** Other columns to update at the same time. */
  changes?: Updateable<ShipmentTable>
}

/** Result of a status change. */
export interface Entered {
  from: ShipmentStatus
  to: ShipmentStatus
  event_id: number
}

/**
 * Moves a locked shipment, or some of its parcels, to a status. Parcels change first, and the shipment status is
 * rolled up from them. Then dates, counters and one tracking event are stored, and the change is published
 * (docs/domain/statuses.md). The caller must check whether the change is allowed.
 */
export async function enterStatus(ctx: Context, row: ShipmentRow, entering: Entering): Promise<Entered> {
  const { to, is_release = false } = entering
  const from = row.status
  // A release to a failed attempt or exception is not public, because customers would read it as a second one.
  const isPublic = !entering.is_internal && (!is_release || !isProblem(to))
  const parcels = entering.parcels ?? (await readParcels(ctx, [row.id]))
  const moving = parcels.filter((parcel) =>
    entering.parcel_ids
      ? entering.parcel_ids.includes(parcel.id)
      : followsShipment(parcel.status, from) || to === 'cancelled',
  )
  const movedIds = new Set(moving.map((parcel) => parcel.id))
  const after = parcels.map((parcel) => (movedIds.has(parcel.id) ? to : parcel.status))
  const status = entering.parcel_ids ? rollUp(after).status : to
  const date = entering.date ?? ctx.now
  const [single] = entering.parcel_ids?.length === 1 && parcels.length > 1 ? entering.parcel_ids : []
  const moved = {
    shipment_id: row.id,
    from,
    to: status,
    ...(is_release ? { is_release } : {}),
    ...(isDriver(ctx.actor) ? { by_driver: true } : {}),
  }
  const ahead = status === from ? undefined : ctx.readAhead(shipmentMoved, moved)
  const [[eventId = 0]] = await Promise.all([
    insertEvents(ctx, row.id, [
      {
        parcel_id: single ?? null,
        date,
        status: to,
        message: entering.message ?? '',
        internal_message: entering.internal_message ?? '',
        location: entering.location ?? null,
        lat: entering.lat ?? null,
        lng: entering.lng ?? null,
        bay: entering.bay ?? null,
        data: is_release ? { ...entering.data, released_from: from } : (entering.data ?? null),
        source: entering.source ?? ctx.actor.username,
        is_public: isPublic,
      },
    ]),
    setParcelStatus(ctx, [...movedIds], to, entering.branch_id, entering.placed),
    updateShipment(ctx, row.id, {
      ...(is_release ? {} : sideEffects(row, status, date)),
      status,
      latest_tracking_event_time: date,
      tracking_message: entering.message ?? '',
      tracking_internal_message: entering.internal_message ?? '',
      ...(entering.branch_id === undefined ? {} : { current_branch_id: entering.branch_id }),
      ...(isHeld(status) && !isHeld(from) ? { status_before_hold: from } : {}),
      parcel_count: after.filter((one) => one !== 'cancelled').length || row.parcel_count,
      ...entering.changes,
    }),
  ])
  await ctx.emit(trackingEventAdded, {
    shipment_id: row.id,
    tracking_event_id: eventId,
    status: to,
    is_public: isPublic,
  })
  if (status !== from) {
    await ctx.emit(shipmentMoved, { ...moved, tracking_event_id: eventId }, ahead)
    await announceCancelling(ctx, row, { ...entering, to: status })
  }
  return { from, to: status, event_id: eventId }
}

/** Publishes a cancellation or its reversal, whatever caused it, because charges depend on them. */
async function announceCancelling(
  ctx: Context,
  row: ShipmentRow,
  { to, message = '', internal_message = '' }: Entering,
): Promise<void> {
  const from = row.status
  const shipmentId = row.id
  if (to === 'cancelled') {
    await withdrawDiscrepancy(ctx, shipmentId)
    const wasCollected = hasBeenCollected({ status: from, collected_date: row.collected_date })
    await ctx.emit(shipmentCancelled, {
      shipment_id: shipmentId,
      from,
      was_collected: wasCollected,
      message: message || internal_message,
    })
  }
  if (from === 'cancelled') await ctx.emit(shipmentUncancelled, { shipment_id: shipmentId, to })
}

/**
 * Whether entering the same status again adds nothing: no event is needed without a message or location
 * (docs/domain/statuses.md#what-entering-a-status-does).
 */
export function isRepeat(
  row: ShipmentRow,
  entering: Pick<Entering, 'to' | 'message' | 'internal_message' | 'location' | 'parcel_ids'>,
): boolean {
  return !needsEvent(row.status, entering.to, {
    message: entering.message || entering.internal_message || '',
    location: entering.location ?? '',
    parcel_id: 0,
  })
}

function isHeld(status: ShipmentStatus): boolean {
  return status === 'on-hold' || status === 'on-hold-internal' || status === 'damaged'
}

/** Returns dates and counters that change with a new status (docs/domain/statuses.md#what-entering-a-status-does). */
function sideEffects(row: ShipmentRow, status: ShipmentStatus, date: Date): Updateable<ShipmentTable> {
  const changes: Updateable<ShipmentTable> = {}
  if (status === row.status) return changes
  const passesCollected =
    isAtOrPast(status, 'collected') && factsOf(status).position >= factsOf('collected').position
  if (status === 'collected' || (passesCollected && !row.collected_date && status !== 'cancelled')) {
    changes.collected_date = date
    changes.original_collected_date = row.original_collected_date ?? date
  }
  switch (status) {
    case 'delivered':
      changes.delivered_date = date
      break
    case 'returned-to-hub':
      changes.returned_to_hub_date = date
      break
    case 'collection-failed-attempt':
      changes.failed_collection_attempts = row.failed_collection_attempts + 1
      changes.last_failed_collection_attempt_time = date
      break
    case 'delivery-failed-attempt':
      changes.failed_delivery_attempts = row.failed_delivery_attempts + 1
      changes.last_failed_delivery_attempt_time = date
      break
    default:
      break
  }
  return changes
}
