import { randomUUID } from 'node:crypto'
import { maySeeDamages } from '@waybill/domain/hub/access'
import {
  checkDamageNote,
  checkDamagePhotos,
  mayReportAt,
  mayResolve,
  max_damage_note,
  type ParcelDamage,
} from '@waybill/domain/hub/damages/damage'
import { isDamageReason } from '@waybill/domain/hub/damages/damage-reason'
import { damageFound } from '@waybill/domain/hub/events'
import type { damagesApi } from '@waybill/domain/hub/damages/damages-api'
import { manifestReference } from '@waybill/domain/hub/manifest'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { notFound } from '@waybill/domain/kit/problem'
import { endOfDay, startOfDay } from '@waybill/domain/kit/calls/wire'
import { ensure, firstOf } from '@waybill/domain/kit/rule-result'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { max_hub_photos } from '@waybill/domain/hub/photos'
import type { Context, Handler } from '../../kit/handler.ts'
import { providerMap } from '../../maps/index.ts'
import { readShipmentRows, type ParcelRow, type ShipmentRow } from '../../shipments/index.ts'
import { findParcel } from '../find-parcel.ts'
import { branchName } from '../manifests/present-manifest.ts'
import { presentPhotos, requirePhotos } from '../photos.ts'
import {
  changeOpenDamage,
  findReported,
  insertDamages,
  listDamageRows,
  lockDamage,
  resolveDamages,
  type DamageFilter,
} from './damage-store.ts'

const max_listed = 100

/** Handles `GET /hub/damages` (docs/domain/hub.md#damages). */
export const listDamages: Handler<typeof damagesApi.list> = async (ctx, input) => {
  ensure(maySeeDamages(ctx.actor))
  const { shipment_id } = input
  if (shipment_id !== undefined && (await readShipmentRows(ctx, [shipment_id])).length === 0)
    throw notFound('Could not find shipment')
  return presentDamages(
    ctx,
    {
      ...input,
      found_from: input.from ? startOfDay(input.from) : undefined,
      found_until: input.to ? endOfDay(input.to) : undefined,
    },
    { ...pageOf(input, max_listed), order_by: input.order_by, order: input.order },
  )
}

async function presentDamages(
  ctx: Context,
  filter: DamageFilter,
  page: Parameters<typeof listDamageRows>[2],
): Promise<{ damages: ParcelDamage[]; count: number }> {
  const map = await providerMap(ctx)
  const { rows, total } = await listDamageRows(ctx, filter, page)
  const damages = rows.map(({ manifest_number, ...row }) => ({
    ...row,
    branch_name: branchName(map, row.branch_id),
    manifest: manifest_number === null ? '' : manifestReference(manifest_number),
    photos: presentPhotos(ctx, row.photos),
  }))
  return { damages, count: total }
}

async function presentDamage(ctx: Context, id: number): Promise<ParcelDamage> {
  const { damages } = await presentDamages(ctx, { id: [id] }, { limit: 1, offset: 0 })
  const [damage] = damages
  if (!damage) throw notFound('Could not find this damage.')
  return damage
}

/** Stores damages of one shipment and informs the depot of those that are new. */
async function addDamages(ctx: Context, damages: Parameters<typeof insertDamages>[1]): Promise<void> {
  const added = await insertDamages(ctx, damages)
  const [first] = damages
  if (first && added > 0)
    await ctx.emit(damageFound, {
      shipment_id: first.shipment_id,
      branch_id: first.branch_id ?? null,
      parcel_count: added,
      note: first.note,
    })
}

