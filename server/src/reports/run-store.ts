import { Problem } from '@waybill/domain/kit/problem'
import type { ReportColumn, ReportRow } from '@waybill/domain/reports/report'
import { sql } from 'kysely'
import { databaseCode } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'
import { mapInTurns } from '../kit/load/map-in-turns.ts'
import { limitStatements, long_statement_ms } from '../kit/load/statement-limits.ts'
import { hub_queries } from './hub-sources-store.ts'
import { cost_queries } from './cost-sources-store.ts'
import { money_queries } from './money-sources-store.ts'
import type { ReportRequest, ReportQuery } from './report-source-store.ts'
import { shipment_queries } from './shipment-sources-store.ts'

/** The query of each report, by report id. */
export const report_queries: Readonly<Record<string, ReportQuery>> = {
  ...shipment_queries,
  ...hub_queries,
  ...cost_queries,
  ...money_queries,
}

/** Time limits for a statement in ms: while a user waits, and in the background. */
export const timeout_ms = { waiting: 20_000, background: long_statement_ms.background_file } as const

/** Thrown when a query exceeds its time limit. */
export class TooSlow extends Problem {
  constructor(ms: number) {
    super(
      'unavailable',
      `This takes longer than ${ms / 1000} seconds. Choose fewer days or one account, or download it: it is then made in the background and sent to you.`,
    )
  }
}

/**
 * Runs `read` with a time limit for each statement. Statements get a custom plan, because the best plan depends on
 * the requested days. Throws `TooSlow` when a statement takes longer.
 */
export async function withTimeout<Result>(
  ctx: Context,
  ms: number,
  read: () => Promise<Result>,
): Promise<Result> {
  await Promise.all([
    limitStatements(ctx.db, ms),
    sql`SET LOCAL plan_cache_mode = force_custom_plan`.execute(ctx.db),
  ])
  try {
    return await read()
  } catch (error) {
    throw databaseCode(error) === '57014' ? new TooSlow(ms) : error
  }
}

/** Returns at most `most` rows of a report. Throws `TooSlow` when reading takes longer than `ms`. */
export async function runReportQuery(
  request: ReportRequest,
  report: { id: string; columns: readonly ReportColumn[] },
  { max_rows, ms }: { max_rows: number; ms: number },
): Promise<ReportRow[]> {
  const query = report_queries[report.id]
  if (!query) throw new Error(`There is no query for report ${report.id}.`)
  const statement = sql<
    Record<string, unknown>
  >`SELECT * FROM (${query(request)}) r LIMIT ${sql.lit(max_rows)}`
  const { rows } = await withTimeout(request.ctx, ms, () => statement.execute(request.ctx.db))
  const counted = new Set([
    ...report.columns.filter(({ kind }) => numeric.has(kind)).map(({ key }) => key),
    ...report.columns.flatMap(({ of }) => of ?? []),
  ])
  return mapInTurns(rows, (row) => asRow(row, counted))
}

const numeric: ReadonlySet<ReportColumn['kind']> = new Set(['count', 'decimal', 'money', 'percent'])

/** Converts database values to row values: sums arrive as text, moments as dates. `counted`: columns of numbers. */
function asRow(row: Record<string, unknown>, counted: ReadonlySet<string>): ReportRow {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => {
      if (value === null || value === undefined) return [key, null]
      if (value instanceof Date) return [key, value.toISOString()]
      return [key, counted.has(key) || typeof value === 'number' ? Number(value) : String(value)]
    }),
  )
}
