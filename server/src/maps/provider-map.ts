import type { Zone } from '@waybill/domain/maps/model'
import type { Reader } from '../kit/verb.ts'
import { listBranches, listDrivers, listZones, type BranchRow, type ZoneRow } from './store.ts'
import { buildZoneIndex, greatCircleKm, roadKm, type ZoneIndex } from './zone-index.ts'

/** A zone as routing reads it. */
export type MapZone = Pick<Zone, 'id' | 'kind' | 'priority' | 'geometry'> & Omit<ZoneRow, 'geometry' | 'kind'>

/** The whole map of a provider, in memory. */
export interface ProviderMap {
  zones: ZoneIndex<MapZone>
  branches: ReadonlyMap<number, BranchRow>
  /** Usernames of drivers who are on duty. */
  on_duty: ReadonlySet<string>
  default_days: readonly number[] | null
}

/** The provider's map as it is now. */
export function providerMap(reader: Reader): Promise<ProviderMap> {
  return reader.kept('map', '', async (ctx) => {
    const [branches, zones, drivers] = [await listBranches(ctx), await listZones(ctx), await listDrivers(ctx)]
    const active = zones.filter((zone) => zone.is_active)
    const fallback = active.find((zone) => zone.kind === 'service_days' && zone.is_default)
    return {
      zones: buildZoneIndex(active as unknown as MapZone[]),
      branches: new Map(branches.map((branch) => [branch.id, branch])),
      on_duty: new Set(
        drivers.filter((driver) => driver.on_duty && !driver.deleted_date).map((driver) => driver.username),
      ),
      default_days: (fallback?.days as { delivery?: number[] } | null)?.delivery ?? null,
    }
  })
}

export interface Point {
  lat: number
  lng: number
}

/** What the map says of one end of a route (domain notes 5.1, 5.2). */
export interface Placed {
  branch: BranchRow | null
  driver_zone: MapZone | null
  /** The first driver of the zone who is on duty. */
  agent: string | null
}

/** How far the nearest branch may be for a point that lies in no branch's area, km. */
const branch_fallback_km = 100

/** The branch, driver zone and driver of a point on one leg. */
export function place(map: ProviderMap, point: Point | null, leg: 'collection' | 'delivery'): Placed {
  if (!point) return { branch: null, driver_zone: null, agent: null }
  const area = map.zones.find(point.lat, point.lng, 'branches')
  const named = area?.branch_id ? map.branches.get(area.branch_id) : undefined
  const branch = named?.is_active ? named : nearestBranch(map, point)
  const driver_zone =
    map.zones
      .findAll(point.lat, point.lng, 'drivers')
      .find((zone) => (zone.legs === 'both' || zone.legs === leg) && zone.branch_id === branch?.id) ?? null
  const agent = driver_zone?.drivers.find((username) => map.on_duty.has(username)) ?? null
  return { branch, driver_zone, agent }
}

function nearestBranch(map: ProviderMap, point: Point): BranchRow | null {
  let nearest: BranchRow | null = null
  let least = branch_fallback_km
  for (const branch of map.branches.values()) {
    if (!branch.is_active || branch.lat === null || branch.lng === null) continue
    const km = greatCircleKm(point, { lat: branch.lat, lng: branch.lng })
    if (km <= least) [nearest, least] = [branch, km]
  }
  return nearest
}

/** Whole road km between two points; 0 when either is unknown. */
export function kmBetween(from: Point | null, to: Point | null): number {
  return from && to ? roadKm(from, to) : 0
}
