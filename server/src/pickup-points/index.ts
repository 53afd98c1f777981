import { empty_address, type Address } from '@waybill/domain/accounts/address'
import { isStaff } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { networksOn, type Networks } from '@waybill/domain/pickup-points/address-types'
import {
  pickup_point_providers,
  type PickupPoint,
  type PickupPointProvider,
} from '@waybill/domain/pickup-points/model'
import {
  enable_bob_box,
  enable_ram_counters,
  enable_tcg_locker,
  enable_third_party_bob_box,
} from '@waybill/domain/pickup-points/settings'
import { readAddresses } from '../accounts/index.ts'
import { geocoderPort, kmBetween, listBranches, suburbsNamed, type Point } from '../maps/index.ts'
import {
  serve,
  serveExternal,
  type Context,
  type ExternalContext,
  type ExternalHandler,
  type BaseContext,
} from '../kit/handler.ts'
import { changePoint, closePoint, createPoint, readManaged } from './own-points.ts'
import { listPickupPoints, type PickupPointFilter } from './store.ts'

export {
  freeDoor,
  hasDoors,
  heldDoor,
  holdDoor,
  listDoors,
  lockDoor,
  takeDoor,
  type Measures,
} from './door-store.ts'
export {
  countParcel,
  findPointRow,
  insertPoint,
  listManagedPoints,
  lockPoint,
  updatePoint,
  type PointRow,
} from './store.ts'

const default_radius_km = 50

async function read(ctx: Context, filter: PickupPointFilter, page: { limit: number; offset: number }) {
  const { rows, total } = await listPickupPoints(ctx, filter, isStaff(ctx.actor), page)
  const addresses = await readAddresses(
    ctx,
    rows.map((row) => row.address_id),
  )
  const points = rows.map((row): PickupPoint => ({
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
  }))
  return { pickup_points: points, count: total }
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
  const { lat, lng, search, order_closest } = input
  const isPoint = lat !== undefined && lng !== undefined
  const named = order_closest && !isPoint && search ? await placeNamed(ctx, search) : null
  const centre = order_closest && isPoint ? { lat, lng } : named
  const near = centre
    ? {
        ...centre,
        radius_km: input.radius ?? input.distance ?? default_radius_km,
        named: named ? search : undefined,
      }
    : undefined
  const filter = { ...input, near, search: named ? undefined : search, networks: networksOn(networksOf(ctx)) }
  return ctx.answer((inner) => read(inner, filter, pageOf(input, 10_000)))
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
  const known = pickup_point_providers.find((one) => one === network)
  if (network !== undefined && !known) return null
  const point = await requireKnownPoint(reader, id, known)
  return point && networksOn(networksOf(reader)).includes(point.pickup_point_provider) ? point : null
}

function requireKnownPoint(
  reader: BaseContext,
  id: string,
  network: PickupPointProvider | undefined,
): Promise<PickupPoint | null> {
  const pickupPointId = id.split(':')[0] ?? id
  return reader.cached('pickup-points', `${network ?? ''} ${pickupPointId}`, async (ctx) => {
    const { pickup_points } = await read(
      ctx,
      { pickup_point_id: pickupPointId, pickup_point_provider: network },
      { limit: 1, offset: 0 },
    )
    return pickup_points[0] ?? null
  })
}

export const pickupPointRoutes = [
  serveExternal(pickupPointsApi.list, readPickupPoints),
  serve(pickupPointsApi.managed, readManaged),
  serveExternal(pickupPointsApi.create, createPoint),
  serveExternal(pickupPointsApi.change, changePoint),
  serve(pickupPointsApi.close, closePoint),
]
