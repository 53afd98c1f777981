import { dueManifests, type DueManifest } from '@waybill/domain/hub/daily-manifests'
import { manifestNotClosed, manifestShort } from '@waybill/domain/hub/events'
import { manifestReference } from '@waybill/domain/hub/manifest'
import { interhub_daily_configs, interhub_short_alert_hours } from '@waybill/domain/hub/settings'
import { Problem } from '@waybill/domain/kit/problem'
import { listHolidays, providerMap, type ProviderMap } from '../../maps/index.ts'
import type { Context, ExternalContext } from '../../kit/handler.ts'
import { openManifest } from './edit-manifest.ts'
import { readLoad } from './manifest-load-store.ts'
import { findDueManifests, holdManifest, openedDaily, updateManifest } from './manifest-store.ts'
import { closeLoad, departLoad } from './move-manifest.ts'
import { branchName } from './present-manifest.ts'
import { hour_ms } from '@waybill/domain/kit/dates/durations'

/**
 * Scheduled processing of manifests (docs/domain/hub.md#interhub-manifests, docs/domain/jobs.md): opens the daily
 * ones, closes them at their closing time, departs closed ones at their planned departure, and notifies both branches
 * of parcels that were not received. Each step runs in its own transaction, so that one failure does not block the
 * others.
 */
export async function watchManifests(ctx: ExternalContext): Promise<void> {
  await openDaily(ctx)
  const shortSince = new Date(ctx.now.getTime() - ctx.setting(interhub_short_alert_hours) * hour_ms)
  const due = await ctx.inTransaction((inner) => findDueManifests(inner, shortSince))
  for (const id of due.closing)
    await unlessRejected(
      ctx,
      (inner) => closeInTime(inner, id),
      (inner, reason) => noteNotClosed(inner, id, reason),
    )
  for (const id of due.departing) await unlessRejected(ctx, (inner) => departInTime(inner, id))
  for (const id of due.short) await ctx.inTransaction((inner) => emitShort(inner, id))
}

async function openDaily(ctx: ExternalContext): Promise<void> {
  const configs = ctx.setting(interhub_daily_configs)
  if (configs.length === 0) return
  const due = await ctx.inTransaction(async (inner) => {
    const holidays = new Set((await listHolidays(inner)).map(({ date }) => date))
    const wanted = dueManifests(configs, holidays, inner.now)
    const opened = await openedDaily(
      inner,
      wanted.map(({ daily_key }) => daily_key),
    )
    return wanted.filter(({ daily_key }) => !opened.has(daily_key))
  })
  for (const one of due) await unlessRejected(ctx, (inner) => openOne(inner, one))
}

async function openOne(ctx: Context, { config, daily_key, planned_departure, planned_close }: DueManifest) {
  if ((await openedDaily(ctx, [daily_key])).size > 0) return
  const map = await providerMap(ctx)
  const fromBranchId = branchByName(map, config.from_branch)
  const toBranchId = branchByName(map, config.to_branch)
  await openManifest(
    ctx,
    {
      from_branch_id: fromBranchId,
      to_branch_id: toBranchId,
      planned_departure,
      carrier: config.carrier,
      service_level: config.service_level,
      vehicle_registration: config.vehicle,
      ...(config.driver ? { driver: config.driver } : {}),
    },
    { daily_key, planned_close },
  )
}

/** Returns the id of a branch by its code or public name; 0 when there is none, which validation rejects. */
function branchByName(map: ProviderMap, name: string): number {
  const wanted = name.trim().toLowerCase()
  for (const branch of map.branches.values())
    if (!branch.deleted_date && [branch.name, branch.public_name].some((one) => one.toLowerCase() === wanted))
      return branch.id
  return 0
}

/**
 * Removes a daily manifest that is still empty at its departure time; closes a manifest that holds parcels at its
 * closing time.
 */
async function closeInTime(ctx: Context, id: number): Promise<void> {
  const row = await holdManifest(ctx, id, 'change')
  if (!row || row.status !== 'open') return
  const isEmpty = (await readLoad(ctx, id)).length === 0
  const hasLeft = row.planned_departure !== null && row.planned_departure <= ctx.now
  if (isEmpty && row.daily_key !== null && hasLeft) return updateManifest(ctx, id, { deleted_date: ctx.now })
  if (isEmpty || row.planned_close === null || row.planned_close > ctx.now) return
  await closeLoad(ctx, row, {
    accept_missing: true,
    vehicle_registration: row.vehicle_registration,
    seal_number: row.seal_number,
  })
}

/** Stores why a manifest could not be closed at its time, and notifies the branch from which it leaves once. */
async function noteNotClosed(ctx: Context, id: number, reason: string): Promise<void> {
  const row = await holdManifest(ctx, id, 'change')
  if (row?.status !== 'open' || row.not_closed_reason === reason) return
  await updateManifest(ctx, id, { not_closed_reason: reason })
  if (row.not_closed_reason !== null) return
  await ctx.emit(manifestNotClosed, {
    interhub_transfer_id: id,
    display_id: manifestReference(row.number),
    from_branch_id: row.from_branch_id,
    to_branch_name: branchName(await providerMap(ctx), row.to_branch_id),
    reason,
  })
}

async function departInTime(ctx: Context, id: number): Promise<void> {
  const row = await holdManifest(ctx, id, 'change')
  if (row?.status === 'closed' && row.departed_at === null) await departLoad(ctx, row, ctx.now)
}

async function emitShort(ctx: Context, id: number): Promise<void> {
  const row = await holdManifest(ctx, id, 'change')
  if (!row || row.shorts_told_at !== null) return
  const load = (await readLoad(ctx, id)).filter((one) => !one.is_extra)
  const shortCount = load.filter((one) => one.received_at === null).length
  if (shortCount === 0) return
  await updateManifest(ctx, id, { shorts_told_at: ctx.now })
  const map = await providerMap(ctx)
  const { from_branch_id, to_branch_id } = row
  await ctx.emit(manifestShort, {
    interhub_transfer_id: id,
    display_id: manifestReference(row.number),
    from_branch_id,
    from_branch_name: branchName(map, from_branch_id),
    to_branch_id,
    to_branch_name: branchName(map, to_branch_id),
    short_count: shortCount,
    parcel_count: load.length,
  })
}

/**
 * Runs `act` in a transaction. When the rules reject it, the manifest stays open for a user to handle, the reason is
 * logged, and `rejected` is run with it.
 */
async function unlessRejected(
  ctx: ExternalContext,
  act: (inner: Context) => Promise<void>,
  rejected?: (inner: Context, reason: string) => Promise<void>,
): Promise<void> {
  try {
    await ctx.inTransaction(act)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    ctx.log.warn({ reason: error.message }, 'A scheduled manifest action was rejected')
    await ctx.inTransaction(async (inner) => rejected?.(inner, error.message))
  }
}
