import { z } from 'zod'
import { isStaff, type Actor } from '../kit/actor.ts'
import { download_formats, DownloadAnswer } from '../kit/lists/download.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, instant, maybe, text } from '../kit/calls/wire.ts'
import { billingApi } from '../billing/api.ts'
import { shipmentsApi } from '../shipments/api.ts'
import { Question, question_fields } from './question.ts'
import { Schedule } from './schedule.ts'

const query = 'API_/reports:GET'
const format = maybe(z.enum(download_formats))

/** A value in a row: amounts in Rand, days as `YYYY-MM-DD`, moments in RFC 3339. */
const Cell = z.union([z.string(), z.number(), z.null()])
const Row = z.record(z.string(), Cell)

const VisibleColumn = z.object({
  key: z.string(),
  title: z.string(),
  kind: z.enum(['text', 'reference', 'status', 'day', 'moment', 'count', 'decimal', 'money', 'percent']),
  is_summed: z.boolean(),
  /** Link of the value, with `{key}` placeholders for other values of the row; `''` for no link. */
  link: z.string(),
  /** Explains what is counted when the title does not make it clear; else `''`. */
  note: z.string(),
})
export type VisibleColumn = z.output<typeof VisibleColumn>

const VisibleReport = z.object({
  id: z.string(),
  title: z.string(),
  question: z.string(),
  group: z.string(),
})

/** The result of a report. */
export const ReportAnswer = z.object({
  report: VisibleReport.extend({
    is_dated: z.boolean(),
    date_of: z.string(),
    counted: z.string(),
    fields: z.array(z.string()),
    by: z.array(z.object({ value: z.string(), label: z.string() })),
    chart: z.array(z.string()),
  }),
  /** The grouping used; `''` for reports without groupings. */
  by: z.string(),
  /** The days covered, both included; `null` when the report shows the current state. */
  days: z.object({ from: z.string(), until: z.string() }).nullable(),
  columns: z.array(VisibleColumn),
  rows: z.array(Row),
  /** Totals per column; missing values are skipped. Empty when the report is cut. */
  totals: Row,
  /** There are more rows than one response holds. The full report can be sent as a file. */
  is_cut: z.boolean(),
})
export type ReportAnswer = z.output<typeof ReportAnswer>

/** A report saved by a user under a name, optionally with a schedule for sending it. */
export const SavedReport = z.object({
  id: z.int(),
  name: z.string(),
  question: Question,
  report_title: z.string(),
  schedule: Schedule.nullable(),
  next_run: instant.nullable(),
  last_run: instant.nullable(),
  /** Why the last run failed; `''` when it succeeded. */
  problem: z.string(),
  version: z.int(),
})
export type SavedReport = z.output<typeof SavedReport>

/** A file that a user requested or a schedule produced. */
export const MadeFile = z.object({
  id: z.int(),
  title: z.string(),
  format: z.enum(download_formats),
  status: z.enum(['queued', 'done', 'failed']),
  rows: z.int().nullable(),
  url: z.string(),
  problem: z.string(),
  time_created: instant,
})
export type MadeFile = z.output<typeof MadeFile>

const name = text(80).pipe(z.string().min(1, 'is required'))
/**
 * Staff must confirm their identity, because the file takes names and numbers of many people out of the company.
 * Customers only get their own data.
 */
const of_staff = {
  when: (_input: unknown, actor: Actor) => isStaff(actor),
  api_keys: {
    allowed_because:
      'A key has its own permissions, addresses and expiry, and programs download files at night.',
  },
}
const download = { output: DownloadAnswer, step_up: of_staff, published: false } as const
const scheduled = {
  ...of_staff,
  when: ({ schedule }: { schedule?: Schedule | null }, actor: Actor) => isStaff(actor) && Boolean(schedule),
}

/** Endpoints for reports and for lists as files: docs/domain/reports-and-dashboards.md#reports, requirements REP. */
export const reportApi = {
  list: endpoint('GET /reports', {
    input: z.object({}),
    output: z.object({
      reports: z.array(VisibleReport),
      saved: z.array(SavedReport),
      /** Files of the last seven days, newest first. */
      files: z.array(MadeFile),
    }),
    summary: 'Lists the reports that are visible to the user, with saved reports and created files.',
  }),
  run: endpoint('GET /reports/run', {
    workload: 'heavy',
    input: z.object(question_fields),
    output: ReportAnswer,
    permission: query,
    summary: 'Returns a report with its totals.',
  }),
  download: endpoint('GET /reports/download', {
    workload: 'heavy',
    input: z.object({ ...question_fields, format }),
    ...download,
    permission: query,
    summary: 'Returns a report as a file, immediately or by email.',
  }),
  save: endpoint('POST /reports', {
    input: z.object({ name, question: Question, schedule: Schedule.nullable().default(null) }),
    output: SavedReport,
    step_up: scheduled,
    summary: 'Saves a report under a name and, if it has a schedule, sends it.',
  }),
  change: endpoint('PATCH /reports', {
    input: z.object({
      id: count,
      version: count,
      name: name.optional(),
      question: Question.optional(),
      schedule: Schedule.nullable().optional(),
    }),
    output: SavedReport,
    step_up: scheduled,
    summary: 'Updates the given fields of a saved report.',
  }),
  remove: endpoint('DELETE /reports', {
    input: z.object({ id: count }),
    output: z.object({}),
    summary: 'Deletes a saved report and its schedule.',
  }),
  shipments: endpoint('GET /shipments/download', {
    workload: 'heavy',
    input: shipmentsApi.rows.input.extend({ format }),
    ...download,
    permission: 'API_/shipments:GET',
    summary: 'Returns the list of shipments as a file, immediately or by email.',
  }),
  invoices: endpoint('GET /billing/invoices/download', {
    workload: 'heavy',
    input: billingApi.invoices.input.extend({ format }),
    ...download,
    permission: 'API_/billing/invoices:GET',
    summary: 'Returns the list of invoices as a file, immediately or by email.',
  }),
  transactions: endpoint('GET /billing/transactions/download', {
    workload: 'heavy',
    input: billingApi.transactions.input.extend({ format }),
    ...download,
    permission: 'API_/billing/transactions:GET',
    summary: 'Returns ledger transactions as a file, immediately or by email.',
  }),
}
