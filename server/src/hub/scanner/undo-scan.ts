import type { hubApi } from '@waybill/domain/hub/api'
import { manifestReference } from '@waybill/domain/hub/manifest'
import type { UndoAnswer } from '@waybill/domain/hub/model'
import { branchOfParcels, firstSince, mayUndo, shipmentBack, type LoadSince } from '@waybill/domain/hub/undo'
import { isOffice } from '@waybill/domain/kit/actor'
import { forbidden, notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { parcelMeasured, shipmentMoved, trackingEventAdded } from '@waybill/domain/shipments/events'
import { rollUp } from '@waybill/domain/shipments/statuses/roll-up'
import { isShipmentStatus, statusLabel } from '@waybill/domain/shipments/statuses/status'
import { withoutUndone, undo_code } from '@waybill/domain/shipments/statuses/undone-events'
import type { Context, Handler } from '../../kit/handler.ts'
import {
  insertEvents,
  lockShipment,
  readEvents,
  readParcels,
  updateParcel,
  updateShipment,
  type ParcelRow,
  type ShipmentRow,
} from '../../shipments/index.ts'
import { rerated } from './apply-scan.ts'
import { onServerClock } from './late-scan.ts'
import {
  hasReceived,
  putBackOnLoad,
  readRowsOnLoads,
  type RowOnLoad,
} from '../manifests/manifest-load-store.ts'
import { holdManifest, updateManifest } from '../manifests/manifest-store.ts'
import { withoutBranchLimit } from '../manifests/list-manifests.ts'
import { findScanToUndo, findUndo, insertUndo, type ScanToUndo, type ScanEffect } from './scan-store.ts'

/** A scan that changed something, with the data needed to undo it. The shipment is locked. */
interface UndoCase {
  scan: ScanToUndo
  effect: ScanEffect
  row: ShipmentRow
  parcels: readonly ParcelRow[]
  parcel: ParcelRow
  events: Awaited<ReturnType<typeof readEvents>>
  on_loads: readonly RowOnLoad[]
  undone_at: Date
}

/**
 * Undoes a scan made by the caller: restores the parcel, its shipment and its manifest, and records the undo as a
 * separate event. Customers see neither the scan nor the undo. A repeated call returns the same response. Throws when
 * something has happened to the parcel since.
 */
export const undoScan: Handler<typeof hubApi.undoScan> = async (ctx, input) => {
  if (!isOffice(ctx.actor)) throw forbidden('Only our hub staff may undo scans.')
  const scan = await findScanToUndo(ctx, ctx.actor.username, input.scan_id)
  if (!scan) throw notFound('This is not your scan. Only the person who made a scan can undo it.')
  const at = input.undone_at ? onServerClock(input.undone_at, input.clock_offset_seconds) : ctx.now
  return undoFound(ctx, input.scan_id, scan, at)
}

/**
 * Undoes the scan by which a user matched an unidentified parcel, at any time later and for any member of staff. Throws
 * when something has happened to the parcel since.
 */
export async function undoScanOfMatch(
  ctx: Context,
  { scan_id, scanned_by }: { scan_id: string; scanned_by: string },
): Promise<UndoAnswer> {
  const scan = await findScanToUndo(ctx, scanned_by, scan_id)
  if (!scan) throw new Error(`Scan ${scan_id} of a match was not found.`)
  return undoFound(ctx, scan_id, scan, ctx.now, false)
}

/** `hasLimit`: whether the scan can only be undone for some minutes. */
async function undoFound(
  ctx: Context,
  scanId: string,
  scan: ScanToUndo,
  at: Date,
  hasLimit = true,
): Promise<UndoAnswer> {
  const { effect, shipment_id, parcel_id } = scan
  if (!effect || shipment_id === null || parcel_id === null) return nothingToUndo(scanId, scan)
  const wide = withoutBranchLimit(ctx)
  if (effect.manifest_id !== null) await holdManifest(wide, effect.manifest_id, 'change')
  const row = await lockShipment(wide, shipment_id)
  const [done, parcels, events, onLoads] = await Promise.all([
    findUndo(ctx, scan.id),
    readParcels(ctx, [shipment_id]),
    readEvents(ctx, [shipment_id]),
    readRowsOnLoads(ctx, parcel_id),
  ])
  if (done) return done
  const parcel = parcels.find(({ id }) => id === parcel_id)
  if (!parcel) throw new Error(`Parcel ${parcel_id} was not found after the scan.`)
  const undoneAt = new Date(Math.min(ctx.now.getTime(), Math.max(at.getTime(), scan.scanned_at.getTime())))
  const known: UndoCase = {
    scan,
    effect,
    row,
    parcels,
    parcel,
    events,
    on_loads: onLoads,
    undone_at: undoneAt,
  }
  ensure(
    mayUndo({
      scanned_at: scan.scanned_at,
      undone_at: hasLimit ? undoneAt : scan.scanned_at,
      since: firstSince(events, { event_id: scan.answer.event_id, parcel_id }),
      load: loadSince(known),
      left: effect.after.status,
      now: parcel.status,
    }),
  )
  const answer = await takeBack(wide, scanId, known)
  await insertUndo(ctx, scan.id, undoneAt, answer)
  return answer
}

/** Returns what has happened since to the manifests that the scan has changed. */
function loadSince({ scan, effect, on_loads }: UndoCase): { reference: string; since: LoadSince } {
  const before = new Map(effect.before.on_loads.map((one) => [one.id, one]))
  for (const row of changedRows(effect, on_loads)) {
    const reference = manifestReference(row.number)
    const was = before.get(row.id)
    if (was?.is_waiting && (row.departed_at !== null || row.status !== was.status))
      return { reference, since: 'changed' }
    if (row.load_received_at !== null) return { reference, since: 'received' }
    if (row.condition === 'damaged') return { reference, since: 'damaged' }
    if (scan.mode === 'load-manifest' && row.status !== 'open') return { reference, since: 'closed' }
  }
  return { reference: '', since: null }
}

/** Returns the manifest rows that differ from those before the scan, including rows that the scan inserted. */
function changedRows({ before }: ScanEffect, onLoads: readonly RowOnLoad[]): RowOnLoad[] {
  const known = new Map(before.on_loads.map((one) => [one.id, one]))
  return onLoads.filter((row) => {
    const was = known.get(row.id)
    if (!was || row.removed_at !== null) return Boolean(was) === (row.removed_at !== null)
    return was.is_waiting !== row.is_waiting || (was.received_at === null) !== (row.received_at === null)
  })
}

async function takeBack(ctx: Context, scanId: string, known: UndoCase): Promise<UndoAnswer> {
  const { scan, effect, row, parcels, parcel, events } = known
  const { before } = effect
  await takeOffLoads(ctx, known)
  await updateParcel(ctx, parcel.id, {
    ...before.parcel,
    time_last_scanned: dateOf(before.parcel.time_last_scanned),
  })
  const after = parcels.map((one) =>
    one.id === parcel.id
      ? { ...one, status: before.parcel.status, current_branch_id: before.parcel.current_branch_id }
      : one,
  )
  const status = rollUp(after.map((one) => one.status)).status
  const [eventId = 0] = await insertEvents(ctx, row.id, [undoEvent(ctx, known)])
  const standing = withoutUndone(events).filter(({ id }) => id !== scan.answer.event_id)
  const newest = standing.find((event) => isShipmentStatus(event.status))
  const dates = before.shipment
  await updateShipment(ctx, row.id, {
    ...shipmentBack(
      {
        ...dates,
        collected_date: dateOf(dates.collected_date),
        original_collected_date: dateOf(dates.original_collected_date),
        returned_to_hub_date: dateOf(dates.returned_to_hub_date),
      },
      row,
      { status, driver: effect.after.driver },
    ),
    status,
    current_branch_id: branchOfParcels(after, row.current_branch_id),
    ...(newest
      ? {
          latest_tracking_event_time: newest.date,
          tracking_message: newest.message,
          tracking_internal_message: newest.internal_message,
        }
      : {}),
  })
  await ctx.emit(trackingEventAdded, {
    shipment_id: row.id,
    tracking_event_id: eventId,
    status: undo_code,
    is_public: false,
  })
  const from = row.status
  if (status !== from)
    await ctx.emit(shipmentMoved, { shipment_id: row.id, from, to: status, is_release: true })
  const price = scan.mode === 're-measure' ? await unmeasured(ctx, known) : ''
  return {
    scan_id: scanId,
    code: 'undone',
    short: 'UNDONE',
    message: [
      `The parcel is ${statusLabel(before.parcel.status).toLowerCase()} again, as before the scan.`,
      ...(status === from ? [] : ['Messages already sent about the scan are not recalled.']),
      price,
    ]
      .filter(Boolean)
      .join(' '),
    parcel: {
      id: parcel.id,
      tracking_reference: parcel.tracking_reference,
      status: before.parcel.status,
    },
    event_id: eventId,
  }
}

async function unmeasured(ctx: Context, { row, parcel }: UndoCase): Promise<string> {
  await ctx.emit(parcelMeasured, { shipment_id: row.id, parcel_id: parcel.id })
  return rerated(ctx, row.id, 'the measurement was undone')
}

/** Restores the manifest rows from before the scan, and resets the arrival when no parcel remains received. */
async function takeOffLoads(ctx: Context, { effect, on_loads }: UndoCase): Promise<void> {
  const known = new Map(effect.before.on_loads.map((one) => [one.id, one]))
  for (const row of changedRows(effect, on_loads)) {
    const was = known.get(row.id)
    await putBackOnLoad(
      ctx,
      row.id,
      was
        ? {
            is_waiting: was.is_waiting,
            removed_at: null,
            removed_by: null,
            received_at: dateOf(was.received_at),
            received_by: was.received_by,
            condition: was.condition,
          }
        : { removed_at: ctx.now, removed_by: ctx.actor.username, is_waiting: false },
    )
  }
  const { manifest_id, makes_arrival } = effect
  if (manifest_id !== null && makes_arrival && !(await hasReceived(ctx, manifest_id)))
    await updateManifest(ctx, manifest_id, { arrived_at: null })
}

function undoEvent(ctx: Context, { scan, parcel, parcels, undone_at, events }: UndoCase) {
  const undone = events.find(({ id }) => id === scan.answer.event_id)
  const what = undone && isShipmentStatus(undone.status) ? statusLabel(undone.status) : 'the scan'
  return {
    parcel_id: parcels.length > 1 ? parcel.id : null,
    date: undone_at,
    status: undo_code,
    message: `Undone: ${what}${undone?.location ? ` at ${undone.location}` : ''}, scanned at ${clockOf(scan.scanned_at)}.`,
    location: undone?.location ?? null,
    data: { undone_event_id: scan.answer.event_id },
    source: ctx.actor.username,
    is_public: false,
  }
}

/** The response for a scan that was refused, was a duplicate or only looked up a parcel. */
function nothingToUndo(scanId: string, { answer }: ScanToUndo): UndoAnswer {
  const { parcel } = answer
  return {
    scan_id: scanId,
    code: 'nothing',
    short: 'NOTHING TO UNDO',
    message: 'This scan changed nothing.',
    parcel: parcel && {
      id: parcel.id,
      tracking_reference: parcel.tracking_reference,
      status: parcel.status,
    },
    event_id: 0,
  }
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
