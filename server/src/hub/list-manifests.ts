import type { interhubApi } from '@waybill/domain/hub/interhub-api'
import { manifestNumber } from '@waybill/domain/hub/manifest'
import { isOffice, type Actor } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/paging'
import { forbidden } from '@waybill/domain/kit/problem'
import { cleanReference } from '@waybill/domain/shipments/references'
import { providerMap } from '../maps/index.ts'
import type { Ctx, Verb } from '../kit/verb.ts'
import { readShipments } from '../shipments/index.ts'
import {
  findManifest,
  listManifestIds,
  readIncomplete,
  readLoad,
  readManifests,
  type LoadedRow,
} from './interhub-store.ts'
import { noManifest, readManifest, seenLoaded, seenManifest } from './seen-manifest.ts'

const most_listed = 100

/** Refuses whoever is not office staff: manifests are the company's own (PERM-050). */
export function demandOffice(actor: Actor): void {
  if (!isOffice(actor)) throw forbidden('Only our staff see manifests.')
}

/** `GET /interhub-transfers` (partner API 10.1). */
export const listManifests: Verb<typeof interhubApi.list> = async (ctx, input) => {
  demandOffice(ctx.actor)
  const number = input.search === undefined ? null : manifestNumber(cleanReference(input.search))
  const { ids, total } = await listManifestIds(
    ctx,
    { ...input, number },
    { ...pageOf(input, most_listed), order_by: input.order_by, order: input.order },
  )
  const map = await providerMap(ctx)
  const rows = await readManifests(ctx, ids)
  return { interhub_transfers: rows.map((row) => seenManifest(ctx, map, row)), count: total }
}

/** A manifest with what is on it and what stays behind. */
export const readManifestDetail: Verb<typeof interhubApi.detail> = async (ctx, { id }) => {
  demandOffice(ctx.actor)
  const row = await findManifest(ctx, id)
  if (!row) throw noManifest()
  const map = await providerMap(ctx)
  const load = await readLoad(ctx, id)
  return {
    interhub_transfer: await readManifest(ctx, id),
    parcels: load.map((one) => seenLoaded(ctx, map, row, one)),
    incomplete: row.status === 'open' ? await readIncomplete(ctx, id) : [],
  }
}

/** `GET /interhub-transfers/parcels` (partner API 10.2). */
export const listManifestParcels: Verb<typeof interhubApi.parcels> = async (ctx, input) => {
  demandOffice(ctx.actor)
  if (!(await findManifest(ctx, input.interhub_transfer_id))) throw noManifest()
  const load = await readLoad(ctx, input.interhub_transfer_id)
  const ids = [...new Set(load.map(({ shipment_id }) => shipment_id))]
  const { limit, offset } = pageOf({ ...input, limit: input.limit ?? most_listed }, most_listed)
  const shipments = await readShipments(withoutBranchLimit(ctx), ids.slice(offset, offset + limit))
  const by_parcel = new Map(load.map((row) => [row.parcel_id, row]))
  return {
    shipments: shipments.map((shipment) => ({
      ...shipment,
      parcels: shipment.parcels.flatMap((parcel) => {
        const row = by_parcel.get(parcel.id)
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

/** What is on a manifest within reach may be seen and moved, also where the shipment itself belongs to other branches. */
export function withoutBranchLimit(ctx: Ctx): Ctx {
  return { ...ctx, actor: { ...ctx.actor, limit_user_to_branch: false } }
}
