import { sql } from 'kysely'
import { notFound } from '@waybill/domain/kit/problem'
import type { Ctx } from '../kit/verb.ts'

/** Branches, lowest id first. */
export async function listBranches(ctx: Ctx) {
  return ctx.db.selectFrom('branch').selectAll().orderBy('id').execute()
}
export type BranchRow = Awaited<ReturnType<typeof listBranches>>[number]

export async function listZones(ctx: Ctx) {
  return ctx.db.selectFrom('zone').selectAll().orderBy('id').execute()
}
export type ZoneRow = Awaited<ReturnType<typeof listZones>>[number]

/** Drivers who may be given stops, by username. */
export async function listDrivers(ctx: Ctx) {
  return ctx.db
    .selectFrom('app_user')
    .select([
      'id',
      'username',
      'name',
      'branch_id',
      'on_duty',
      'phone_number',
      'vehicle_registration',
      'deleted_date',
      'time_modified',
    ])
    .where('role_id', '=', 7)
    .orderBy('username')
    .execute()
}

export async function insertBranch(
  ctx: Ctx,
  branch: {
    name: string
    public_name: string
    lat: number
    lng: number
    phone?: string
    email?: string
    bays?: readonly string[]
  },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('branch')
    .values({
      provider_id: ctx.provider_id,
      ...branch,
      bays: JSON.stringify(branch.bays ?? []),
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.news({ topic: 'map' })
  return id
}

export async function getBranch(ctx: Ctx, id: number): Promise<BranchRow> {
  const row = await ctx.db.selectFrom('branch').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Could not find this branch.')
  return row
}

export async function insertZone(
  ctx: Ctx,
  zone: {
    kind: string
    name: string
    geometry: object
    priority?: number
    tags?: readonly string[]
    branch_id?: number | null
    routing_number?: string | null
    legs?: string
    drivers?: readonly string[]
    days?: unknown
    is_default?: boolean
  },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('zone')
    .values({
      provider_id: ctx.provider_id,
      ...zone,
      geometry: JSON.stringify(zone.geometry),
      tags: [...(zone.tags ?? [])],
      drivers: [...(zone.drivers ?? [])],
      days: zone.days === undefined ? null : JSON.stringify(zone.days),
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.news({ topic: 'map' })
  return id
}

export async function listHolidays(ctx: Ctx) {
  return ctx.db.selectFrom('holiday').select(['id', 'date', 'description']).orderBy('date').execute()
}

/** Replaces the whole list of public holidays. */
export async function replaceHolidays(
  ctx: Ctx,
  holidays: readonly { date: string; description: string }[],
): Promise<void> {
  await ctx.db.deleteFrom('holiday').execute()
  if (holidays.length > 0)
    await sql`INSERT INTO holiday (provider_id, date, description)
      SELECT ${ctx.provider_id}, date, description FROM unnest(${holidays.map((one) => one.date)}::date[], ${holidays.map((one) => one.description)}::text[]) AS h (date, description)`.execute(
      ctx.db,
    )
  await ctx.news({ topic: 'calendar' })
}

/** Areas with their service days. */
export async function listServiceAreas(ctx: Ctx) {
  return ctx.db
    .selectFrom('zone')
    .select(['id', 'name', 'is_default', 'days'])
    .where('kind', '=', 'service_days')
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()
}
