import type { LegDays } from '@waybill/domain/maps/model'
import { branch_fallback_km, default_branch_id } from '@waybill/domain/maps/settings'
import { listDrivers } from '../identity/index.ts'
import type { Context, BaseContext } from '../kit/handler.ts'
import { listBranches, type BranchRow } from './store.ts'
import { buildZoneIndex, greatCircleKm, roadKm, type ZoneIndex } from './zones/zone-index.ts'
import { listZones, type StoredZone } from './zones/zone-store.ts'

/** A zone as routing reads it. */
export type MapZone = StoredZone

/** The whole map of a provider, in memory. */
export interface ProviderMap {
  zones: ZoneIndex<MapZone>
  branches: ReadonlyMap<number, BranchRow>
  /** Usernames of drivers who are on duty. */
  on_duty: ReadonlySet<string>
  /** The area of service days that holds where no other does. */
  default_area: MapZone | null
  /** How far the nearest branch may be for a point that lies in no branch's area, km. */
  fallback_km: number
  /** The branch of a point that is farther than that from all of them, when it is active; `null`: none. */
  default_branch: BranchRow | null
}

/**
 * The provider's map as it is now. It is kept in memory longer than settings, which therefore count as they are now.
 */
export async function providerMap(reader: BaseContext): Promise<ProviderMap> {
  const map = await reader.cached('map', '', async (ctx) => mapOf(ctx, await listZones(ctx)))
  return { ...map, ...beyondAreas(reader, map.branches) }
}

/** What the settings say of points that lie in no branch's area. */
function beyondAreas(
  reader: BaseContext,
  branches: ProviderMap['branches'],
): Pick<ProviderMap, 'fallback_km' | 'default_branch'> {
  const defaultBranch = branches.get(reader.setting(default_branch_id) ?? 0)
  return {
    fallback_km: reader.setting(branch_fallback_km),
    default_branch: defaultBranch?.is_active ? defaultBranch : null,
  }
}

/** A map of these areas with the company's branches and drivers; areas that are off or do not hold now are left out. */
export async function mapOf(ctx: Context, zones: readonly StoredZone[]): Promise<ProviderMap> {
  const [branches, drivers] = [await listBranches(ctx), await listDrivers(ctx)]
  const active = zones.filter((zone) => holdsAt(zone, ctx.now))
  const byId = new Map(branches.map((branch) => [branch.id, branch]))
  return {
    zones: buildZoneIndex(active),
    branches: byId,
    on_duty: new Set(
      drivers.filter((driver) => driver.on_duty && !driver.deleted_date).map((driver) => driver.username),
    ),
    default_area: active.find((zone) => zone.kind === 'service_days' && zone.is_default) ?? null,
    ...beyondAreas(ctx, byId),
  }
}

function holdsAt({ is_active, valid_from, valid_until }: StoredZone, moment: Date): boolean {
  return (
    is_active &&
    (valid_from === null || valid_from <= moment) &&
    (valid_until === null || valid_until > moment)
  )
}

/** The same reader, for whom the map is another one: what would be, were it published. */
export function withMap<R extends BaseContext>(reader: R, map: ProviderMap): R {
  const cached: BaseContext['cached'] = (topic, key, read) =>
    topic === 'map' && key === ''
      ? Promise.resolve(map as Awaited<ReturnType<typeof read>>)
      : reader.cached(topic, key, read)
  return { ...reader, cached }
}

/**
 * The days of the week on which a place is served; `null` where no area says anything (docs/domain/rating.md#dates).
 */
export function serviceDaysAt(map: ProviderMap, { lat, lng }: Point): LegDays | null {
  const area = map.zones.find(lat, lng, 'service_days') ?? map.default_area
  return area?.service_days ?? null
}

export interface Point {
  lat: number
  lng: number
}

/**
 * What the map says of one end of a route (docs/domain/routing-and-drivers.md#branches-and-routing,
 * docs/domain/routing-and-drivers.md#drivers-by-area).
 */
export interface Placed {
  branch: BranchRow | null
  driver_zone: MapZone | null
  /** The first driver of the zone who is on duty. */
  agent: string | null
}

/** The branch of a point: that of its area, else the nearest one, else the one for everything farther away. */
export function branchAt(map: ProviderMap, point: Point): BranchRow | null {
  return branchFor(map, point).branch
}

/** The same, with what decided. */
export function branchFor(
  map: ProviderMap,
  point: Point,
): { branch: BranchRow | null; found_by: 'area' | 'nearest' | 'default' } {
  const area = map.zones.find(point.lat, point.lng, 'branches')
  const named = area?.branch_id ? map.branches.get(area.branch_id) : undefined
  if (named?.is_active) return { branch: named, found_by: 'area' }
  const nearest = nearestBranch(map, point)
  return nearest
    ? { branch: nearest, found_by: 'nearest' }
    : { branch: map.default_branch, found_by: 'default' }
}

/** When a stop is meant to be made; `null` for what nobody has said. */
export interface StopTime {
  /** `YYYY-MM-DD`. */
  day: string | null
  /** The window asked for, `HH:mm`. */
  after?: string | null | undefined
  before?: string | null | undefined
}

/** Whether the drivers of a zone are out when a stop is made: on that weekday, and within their time of day. */
function isOut({ weekdays, window_from, window_to }: MapZone, { day, after, before }: StopTime): boolean {
  const isDay = weekdays.length === 0 || day === null || weekdays.includes(new Date(day).getUTCDay())
  const isEarly = after && window_from !== '' && after < window_from
  const isLate = before && window_to !== '' && before > window_to
  return isDay && !isEarly && !isLate
}

/** The branch, driver zone and driver of a point on one leg. */
export function place(
  map: ProviderMap,
  point: Point | null,
  leg: 'collection' | 'delivery',
  when: StopTime = { day: null },
): Placed {
  if (!point) return { branch: null, driver_zone: null, agent: null }
  const branch = branchAt(map, point)
  const driverZone =
    map.zones
      .findAll(point.lat, point.lng, 'drivers')
      .find(
        (zone) =>
          (zone.legs === 'both' || zone.legs === leg) && zone.branch_id === branch?.id && isOut(zone, when),
      ) ?? null
  return { branch, driver_zone: driverZone, agent: driverZone && driverOf(map, driverZone) }
}

/** The first driver of a zone who is on duty. */
export function driverOf(map: ProviderMap, zone: MapZone): string | null {
  return zone.drivers.find((username) => map.on_duty.has(username)) ?? null
}

function nearestBranch(map: ProviderMap, point: Point): BranchRow | null {
  let nearest: BranchRow | null = null
  let least = map.fallback_km
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
