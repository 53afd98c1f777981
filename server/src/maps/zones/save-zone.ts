import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { conflict, invalid, notFound, type FieldProblem } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { areasChanged, zoneRemoved } from '@waybill/domain/maps/events'
import type { Zone, ZoneDetails } from '@waybill/domain/maps/model'
import {
  checkTogether,
  requireZone,
  empty_zone,
  zoneDetailsOf,
  kind_words,
  mayChangeDraft,
  mayEditMap,
  ofKind,
  tagTypeOf,
} from '@waybill/domain/maps/zone-rules'
import type { zonesApi } from '@waybill/domain/maps/zones-api'
import type { Context, ExternalHandler, Handler } from '../../kit/handler.ts'
import { unknownDrivers } from '../../identity/index.ts'
import { insertTags } from '../../tags/index.ts'
import { drawnZones, missingDraft, presentZones, type DrawnZone } from '../draft-maps/map-with-draft.ts'
import {
  deleteChange,
  findChange,
  lockDraft,
  putChange,
  updateDraft,
  type DraftZone,
} from '../draft-maps/draft-store.ts'
import { checkOutline } from './check-outline-in-thread.ts'
import { listBranches } from '../store.ts'
import { deleteZone, insertZone, lockKind, lockZone, updateZone } from './zone-store.ts'
import type { ZoneKind } from '@waybill/domain/maps/map-kinds'

const missing = () => notFound('This area does not exist any more. Load the map again.')

/** Returns an area of the published map or of a draft. Throws when it does not exist. */
export async function findDrawn(
  ctx: Context,
  id: number,
  draftMapId: number | undefined,
): Promise<DrawnZone> {
  const zone = (await drawnZones(ctx, draftMapId)).find((one) => one.id === id)
  if (!zone) throw missing()
  return zone
}

export async function presentZone(ctx: Context, id: number, draftMapId: number | undefined): Promise<Zone> {
  const [zone] = await presentZones(ctx, [await findDrawn(ctx, id, draftMapId)])
  if (!zone) throw missing()
  return zone
}

type Sent = Partial<Omit<Input<typeof zonesApi.changeZone>, 'id' | 'version' | 'draft_map_id'>>

/**
 * Merges the sent fields into the stored ones. Trims and deduplicates tags and drivers, sorts days, and resets the
 * fields that the kind does not have.
 */
export function mergeZoneDetails(kind: ZoneKind, before: ZoneDetails, sent: Sent): ZoneDetails {
  const named = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const after = { ...zoneDetailsOf(before), ...named }
  return ofKind(kind, {
    ...after,
    tags: cleanNames(after.tags),
    drivers: cleanNames(after.drivers),
    weekdays: sortedDays(after.weekdays),
    service_days: {
      collection: sortedDays(after.service_days.collection),
      delivery: sortedDays(after.service_days.delivery),
    },
  })
}

const sortedDays = (days: readonly number[]): number[] => [...new Set(days)].toSorted((a, b) => a - b)

function cleanNames(names: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const name of names.map((one) => one.trim()))
    if (name !== '' && !known.has(name.toLowerCase())) known.set(name.toLowerCase(), name)
  return [...known.values()]
}

/** An area to be stored, with the problems of its outline. An unchanged outline has none. */
export interface CheckedZone {
  details: ZoneDetails
  outline_problems: readonly FieldProblem[]
}

/** Throws when an area is invalid, or when its branch or one of its drivers does not exist. */
export async function requireSound(
  ctx: Context,
  kind: ZoneKind,
  { details: zone, outline_problems }: CheckedZone,
): Promise<void> {
  requireZone(kind, zone, outline_problems)
  if (zone.branch_id !== null) {
    const branch = (await listBranches(ctx)).find(({ id }) => id === zone.branch_id)
    if (!branch || branch.deleted_date !== null)
      throw invalid('This branch does not exist any more. Choose another one.', [
        { field: 'branch_id', message: 'does not exist' },
      ])
  }
  const [stranger] = await unknownDrivers(ctx, zone.drivers)
  if (stranger !== undefined)
    throw invalid(`${stranger} is not a driver of this company. Remove the name.`, [
      { field: 'drivers', message: 'is not a driver' },
    ])
}

