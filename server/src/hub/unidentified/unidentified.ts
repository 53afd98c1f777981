import { randomUUID } from 'node:crypto'
import { maySeeUnidentified } from '@waybill/domain/hub/access'
import { mayReportAt } from '@waybill/domain/hub/damages/damage'
import { hub_missing_parcel_alert_hours } from '@waybill/domain/hub/settings'
import { likelyOwners } from '@waybill/domain/hub/unidentified/likely-owners'
import type { unidentifiedApi } from '@waybill/domain/hub/unidentified/unidentified-api'
import {
  checkCapture,
  mayClose,
  mayDispose,
  mayUndoMatch,
  unidentifiedNumber,
  unidentifiedReference,
} from '@waybill/domain/hub/unidentified/unidentified-parcel'
import { endOfDay, startOfDay } from '@waybill/domain/kit/calls/wire'
import { hour_ms } from '@waybill/domain/kit/dates/durations'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { conflict, invalid, notFound, Problem } from '@waybill/domain/kit/problem'
import { ensure, firstOf } from '@waybill/domain/kit/rule-result'
import { trackingEventAdded } from '@waybill/domain/shipments/events'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import type { Context, Handler } from '../../kit/handler.ts'
import { providerMap } from '../../maps/index.ts'
import { insertEvents, lockShipment } from '../../shipments/index.ts'
import { foundAt } from '../damages/damages.ts'
import { findParcel } from '../find-parcel.ts'
import { withoutBranchLimit } from '../manifests/list-manifests.ts'
import { branchName } from '../manifests/present-manifest.ts'
import { requirePhotos } from '../photos.ts'
import { scanParcel } from '../scanner/scan-parcel.ts'
import { undoScanOfMatch } from '../scanner/undo-scan.ts'
import {
  changedBefore,
  noUnidentified,
  presentUnidentified,
  readUnidentified,
} from './present-unidentified.ts'
import {
  findCaptured,
  findMatched,
  findUnidentified,
  insertUnidentified,
  listUnidentifiedRows,
  lockUnidentified,
  readMissing,
  updateUnidentified,
  type UnidentifiedRow,
} from './unidentified-store.ts'

const max_listed = 100
/** Maximum number of missing and overdue parcels that are compared with an unidentified one. */
const max_compared = 5_000

/** Handles `GET /hub/unidentified-parcels` (docs/domain/hub.md#unidentified-parcels). */
export const listUnidentified: Handler<typeof unidentifiedApi.list> = async (ctx, input) => {
  ensure(maySeeUnidentified(ctx.actor))
  const { rows, total } = await listUnidentifiedRows(
    ctx,
    {
      ...input,
      number: input.search === undefined ? null : unidentifiedNumber(input.search),
      found_from: input.from ? startOfDay(input.from) : undefined,
      found_until: input.to ? endOfDay(input.to) : undefined,
    },
    { ...pageOf(input, max_listed), order_by: input.order_by, order: input.order },
  )
  const map = await providerMap(ctx)
  return { unidentified_parcels: rows.map((row) => presentUnidentified(ctx, map, row)), count: total }
}

/** Returns the missing and overdue parcels of all branches that an unidentified parcel may be. */
export const listOwners: Handler<typeof unidentifiedApi.owners> = async (ctx, input) => {
  ensure(maySeeUnidentified(ctx.actor))
  const found = await findUnidentified(ctx, input.id)
  if (!found) throw noUnidentified()
  const { branch_id, time_found } = found
  const hours = ctx.setting(hub_missing_parcel_alert_hours)
  const missing = await readMissing(ctx, {
    branch_id,
    found_at: time_found,
    unseen_since: new Date(ctx.now.getTime() - hours * hour_ms),
    limit: max_compared,
  })
  const compared = missing.slice(0, max_compared)
  const owners = likelyOwners(found, compared)
  const map = await providerMap(ctx)
  const { limit, offset } = pageOf(input, max_listed)
  return {
    owners: owners.slice(offset, offset + limit).map(({ parcel, score, confidence, reasons }) => ({
      ...parcel,
      delivery_branch_name: branchName(map, parcel.delivery_branch_id),
      last_branch_name: branchName(map, parcel.last_branch_id),
      score,
      confidence,
      reasons: [...reasons],
    })),
    count: owners.length,
    compared: compared.length,
    has_more: missing.length > max_compared,
  }
}

/** Captures a parcel without a readable label. A repeated capture returns the stored one. */
export const captureUnidentified: Handler<typeof unidentifiedApi.capture> = async (ctx, input) => {
  const { actor } = ctx
  const measures = {
    length_cm: input.length_cm ?? null,
    width_cm: input.width_cm ?? null,
    height_cm: input.height_cm ?? null,
    weight_kg: input.weight_kg ?? null,
  }
  const { bay = '', barcode_text = '', description = '' } = input
  ensure(
    firstOf(
      maySeeUnidentified(actor),
      mayReportAt(actor, input.branch_id),
      checkCapture({ ...measures, photos: input.photos, description, barcode_text }),
    ),
  )
  const branch = (await providerMap(ctx)).branches.get(input.branch_id)
  if (!branch || branch.deleted_date) throw notFound('Could not find this branch.')
  const photos = await requirePhotos(ctx, input.photos)
  const known = await findCaptured(ctx, input.capture_id)
  const id =
    known ??
    (await insertUnidentified(ctx, {
      capture_id: input.capture_id,
      branch_id: input.branch_id,
      bay: bay.trim(),
      photos,
      ...measures,
      barcode_text: barcode_text.trim(),
      description: description.trim(),
      time_found: foundAt(ctx, input.time_found),
    }))
  return readUnidentified(ctx, id)
}

