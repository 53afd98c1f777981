import { conflict, notFound, invalid } from '@waybill/domain/kit/problem'
import { findReport, reports } from '@waybill/domain/reports/catalogue'
import { daysOfQuestion, filtersOfQuestion, type Question } from '@waybill/domain/reports/question'
import type { MadeFile, reportApi, SavedReport } from '@waybill/domain/reports/report-api'
import { maySeeReport } from '@waybill/domain/reports/report'
import { checkSchedule, nextDue, type Schedule } from '@waybill/domain/reports/schedule'
import type { Context, Handler } from '../kit/handler.ts'
import { listFiles, type MadeRow } from './generated-files-store.ts'
import { reportFor } from './run-report.ts'
import {
  deleteSaved,
  insertSaved,
  isNameTaken,
  listSaved,
  lockSaved,
  updateSaved,
  type SavedRow,
} from './saved-store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** How long the link of a file is valid, in ms. */
export const file_life_ms = 7 * day_ms

/** Returns the reports that the caller may see, the caller’s saved reports and recent files. */
export const readReports: Handler<typeof reportApi.list> = async (ctx) => ({
  reports: reports
    .filter((report) => maySeeReport(ctx.actor, report))
    .map(({ id, title, question, group }) => ({ id, title, question, group })),
  saved: (await listSaved(ctx)).map(presentSaved),
  files: (await listFiles(ctx, new Date(ctx.now.getTime() - file_life_ms))).map(presentFile),
})

function presentSaved({ user_id: _user, question, ...row }: SavedRow): SavedReport {
  return { ...row, question, report_title: findReport(question.report)?.title ?? question.report }
}

function presentFile({ id, title, format, status, rows, url, problem, time_created }: MadeRow): MadeFile {
  return { id, title, format, status, rows, url, problem, time_created }
}

/** Saves a report under a name. */
export const saveReport: Handler<typeof reportApi.save> = async (ctx, { name, question, schedule }) => {
  check(ctx, question, schedule)
  await rejectDuplicateName(ctx, name, 0)
  return presentSaved(await insertSaved(ctx, { name, question, schedule, next_run: dueAfter(ctx, schedule) }))
}

/** Changes a saved report. A changed schedule starts from now. */
export const changeSaved: Handler<typeof reportApi.change> = async (ctx, { id, version, ...changes }) => {
  const row = await lockSaved(ctx, id)
  if (!row) throw gone
  if (row.version !== version)
    throw conflict('You changed this report somewhere else. Check it and try again.', {
      ...presentSaved(row),
    })
  const name = changes.name ?? row.name
  const question = changes.question ?? row.question
  const schedule = changes.schedule === undefined ? row.schedule : changes.schedule
  check(ctx, question, schedule)
  await rejectDuplicateName(ctx, name, id)
  const nextRun = changes.schedule === undefined ? row.next_run : dueAfter(ctx, schedule)
  return presentSaved(await updateSaved(ctx, id, { name, question, schedule, next_run: nextRun }))
}

/** Deletes a saved report. */
export const removeSaved: Handler<typeof reportApi.remove> = async (ctx, { id }) => {
  if (!(await deleteSaved(ctx, id))) throw gone
  return {}
}

const gone = notFound('Could not find this saved report.')

function dueAfter(ctx: Context, schedule: Schedule | null): Date | null {
  return schedule && nextDue(schedule, ctx.now)
}

/** Rejects a report that could not run, so that the user learns of it when saving and not at the scheduled time. */
function check(ctx: Context, question: Question, schedule: Schedule | null): void {
  const report = reportFor(ctx, question.report)
  daysOfQuestion(question, ctx.now)
  filtersOfQuestion(question, report)
  if (schedule) checkSchedule(schedule)
  if (ctx.actor.user_id === 0) throw invalid('Only users can save reports. Sign in as a user.')
}

async function rejectDuplicateName(ctx: Context, name: string, except: number): Promise<void> {
  if (await isNameTaken(ctx, name, except))
    throw invalid(`You already have a saved report named ${name}. Choose another name.`, [
      { field: 'name', message: 'is taken' },
    ])
}
