import { areaKm2, nodeCount } from '@waybill/domain/maps/geometry'
import type { Zone, ZoneChange } from '@waybill/domain/maps/model'
import { tagTypeOf } from '@waybill/domain/maps/zone-rules'
import { notFound } from '@waybill/domain/kit/problem'
import { map_tag_types } from '@waybill/domain/tags/model'
import type { Context } from '../../kit/handler.ts'
import { listTags } from '../../tags/index.ts'
import { findDraft, listChanges, type DraftZone } from './draft-store.ts'
import { listZones, type StoredZone } from '../zones/zone-store.ts'

/** An area together with how a draft map changes it. */
export interface DrawnZone extends StoredZone {
  change: ZoneChange | null
  is_outdated: boolean
}

export const missingDraft = () =>
  notFound('This draft map does not exist any more. Load the list of drafts again.')

/**
 * Returns the areas of the published map, or of the map with a draft applied. Areas that the draft removes are
 * included and marked as removed.
 */
export async function drawnZones(ctx: Context, draftMapId: number | undefined): Promise<DrawnZone[]> {
  const zones = (await listZones(ctx)).map((zone): DrawnZone => ({
    ...zone,
    change: null,
    is_outdated: false,
  }))
  if (draftMapId === undefined) return zones
  if (!(await findDraft(ctx, draftMapId))) throw missingDraft()
  const changes = (await listChanges(ctx, [draftMapId])).get(draftMapId) ?? []
  return applyDraft(ctx, zones, changes)
}

/** Applies the changes of a draft map to areas. An area that exists only in the draft has a negative id. */
export function applyDraft(
  ctx: Pick<Context, 'provider_id'>,
  zones: readonly DrawnZone[],
  changes: readonly DraftZone[],
): DrawnZone[] {
  const byZone = new Map(
    changes.flatMap((change) => (change.zone_id === null ? [] : [[change.zone_id, change]])),
  )
  const existing = zones.map((zone): DrawnZone => {
    const change = byZone.get(zone.id)
    if (!change) return zone
    return {
      ...zone,
      ...change.details,
      version: change.version,
      change: change.action,
      is_outdated: change.base_version !== zone.version,
      time_modified: change.time_modified,
    }
  })
  const added = changes.flatMap((change): DrawnZone[] =>
    change.action === 'added'
      ? [
          {
            ...change.details,
            id: -change.id,
            provider_id: ctx.provider_id,
            kind: change.kind,
            version: change.version,
            change: 'added',
            is_outdated: false,
            time_created: change.time_created,
            time_modified: change.time_modified,
          },
        ]
      : [],
  )
  return [...existing, ...added]
}

/** Converts areas to their form in API responses. */
export async function presentZones(ctx: Context, zones: readonly DrawnZone[]): Promise<Zone[]> {
  const tags = await listTags(ctx, map_tag_types)
  return zones.map((zone) => {
    const type = tagTypeOf(zone.kind)
    const names = new Set(zone.tags.map((tag) => tag.toLowerCase()))
    return {
      ...zone,
      tag_ids: tags
        .filter((tag) => tag.type === type && names.has(tag.name.toLowerCase()))
        .map(({ id }) => id),
      node_count: nodeCount(zone.geometry),
      area_km2: Math.round(areaKm2(zone.geometry) * 100) / 100,
    }
  })
}
