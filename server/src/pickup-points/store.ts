import type { PickupPointType } from '@waybill/domain/pickup-points/model'
import { sql } from 'kysely'
import { escapeLike } from '../accounts/index.ts'
import { readPage } from '../kit/read-page.ts'
import type { Context } from '../kit/handler.ts'

export interface PickupPointFilter {
  search?: string | undefined
  type?: PickupPointType | 'point' | undefined
  pickup_point_id?: string | undefined
  pickup_point_provider?: string | undefined
  /** Only points of these networks. */
  networks?: readonly string[] | undefined
  /**
   * Only points within a radius of a place, and points anywhere whose name or id contains `named`. The latter come
   * first.
   */
  near?: { lat: number; lng: number; radius_km: number; named?: string | undefined } | undefined
}

const containing = (text: string): string => `%${escapeLike(text)}%`

/** SQL condition: the name or the id of a point contains a text. */
function isCalled(text: string) {
  return sql<boolean>`(p.name ILIKE ${containing(text)} OR p.pickup_point_id ILIKE ${containing(text)})`
}

/** SQL for the great-circle distance from a point, in km. */
function distance(lat: number, lng: number) {
  return sql<number>`2 * 6371.0088 * asin(least(1, sqrt(
    power(sin(radians(p.lat - ${lat}) / 2), 2) + cos(radians(${lat}::float8)) * cos(radians(p.lat)) * power(sin(radians(p.lng - ${lng}) / 2), 2))))`
}

/** SQL condition: the point is offline or none of its compartments is free. */
const unusable = sql<boolean>`p.status = 'offline' OR (jsonb_array_length(p.compartments) > 0
  AND NOT jsonb_path_exists(p.compartments, '$[*] ? (@.available == true)'))`

/**
 * Lists pickup points by filter. When a place is given, unusable points come last and the nearest come first. Hidden
 * points are included only with `showsHidden`, for staff.
 */
export async function listPickupPoints(
  ctx: Context,
  filter: PickupPointFilter,
  showsHidden: boolean,
  page: { limit: number; offset: number },
) {
  let query = ctx.db
    .selectFrom('pickup_point as p')
    .innerJoin('address as a', (join) =>
      join.onRef('a.provider_id', '=', 'p.provider_id').onRef('a.id', '=', 'p.address_id'),
    )
  if (!showsHidden) query = query.where('p.is_hidden', '=', false)
  if (filter.type && filter.type !== 'point') query = query.where('p.type', '=', filter.type)
  if (filter.pickup_point_id) query = query.where('p.pickup_point_id', '=', filter.pickup_point_id)
  if (filter.pickup_point_provider)
    query = query.where('p.pickup_point_provider', '=', filter.pickup_point_provider)
  if (filter.networks) query = query.where('p.pickup_point_provider', 'in', filter.networks)
  if (filter.search) {
    const words = containing(filter.search)
    query = query.where((eb) =>
      eb.or([
        eb('p.name', 'ilike', words),
        eb('p.pickup_point_id', 'ilike', words),
        eb('a.company', 'ilike', words),
        eb('a.local_area', 'ilike', words),
        eb('a.city', 'ilike', words),
        eb('a.code', 'ilike', words),
      ]),
    )
  }
  const { near } = filter
  const named = near?.named === undefined ? null : isCalled(near.named)
  if (near) {
    const within = sql<boolean>`${distance(near.lat, near.lng)} <= ${near.radius_km}`
    query = query.where(named ? sql<boolean>`(${within} OR ${named})` : within)
  }
  const km = near ? distance(near.lat, near.lng) : sql<number | null>`NULL::float8`
  const ordered = near
    ? (named ? query.orderBy(unusable).orderBy(named, 'desc') : query.orderBy(unusable)).orderBy(km)
    : query.orderBy('p.name')
  return readPage(
    ctx,
    ordered.selectAll('p').select(km.as('distance_km')).orderBy('p.id'),
    query.select('p.id'),
    page,
  )
}

export async function insertPickupPoint(
  ctx: Context,
  point: {
    pickup_point_id: string
    pickup_point_provider: string
    type: 'locker' | 'counter'
    name: string
    address_id: number
    lat: number
    lng: number
    trading_hours: string
    compartments: readonly object[]
    phone?: string | null
  },
): Promise<void> {
  await ctx.db
    .insertInto('pickup_point')
    .values({ provider_id: ctx.provider_id, ...point, compartments: JSON.stringify(point.compartments) })
    .execute()
  await ctx.publish({ topic: 'pickup-points' })
}
