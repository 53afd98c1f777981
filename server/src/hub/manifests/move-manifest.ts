import type { interhubApi } from '@waybill/domain/hub/interhub-api'
import { mayAct, mayClose, receivesFrom } from '@waybill/domain/hub/manifest-rules'
import {
  interhub_auto_depart_on_close,
  interhub_require_seal,
  interhub_require_vehicle,
} from '@waybill/domain/hub/settings'
import { conflict, invalid } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { providerMap } from '../../maps/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { releaseLoad, readIncomplete, readLoad } from './manifest-load-store.ts'
import { holdManifest, updateManifest, type ManifestRow } from './manifest-store.ts'
import { requireOffice } from './list-manifests.ts'
import { hasLeft, moveLoad } from './move-load.ts'
import { branchName, noManifest, readManifest, stateOf } from './present-manifest.ts'
import { spreadOverLoad } from './spread-cost.ts'

/** Locks a manifest for a change; throws 404 when it does not exist or the caller cannot access it. */
export async function heldManifest(ctx: Context, id: number): Promise<ManifestRow> {
  const row = await holdManifest(ctx, id, 'change')
  if (!row) throw noManifest()
  return row
}

/** Closes a manifest (HUB-002, docs/domain/hub.md#interhub-manifests). */
export const closeManifest: Handler<typeof interhubApi.close> = async (ctx, input) => {
  requireOffice(ctx.actor)
  const row = await heldManifest(ctx, input.id)
  if (input.version !== undefined && input.version !== row.version)
    throw conflict('Someone else has changed this manifest. Check it again, then close it.', {
      version: row.version,
    })
  await closeLoad(ctx, row, {
    accept_missing: input.accept_missing ?? false,
    vehicle_registration: input.vehicle_registration || row.vehicle_registration,
    seal_number: input.seal_number || row.seal_number,
  })
  return readManifest(ctx, row.id)
}

/**
 * Closes a locked manifest: its parcels become ready for dispatch, and their weights and cost shares are stored. It
 * departs at once if the settings require that or if loading has already put the parcels in transit.
 */
export async function closeLoad(
  ctx: Context,
  row: ManifestRow,
  how: { accept_missing: boolean; vehicle_registration: string; seal_number: string; at?: Date },
): Promise<ManifestRow> {
  const map = await providerMap(ctx)
  const load = await readLoad(ctx, row.id)
  const { accept_missing, vehicle_registration, seal_number, at = ctx.now } = how
  const state = stateOf(map, { ...row, vehicle_registration, seal_number }, load.length)
  ensure(
    mayClose(state, ctx.actor, {
      needs: { vehicle: ctx.setting(interhub_require_vehicle), seal: ctx.setting(interhub_require_seal) },
      parcels: load,
      incomplete: await readIncomplete(ctx, row.id),
      accept_missing,
    }),
  )
  const departs = ctx.setting(interhub_auto_depart_on_close) || row.scan_status === 'in-transit'
  if (!departs)
    await moveLoad(ctx, row, load, {
      to: 'ready-for-dispatch',
      date: at,
      location: branchName(map, row.from_branch_id),
      branch_id: row.from_branch_id,
      leaves: hasLeft,
      only_loaded: true,
    })
  const closed = {
    status: 'closed' as const,
    time_closed: at,
    not_closed_reason: null,
    vehicle_registration,
    seal_number,
  }
  await updateManifest(ctx, row.id, closed)
  const now: ManifestRow = { ...row, ...closed }
  if (departs) await departLoad(ctx, now, at)
  else await spreadOverLoad(ctx, now)
  return now
}

/** Departs a closed manifest, now or at a given time since it was closed. */
export const departManifest: Handler<typeof interhubApi.depart> = async (ctx, { id, departed_at }) => {
  requireOffice(ctx.actor)
  const row = await heldManifest(ctx, id)
  const state = stateOf(await providerMap(ctx), row, 0)
  ensure(mayAct('depart', state, ctx.actor))
  if (departed_at && departed_at > ctx.now)
    throw invalid('The departure time cannot be in the future.', [
      { field: 'departed_at', message: 'must not be in the future' },
    ])
  await departLoad(ctx, row, sinceClosed(row, departed_at ?? ctx.now))
  return readManifest(ctx, id)
}

/** Returns `at`, but not earlier than the time the manifest was closed. */
export function sinceClosed(row: ManifestRow, at: Date): Date {
  return row.time_closed && at < row.time_closed ? row.time_closed : at
}

/**
 * Departs a locked, closed manifest: its parcels become in transit and may be loaded on another manifest, and they bear
 * the cost of the trip, also the shares of parcels that scans have taken off since it was closed.
 */
export async function departLoad(
  ctx: Context,
  row: ManifestRow,
  at: Date,
  more: { driver: string; driver_name: string } | null = null,
): Promise<void> {
  const map = await providerMap(ctx)
  await moveLoad(ctx, row, await readLoad(ctx, row.id), {
    to: 'in-transit',
    date: at,
    location: branchName(map, row.from_branch_id),
    branch_id: null,
    leaves: (status) => hasLeft(status) && status !== 'in-transit',
    only_loaded: true,
  })
  await spreadOverLoad(ctx, row)
  await releaseLoad(ctx, row.id)
  await updateManifest(ctx, row.id, { departed_at: at, ...more })
}

/**
 * Reopens a closed manifest. If its scan status is `manifested`, parcels that are ready for dispatch become
 * manifested again.
 */
export const reopenManifest: Handler<typeof interhubApi.reopen> = async (ctx, { id }) => {
  requireOffice(ctx.actor)
  const row = await heldManifest(ctx, id)
  const map = await providerMap(ctx)
  ensure(mayAct('reopen', stateOf(map, row, 0), ctx.actor))
  const load = await readLoad(ctx, id)
  if (row.scan_status === 'manifested')
    await moveLoad(ctx, row, load, {
      to: 'manifested',
      date: ctx.now,
      location: branchName(map, row.from_branch_id),
      branch_id: row.from_branch_id,
      leaves: (status) => status !== 'ready-for-dispatch',
      only_loaded: true,
    })
  await updateManifest(ctx, id, { status: 'open', time_closed: null, planned_close: null })
  return readManifest(ctx, id)
}

/** Records that unloading is complete: parcels that were not received are short from now on. */
export const receiveManifest: Handler<typeof interhubApi.receive> = async (ctx, { id, branch_id }) => {
  requireOffice(ctx.actor)
  const row = await heldManifest(ctx, id)
  ensure(mayAct('receive', stateOf(await providerMap(ctx), row, 0), ctx.actor, branch_id))
  await updateManifest(ctx, id, {
    received_at: ctx.now,
    arrived_at: row.arrived_at ?? ctx.now,
    received_by: ctx.actor.username,
    received_from_branch_id: receivesFrom(row, ctx.actor),
  })
  return readManifest(ctx, id)
}
