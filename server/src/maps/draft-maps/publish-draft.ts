import { dayOf, clockOf } from '@waybill/domain/kit/calls/wire'
import { invalid, isTransient, Problem, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { zoneRemoved } from '@waybill/domain/maps/events'
import { nodeCount, tooManyNodes } from '@waybill/domain/maps/geometry'
import { map_max_node_count } from '@waybill/domain/maps/settings'
import { checkTogether, checkZoneFields, mayChangeDraft, mayEditMap } from '@waybill/domain/maps/zone-rules'
import type { zonesApi } from '@waybill/domain/maps/zones-api'
import type { Context, ExternalContext, Handler } from '../../kit/handler.ts'
import { presentDraft } from './draft-maps.ts'
import {
  listChanges,
  listDueDrafts,
  lockDraft,
  updateDraft,
  type DraftRow,
  type DraftZone,
} from './draft-store.ts'
import { publishAreas } from '../zones/save-zone.ts'
import { drawnZones, applyDraft, missingDraft } from './map-with-draft.ts'
import { deleteZone, insertZone, lockKind, lockZone, updateZone } from '../zones/zone-store.ts'
import { zone_kinds } from '@waybill/domain/maps/map-kinds'

/** Publishes a draft map at once, or schedules it for the time `at` (MAP-009). */
export const publishDraft: Handler<typeof zonesApi.publish> = async (ctx, { draft_map_id, at }) => {
  ensure(mayEditMap(ctx.actor, 'draft_maps'))
  const draft = await lockDraft(ctx, draft_map_id)
  if (!draft) throw missingDraft()
  ensure(mayChangeDraft(draft))
  const changes = await changesOf(ctx, draft)
  for (const kind of new Set(changes.map((change) => change.kind))) ensure(mayEditMap(ctx.actor, kind))
  await requirePublishable(ctx, draft, changes)
  if (at && at > ctx.now) {
    await updateDraft(ctx, draft.id, {
      status: 'scheduled',
      publish_at: at,
      problem: '',
      published_by: ctx.actor.username,
    })
    return presentDraft(ctx, draft.id)
  }
  await carryOut(ctx, draft, changes, ctx.actor.username)
  return presentDraft(ctx, draft.id)
}

async function changesOf(ctx: Context, draft: DraftRow): Promise<DraftZone[]> {
  const changes = (await listChanges(ctx, [draft.id])).get(draft.id) ?? []
  if (changes.length === 0)
    throw invalid(`${draft.name} changes nothing yet. Draw, change or remove an area in it first.`)
  for (const kind of zone_kinds) if (changes.some((change) => change.kind === kind)) await lockKind(ctx, kind)
  return changes
}

/**
 * Throws when a draft cannot be published: an area was changed or removed on the published map in the meantime, is
 * invalid under the current rules, or conflicts with another area.
 */
async function requirePublishable(
  ctx: Context,
  draft: DraftRow,
  changes: readonly DraftZone[],
): Promise<void> {
  const published = await drawnZones(ctx, undefined)
  const after = applyDraft(ctx, published, changes)
  const missing = changes.find(
    (change) => change.zone_id !== null && !published.some(({ id }) => id === change.zone_id),
  )
  if (missing)
    throw wrongState(
      `${missing.details?.name ?? 'An area'} was removed from the map after it was added to ${draft.name}. Remove its change from the draft.`,
    )
  const outdated = after.find((zone) => zone.is_outdated)
  if (outdated)
    throw wrongState(
      `${outdated.name} was changed after it was added to ${draft.name}. Open it in the draft, check it and save it again, or remove its change.`,
    )
  for (const { kind, details } of changes) {
    if (!details) continue
    // The outline was valid when it was stored. Only the maximum number of points can have changed since.
    const [points, max] = [nodeCount(details.geometry), ctx.setting(map_max_node_count)]
    const [problem] = checkZoneFields(kind, details)
    if (problem) throw invalid(`${details.name}: ${problem.message}`)
    if (points > max) throw invalid(`${details.name}: ${tooManyNodes(points, max)}`)
  }
  for (const kind of zone_kinds) {
    const problem = checkTogether(
      kind,
      after.filter((zone) => zone.kind === kind && zone.change !== 'removed'),
    )
    if (problem !== null) throw invalid(problem)
  }
}

/**
 * Applies all changes of a draft map in the current transaction. Removals come first, so that other areas can take
 * the freed names.
 */
async function carryOut(
  ctx: Context,
  draft: DraftRow,
  changes: readonly DraftZone[],
  publishedBy: string,
): Promise<void> {
  const zoneIds = changes.flatMap(({ zone_id }) => zone_id ?? [])
  for (const zoneId of zoneIds.toSorted((a, b) => a - b)) await lockZone(ctx, zoneId)
  const former = new Map((await drawnZones(ctx, undefined)).map((zone) => [zone.id, zone]))
  for (const { action, zone_id } of changes)
    if (action === 'removed') {
      await ctx.emit(zoneRemoved, { zone_id, name: former.get(zone_id)?.name ?? '' })
      await deleteZone(ctx, zone_id)
    }
  for (const { action, zone_id, kind, details } of changes) {
    if (action === 'changed') {
      await updateZone(ctx, zone_id, details)
      await publishAreas(ctx, kind, former.get(zone_id) ?? null, details)
    }
    if (action === 'added') {
      await insertZone(ctx, kind, details)
      await publishAreas(ctx, kind, null, details)
    }
  }
  await updateDraft(ctx, draft.id, {
    status: 'published',
    time_published: ctx.now,
    published_by: publishedBy,
    problem: '',
  })
  await ctx.publish({ topic: 'map' })
}

/**
 * Job that publishes due draft maps, each in its own transaction. A draft that can no longer be published returns to
 * the status `preparing` with the reason in `problem`.
 */
export async function publishDueDrafts(ctx: ExternalContext): Promise<void> {
  for (const id of await ctx.inTransaction(listDueDrafts)) {
    try {
      await ctx.inTransaction(async (inner) => {
        const draft = await lockDraft(inner, id)
        if (!draft || draft.status !== 'scheduled') return
        const changes = await changesOf(inner, draft)
        await requirePublishable(inner, draft, changes)
        await carryOut(inner, draft, changes, draft.published_by)
      })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      // It stays due, and the next run publishes it.
      if (isTransient(error)) continue
      await ctx.inTransaction((inner) =>
        updateDraft(inner, id, {
          status: 'preparing',
          publish_at: null,
          problem: `It was not published on ${dayOf(inner.now)} at ${clockOf(inner.now)}. ${error.message}`,
        }),
      )
    }
  }
}