/**
 * Throws when an area conflicts with others of its kind on the same map: the name is used, or there are two default
 * areas.
 */
function requireTogether(
  kind: ZoneKind,
  zones: readonly DrawnZone[],
  id: number | null,
  zone: ZoneDetails,
): void {
  const others = zones.filter((one) => one.kind === kind && one.id !== id && one.change !== 'removed')
  const same = others.find(({ name }) => name.toLowerCase() === zone.name.toLowerCase())
  if (same)
    throw invalid(`A ${kind_words[kind].one} named ${same.name} already exists. Choose another name.`, [
      { field: 'name', message: 'is the name of another area' },
    ])
  const problem = checkTogether(kind, zone.is_default ? [...others, { ...zone, id: 0, kind }] : [])
  if (problem !== null) throw invalid(problem, [{ field: 'is_default', message: problem }])
}

/**
 * Locks a draft map until the end of the transaction and clears its `problem`. Throws when the draft may not be
 * changed. Does nothing for the published map (`undefined`).
 */
export async function holdDraft(ctx: Context, draftMapId: number | undefined): Promise<void> {
  if (draftMapId === undefined) return
  ensure(mayEditMap(ctx.actor, 'draft_maps'))
  const draft = await lockDraft(ctx, draftMapId)
  if (!draft) throw missingDraft()
  ensure(mayChangeDraft(draft))
  await updateDraft(ctx, draftMapId, { problem: '' })
}

/**
 * Adds an area to the published map or to a draft. Returns its id, which is negative in a draft. `others` are the
 * areas of that map, read while the kind was locked.
 */
export async function addZone(
  ctx: Context,
  kind: ZoneKind,
  checked: CheckedZone,
  draftMapId: number | undefined,
  others?: readonly DrawnZone[],
): Promise<number> {
  const zone = checked.details
  ensure(mayEditMap(ctx.actor, kind, [zone.branch_id]))
  await requireSound(ctx, kind, checked)
  await lockKind(ctx, kind)
  requireTogether(kind, others ?? (await drawnZones(ctx, draftMapId)), null, zone)
  await knowTags(ctx, kind, zone)
  if (draftMapId === undefined) {
    const id = await insertZone(ctx, kind, zone)
    await publishAreas(ctx, kind, null, zone)
    return id
  }
  const values = {
    id: null,
    kind,
    zone_id: null,
    action: 'added',
    details: zone,
    base_version: null,
  } as const
  return -(await putChange(ctx, draftMapId, values))
}

async function knowTags(ctx: Context, kind: ZoneKind, { tags }: ZoneDetails): Promise<void> {
  const type = tagTypeOf(kind)
  if (type) await insertTags(ctx, type, tags)
}

/** Publishes that an area of drivers is new or changed, so that work that has not been dispatched follows it. */
export async function publishAreas(
  ctx: Context,
  kind: ZoneKind,
  before: ZoneDetails | null,
  after: ZoneDetails,
): Promise<void> {
  if (kind !== 'drivers') return
  const left = before?.drivers.filter((username) => !after.drivers.includes(username)) ?? []
  await ctx.emit(areasChanged, {
    zones: before && left.length > 0 ? [before.name] : null,
    day: null,
    former: left,
  })
}

/** Creates an area (MAP-009). */
export const createZone: ExternalHandler<typeof zonesApi.createZone> = async (ctx, input) => {
  const { kind, draft_map_id, geometry: drawn, ...sent } = input
  const { geometry, problems } = await checkOutline(ctx, drawn)
  const details = mergeZoneDetails(kind, empty_zone, { ...sent, geometry })
  return ctx.answer(async (tx) => {
    await holdDraft(tx, draft_map_id)
    const id = await addZone(tx, kind, { details, outline_problems: problems }, draft_map_id)
    return presentZone(tx, id, draft_map_id)
  })
}

