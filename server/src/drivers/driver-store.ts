import type { Driver } from '@waybill/domain/drivers/model'
import { role_ids } from '@waybill/domain/kit/actor'
import { sql } from 'kysely'
import { escapeLike } from '../accounts/index.ts'
import { anyOf } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'
import { readPage, type PageRequest } from '../kit/read-page.ts'

export interface DriverFilter {
  username?: string | undefined
  branch_id?: number | undefined
  search?: string | undefined
  on_duty?: boolean | undefined
  include_deleted?: boolean | undefined
  /** Usernames of staff who are included although they are no longer drivers, because they may still have work. */
  former?: readonly string[] | undefined
}

/** Returns one page of the matching drivers with branch and rounds, sorted by name, and the total number. */
export async function listDriverRows(
  ctx: Context,
  filter: DriverFilter,
  page: PageRequest,
): Promise<{ rows: Driver[]; total: number }> {
  const query = matching(ctx, filter)
  return readPage(ctx, presented(query), query.select('u.id'), page)
}

/** Returns all matching drivers with branch and rounds, sorted by name. */
export function readDriverRows(ctx: Context, filter: DriverFilter): Promise<Driver[]> {
  return presented(matching(ctx, filter)).execute()
}

function matching(ctx: Context, filter: DriverFilter) {
  let query = ctx.db
    .selectFrom('app_user as u')
    .leftJoin('branch as b', (join) =>
      join.onRef('b.provider_id', '=', 'u.provider_id').onRef('b.id', '=', 'u.branch_id'),
    )
    .where((eb) =>
      eb.or([
        eb('u.role_id', '=', role_ids.driver),
        eb.and([eb('u.username', '=', anyOf(filter.former ?? [])), eb('u.account_id', 'is', null)]),
      ]),
    )
  if (filter.username) query = query.where(sql`lower(u.username)`, '=', filter.username.toLowerCase())
  if (filter.branch_id) query = query.where('u.branch_id', '=', filter.branch_id)
  if (filter.on_duty !== undefined) query = query.where('u.on_duty', '=', filter.on_duty)
  if (!filter.include_deleted) query = query.where('u.deleted_date', 'is', null)
  if (filter.search) {
    const words = `%${escapeLike(filter.search)}%`
    query = query.where((eb) =>
      eb.or([
        eb('u.name', 'ilike', words),
        eb('u.username', 'ilike', words),
        eb('u.vehicle_registration', 'ilike', words),
      ]),
    )
  }
  return query
}

function presented(query: ReturnType<typeof matching>) {
  return query
    .select([
      'u.id as user_id',
      'u.username',
      sql<string>`CASE WHEN u.role_id = ${role_ids.driver} THEN u.name ELSE u.name || ' (no longer a driver)' END`.as(
        'name',
      ),
      'u.branch_id',
      'u.on_duty',
      'u.deleted_date',
      sql<string>`coalesce(u.phone_number, '')`.as('mobile_number'),
      sql<string>`coalesce(b.name, '')`.as('branch_name'),
      sql<string>`coalesce(u.vehicle_registration, '')`.as('vehicle_registration'),
      'u.vehicle_type',
      'u.vehicle_max_kg as vehicle_max_weight',
      'u.vehicle_max_m3 as vehicle_max_volume',
      'u.licence_expiry',
      sql<
        string[]
      >`ARRAY(SELECT z.name FROM zone z WHERE z.kind = 'drivers' AND z.is_active AND u.username = ANY(z.drivers) ORDER BY z.name)`.as(
        'zones',
      ),
    ])
    .orderBy(sql`lower(u.name)`)
    .orderBy('u.id')
}
