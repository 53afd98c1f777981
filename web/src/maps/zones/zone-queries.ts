import { useQuery } from '@tanstack/react-query'
import { type DraftMap, type Zone } from '@waybill/domain/maps/model'
import { mapsApi } from '@waybill/domain/maps/api'
import { zonesApi } from '@waybill/domain/maps/zones-api'
import { tagsApi } from '@waybill/domain/tags/api'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { VisibleZone } from '../canvas/map-canvas.ts'
import { seesMap, zone_kinds } from '@waybill/domain/maps/map-kinds'
import { hour_ms } from '@waybill/domain/kit/dates/durations'

/** Queries that show areas and are refetched after a change. */
export const affected_queries = [
  zonesApi.zones,
  zonesApi.drafts,
  zonesApi.previewDraft,
  tagsApi.tags,
  mapsApi.branchAreas,
]

const quiet_ms = hour_ms
const no_suburbs: readonly { name: string; lat: number; lng: number }[] = []

/** Loads the suburbs that the map shows for orientation. */
export function useSuburbs(): readonly { name: string; lat: number; lng: number }[] {
  const me = useMe()
  const { data } = useQuery({
    ...endpointQuery(zonesApi.suburbs, {}),
    enabled: mayCall(me, zonesApi.suburbs),
    staleTime: quiet_ms,
  })
  return data?.suburbs ?? no_suburbs
}

/** Loads the draft maps; empty when the user may not see them. */
export function useDrafts(): readonly DraftMap[] {
  const me = useMe()
  const { data } = useQuery({ ...endpointQuery(zonesApi.drafts, {}), enabled: seesMap(me, 'draft_maps') })
  return data?.draft_maps ?? []
}

/** Returns the kinds of map that the user may see. */
export function useKinds() {
  const me = useMe()
  return zone_kinds.filter((kind) => seesMap(me, kind))
}

/** Converts areas for display on the map. Areas that are switched off or removed are faint. */
export function visibleZones(zones: readonly Zone[]): VisibleZone[] {
  return zones.map(({ id, name, colour, geometry, is_active, change }) => ({
    id,
    name,
    colour,
    geometry,
    isFaint: !is_active || change === 'removed',
  }))
}

/** Returns the draft map id in the URL parameters; `undefined` for the published map. */
export function draftIn(values: Readonly<Record<string, string>>): number | undefined {
  const id = Number(values.draft)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** Adds the draft map to a path, so that the link stays on the same draft. */
export const onDraft = (path: string, draft: number | undefined): string =>
  draft === undefined ? path : `${path}?draft=${draft}`
