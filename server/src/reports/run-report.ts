import { isShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { Days } from '@waybill/domain/kit/dates/date-ranges'
import { max_rows_at_once } from '@waybill/domain/kit/lists/download'
import { toRand } from '@waybill/domain/kit/money'
import { invalid, notFound } from '@waybill/domain/kit/problem'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { isOffice } from '@waybill/domain/kit/actor'
import { transaction_types, type TransactionTypeName } from '@waybill/domain/billing/transaction-types'
import { findReport } from '@waybill/domain/reports/catalogue'
import { daysOfQuestion, filtersOfQuestion, type Question } from '@waybill/domain/reports/question'
import type { reportApi } from '@waybill/domain/reports/report-api'
import {
  columnsFor,
  groupingsFor,
  maySeeReport,
  quotient,
  totalsOf,
  type Grouping,
  type Report,
  type ReportColumn,
  type ReportRow,
} from '@waybill/domain/reports/report'
import type { Context, Handler } from '../kit/handler.ts'
import { presentStatus } from '../shipments/index.ts'
import { timeout_ms, runReportQuery } from './run-store.ts'

/** A report as read from the database; amounts in cents. */
export interface ReadReport {
  report: Report
  by: Grouping | undefined
  days: Days | null
  columns: readonly ReportColumn[]
  rows: readonly ReportRow[]
}

/**
 * Returns a report that the caller may see. Throws the same 404 error when it does not exist and when the caller may
 * not see it.
 */
export function reportFor(ctx: Context, id: string): Report {
  const report = findReport(id)
  if (!report || !maySeeReport(ctx.actor, report)) throw notFound('Could not find this report.')
  return report
}

/** Reads a report with the columns, groupings and statuses that the caller may see. */
export async function answerReport(
  ctx: Context,
  question: Question,
  effort: { max_rows: number; ms: number },
): Promise<ReadReport> {
  const report = reportFor(ctx, question.report)
  const groupings = groupingsFor(ctx.actor, report)
  const by = question.by ? groupings.find(({ value }) => value === question.by) : groupings[0]
  if (question.by && !by)
    throw invalid(
      `${report.title} cannot be grouped by ${question.by}. Choose ${groupings.map(({ label }) => label.toLowerCase()).join(', ') || 'no grouping'}.`,
      [
        {
          field: 'by',
          message: `must be one of ${groupings.map(({ value }) => value).join(', ') || 'none'}`,
        },
      ],
    )
  const today = dayOf(ctx.now)
  const days = daysOfQuestion(report.dated ? question : { ...question, range: 'today' }, ctx.now)
  const columns = columnsFor(ctx.actor, report, by)
  const rows = await runReportQuery(
    {
      ctx,
      days: report.dated ? days : { from: today, until: today },
      by: by?.value ?? '',
      filters: filtersOfQuestion(question, report),
    },
    { id: report.id, columns: report.columns },
    effort,
  )
  return {
    report,
    by,
    days: report.dated ? days : null,
    columns,
    rows: rows.map((row) => presentRow(ctx, row, columns, by)),
  }
}

/** Prepares a row for the caller: computes quotients, and translates statuses and types. */
function presentRow(
  ctx: Context,
  row: ReportRow,
  columns: readonly ReportColumn[],
  by: Grouping | undefined,
): ReportRow {
  const { collection_agent_id, delivery_agent_id, ...shown } = row
  const seen: Record<string, string | number | null> = { ...shown }
  for (const { key, kind, of } of columns) {
    const text = String(row[key])
    if (of) seen[key] = quotient(Number(row[of[0]] ?? 0), Number(row[of[1]] ?? 0), kind)
    else if (kind === 'status' && !isOffice(ctx.actor) && isShipmentStatus(text))
      seen[key] = presentStatus(ctx, {
        status: text,
        collection_agent_id: textOf(collection_agent_id),
        delivery_agent_id: textOf(delivery_agent_id),
      })
    else if (key === 'type' || (key === 'group' && by?.value === 'type')) seen[key] = wordsOf(text)
  }
  return seen
}

const textOf = (value: ReportRow[string] | undefined): string | null =>
  value === null || value === undefined ? null : String(value)

const charge_words: Readonly<Record<string, string>> = {
  base: 'Service',
  surcharge: 'Surcharge',
  rate_adjustment: 'Adjustment',
  time_based_rate_adjustment: 'Adjustment by time',
  rate_group_extras: 'Extra',
  locker: 'Locker',
  counter: 'Counter',
}

/** Returns the label of a stored charge or transaction type. */
function wordsOf(type: string): string {
  return (
    charge_words[type] ??
    (transaction_types[type as TransactionTypeName] as { label: string } | undefined)?.label ??
    type
  )
}

/** Returns a report with its totals (REP-001); amounts in Rand. */
export const runReport: Handler<typeof reportApi.run> = async (ctx, question) => {
  const { report, by, days, columns, rows } = await answerReport(ctx, question, {
    max_rows: max_rows_at_once + 1,
    ms: timeout_ms.waiting,
  })
  const isCut = rows.length > max_rows_at_once
  const returnedRows = isCut ? rows.slice(0, max_rows_at_once) : rows
  return {
    report: {
      id: report.id,
      title: report.title,
      question: report.question,
      group: report.group,
      is_dated: report.dated,
      date_of: report.date_of ?? '',
      counted: report.counted ?? '',
      fields: [...report.fields],
      by: groupingsFor(ctx.actor, report).map(({ value, label }) => ({ value, label })),
      chart: (report.chart ?? []).filter((key) => columns.some((column) => column.key === key)),
    },
    by: by?.value ?? '',
    days,
    columns: columns.map(({ key, title, kind, sum, of, link, note }) => ({
      key,
      title,
      kind,
      is_summed: Boolean(sum ?? of),
      link: link && ctx.actor.account_id !== null && link.startsWith('/accounts') ? '' : (link ?? ''),
      note: note ?? '',
    })),
    rows: returnedRows.map((row) => sent(row, columns)),
    totals: isCut ? {} : sent(totalsOf(columns, returnedRows), columns),
    is_cut: isCut,
  }
}

/** Returns only the values used by columns and their links, with amounts in Rand. */
function sent(row: ReportRow, columns: readonly ReportColumn[]): ReportRow {
  const linked = columns.flatMap(({ link }) =>
    [...(link ?? '').matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key),
  )
  const kinds = new Map(columns.map(({ key, kind }) => [key, kind]))
  return Object.fromEntries(
    [...kinds.keys(), ...linked].flatMap((key) => {
      const value = row[key]
      if (value === undefined) return []
      return [[key, kinds.get(key) === 'money' && value !== null ? toRand(Number(value)) : value] as const]
    }),
  )
}