/**
 * Locks an area until the end of the transaction: first its kind, then the area itself. Publishing locks in the same
 * order, which prevents deadlocks.
 */
export async function holdZone(ctx: Context, id: number, draftMapId: number | undefined): Promise<DrawnZone> {
  const { kind } = await findDrawn(ctx, id, draftMapId)
  await lockKind(ctx, kind)
  if (id > 0) await lockZone(ctx, id)
  return findDrawn(ctx, id, draftMapId)
}

/** Stores new details of an area on the published map or in a draft. `others` is the same as for `addZone`. */
export async function putZone(
  ctx: Context,
  before: DrawnZone,
  checked: CheckedZone,
  draftMapId: number | undefined,
  others?: readonly DrawnZone[],
): Promise<void> {
  const { id, kind } = before
  const zone = checked.details
  ensure(mayEditMap(ctx.actor, kind, [before.branch_id, zone.branch_id]))
  await requireSound(ctx, kind, checked)
  await lockKind(ctx, kind)
  requireTogether(kind, others ?? (await drawnZones(ctx, draftMapId)), id, zone)
  await knowTags(ctx, kind, zone)
  if (draftMapId === undefined) {
    await updateZone(ctx, id, zone)
    await publishAreas(ctx, kind, before, zone)
    return
  }
  const known = await changeOf(ctx, draftMapId, id)
  const published = id > 0 ? await lockZone(ctx, id) : null
  await putChange(ctx, draftMapId, {
    id: known?.id ?? null,
    kind,
    zone_id: published?.id ?? null,
    action: published ? 'changed' : 'added',
    details: zone,
    base_version: published?.version ?? null,
  })
}

/** Finds the change that a draft map makes to an area, if any. */
export async function changeOf(ctx: Context, draftMapId: number, id: number): Promise<DraftZone | undefined> {
  return findChange(ctx, draftMapId, id < 0 ? { id: -id } : { zone_id: id })
}

/** Changes an area. Throws a conflict with the stored values when the version is stale (MAP-009). */
export const changeZone: ExternalHandler<typeof zonesApi.changeZone> = async (ctx, input) => {
  const { id, version, draft_map_id, geometry: drawn, ...sent } = input
  const outline = drawn && (await checkOutline(ctx, drawn))
  return ctx.answer(async (tx) => {
    await holdDraft(tx, draft_map_id)
    const before = await holdZone(tx, id, draft_map_id)
    if (before.version !== version)
      throw conflict('Someone else changed this area in the meantime. Check their values and save again.', {
        ...(await presentZone(tx, id, draft_map_id)),
      })
    const details = mergeZoneDetails(before.kind, before, {
      ...sent,
      ...(outline && { geometry: outline.geometry }),
    })
    await putZone(tx, before, { details, outline_problems: outline?.problems ?? [] }, draft_map_id)
    return presentZone(tx, id, draft_map_id)
  })
}

/**
 * Removes an area from the published map, or adds its removal to a draft. An area that exists only in the draft is
 * deleted.
 */
export const removeZone: Handler<typeof zonesApi.removeZone> = async (ctx, { id, draft_map_id }) => {
  await holdDraft(ctx, draft_map_id)
  const zone = await holdZone(ctx, id, draft_map_id)
  ensure(mayEditMap(ctx.actor, zone.kind, [zone.branch_id]))
  if (draft_map_id === undefined) {
    await ctx.emit(zoneRemoved, { zone_id: id, name: zone.name })
    await deleteZone(ctx, id)
    return {}
  }
  const known = await changeOf(ctx, draft_map_id, id)
  if (id < 0) await deleteChange(ctx, -id)
  else {
    const published = await lockZone(ctx, id)
    await putChange(ctx, draft_map_id, {
      id: known?.id ?? null,
      kind: zone.kind,
      zone_id: id,
      action: 'removed',
      details: null,
      base_version: published?.version ?? null,
    })
  }
  return {}
}
