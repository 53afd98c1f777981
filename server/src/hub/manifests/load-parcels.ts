import type { interhubApi } from '@waybill/domain/hub/interhub-api'
import { checkDamageNote } from '@waybill/domain/hub/damages/damage'
import { mayAct } from '@waybill/domain/hub/manifest-rules'
import { branchLimit } from '@waybill/domain/kit/actor'
import { notFound, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { providerMap } from '../../maps/index.ts'
import type { Handler } from '../../kit/handler.ts'
import { readShipments } from '../../shipments/index.ts'
import { clearManifestDamage, recordManifestDamage } from '../damages/damages.ts'
import { readManifests } from './manifest-list-store.ts'
import { everOnLoad, insertCondition, readLoad, takeOffLoad } from './manifest-load-store.ts'
import { findManifest } from './manifest-store.ts'
import { requireOffice, withoutBranchLimit } from './list-manifests.ts'
import { moveLoad } from './move-load.ts'
import { heldManifest } from './move-manifest.ts'
import { scanParcel } from '../scanner/scan-parcel.ts'
import { branchName, noManifest, stateOf } from './present-manifest.ts'

/**
 * Scans a parcel onto a manifest at its origin branch (docs/domain/public-api.md#parcels-of-a-manifest). A scan that
 * the scanner would refuse is rejected with the same message. A parcel that is already on the manifest is returned
 * unchanged.
 */
export const addParcel: Handler<typeof interhubApi.addParcel> = async (ctx, input) => {
  requireOffice(ctx.actor)
  const manifest = await findManifest(ctx, input.interhub_transfer_id)
  if (!manifest) throw noManifest()
  ensure(mayAct('add', stateOf(await providerMap(ctx), manifest, 0), ctx.actor))
  const answer = await scanParcel(ctx, {
    parcel_reference: input.parcel_reference,
    mode: 'load-manifest',
    branch_id: manifest.from_branch_id,
    interhub_transfer_id: manifest.id,
  })
  if (answer.code === 'not_found') throw notFound(answer.message)
  if (answer.verdict === 'refused' || !answer.shipment || !answer.parcel) throw wrongState(answer.message)
  const shipmentId = answer.shipment.id
  const parcelId = answer.parcel.id
  const [shipment] = await readShipments(withoutBranchLimit(ctx), [shipmentId])
  const parcel = shipment?.parcels.find(({ id }) => id === parcelId)
  const [now] = await readManifests(ctx, [manifest.id])
  if (!parcel || !now) throw new Error('A parcel that was just loaded could not be read back.')
  const { parcel_count, shipment_count } = now
  return { interhub_transfer_id: manifest.id, shipment_id: shipmentId, parcel, parcel_count, shipment_count }
}

/**
 * Removes parcels from an open manifest. Parcels that were removed before are accepted and stay removed
 * (docs/domain/public-api.md#parcels-of-a-manifest).
 */
export const removeParcels: Handler<typeof interhubApi.removeParcels> = async (ctx, input) => {
  requireOffice(ctx.actor)
  const requested = [...new Set([...(input.parcels_ids ?? []), ...(input.parcel_ids ?? [])])]
  const manifest = await heldManifest(ctx, input.interhub_transfer_id)
  const map = await providerMap(ctx)
  ensure(mayAct('remove', stateOf(map, manifest, 0), ctx.actor))
  const load = await readLoad(ctx, manifest.id)
  const known = await everOnLoad(ctx, manifest.id, requested)
  const stray = requested.find((id) => !known.has(id))
  if (stray !== undefined) throw notFound(`Parcel ${stray} is not on this manifest.`)
  const gone = new Set(await takeOffLoad(ctx, manifest.id, requested))
  await moveLoad(
    ctx,
    manifest,
    load.filter(({ parcel_id }) => gone.has(parcel_id)),
    {
      to: 'at-hub',
      date: ctx.now,
      location: branchName(map, manifest.from_branch_id),
      branch_id: manifest.from_branch_id,
      leaves: (status) => status === 'at-destination-hub' || status === 'returned-to-hub',
    },
  )
  return {}
}

/**
 * Records that a received parcel is damaged, with photos in the damage register, or corrects that it is in good
 * condition (docs/domain/hub.md#damages).
 */
export const noteCondition: Handler<typeof interhubApi.noteCondition> = async (ctx, input) => {
  requireOffice(ctx.actor)
  const manifest = await heldManifest(ctx, input.interhub_transfer_id)
  ensure(mayAct('unload', stateOf(await providerMap(ctx), manifest, 0), ctx.actor))
  const { parcel_id, condition, note = '', photos = [] } = input
  if (condition === 'damaged') ensure(checkDamageNote(note))
  const received = await insertCondition(ctx, manifest.id, parcel_id, condition, note)
  if (!received)
    throw wrongState('This parcel has not been unloaded from this manifest yet. Scan it in first.')
  const { number, to_branch_id } = manifest
  const which = { parcel_id, interhub_transfer_id: manifest.id }
  if (condition === 'damaged')
    await recordManifestDamage(ctx, {
      ...which,
      ...received,
      branch_id: branchLimit(ctx.actor) ?? to_branch_id,
      note,
      photos,
    })
  else await clearManifestDamage(ctx, { ...which, number })
  return {}
}
