import type { LegDays } from '@waybill/domain/maps/model'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { dayAfter } from '@waybill/domain/kit/dates/date-ranges'
import { driverOfArea } from '@waybill/domain/maps/day-drivers'
import { branch_fallback_km, default_branch_id } from '@waybill/domain/maps/settings'
import { listDrivers } from '../identity/index.ts'
import type { Context, BaseContext } from '../kit/handler.ts'
import { listBranches, type BranchRow } from './store.ts'
import { buildZoneIndex, greatCircleKm, roadKm, type ZoneIndex } from './zones/zone-index.ts'
import { listDayDrivers } from './zones/day-driver-store.ts'
import { listZones, type StoredZone } from './zones/zone-store.ts'

/** A zone as used for routing. */
export type MapZone = StoredZone

/** The whole map of a provider, held in memory. */
export interface ProviderMap {
  zones: ZoneIndex<MapZone>
  branches: ReadonlyMap<number, BranchRow>
  /** Usernames of the drivers who are on duty and may sign in. */
  on_duty: ReadonlySet<string>
  /** The drivers to whom areas are given for a day, by `dayKey`. Only drivers who may sign in. */
  day_drivers: ReadonlyMap<string, string>
  /** The service day area that applies where no other does. */
  default_area: MapZone | null
  /** Maximum distance in km of the nearest branch from a point outside all branch areas. */
  fallback_km: number
  /**
   * The branch for points that are farther than that from all branches; `null` when none is configured or it is
   * inactive.
   */
  default_branch: BranchRow | null
}

/**
 * Returns the provider's current map. The map is cached, but the settings in it are read on every call, because they
 * can change while the map stays cached.
 */
export async function providerMap(reader: BaseContext): Promise<ProviderMap> {
  const map = await reader.cached('map', '', async (ctx) => mapOf(ctx, await listZones(ctx)))
  return { ...map, ...beyondAreas(reader, map.branches) }
}

/** Reads the settings for points outside all branch areas. */
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

/**
 * Builds a map from the given areas with the company's branches and drivers. Areas that are switched off or not valid
 * now are left out.
 */
export async function mapOf(ctx: Context, zones: readonly StoredZone[]): Promise<ProviderMap> {
  const [branches, drivers] = [await listBranches(ctx), await listDrivers(ctx)]
  const given = await listDayDrivers(ctx, dayAfter(dayOf(ctx.now), -1))
  const present = drivers.filter((driver) => !driver.deleted_date && !driver.disabled_date)
  const usernames = new Set(present.map(({ username }) => username))
  const active = zones.filter((zone) => holdsAt(zone, ctx.now))
  const byId = new Map(branches.map((branch) => [branch.id, branch]))
  return {
    zones: buildZoneIndex(active),
    branches: byId,
    on_duty: new Set(present.filter(({ on_duty }) => on_duty).map(({ username }) => username)),
    day_drivers: new Map(
      given
        .filter(({ username }) => usernames.has(username))
        .map(({ zone_id, day, username }) => [dayKey(zone_id, day), username]),
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

/** Returns a copy of the reader that uses another map, to calculate what would happen if that map were published. */
export function withMap<R extends BaseContext>(reader: R, map: ProviderMap): R {
  const cached: BaseContext['cached'] = (topic, key, read) =>
    topic === 'map' && key === ''
      ? Promise.resolve(map as Awaited<ReturnType<typeof read>>)
      : reader.cached(topic, key, read)
  return { ...reader, cached }
}

/**
 * Returns the weekdays on which a point is served, or `null` where no area decides them
 * (docs/domain/rating.md#dates).
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
 * What the map decides for one end of a route (docs/domain/routing-and-drivers.md#branches-and-routing,
 * docs/domain/routing-and-drivers.md#drivers-by-area).
 */
export interface Placed {
  branch: BranchRow | null
  driver_zone: MapZone | null
  /** Username of the driver who gets the work of the zone on the day (`driverOfArea`). */
  agent: string | null
}

/**
 * Returns the branch of a point: the branch of its area, else the nearest one within the fallback distance, else the
 * default branch.
 */
export function branchAt(map: ProviderMap, point: Point): BranchRow | null {
  return branchFor(map, point).branch
}

/** Same as `branchAt`, with how the branch was found. */
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

/** The planned time of a stop; `null` for unspecified parts. */
export interface StopTime {
  /** `YYYY-MM-DD`. */
  day: string | null
  /** The requested time window, `HH:mm`. */
  after?: string | null | undefined
  before?: string | null | undefined
}

/** Whether the drivers of a zone work on the day of a stop and throughout its time window. */
function isOut({ weekdays, window_from, window_to }: MapZone, { day, after, before }: StopTime): boolean {
  const isDay = weekdays.length === 0 || day === null || weekdays.includes(new Date(day).getUTCDay())
  const isEarly = after && window_from !== '' && after < window_from
  const isLate = before && window_to !== '' && before > window_to
  return isDay && !isEarly && !isLate
}

/** Returns the branch, driver zone and driver of a point on one leg. */
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
  return { branch, driver_zone: driverZone, agent: driverZone && driverOf(map, driverZone, when.day) }
}

const dayKey = (zoneId: number, day: string): string => `${zoneId} ${day}`

/** Returns the username of the driver who gets the work of a zone on a day; `day` is `null` when it is not known. */
export function driverOf(
  map: Pick<ProviderMap, 'day_drivers' | 'on_duty'>,
  zone: MapZone,
  day: string | null,
): string | null {
  const given = day === null ? undefined : map.day_drivers.get(dayKey(zone.id, day))
  return driverOfArea(zone.drivers, given, map.on_duty)
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

/** Returns the estimated road distance between two points in whole km; 0 when a point is unknown. */
export function kmBetween(from: Point | null, to: Point | null): number {
  return from && to ? roadKm(from, to) : 0
}
