import type { interhubApi } from '@waybill/domain/hub/interhub-api'
import { manifestNumber } from '@waybill/domain/hub/manifest'
import { isOffice, type Actor } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { forbidden } from '@waybill/domain/kit/problem'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { providerMap } from '../../maps/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { readShipments } from '../../shipments/index.ts'
import { listManifestIds, readManifests } from './manifest-list-store.ts'
import { readIncomplete, readLoad, type LoadedRow } from './manifest-load-store.ts'
import { findManifest } from './manifest-store.ts'
import { noManifest, readManifest, presentLoaded, presentManifest } from './present-manifest.ts'

const max_listed = 100

/** Throws 403 for callers who are not office staff, because manifests are internal to the company (PERM-050). */
export function requireOffice(actor: Actor): void {
  if (!isOffice(actor)) throw forbidden('Only our staff see manifests.')
}

/** Handles `GET /interhub-transfers` (docs/domain/public-api.md#listing-manifests). */
export const listManifests: Handler<typeof interhubApi.list> = async (ctx, input) => {
  requireOffice(ctx.actor)
  const number = input.search === undefined ? null : manifestNumber(cleanReference(input.search))
  const { ids, total } = await listManifestIds(
    ctx,
    { ...input, number },
    { ...pageOf(input, max_listed), order_by: input.order_by, order: input.order },
  )
  const map = await providerMap(ctx)
  const rows = await readManifests(ctx, ids)
  return { interhub_transfers: rows.map((row) => presentManifest(ctx, map, row)), count: total }
}

/** Returns a manifest with its parcels and, while it is open, the shipments with parcels left behind. */
export const readManifestDetail: Handler<typeof interhubApi.detail> = async (ctx, { id }) => {
  requireOffice(ctx.actor)
  const row = await findManifest(ctx, id)
  if (!row) throw noManifest()
  const map = await providerMap(ctx)
  const load = await readLoad(ctx, id)
  return {
    interhub_transfer: await readManifest(ctx, id),
    parcels: load.map((one) => presentLoaded(ctx, map, row, one)),
    incomplete: row.status === 'open' ? await readIncomplete(ctx, id) : [],
  }
}

/** Handles `GET /interhub-transfers/parcels` (docs/domain/public-api.md#parcels-of-a-manifest). */
export const listManifestParcels: Handler<typeof interhubApi.parcels> = async (ctx, input) => {
  requireOffice(ctx.actor)
  if (!(await findManifest(ctx, input.interhub_transfer_id))) throw noManifest()
  const load = await readLoad(ctx, input.interhub_transfer_id)
  const ids = [...new Set(load.map(({ shipment_id }) => shipment_id))]
  const { limit, offset } = pageOf({ ...input, limit: input.limit ?? max_listed }, max_listed)
  const shipments = await readShipments(withoutBranchLimit(ctx), ids.slice(offset, offset + limit))
  const byParcel = new Map(load.map((row) => [row.parcel_id, row]))
  return {
    shipments: shipments.map((shipment) => ({
      ...shipment,
      parcels: shipment.parcels.flatMap((parcel) => {
        const row = byParcel.get(parcel.id)
        return row ? [{ ...parcel, scan_status: scanStatusOf(row), time_scanned: row.received_at }] : []
      }),
    })),
    count: ids.length,
  }
}

function scanStatusOf(row: LoadedRow): 'scanned' | 'not-scanned' | 'extra' {
  if (row.is_extra) return 'extra'
  return row.received_at === null ? 'not-scanned' : 'scanned'
}

/**
 * Returns a context without the branch limit: a user who can access a manifest may view and move its parcels, even
 * when the shipment belongs to other branches.
 */
export function withoutBranchLimit(ctx: Context): Context {
  return { ...ctx, actor: { ...ctx.actor, limit_user_to_branch: false } }
}