/**
 * Matches an unidentified parcel with a parcel: the parcel is scanned in at the branch, so that it is found again.
 * When the scanner refuses it, only an event for staff says where it is. Of two users who match at once, the slower
 * one gets a 409.
 */
export const matchUnidentified: Handler<typeof unidentifiedApi.match> = async (ctx, input) => {
  ensure(maySeeUnidentified(ctx.actor))
  const found = await locked(ctx, input.id)
  ensure(mayClose(changedBefore(found)))
  const { row, parcel } = await findParcel(ctx, cleanReference(input.parcel_reference))
  const other = await findMatched(ctx, parcel.id)
  if (other)
    throw conflict(
      `${parcel.tracking_reference} is already matched with ${unidentifiedReference(other.number)}. Undo that match first if it is wrong.`,
    )
  const reference = unidentifiedReference(found.number)
  await addNote(ctx, found, { shipment_id: row.id, parcel_id: parcel.id }, `Recognised as ${reference}.`)
  const scanId = randomUUID()
  const { message, event_id } = await scanParcel(ctx, {
    parcel_reference: parcel.tracking_reference,
    mode: 'arrive',
    branch_id: found.branch_id,
    scan_id: scanId,
  })
  await updateUnidentified(ctx, found.id, {
    state: 'matched',
    parcel_id: parcel.id,
    shipment_id: row.id,
    matched_by: ctx.actor.username,
    time_matched: ctx.now,
    match_scan_id: event_id === 0 ? null : scanId,
  })
  return { unidentified_parcel: await readUnidentified(ctx, found.id), message }
}

/**
 * Undoes a wrong match: the unidentified parcel is open again, and the scan that the match made is undone unless
 * something has happened to the parcel since.
 */
export const undoMatch: Handler<typeof unidentifiedApi.undoMatch> = async (ctx, input) => {
  ensure(maySeeUnidentified(ctx.actor))
  const found = await locked(ctx, input.id)
  ensure(mayUndoMatch(changedBefore(found), input.reason))
  const { parcel_id, shipment_id, match_scan_id, matched_by } = found
  if (parcel_id === null || shipment_id === null) throw new Error(`A match of ${found.id} has no parcel.`)
  await lockShipment(withoutBranchLimit(ctx), shipment_id)
  const message =
    match_scan_id === null
      ? 'The match had not moved the parcel.'
      : await undoScan(ctx, { scan_id: match_scan_id, scanned_by: matched_by })
  const reference = unidentifiedReference(found.number)
  await addNote(ctx, found, { shipment_id, parcel_id }, `It was not ${reference}: ${input.reason.trim()}`)
  await updateUnidentified(ctx, found.id, {
    state: 'open',
    parcel_id: null,
    shipment_id: null,
    matched_by: '',
    time_matched: null,
    match_scan_id: null,
  })
  return { unidentified_parcel: await readUnidentified(ctx, found.id), message }
}

async function undoScan(ctx: Context, scan: Parameters<typeof undoScanOfMatch>[1]): Promise<string> {
  try {
    return (await undoScanOfMatch(ctx, scan)).message
  } catch (error) {
    // The rules are checked before anything is written.
    if (!(error instanceof Problem) || error.kind !== 'wrong_state') throw error
    return `The parcel keeps its status. ${error.message}`
  }
}

/** Records that an unidentified parcel was disposed of, and why. */
export const disposeUnidentified: Handler<typeof unidentifiedApi.dispose> = async (ctx, input) => {
  ensure(firstOf(maySeeUnidentified(ctx.actor), mayDispose(ctx.actor)))
  const found = await locked(ctx, input.id)
  ensure(mayClose(changedBefore(found)))
  const reason = input.reason.trim()
  if (reason === '')
    throw invalid('Write why it is disposed of.', [{ field: 'reason', message: 'is required' }])
  await updateUnidentified(ctx, found.id, {
    state: 'disposed',
    disposed_by: ctx.actor.username,
    time_disposed: ctx.now,
    disposal: input.disposal,
    disposal_reason: reason,
  })
  return readUnidentified(ctx, found.id)
}

async function locked(ctx: Context, id: number): Promise<UnidentifiedRow> {
  const found = await lockUnidentified(ctx, id)
  if (!found) throw noUnidentified()
  return found
}

/** Adds an event for staff to a parcel whose shipment is locked. */
async function addNote(
  ctx: Context,
  { branch_id, bay }: UnidentifiedRow,
  { shipment_id, parcel_id }: { shipment_id: number; parcel_id: number },
  message: string,
): Promise<void> {
  const [eventId = 0] = await insertEvents(ctx, shipment_id, [
    {
      parcel_id,
      date: ctx.now,
      status: 'floor-check',
      message,
      location: branchName(await providerMap(ctx), branch_id),
      bay: bay || null,
      source: ctx.actor.username,
      is_public: false,
    },
  ])
  await ctx.emit(trackingEventAdded, {
    shipment_id,
    tracking_event_id: eventId,
    status: 'floor-check',
    is_public: false,
  })
}