/** Reports a damage that hub staff found. A repeated report returns the stored one. */
export const reportDamage: Handler<typeof damagesApi.report> = async (ctx, input) => {
  const { actor } = ctx
  ensure(
    firstOf(
      maySeeDamages(actor),
      mayReportAt(actor, input.branch_id),
      checkDamageNote(input.note),
      checkDamagePhotos(input.photos),
    ),
  )
  const map = await providerMap(ctx)
  if (!map.branches.has(input.branch_id)) throw notFound('Could not find this branch.')
  const { row, parcel_id } = await findParcel(ctx, cleanReference(input.parcel_reference))
  const photos = await requirePhotos(ctx, input.photos)
  await addDamages(ctx, [
    {
      report_id: input.report_id,
      parcel_id,
      shipment_id: row.id,
      branch_id: input.branch_id,
      note: input.note.trim(),
      photos,
      time_found: foundAt(ctx, input.time_found),
    },
  ])
  const id = await findReported(ctx, input.report_id, parcel_id)
  if (id === undefined) throw new Error('A damage that was just reported was not found.')
  return presentDamage(ctx, id)
}

/** Resolves a damage with a text that says how. */
export const resolveDamage: Handler<typeof damagesApi.resolve> = async (ctx, { id, resolution }) => {
  ensure(maySeeDamages(ctx.actor))
  const known = await lockDamage(ctx, id)
  if (!known) throw notFound('Could not find this damage.')
  ensure(mayResolve(known.state, resolution))
  await resolveDamages(ctx, { id }, resolution.trim())
  return presentDamage(ctx, id)
}

/** Returns when something was found: by the clock of the device, but not in the future. */
export function foundAt(ctx: Context, time: Date | undefined): Date {
  return time && time < ctx.now ? time : ctx.now
}

/** A damage that is noted on a parcel of a manifest. */
export interface ManifestDamage {
  parcel_id: number
  shipment_id: number
  interhub_transfer_id: number
  /** The branch that unloads the manifest. */
  branch_id: number
  note: string
  photos: readonly string[]
}

/**
 * Records a damage noted on a parcel of a manifest: changes the open one of that manifest, or adds one. Throws a 400
 * without a photo.
 */
export async function recordManifestDamage(ctx: Context, damage: ManifestDamage): Promise<void> {
  ensure(checkDamagePhotos(damage.photos))
  const { note } = damage
  const photos = await requirePhotos(ctx, damage.photos)
  if (await changeOpenDamage(ctx, damage, { note, photos })) return
  await addDamages(ctx, [{ ...damage, report_id: randomUUID(), photos, time_found: ctx.now }])
}

/** Resolves the damages of a parcel that turned out to be in good condition when a manifest was unloaded. */
export async function clearManifestDamage(
  ctx: Context,
  { number, ...which }: { parcel_id: number; interhub_transfer_id: number; number: number },
): Promise<void> {
  await resolveDamages(ctx, which, `Noted as in good condition on ${manifestReference(number)}.`)
}

/** A problem that a driver reports about parcels of a shipment. */
export interface DriverProblem {
  action_id: string
  row: ShipmentRow
  leg: 'collection' | 'delivery'
  /** The parcels that the problem concerns. */
  parcels: readonly ParcelRow[]
  /** References of the parcels that are damaged; without any, all of `parcels` are. */
  damaged: readonly string[]
  reason: string
  description: string
  photos: readonly string[]
  at: Date
}

/**
 * Records the damage that a driver reports as a problem with the reason 'Damaged'; other reasons record nothing. A
 * driver is never rejected for a missing photo (docs/domain/hub.md#damages).
 */
export async function recordDriverDamage(ctx: Context, problem: DriverProblem): Promise<void> {
  const { row, leg, reason } = problem
  if (!isDamageReason(reason)) return
  const named = new Set(problem.damaged.map((one) => cleanReference(one)))
  const picked = problem.parcels.filter(
    ({ tracking_reference, alternative_tracking_reference: other }) =>
      named.has(tracking_reference) || (other !== null && named.has(other)),
  )
  await addDamages(
    ctx,
    (picked.length > 0 ? picked : problem.parcels).map(({ id }) => ({
      report_id: problem.action_id,
      parcel_id: id,
      shipment_id: row.id,
      branch_id: row[`${leg}_branch_id`] ?? row.current_branch_id,
      note: (problem.description.trim() || reason).slice(0, max_damage_note),
      photos: problem.photos.slice(0, max_hub_photos),
      time_found: problem.at,
    })),
  )
}
