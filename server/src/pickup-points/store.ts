import type { PickupPointProvider, PickupPointType } from '@waybill/domain/pickup-points/model'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { escapeLike } from '../accounts/index.ts'
import { anyOf, newVersionBy } from '../kit/db.ts'
import type { PickupPointTable } from '../kit/tables.ts'
import { readPage } from '../kit/read-page.ts'
import type { Context } from '../kit/handler.ts'

export interface PickupPointFilter {
  search?: string | undefined
  type?: PickupPointType | 'point' | undefined
  pickup_point_id?: string | undefined
  pickup_point_provider?: PickupPointProvider | undefined
  /** Only points of these networks. */
  networks?: readonly PickupPointProvider[] | undefined
  /**
   * Only points within a radius of a place, and points anywhere whose name or id contains `named`. The latter come
   * first.
   */
  near?: { lat: number; lng: number; radius_km: number; named?: string | undefined } | undefined
}

const containing = (text: string): string => `%${escapeLike(text)}%`

/** SQL condition: the name, the id or a part of the address `a` of a point contains a text. */
function isFoundBy(text: string) {
  return sql<boolean>`(${isCalled(text)} OR a.company ILIKE ${containing(text)} OR a.local_area ILIKE ${containing(text)}
    OR a.city ILIKE ${containing(text)} OR a.code ILIKE ${containing(text)})`
}

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
  query = query.where('p.closed_date', 'is', null)
  if (!showsHidden) query = query.where('p.is_hidden', '=', false)
  if (filter.type && filter.type !== 'point') query = query.where('p.type', '=', filter.type)
  if (filter.pickup_point_id) query = query.where('p.pickup_point_id', '=', filter.pickup_point_id)
  if (filter.pickup_point_provider)
    query = query.where('p.pickup_point_provider', '=', filter.pickup_point_provider)
  if (filter.networks) query = query.where('p.pickup_point_provider', 'in', filter.networks)
  if (filter.search) query = query.where(isFoundBy(filter.search))
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

/** Returns the networks with a point that is online, neither closed nor hidden. */
export async function listOpenNetworks(ctx: Context): Promise<PickupPointProvider[]> {
  const rows = await ctx.db
    .selectFrom('pickup_point')
    .select('pickup_point_provider')
    .distinct()
    .where('status', '=', 'online')
    .where('closed_date', 'is', null)
    .where('is_hidden', '=', false)
    .execute()
  return rows.map((row) => row.pickup_point_provider)
}

/** Returns a point's row for staff. */
export type PointRow = Selectable<PickupPointTable>

/** Lists points of all networks by name, for staff; closed ones only with `include_closed`. */
export async function listManagedPoints(
  ctx: Context,
  filter: {
    id?: number | undefined
    search?: string | undefined
    type?: PickupPointType | undefined
    pickup_point_provider?: PickupPointProvider | undefined
    include_closed?: boolean | undefined
  },
): Promise<PointRow[]> {
  let query = ctx.db
    .selectFrom('pickup_point as p')
    .innerJoin('address as a', (join) =>
      join.onRef('a.provider_id', '=', 'p.provider_id').onRef('a.id', '=', 'p.address_id'),
    )
  if (filter.id !== undefined) query = query.where('p.id', '=', filter.id)
  if (!filter.include_closed) query = query.where('p.closed_date', 'is', null)
  if (filter.type) query = query.where('p.type', '=', filter.type)
  if (filter.pickup_point_provider)
    query = query.where('p.pickup_point_provider', '=', filter.pickup_point_provider)
  if (filter.search) query = query.where(isFoundBy(filter.search))
  return query.selectAll('p').orderBy('p.name').orderBy('p.id').execute()
}

/** Locks a point and returns it; `undefined` when there is none. */
export async function lockPoint(ctx: Context, id: number): Promise<PointRow | undefined> {
  return ctx.db.selectFrom('pickup_point').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Returns which of some codes own points have already, in capital letters. */
export async function ownCodes(ctx: Context, codes: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('pickup_point')
    .select(sql<string>`upper(pickup_point_id)`.as('code'))
    .where('pickup_point_provider', '=', 'own')
    .where(sql<string>`upper(pickup_point_id)`, '=', anyOf(codes.map((code) => code.toUpperCase())))
    .execute()
  return new Set(rows.map(({ code }) => code))
}

/** Whether an open own point other than `except` has a code. */
export async function isOwnCode(ctx: Context, code: string, except: number | null): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('pickup_point')
    .select('id')
    .where('pickup_point_provider', '=', 'own')
    .where(sql<string>`upper(pickup_point_id)`, '=', code.toUpperCase())
    .where('id', '<>', except ?? 0)
    .executeTakeFirst()
  return row !== undefined
}

/** Inserts a point and returns its id. */
export async function insertPoint(
  ctx: Context,
  point: Omit<Insertable<PickupPointTable>, 'provider_id' | 'compartments'> & {
    compartments?: readonly object[]
  },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('pickup_point')
    .values({
      ...point,
      provider_id: ctx.provider_id,
      compartments: JSON.stringify(point.compartments ?? []),
      modified_by: ctx.actor.username,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.publish({ topic: 'pickup-points' })
  return id
}

/** Changes a point and counts its version up. */
export async function updatePoint(
  ctx: Context,
  id: number,
  changes: Updateable<PickupPointTable>,
): Promise<void> {
  await ctx.db
    .updateTable('pickup_point')
    .set({ ...changes, ...newVersionBy(ctx) })
    .where('id', '=', id)
    .execute()
  await ctx.publish({ topic: 'pickup-points' })
}

/** Returns the row of a point by its id within a network; `undefined` when there is none. */
export async function findPointRow(
  ctx: Context,
  network: PickupPointProvider,
  pickupPointId: string,
): Promise<PointRow | undefined> {
  return ctx.db
    .selectFrom('pickup_point')
    .selectAll()
    .where('pickup_point_provider', '=', network)
    .where('pickup_point_id', '=', pickupPointId)
    .executeTakeFirst()
}

/** Counts a parcel that has a place at a point (`1`) or has left it (`-1`). */
export async function countParcel(ctx: Context, pointId: number, change: 1 | -1): Promise<void> {
  await ctx.db
    .updateTable('pickup_point')
    .set({ parcels_held: sql<number>`parcels_held + ${change}` })
    .where('id', '=', pointId)
    .execute()
}
