import type { WeekHours } from '@waybill/domain/kit/week-hours'
import type { BranchUse } from '@waybill/domain/maps/branch-rules'
import { sql } from 'kysely'
import type { Ctx } from '../kit/verb.ts'

/** Branches, lowest id first; the removed ones too, whose names stay in history. */
export async function listBranches(ctx: Ctx) {
  return ctx.db.selectFrom('branch').selectAll().orderBy('id').execute()
}
export type BranchRow = Awaited<ReturnType<typeof listBranches>>[number]

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

/** What is stored of a branch. */
export interface BranchValues {
  name: string
  public_name: string
  address_id?: number | null
  lat: number | null
  lng: number | null
  contact_name?: string
  phone?: string
  email?: string
  bays?: readonly string[]
  working_hours?: WeekHours | null
  is_active?: boolean
}

/** Column values; lists and hours as the JSON they are kept as. */
function columnsOf({ bays, working_hours, ...values }: Partial<BranchValues>) {
  return {
    ...values,
    ...(bays === undefined ? {} : { bays: JSON.stringify(bays) }),
    ...(working_hours === undefined
      ? {}
      : { working_hours: working_hours === null ? null : JSON.stringify(working_hours) }),
  }
}

export async function insertBranch(ctx: Ctx, branch: BranchValues): Promise<number> {
  const { bays = [], ...values } = branch
  const { id } = await ctx.db
    .insertInto('branch')
    .values({
      provider_id: ctx.provider_id,
      name: branch.name,
      public_name: branch.public_name,
      ...columnsOf(values),
      bays: JSON.stringify(bays),
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.news({ topic: 'map' })
  return id
}

/** Changes a branch when its version is still the one given; answers whether it was. */
export async function changeBranchRow(
  ctx: Ctx,
  id: number,
  version: number,
  changes: Partial<BranchValues> & { deleted_date?: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('branch')
    .set((eb) => ({ ...columnsOf(changes), version: eb('version', '+', 1), time_modified: ctx.now }))
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_date', 'is', null)
    .executeTakeFirstOrThrow()
  await ctx.news({ topic: 'map' })
  return numUpdatedRows === 1n
}

/** A branch that is not removed; held until the end of the work, so that nobody else changes or removes it meanwhile. */
export async function lockBranch(ctx: Ctx, id: number): Promise<BranchRow | undefined> {
  return ctx.db
    .selectFrom('branch')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_date', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** How many users of the company belong to each branch. */
export async function usersByBranch(ctx: Ctx): Promise<ReadonlyMap<number, number>> {
  const rows = await ctx.db
    .selectFrom('app_user')
    .select(({ fn }) => ['branch_id', fn.countAll<number>().as('total')])
    .where('branch_id', 'is not', null)
    .where('account_id', 'is', null)
    .where('deleted_date', 'is', null)
    .groupBy('branch_id')
    .execute()
  return new Map(rows.map(({ branch_id, total }) => [branch_id ?? 0, Number(total)]))
}

/** What belongs to a branch today; closed accounts and removed users are history. */
export async function branchUse(ctx: Ctx, id: number): Promise<BranchUse> {
  const { rows } = await sql<Record<keyof BranchUse, string>>`
    SELECT (SELECT count(*) FROM app_user WHERE branch_id = ${id} AND deleted_date IS NULL) AS users,
      (SELECT count(*) FROM account WHERE branch_id = ${id} AND status <> 'closed') AS accounts,
      (SELECT count(*) FROM zone WHERE branch_id = ${id}) AS areas`.execute(ctx.db)
  const [found] = rows
  return {
    users: Number(found?.users),
    accounts: Number(found?.accounts),
    areas: Number(found?.areas),
  }
}

/** The active polygons that send parcels to a branch, largest priority first. */
export async function listBranchAreas(ctx: Ctx, branch_id: number) {
  return ctx.db
    .selectFrom('zone')
    .select(['id', 'name', 'colour', 'geometry'])
    .where('kind', '=', 'branches')
    .where('branch_id', '=', branch_id)
    .where('is_active', '=', true)
    .orderBy('priority', 'desc')
    .orderBy('id')
    .execute()
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
