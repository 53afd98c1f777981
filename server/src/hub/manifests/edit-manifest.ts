import type { interhubApi } from '@waybill/domain/hub/interhub-api'
import { requireManifest, mayAct, mayChange, type ManifestDetails } from '@waybill/domain/hub/manifest-rules'
import {
  interhub_carriers,
  interhub_scan_status,
  interhub_service_levels,
} from '@waybill/domain/hub/settings'
import { branchLimit } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { conflict, forbidden, invalid } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { listDrivers } from '../../identity/index.ts'
import { providerMap, type ProviderMap } from '../../maps/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { requireSuitable, workAt } from '../../shipments/index.ts'
import { readManifests } from './manifest-list-store.ts'
import { readLoad } from './manifest-load-store.ts'
import { holdManifest, insertManifest, updateManifest, type ManifestRow } from './manifest-store.ts'
import { requireOffice } from './list-manifests.ts'
import { noManifest, readManifest, presentManifest, seesCost, stateOf } from './present-manifest.ts'
import { spreadOverLoad } from './spread-cost.ts'

type NewManifest = Input<typeof interhubApi.create>
type Change = Input<typeof interhubApi.change>

/** Opens a manifest (HUB-001, docs/domain/hub.md#interhub-manifests). */
export const createManifest: Handler<typeof interhubApi.create> = async (ctx, input) => {
  requireOffice(ctx.actor)
  const own = branchLimit(ctx.actor)
  if (own !== null && own !== input.from_branch_id)
    throw forbidden('You may open manifests only at your own branch.')
  return readManifest(ctx, await openManifest(ctx, input))
}

/** Opens a manifest for a user or for the daily configuration; returns its id. */
export async function openManifest(
  ctx: Context,
  input: NewManifest,
  daily: { daily_key: string; planned_close: Date | null } | null = null,
): Promise<number> {
  const map = await providerMap(ctx)
  const details: ManifestDetails = {
    from_branch_id: input.from_branch_id,
    to_branch_id: input.to_branch_id,
    via_branch_ids: input.via_branch_ids ?? [],
    planned_departure: input.planned_departure ?? null,
    planned_arrival: input.planned_arrival ?? null,
    cost: input.cost ?? null,
  }
  requireManifest(details)
  requireBranches(map, details)
  requireParcelsExist(ctx, input, null)
  requireCostRight(ctx, input)
  return insertManifest(ctx, {
    ...details,
    via_branch_ids: [...details.via_branch_ids],
    ...textsOf(input),
    ...(await driverOf(ctx, daily ? { ...input, assign_anyway: true } : input, details, null)),
    scan_status: ctx.setting(interhub_scan_status),
    planned_close: daily?.planned_close ?? null,
    daily_key: daily?.daily_key ?? null,
  })
}

const texts = [
  'carrier',
  'service_level',
  'driver_name',
  'vehicle_registration',
  'trailer',
  'seal_number',
  'waybill_reference',
  'notes',
] as const

function textsOf(input: Partial<Record<(typeof texts)[number], string | undefined>>) {
  return Object.fromEntries(
    texts.flatMap((key) => (input[key] === undefined ? [] : [[key, input[key]] as const])),
  )
}

function requireBranches(map: ProviderMap, manifest: ManifestDetails): void {
  const named: [string, number][] = [
    ['from_branch_id', manifest.from_branch_id],
    ['to_branch_id', manifest.to_branch_id],
    ...manifest.via_branch_ids.map((id): [string, number] => ['via_branch_ids', id]),
  ]
  for (const [field, id] of named) {
    const branch = map.branches.get(id)
    if (!branch || branch.deleted_date !== null)
      throw invalid(`There is no branch ${id}. Choose another one.`, [{ field, message: 'is not a branch' }])
  }
}

/**
 * Requires that carrier and service level are in the settings. A stored value that was removed from the settings may
 * stay.
 */
function requireParcelsExist(ctx: Context, input: Partial<Change>, stored: ManifestRow | null): void {
  const carriers = ctx.setting(interhub_carriers).map(({ name }) => name)
  const known = [
    ['carrier', 'carrier', carriers],
    ['service_level', 'service level', ctx.setting(interhub_service_levels)],
  ] as const
  for (const [field, what, names] of known) {
    const value = input[field]
    if (!value || names.includes(value) || value === stored?.[field]) continue
    throw invalid(`There is no ${what} ${value}. Choose one from the list.`, [
      { field, message: 'is not in the list' },
    ])
  }
}

