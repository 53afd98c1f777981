import { max_rows_of_file } from '@waybill/domain/kit/lists/download'
import { invalid, Problem } from '@waybill/domain/kit/problem'
import { fileRequested, fileMade } from '@waybill/domain/reports/events'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { nextDue } from '@waybill/domain/reports/schedule'
import { z } from 'zod'
import type { Context, ExternalContext } from '../kit/handler.ts'
import { downloads_by_resource, storeSheet, readSheet, titleOf } from './download.ts'
import { findFile, deleteFileRows, insertFile, settleFile, type MadeRow } from './generated-files-store.ts'
import { timeout_ms } from './run-store.ts'
import { file_life_ms } from './saved-reports.ts'
import { actorOfUser, lockDue, markProblem, markRun, postponeRun, type SavedRow } from './saved-store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

const max_due = 50
const link_days = file_life_ms / day_ms

/**
 * Makes a requested file with its owner’s current permissions and emits events that send it. A `Problem` is stored
 * and sent instead of the file. Other errors are rethrown, so that the job is retried. Runs as a subscriber after the
 * commit.
 */
export async function makeFile(
  ctx: ExternalContext,
  { file_id }: PayloadOf<typeof fileRequested>,
): Promise<void> {
  const file = await ctx.inTransaction((inner) => findFile(inner, file_id))
  if (file?.status !== 'queued') return
  let came: { rows: number; url: string } | { problem: string }
  try {
    came = await written(ctx, file)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    came = { problem: error.message }
  }
  await ctx.inTransaction((inner) => settle(inner, file, came))
}

async function written(ctx: ExternalContext, file: MadeRow): Promise<{ rows: number; url: string }> {
  const actor = await ctx.inTransaction((inner) => actorOfUser(inner, file.user_id))
  if (!actor) throw invalid('The person who asked for this file does not work here any more.')
  const own = await ctx.actingAs(actor)
  const input = z.decode(downloads_by_resource[file.resource].input as z.ZodType, file.asked) as object
  const sheet = await own.inTransaction((inner) =>
    readSheet(inner, file.resource, input, { max_rows: max_rows_of_file + 1, ms: timeout_ms.background }),
  )
  if (sheet.rows.length > max_rows_of_file)
    throw invalid('This is more than 100,000 rows, too many for one file. Choose fewer days or one account.')
  return { rows: sheet.rows.length, url: await storeSheet(ctx, sheet, file.format, link_days) }
}

/** Finishes a file once, and emits an event for each e-mail address. */
async function settle(
  ctx: Context,
  file: MadeRow,
  came: { rows: number; url: string } | { problem: string },
): Promise<void> {
  if (!(await settleFile(ctx, file.id, came))) return
  const problem = 'problem' in came ? came.problem : ''
  if (file.saved_report_id !== null) await markProblem(ctx, file.saved_report_id, problem)
  const { rows, url } = 'problem' in came ? { rows: 0, url: '' } : came
  for (const email of file.emails)
    await ctx.emit(fileMade, { file_id: file.id, email, title: file.title, rows, url, problem })
}

/**
 * Requests the files of due reports. The transaction that locks a report also sets its next run, so that each due
 * time is handled once by any number of processes. Missed runs are made once.
 */
export async function runDueReports(ctx: ExternalContext): Promise<void> {
  await ctx.inTransaction(async (inner) => {
    for (const saved of await lockDue(inner, max_due)) await startRun(inner, saved)
    await deleteFileRows(inner, new Date(inner.now.getTime() - file_life_ms))
  })
}

async function startRun(ctx: Context, saved: SavedRow): Promise<void> {
  const { schedule, next_run } = saved
  if (!schedule || !next_run) return
  if (next_run > ctx.now) return postponeRun(ctx, saved.id, nextDue(schedule, ctx.now))
  const { format, emails } = schedule
  const fileId = await insertFile(ctx, {
    user_id: saved.user_id,
    resource: 'reports',
    asked: saved.question,
    digest: `schedule ${saved.id} ${next_run.toISOString()}`,
    title: saved.name || titleOf('reports', saved.question.report),
    format,
    emails,
    saved_report_id: saved.id,
    due: next_run,
  })
  await markRun(ctx, saved.id, nextDue(schedule, ctx.now))
  if (fileId !== null) await ctx.emit(fileRequested, { file_id: fileId })
}
