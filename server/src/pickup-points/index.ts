import { empty_address, pointIdOf, type Address } from '@waybill/domain/accounts/address'
import { isStaff } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { networksOn, type Networks } from '@waybill/domain/pickup-points/address-types'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import type { PickupPoint } from '@waybill/domain/pickup-points/model'
import {
  enable_bob_box,
  enable_ram_counters,
  enable_tcg_locker,
  enable_third_party_bob_box,
} from '@waybill/domain/pickup-points/settings'
import { readAddresses } from '../accounts/index.ts'
import {
  geocoderPort,
  kmBetween,
  listBranches,
  publicHolidays,
  suburbsNamed,
  type Point,
} from '../maps/index.ts'
import {
  serve,
  serveExternal,
  type Context,
  type ExternalContext,
  type ExternalHandler,
  type BaseContext,
} from '../kit/handler.ts'
import { changePoint, closePoint, createPoint, readManaged } from './own-points.ts'
import { importPoints } from './point-import.ts'
import { hoursToday, photosOf } from './present-point.ts'
import { listOpenNetworks, listPickupPoints, type PickupPointFilter } from './store.ts'

export { audited_point } from './audited-store.ts'
export {
  freeDoor,
  hasDoors,
  heldDoor,
  heldDoorNames,
  holdDoor,
  listDoors,
  lockDoor,
  takeDoor,
} from './door-store.ts'
export { insertOwnPoint } from './own-points.ts'
export { countParcel, findPointRow, listManagedPoints, lockPoint, type PointRow } from './store.ts'
export { storeNetworkPoints, type NetworkPoint } from './store-network-points.ts'
export { countOpenPoints } from './synced-store.ts'

const default_radius_km = 50

/** A point with what only those who choose one need: its hours on public holidays. */
export interface PointChoice {
  point: PickupPoint
  holiday_hours: string
}

async function read(ctx: Context, filter: PickupPointFilter, page: { limit: number; offset: number }) {
  const { choices, count } = await readChoices(ctx, filter, page)
  return { pickup_points: choices.map(({ point }) => point), count }
}

async function readChoices(
  ctx: Context,
  filter: PickupPointFilter,
  page: { limit: number; offset: number },
): Promise<{ choices: PointChoice[]; count: number }> {
  const { rows, total } = await listPickupPoints(ctx, filter, isStaff(ctx.actor), page)
  const addresses = await readAddresses(
    ctx,
    rows.map((row) => row.address_id),
  )
  const holidays = await publicHolidays(ctx)
  const choices = rows.map((row) => ({
    point: {
      ...photosOf(ctx, row),
      ...hoursToday(ctx, row, holidays),
      pickup_point_id: row.pickup_point_id,
      pickup_point_provider: row.pickup_point_provider,
      name: row.name,
      type: row.type,
      description: row.description,
      address: filled(addresses.get(row.address_id) as Address, row.name, row.type),
      lat: row.lat,
      lng: row.lng,
      distance_km: row.distance_km === null ? null : Math.round(row.distance_km * 10) / 10,
      trading_hours: row.trading_hours,
      status: row.status,
      is_hidden: row.is_hidden,
      phone: row.phone,
      compartments: row.compartments,
    },
    holiday_hours: row.holiday_hours,
  }))
  return { choices, count: total }
}

/** Returns the lockers of the switched-on networks that customers can choose and that take parcels, by name. */
export async function readLockers(ctx: Context): Promise<PickupPoint[]> {
  const networks = networksOn(networksOf(ctx))
  const lockers = await ctx.cached('pickup-points', 'all lockers', async (inner) => {
    const all = await read(inner, { type: 'locker' }, { limit: Number.MAX_SAFE_INTEGER, offset: 0 })
    return all.pickup_points.filter(({ is_hidden, status }) => !is_hidden && status === 'online')
  })
  return lockers.filter((locker) => networks.includes(locker.pickup_point_provider))
}

/** Returns whether customers can choose any point that takes parcels, so that nothing is offered that cannot work. */
export async function hasPickupPoints(reader: BaseContext): Promise<boolean> {
  const open = await reader.cached('pickup-points', 'open networks', listOpenNetworks)
  return networksOn(networksOf(reader)).some((network) => open.includes(network))
}

/**
 * Fills an empty `company` and `entered_address` with the name of the point, because clients join them into text
 * without checking (docs/domain/public-api.md#members-read-without-checking).
 */
function filled(address: Address, name: string, type: PickupPoint['type']): Address {
  return {
    ...address,
    company: address.company || name,
    entered_address: address.entered_address || name,
    type,
  }
}

