import type { Question } from '@waybill/domain/reports/question'
import type { Schedule } from '@waybill/domain/reports/schedule'
import { sql } from 'kysely'
import { newVersion, providersThatHave, type Db } from '../kit/db.ts'
import { actorOf } from '../identity/index.ts'
import type { Context } from '../kit/handler.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** A saved report, as stored. */
export interface SavedRow {
  id: number
  user_id: number
  name: string
  question: Question
  schedule: Schedule | null
  next_run: Date | null
  last_run: Date | null
  problem: string
  version: number
}

const columns = [
  'id',
  'user_id',
  'name',
  'question',
  'schedule',
  'next_run',
  'last_run',
  'problem',
  'version',
] as const

/** Returns the caller’s saved reports, sorted by name. */
export async function listSaved(ctx: Context): Promise<SavedRow[]> {
  const rows = await ctx.db
    .selectFrom('saved_report')
    .select(columns)
    .where('user_id', '=', ctx.actor.user_id)
    .orderBy(sql`lower(name)`)
    .execute()
  return rows
}

/**
 * Returns a saved report of the caller and locks it until the transaction ends; `undefined` when the caller has none
 * with this id.
 */
export async function lockSaved(ctx: Context, id: number): Promise<SavedRow | undefined> {
  const row = await ctx.db
    .selectFrom('saved_report')
    .select(columns)
    .where('user_id', '=', ctx.actor.user_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row
}

/** Whether the caller has another saved report with this name. */
export async function isNameTaken(ctx: Context, name: string, except: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('saved_report')
    .select('id')
    .where('user_id', '=', ctx.actor.user_id)
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .where('id', '!=', except)
    .executeTakeFirst()
  return row !== undefined
}

type StoredReport = Pick<SavedRow, 'name' | 'question' | 'schedule' | 'next_run'>

const asStored = ({ name, question, schedule, next_run }: StoredReport) => ({
  name,
  question: JSON.stringify(question),
  schedule: schedule && JSON.stringify(schedule),
  next_run,
})

/** Saves a report for the caller. */
export async function insertSaved(ctx: Context, report: StoredReport): Promise<SavedRow> {
  const row = await ctx.db
    .insertInto('saved_report')
    .values({
      provider_id: ctx.provider_id,
      user_id: ctx.actor.user_id,
      ...asStored(report),
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return row
}

/** Updates a saved report that is already locked. */
export async function updateSaved(ctx: Context, id: number, report: StoredReport): Promise<SavedRow> {
  const row = await ctx.db
    .updateTable('saved_report')
    .set({ ...asStored(report), problem: '', ...newVersion(ctx) })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return row
}

/** Deletes a saved report of the caller. Returns false when there is none. */
export async function deleteSaved(ctx: Context, id: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('saved_report')
    .where('user_id', '=', ctx.actor.user_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns companies with scheduled reports, or with files that may have expired. */
export function providersWithReports(db: Db): Promise<number[]> {
  return providersThatHave(
    db,
    sql`SELECT FROM saved_report s WHERE s.provider_id = p.id AND s.next_run IS NOT NULL ORDER BY s.next_run LIMIT 1`,
    sql`SELECT FROM made_file m WHERE m.provider_id = p.id ORDER BY m.time_created LIMIT 1`,
  )
}

/**
 * Upper limit for the time between two runs of a schedule, in ms. A `next_run` further away was set while the clock
 * was ahead.
 */
const max_period_ms = 32 * day_ms

/**
 * Locks saved reports that are due, or whose next run is further away than any schedule allows. Skips rows locked by
 * other processes.
 */
export async function lockDue(ctx: Context, max: number): Promise<SavedRow[]> {
  const rows = await ctx.db
    .selectFrom('saved_report')
    .select(columns)
    .where((eb) =>
      eb.or([
        eb('next_run', '<=', ctx.now),
        eb('next_run', '>', new Date(ctx.now.getTime() + max_period_ms)),
      ]),
    )
    .orderBy('next_run')
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows
}

/** Sets the next run of a schedule without a run now. */
export async function postponeRun(ctx: Context, id: number, nextRun: Date): Promise<void> {
  await ctx.db.updateTable('saved_report').set({ next_run: nextRun }).where('id', '=', id).execute()
}

/** Records that a schedule has run, and sets its next run. */
export async function markRun(ctx: Context, id: number, nextRun: Date): Promise<void> {
  await ctx.db
    .updateTable('saved_report')
    .set({ next_run: nextRun, last_run: ctx.now, time_modified: ctx.now })
    .where('id', '=', id)
    .execute()
}

/** Stores on a saved report why its last file could not be made; `''` when it could. */
export async function markProblem(ctx: Context, id: number, problem: string): Promise<void> {
  await ctx.db
    .updateTable('saved_report')
    .set({ problem })
    .where('id', '=', id)
    .where('problem', '!=', problem)
    .execute()
}

/** Returns the user with the current permissions of their role; `null` when the user no longer exists. */
export function actorOfUser(ctx: Context, userId: number) {
  return actorOf(ctx.db, ctx.provider_id, userId, 'user')
}
