import type { collectionsApi } from '@waybill/domain/collections/api'
import { collection_request_cut_off_time } from '@waybill/domain/collections/settings'
import { requests_needing_attention } from '@waybill/domain/collections/status'
import { isOffice, isStaff } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { notFound } from '@waybill/domain/kit/problem'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { Context, Handler } from '../kit/handler.ts'
import { readParcels, readShipmentRows, presentStatus } from '../shipments/index.ts'
import { listRecurringRows } from './recurring-store.ts'
import { offeredDay } from './routing.ts'
import { presentRecurring, presentRequest, presentRequestEvents, presentRequests } from './present-request.ts'
import {
  listCaptured,
  listRequestEvents,
  listRequestRows,
  readRequestRows,
  type RequestRow,
} from './store.ts'
import { requireRequests } from './access.ts'

const max_listed = 500

/** Lists the requests that the caller may see, latest collection day first by default. */
export const listRequests: Handler<typeof collectionsApi.list> = async (ctx, input) => {
  await requireRequests(ctx)
  const status = input.problem
    ? requests_needing_attention.filter((one) => !input.status?.length || input.status.includes(one))
    : input.status?.length
      ? input.status
      : undefined
  const page = { ...pageOf(input, max_listed), order_by: input.order_by, order: input.order }
  const { rows, total } = await listRequestRows(
    ctx,
    { ...input, status, agent_id: isStaff(ctx.actor) ? input.agent_id : undefined },
    page,
  )
  return { collection_requests: await presentRequests(ctx, rows), count: total }
}

/** Returns one request with its history, the shipments booked for it, and its recurring collection. */
export const readRequest: Handler<typeof collectionsApi.detail> = async (ctx, { id }) => {
  await requireRequests(ctx)
  const [row] = await readRequestRows(ctx, [id])
  if (!row) throw notFound('Could not find this collection request.')
  const { shipments, uncaptured } = await captured(ctx, row)
  const events = await listRequestEvents(ctx, row.id, !isOffice(ctx.actor))
  const series =
    row.recurring_id === null
      ? []
      : (await listRecurringRows(ctx, { id: row.recurring_id, live_on: null }, { limit: 1, offset: 0 })).rows
  const [recurring] = await presentRecurring(ctx, series)
  return {
    request: await presentRequest(ctx, row),
    events: presentRequestEvents(ctx, events),
    shipments,
    uncaptured,
    not_collected: isOffice(ctx.actor) ? events.flatMap(({ data }) => data?.not_collected ?? []) : [],
    recurring: recurring ?? null,
  }
}

/** Returns the shipments booked for a request, and the stickers that none of their parcels uses yet. */
async function captured(ctx: Context, row: RequestRow) {
  const ids = (await listCaptured(ctx, [row.id])).map((one) => one.id)
  const parcels = await readParcels(ctx, ids)
  const borne = new Set(
    parcels.flatMap((parcel) => [parcel.tracking_reference, parcel.alternative_tracking_reference]),
  )
  const shipments = (await readShipmentRows(ctx, ids)).map((shipment) => ({
    id: shipment.id,
    tracking_reference: shipment.custom_tracking_reference ?? shipment.short_tracking_reference,
    status: presentStatus(ctx, shipment),
    parcel_count: shipment.parcel_count,
  }))
  return { shipments, uncaptured: row.stickers.filter((sticker) => !borne.has(sticker)) }
}

/** Returns the day on which a place would be collected from, so that the form can show it in advance. */
export const readOfferedDay: Handler<typeof collectionsApi.day> = async (ctx, { lat, lng, ...requested }) => {
  await requireRequests(ctx)
  const point = lat === undefined || lng === undefined ? null : { lat, lng }
  const { day, moved_by } = await offeredDay(ctx, point, requested)
  return { date: day, moved_by, cut_off: ctx.setting(collection_request_cut_off_time) }
}

/** Lists the recurring collections that have not ended. */
export const readRecurring: Handler<typeof collectionsApi.recurring> = async (ctx, input) => {
  await requireRequests(ctx)
  const filter = { id: input.id, account_id: input.account_id, live_on: dayOf(ctx.now) }
  const { rows, total } = await listRecurringRows(ctx, filter, pageOf(input, max_listed))
  return { recurring: await presentRecurring(ctx, rows), count: total }
}