/**
 * Lists pickup points. With `order_closest`, the nearest to the given point, or to the place that `search` names,
 * come first; points with `search` in their name or id come before those. Text that names no place is a filter, as
 * without `order_closest`.
 */
const readPickupPoints: ExternalHandler<typeof pickupPointsApi.list> = async (ctx, input) => {
  const filter = await filterOf(ctx, input, input.radius ?? input.distance ?? default_radius_km)
  return ctx.answer((inner) => read(inner, filter, pageOf(input, 10_000)))
}

type ListInput = Input<typeof pickupPointsApi.list>

async function filterOf(
  ctx: ExternalContext,
  input: Partial<ListInput>,
  radiusKm: number,
): Promise<PickupPointFilter> {
  const { lat, lng, search, order_closest } = input
  const isPoint = lat !== undefined && lng !== undefined
  const named = order_closest && !isPoint && search ? await placeNamed(ctx, search) : null
  const centre = order_closest && isPoint ? { lat, lng } : named
  const near = centre ? { ...centre, radius_km: radiusKm, named: named ? search : undefined } : undefined
  return { ...input, near, search: named ? undefined : search, networks: networksOn(networksOf(ctx)) }
}

/** Half the circumference of the Earth: every point is within it. */
const everywhere_km = 20_040

/** At most so many points are offered at a time, because each is priced. */
const max_choices = 50

/** Returns points to choose from, as `readPickupPoints` orders them, however far away the nearest are. */
export async function findPointChoices(
  ctx: ExternalContext,
  input: Pick<ListInput, 'lat' | 'lng' | 'search' | 'type' | 'limit' | 'offset'>,
): Promise<{ choices: PointChoice[]; count: number }> {
  const filter = await filterOf(ctx, { ...input, order_closest: true }, everywhere_km)
  return ctx.inTransaction((inner) => readChoices(inner, filter, pageOf(input, max_choices)))
}

/**
 * Returns the place that `text` names, or `null`. Of several suburbs with this name it is the one nearest to a branch
 * of the company.
 */
async function placeNamed(ctx: ExternalContext, text: string): Promise<Point | null> {
  const alike = suburbsNamed(text)
  if (alike.length > 1) {
    const branches = await ctx.inTransaction((inner) => listBranches(inner))
    const near = nearestTo(alike, branches.flatMap(pointOf))
    if (near) return near
  }
  const found = await ctx.adapter(geocoderPort).geocode({ ...empty_address, entered_address: text })
  return found && { lat: found.lat, lng: found.lng }
}

const pointOf = ({ lat, lng }: { lat: number | null; lng: number | null }): Point[] =>
  lat === null || lng === null ? [] : [{ lat, lng }]

function nearestTo(candidates: readonly Point[], of: readonly Point[]): Point | null {
  const away = (one: Point): number => Math.min(...of.map((other) => kmBetween(one, other)))
  return of.length === 0 ? null : (candidates.toSorted((one, other) => away(one) - away(other))[0] ?? null)
}

/** Returns which networks the company has switched on. */
export function networksOf(reader: BaseContext): Networks {
  return {
    enable_bob_box: reader.setting(enable_bob_box),
    enable_third_party_bob_box: reader.setting(enable_third_party_bob_box),
    enable_tcg_locker: reader.setting(enable_tcg_locker),
    enable_ram_counters: reader.setting(enable_ram_counters),
  }
}

/**
 * Returns one pickup point by its id, of any network when `network` is undefined; `null` when there is none or its
 * network is switched off (SET-103…SET-106).
 */
export async function findPickupPoint(
  reader: BaseContext,
  id: string,
  network: string | undefined,
): Promise<PickupPoint | null> {
  const networks = networksOn(networksOf(reader)).filter((one) => network === undefined || one === network)
  if (networks.length === 0) return null
  const pickupPointId = pointIdOf(id)
  // Only staff find hidden points.
  const key = `${isStaff(reader.actor) ? 'staff' : 'others'} ${networks.join(' ')} ${pickupPointId}`
  return reader.cached('pickup-points', key, async (ctx) => {
    const filter = { pickup_point_id: pickupPointId, networks }
    const { pickup_points } = await read(ctx, filter, { limit: 1, offset: 0 })
    return pickup_points[0] ?? null
  })
}

export const pickupPointRoutes = [
  serveExternal(pickupPointsApi.list, readPickupPoints),
  serve(pickupPointsApi.managed, readManaged),
  serveExternal(pickupPointsApi.create, createPoint),
  serveExternal(pickupPointsApi.change, changePoint),
  serveExternal(pickupPointsApi.importFile, importPoints),
  serve(pickupPointsApi.close, closePoint),
]
