import type { payApi } from '@waybill/domain/costs/api'
import type { EarningsDay } from '@waybill/domain/costs/model'
import { countPaidStops, payOfDay } from '@waybill/domain/costs/pay-plan'
import { max_statement_days } from '@waybill/domain/costs/statement'
import { isDriver } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { dayAfter } from '@waybill/domain/kit/dates/date-ranges'
import { forbidden, invalid } from '@waybill/domain/kit/problem'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import type { Context, Handler } from '../kit/handler.ts'
import { findDriver } from '../drivers/index.ts'
import { listPayLines } from './cost-store.ts'
import { listStatementRows } from './pay-store.ts'
import { presentStatement } from './pay-statements.ts'
import { readPlans, readWorkedDays, type Period } from './record-costs.ts'

const shown_statements = 12

function requireDriver(ctx: Context): void {
  if (!isDriver(ctx.actor)) throw forbidden(codedText('only_drivers'))
}

/** What a driver earned by day: as recorded, and calculated now for the last two days while nothing is recorded. */
async function earnedLines(ctx: Context, { from, to }: Period) {
  const { username } = ctx.actor
  const today = dayOf(ctx.now)
  const recorded = await listPayLines(ctx, username, from, to)
  const open = [dayAfter(today, -1), today].filter(
    (day) => day >= from && day <= to && !recorded.some(({ work_day }) => work_day === day),
  )
  const [first] = open
  const worked = await readWorkedDays(ctx, { from, to })
  const own = worked.filter((day) => day.username === username)
  const planOf = await readPlans(ctx)
  const provisional = first
    ? own
        .filter(({ day }) => open.includes(day))
        .flatMap((day) => {
          const version = planOf(username, day.day)
          return version ? payOfDay(version.rules, day) : []
        })
        .map((line) => ({ ...line, kind: 'driver-pay' as const, day: line.work_day }))
    : []
  return { recorded, provisional, own, has_plan: planOf(username, today) !== undefined }
}

/** Returns the own earnings of a driver by day, newest first, and the latest statements. */
export const readEarnings: Handler<typeof payApi.earnings> = async (ctx, input) => {
  requireDriver(ctx)
  const today = dayOf(ctx.now)
  const to = input.to ?? today
  const from = input.from ?? `${to.slice(0, 8)}01`
  if (from > to || dayAfter(from, max_statement_days) <= to)
    throw invalid(codedText('period_too_long', { days: max_statement_days }), [
      { field: 'from', message: `must be at most ${max_statement_days} days before the last day` },
    ])
  const { recorded, provisional, own, has_plan } = await earnedLines(ctx, { from, to })
  const stops = new Map(own.map(({ day, visits }) => [day, countPaidStops(visits)]))
  const byDay = Map.groupBy([...recorded, ...provisional], ({ work_day }) => work_day)
  const days = [...new Set([...byDay.keys(), ...stops.keys()])]
    .toSorted()
    .toReversed()
    .map((day): EarningsDay => ({
      day,
      stops: stops.get(day) ?? 0,
      amount: (byDay.get(day) ?? []).reduce((sum, { amount }) => sum + amount, 0),
      is_provisional: provisional.some(({ work_day }) => work_day === day),
    }))
  const { rows } = await listStatementRows(
    ctx,
    { state: ['approved', 'paid'], username: ctx.actor.username, usernames: null },
    { limit: shown_statements, offset: 0 },
  )
  const driver = await findDriver(ctx, ctx.actor.username)
  return {
    has_plan,
    days,
    total: days.reduce((sum, { amount }) => sum + amount, 0),
    statements: rows.map((row) => presentStatement(row, driver ?? undefined)),
  }
}

/** Returns what a driver earned on one day, with the reasons. */
export const readEarningLines: Handler<typeof payApi.earningLines> = async (ctx, { day }) => {
  requireDriver(ctx)
  const { recorded, provisional } = await earnedLines(ctx, { from: day, to: day })
  return { lines: [...recorded, ...provisional] }
}
