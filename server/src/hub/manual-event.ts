import type { hubApi } from '@waybill/domain/hub/api'
import type { ScanAnswer } from '@waybill/domain/hub/model'
import { mayAddEvents } from '@waybill/domain/hub/access'
import { isStaff } from '@waybill/domain/kit/actor'
import { forbidden, invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { markOf } from '@waybill/domain/shipments/statuses/interventions'
import {
  checkEventDate,
  isForced,
  nextStatuses,
} from '@waybill/domain/shipments/statuses/manual-status-changes'
import { statusLabel } from '@waybill/domain/shipments/statuses/status'
import { uploadsOfCaller } from '../files/index.ts'
import type { Context, Handler } from '../kit/handler.ts'
import {
  addPictures,
  changeStatus,
  holdLocked,
  image_folder,
  lockShipment,
  movingOf,
  readEventFiles,
  readEvents,
  readShipmentRows,
  readShipments,
  presentEvents,
  shipmentIdOf,
  type ShipmentRow,
} from '../shipments/index.ts'
import type { ScanInput } from './scanner/scan-case.ts'
import { scanParcel } from './scanner/scan-parcel.ts'

/** Handles `POST /tracking/shipment-events`: a scan when `parcel_reference` is given, otherwise a manual event. */
export const addEvent: Handler<typeof hubApi.addEvent> = (ctx, input) =>
  input.parcel_reference ? scanParcel(ctx, input, { isLast: true }) : addManualEvent(ctx, input)

/**
 * Adds pictures to a shipment, or sets a status by hand for the whole shipment with message, place and time, by the
 * rules of the status menu. A status outside the menu requires `force` and a reason; a mark requires only a reason
 * (docs/domain/statuses.md#changes-by-hand).
 */
async function addManualEvent(ctx: Context, input: ScanInput): Promise<ScanAnswer> {
  if (!isStaff(ctx.actor)) throw forbidden('Only our staff may add tracking events.')
  ensure(mayAddEvents(ctx.actor))
  const row = await lockShipment(ctx, await shipmentIdOf(ctx, input))
  const eventId = input.images?.length
    ? await addSentPictures(ctx, row, input)
    : await setStatus(ctx, row, input)
  const [shipment] = await readShipments(ctx, [row.id])
  if (!shipment) throw new Error('A changed shipment could not be read back.')
  return {
    verdict: 'ok',
    code: 'ok',
    short: shortLabel(statusLabel(shipment.status)),
    message: '',
    shipment: {
      id: shipment.id,
      tracking_reference: shipment.tracking_reference,
      status: shipment.status,
      account_name: shipment.account.name,
      service_level_code: shipment.service_level_code,
      service_level_name: shipment.service_level_name,
      parcel_count: shipment.parcels.filter((parcel) => parcel.status !== 'cancelled').length,
      parcels_here: 0,
      delivery_name: shipment.delivery_contact.name,
      delivery_suburb: shipment.delivery_address.local_area,
      delivery_city: shipment.delivery_address.city,
      collection_branch_name: shipment.collection_branch_public_name,
      delivery_branch_name: shipment.delivery_branch_public_name,
      special_instructions: shipment.special_instructions_delivery,
    },
    parcel: null,
    next: null,
    event_id: eventId,
  }
}

async function setStatus(ctx: Context, row: ShipmentRow, input: ScanInput): Promise<number> {
  const { status } = input
  if (!status) throw invalid('Choose a status.', [{ field: 'status', message: 'is required' }])
  const { message, location, lat, lng, bay, date } = input
  const from = row.status
  const mark = markOf(ctx.actor, from, status)
  if (mark && !nextStatuses(movingOf(row)).includes(mark)) {
    if (date) ensure(checkEventDate(date, row.time_created, ctx.now))
    return holdLocked(ctx, row, mark, message ?? '', { location, lat, lng, bay, ...(date ? { date } : {}) })
  }
  if (ctx.actor.kind === 'user' && !input.force && status !== 'cancelled' && isForced(movingOf(row), status))
    throw wrongState(
      `${statusLabel(from)} cannot normally change to ${statusLabel(status).toLowerCase()}. To change it anyway, use force and give a reason.`,
    )
  return changeStatus(ctx, row.id, {
    status,
    metadata: { tracking_info: { message, location, lat, lng, bay } },
    time_modified: date,
  })
}

/** Adds pictures that the caller has uploaded before, with the time they were taken (SHIP-110). */
async function addSentPictures(ctx: Context, row: ShipmentRow, input: ScanInput): Promise<number> {
  if (input.status)
    throw invalid('Send the status and the pictures separately.', [
      { field: 'images', message: 'cannot be sent with a status' },
    ])
  const names = [...new Set(input.images)]
  const known = new Set((await uploadsOfCaller(ctx, image_folder, names)).map(({ name }) => name))
  const unknown = names.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw invalid(`You have not uploaded a file ${unknown}. Upload it and send its new name.`, [
      { field: 'images', message: 'is not an uploaded file' },
    ])
  if (input.date) ensure(checkEventDate(input.date, row.time_created, ctx.now))
  return addPictures(ctx, row.id, null, names, input.date)
}

/** Returns the label when it has at most 18 characters, otherwise `OK` (docs/domain/hub.md#short-verdicts). */
function shortLabel(label: string): string {
  return label.length <= 18 ? label : 'OK'
}

const max_events = 1_000

/** Returns the events of a shipment that the caller can access, newest first, as far as the caller may see them. */
export const readShipmentEvents: Handler<typeof hubApi.events> = async (ctx, input) => {
  const [row] = await readShipmentRows(ctx, [await shipmentIdOf(ctx, input)])
  if (!row) throw notFound('Could not find shipment')
  const files = await readEventFiles(ctx, row)
  const events = presentEvents(ctx, row, await readEvents(ctx, [row.id]), files)
  const offset = Math.max(0, input.offset ?? 0)
  const limit = input.limit && input.limit > 0 ? Math.min(input.limit, max_events) : max_events
  return { tracking_events: events.slice(offset, offset + limit), count: events.length }
}
