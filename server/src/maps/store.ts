import type { WeekHours } from '@waybill/domain/kit/dates/week-hours'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { BranchUse } from '@waybill/domain/maps/branch-rules'
import {
  companyHolidays,
  holidayDifferences,
  type Holiday,
  type HolidayDifference,
} from '@waybill/domain/kit/dates/national-holidays'
import { sql } from 'kysely'
import { newVersion } from '../kit/db.ts'
import { countAccountsOfBranch } from '../accounts/index.ts'
import { countUsersOfBranch } from '../identity/index.ts'
import type { Context } from '../kit/handler.ts'

/** Lists branches by ascending id. Includes removed branches, because the history still shows their names. */
export async function listBranches(ctx: Context) {
  return ctx.db.selectFrom('branch').selectAll().orderBy('id').execute()
}
export type BranchRow = Awaited<ReturnType<typeof listBranches>>[number]

/** The stored fields of a branch. */
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

/** Converts branch fields to column values; lists and hours are stored as JSON. */
function columnsOf({ bays, working_hours, ...values }: Partial<BranchValues>) {
  return {
    ...values,
    ...(bays === undefined ? {} : { bays: JSON.stringify(bays) }),
    ...(working_hours === undefined
      ? {}
      : { working_hours: working_hours === null ? null : JSON.stringify(working_hours) }),
  }
}

export async function insertBranch(ctx: Context, branch: BranchValues): Promise<number> {
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
  await ctx.publish({ topic: 'map' })
  return id
}

/** Changes a branch when its version is still `version`. Returns whether it was changed. */
export async function changeBranchRow(
  ctx: Context,
  id: number,
  version: number,
  changes: Partial<BranchValues> & { deleted_date?: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('branch')
    .set({ ...columnsOf(changes), ...newVersion(ctx) })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_date', 'is', null)
    .executeTakeFirstOrThrow()
  await ctx.publish({ topic: 'map' })
  return numUpdatedRows === 1n
}

/**
 * Locks a branch that is not removed until the end of the transaction, so that no other transaction changes or
 * removes it.
 */
export async function lockBranch(ctx: Context, id: number): Promise<BranchRow | undefined> {
  return ctx.db
    .selectFrom('branch')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_date', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Counts the users, accounts and areas of a branch. Closed accounts and removed users are not counted. */
export async function branchUse(ctx: Context, id: number): Promise<BranchUse> {
  const { rows } = await sql<Record<keyof BranchUse, string>>`
    SELECT (${countUsersOfBranch(id)}) AS users,
      (${countAccountsOfBranch(id)}) AS accounts,
      (SELECT count(*) FROM zone WHERE branch_id = ${id}) AS areas`.execute(ctx.db)
  const [found] = rows
  return {
    users: Number(found?.users),
    accounts: Number(found?.accounts),
    areas: Number(found?.areas),
  }
}

/** Lists the active areas of a branch, highest priority first. */
export async function listBranchAreas(ctx: Context, branchId: number) {
  return ctx.db
    .selectFrom('zone')
    .select(['id', 'name', 'colour', 'geometry'])
    .where('kind', '=', 'branches')
    .where('branch_id', '=', branchId)
    .where('is_active', '=', true)
    .orderBy('priority', 'desc')
    .orderBy('id')
    .execute()
}

/** Lists the days on which the company differs from the statutory public holidays. */
async function listCompanyHolidays(ctx: Context): Promise<HolidayDifference[]> {
  return ctx.db.selectFrom('holiday').select(['date', 'description', 'is_working']).orderBy('date').execute()
}

/** Number of years before and after the current year whose holidays are listed. */
const holiday_years = { before: 1, after: 10 }

/**
 * Lists the company's public holidays in ascending order: statutory ones and its own, from last year until
 * `untilYears` years ahead, or until the year of its own last holiday when that is later.
 */
export async function listHolidays(ctx: Context, untilYears = holiday_years.after): Promise<Holiday[]> {
  const year = Number(dayOf(ctx.now).slice(0, 4))
  const own = await listCompanyHolidays(ctx)
  const last = Math.max(year + untilYears, ...own.map(({ date }) => Number(date.slice(0, 4))))
  return companyHolidays(own, year - holiday_years.before, last)
}

/**
 * Replaces the company's public holidays by a complete list. A year without a day in the list keeps the statutory
 * holidays.
 */
export async function replaceHolidays(ctx: Context, list: readonly Holiday[]): Promise<void> {
  const own = holidayDifferences(list)
  await ctx.db.deleteFrom('holiday').execute()
  if (own.length > 0)
    await sql`INSERT INTO holiday (provider_id, date, description, is_working)
      SELECT ${ctx.provider_id}, date, description, is_working
      FROM unnest(${own.map((one) => one.date)}::date[], ${own.map((one) => one.description)}::text[], ${own.map((one) => one.is_working)}::boolean[])
        AS h (date, description, is_working)`.execute(ctx.db)
  await ctx.publish({ topic: 'calendar' })
}
