import { isOffice } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import type { ShipmentListRow } from '@waybill/domain/shipments/model'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { sees } from '@waybill/domain/shipments/field-visibility'
import { factsOf } from '@waybill/domain/shipments/statuses/status'
import { visibleStatusesFor } from '@waybill/domain/shipments/statuses/status-visibility'
import { driverNames, providerMap } from '../../maps/index.ts'
import { planOnce } from '../../kit/db.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import {
  listShipmentRows,
  listWholeRows,
  type ListPage,
  type ListRow,
  type ShipmentFilter,
} from './list-store.ts'
import {
  presentShipments,
  readShipments,
  presentParcel,
  presentStatus,
  statusChoices,
} from './present-shipment.ts'
import { findByReference, readParcels, readShipmentRows } from '../store.ts'

const max_shipments = 500
const max_rows = 2_000

/**
 * Returns shipments by reference or filter, whole or with the requested fields. An unknown reference gives an empty list, not an error
 * (docs/domain/public-api.md#listing-shipments).
 */
export const listShipments: Handler<typeof shipmentsApi.list> = async (ctx, input) => {
  const reference = input.tracking_reference ?? input.tracking_ref
  const { rows, total } = await listWholeRows(
    ctx,
    {
      ...input,
      reference: reference === undefined ? undefined : cleanReference(reference),
      account_id: input.account_id === undefined ? undefined : [input.account_id],
      service_level_code: input.service_level_code === undefined ? undefined : [input.service_level_code],
      search: input.search_query,
    },
    { ...pageOf(input, max_shipments), order_by: input.order_by, order: input.order },
  )
  const [, shipments] = await Promise.all([planOnce(ctx), presentShipments(ctx, rows, input.fields)])
  return { shipments, count: total }
}

/** Returns the statuses that the caller can see, optionally only those of one purpose. */
export const listStatuses: Handler<typeof shipmentsApi.statuses> = (ctx, { purpose }) => {
  const statuses = visibleStatusesFor(ctx.actor, purpose, statusChoices(ctx)).map((status) => {
    const { label, colour, purposes } = factsOf(status)
    return { status, label, colour, purposes: [...purposes] }
  })
  return Promise.resolve({ statuses, count: statuses.length })
}

/** Returns light rows for list pages, or up to the number that one action can change. */
export const listRows: Handler<typeof shipmentsApi.rows> = async (ctx, input) => {
  return rowsOfList(ctx, input, { ...pageOf(input, max_rows), order_by: input.order_by, order: input.order })
}

/** Returns light rows for any page size, also for file exports. */
export async function rowsOfList(ctx: Context, filter: ShipmentFilter, page: ListPage) {
  const { rows, total } = await listShipmentRows(ctx, filter, page)
  return { shipments: await presentRows(ctx, rows), count: total }
}

/** Returns list rows with the fields that the viewer may see. */
export async function presentRows(ctx: Context, rows: readonly ListRow[]): Promise<ShipmentListRow[]> {
  const map = await providerMap(ctx)
  const names = await driverNames(ctx)
  const branch = (id: number | null) => (id === null ? '' : (map.branches.get(id)?.name ?? ''))
  const seesMoney = sees(ctx.actor, 'amounts')
  const seesTags = isOffice(ctx.actor)
  return rows.map((row) => ({
    ...row,
    status: presentStatus(ctx, row),
    tracking_reference: row.custom_tracking_reference ?? row.short_tracking_reference,
    collection_name: row.collection_company || row.collection_name,
    delivery_name: row.delivery_company || row.delivery_name,
    collection_agent_id: row.collection_agent_id ?? '',
    collection_agent_name: names.get(row.collection_agent_id ?? '') ?? '',
    delivery_agent_id: row.delivery_agent_id ?? '',
    delivery_agent_name: names.get(row.delivery_agent_id ?? '') ?? '',
    collection_branch_name: branch(row.collection_branch_id),
    delivery_branch_name: branch(row.delivery_branch_id),
    current_branch_name: branch(row.current_branch_id),
    requires_action_note_count: Number(row.requires_action_note_count),
    tags: seesTags ? row.tags : [],
    rate: seesMoney ? row.rate : null,
  }))
}

/** Returns parcels by reference or by shipment, with their shipments (docs/domain/public-api.md#listing-parcels). */
export const listParcels: Handler<typeof shipmentsApi.parcels> = async (ctx, input) => {
  const { limit, offset } = pageOf(input, 10_000)
  const reference = input.alternative_tracking_reference ?? input.tracking_reference
  const found = reference === undefined ? [] : await findByReference(ctx, cleanReference(reference), false)
  const ids = input.shipment_id === undefined ? found.map((one) => one.shipment_id) : [input.shipment_id]
  const rows = await readShipmentRows(ctx, ids)
  const named = new Set(found.flatMap((one) => one.parcel_id ?? []))
  const parcels = (
    await readParcels(
      ctx,
      rows.map((row) => row.id),
    )
  ).filter((parcel) => named.size === 0 || named.has(parcel.id))
  const page = parcels.slice(offset, offset + limit)
  const of = new Map(rows.map((row) => [row.id, row]))
  return {
    parcels: page.flatMap((parcel) => {
      const shipment = of.get(parcel.shipment_id)
      return shipment ? [presentParcel(ctx, parcel, shipment)] : []
    }),
    shipments: await readShipments(ctx, [...new Set(page.map((parcel) => parcel.shipment_id))]),
    count: parcels.length,
  }
}