function requireCostRight(ctx: Context, input: { cost?: number | null | undefined }): void {
  if (input.cost !== undefined && input.cost !== null && !seesCost(ctx))
    throw forbidden('You may not enter trip costs. Ask someone with this permission.')
}

/** Returns the driver’s username and name. A name without a username is kept for drivers who are not the company’s. */
async function driverOf(
  ctx: Context,
  { driver, driver_name, assign_anyway }: Partial<Change>,
  details: ManifestDetails,
  stored: ManifestRow | null,
) {
  if (driver === undefined) return {}
  if (driver === '') return { driver, ...(driver_name === undefined ? { driver_name: '' } : {}) }
  const found = (await listDrivers(ctx)).find(
    (one) => one.deleted_date === null && one.username.toLowerCase() === driver.toLowerCase(),
  )
  if (!found)
    throw invalid(`There is no driver ${driver}. Choose another one.`, [
      { field: 'driver', message: 'is not a driver' },
    ])
  if (found.username !== stored?.driver)
    await requireSuitable(
      ctx,
      found,
      workAt(ctx, [details.from_branch_id, ...details.via_branch_ids, details.to_branch_id], {
        day: details.planned_departure && dayOf(details.planned_departure),
      }),
      assign_anyway,
    )
  return { driver: found.username, driver_name: found.name }
}

/** Changes a manifest; returns 409 with the stored values when the version is stale. */
export const changeManifest: Handler<typeof interhubApi.change> = async (ctx, input) => {
  requireOffice(ctx.actor)
  const row = await holdManifest(ctx, input.id, 'change')
  if (!row) throw noManifest()
  const map = await providerMap(ctx)
  const state = stateOf(map, row, 0)
  ensure(mayAct('edit', state, ctx.actor))
  if (row.version !== input.version)
    throw conflict(
      'Someone else has changed this manifest. Check the stored values, then save again.',
      await currentOf(ctx, map, row.id),
    )
  const details: ManifestDetails = {
    from_branch_id: row.from_branch_id,
    to_branch_id: input.to_branch_id ?? row.to_branch_id,
    via_branch_ids: input.via_branch_ids ?? row.via_branch_ids,
    planned_departure:
      input.planned_departure === undefined ? row.planned_departure : input.planned_departure,
    planned_arrival: input.planned_arrival === undefined ? row.planned_arrival : input.planned_arrival,
    cost: input.cost === undefined ? row.cost : input.cost,
  }
  const { id, version: _based_on, driver: _by_name, assign_anyway: _confirmed, ...requested } = input
  const changes: Record<string, unknown> = {
    ...Object.fromEntries(Object.entries(requested).filter(([, value]) => value !== undefined)),
    ...(await driverOf(ctx, input, details, row)),
  }
  const changed = Object.keys(changes).filter((key) => !isSame(changes[key], row[key as keyof ManifestRow]))
  ensure(mayChange(state, changed))
  requireCostRight(ctx, changed.includes('cost') ? input : {})
  requireManifest(details)
  requireBranches(map, details)
  requireParcelsExist(ctx, input, row)
  if (changed.length > 0) await updateManifest(ctx, id, changes)
  if (changed.includes('cost') && row.status === 'closed')
    await spreadOverLoad(ctx, { id, cost: details.cost })
  return readManifest(ctx, id)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

async function currentOf(ctx: Context, map: ProviderMap, id: number): Promise<Record<string, unknown>> {
  const [now] = await readManifests(ctx, [id])
  return now ? { ...presentManifest(ctx, map, now) } : {}
}

/** Removes an open manifest without parcels. */
export const removeManifest: Handler<typeof interhubApi.remove> = async (ctx, { id }) => {
  requireOffice(ctx.actor)
  const row = await holdManifest(ctx, id, 'change')
  if (!row) throw noManifest()
  const load = await readLoad(ctx, id)
  ensure(mayAct('delete', stateOf(await providerMap(ctx), row, load.length), ctx.actor))
  await updateManifest(ctx, id, { deleted_date: ctx.now })
  return {}
}
