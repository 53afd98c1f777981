import type { Question } from '@waybill/domain/reports/question'
import type { Schedule } from '@waybill/domain/reports/schedule'
import { sql } from 'kysely'
import { actorOf } from '../identity/index.ts'
import type { Db } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** A saved report as stored. */
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

/** What somebody has saved, by name. */
export async function listSaved(ctx: Context): Promise<SavedRow[]> {
  const rows = await ctx.db
    .selectFrom('saved_report')
    .select(columns)
    .where('user_id', '=', ctx.actor.user_id)
    .orderBy(sql`lower(name)`)
    .execute()
  return rows as SavedRow[]
}

/** One of them, held until the transaction ends; `undefined` when it is not theirs. */
export async function lockSaved(ctx: Context, id: number): Promise<SavedRow | undefined> {
  const row = await ctx.db
    .selectFrom('saved_report')
    .select(columns)
    .where('user_id', '=', ctx.actor.user_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row as SavedRow | undefined
}

/** Whether somebody has another saved report of this name. */
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
export async function insertSaved(ctx: Context, kept: StoredReport): Promise<SavedRow> {
  const row = await ctx.db
    .insertInto('saved_report')
    .values({
      provider_id: ctx.provider_id,
      user_id: ctx.actor.user_id,
      ...asStored(kept),
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return row as SavedRow
}

/** Changes a saved report that is held. */
export async function updateSaved(ctx: Context, id: number, kept: StoredReport): Promise<SavedRow> {
  const row = await ctx.db
    .updateTable('saved_report')
    .set({ ...asStored(kept), problem: '', version: sql<number>`version + 1`, time_modified: ctx.now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return row as SavedRow
}

/** Forgets a saved report of the caller; false when there is none. */
export async function deleteSaved(ctx: Context, id: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('saved_report')
    .where('user_id', '=', ctx.actor.user_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Companies with schedules or with files that may be old by now. */
export async function providersWithReports(db: Db): Promise<number[]> {
  const { rows } = await sql<{ provider_id: number }>`
    SELECT provider_id FROM saved_report WHERE next_run IS NOT NULL UNION SELECT provider_id FROM made_file`.execute(
    db,
  )
  return rows.map(({ provider_id }) => provider_id)
}

/** No schedule has its times further apart; what is due later was put there by a clock that was ahead. */
const max_period_ms = 32 * day_ms

/**
 * Saved reports that are due, or due later than any schedule says, held by this work; those another process holds are left
 * to it.
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
  return rows as SavedRow[]
}

/** Says when a schedule runs next that has not run. */
export async function postponeRun(ctx: Context, id: number, nextRun: Date): Promise<void> {
  await ctx.db.updateTable('saved_report').set({ next_run: nextRun }).where('id', '=', id).execute()
}

/** Says when a schedule ran and when it does next. */
export async function markRun(ctx: Context, id: number, nextRun: Date): Promise<void> {
  await ctx.db
    .updateTable('saved_report')
    .set({ next_run: nextRun, last_run: ctx.now, time_modified: ctx.now })
    .where('id', '=', id)
    .execute()
}

/** Says at a saved report whether its last file could be made. */
export async function markProblem(ctx: Context, id: number, problem: string): Promise<void> {
  await ctx.db
    .updateTable('saved_report')
    .set({ problem })
    .where('id', '=', id)
    .where('problem', '!=', problem)
    .execute()
}

/** Somebody as they are now, with the rights of their role; `null` when they are gone. */
export function actorOfUser(ctx: Context, userId: number) {
  return actorOf(ctx.db, ctx.provider_id, userId, 'user')
}
