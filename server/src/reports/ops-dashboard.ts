import { branchLimit, isOffice } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { forbidden } from '@waybill/domain/kit/problem'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import type { reportsApi } from '@waybill/domain/reports/api'
import { suggestionFor } from '@waybill/domain/reports/ops-dashboard'
import {
  ops_dashboard_duration_days,
  ops_late_risk_minutes,
  ops_no_scan_hours,
} from '@waybill/domain/shipments/settings'
import { driverProgress, readLastReports } from '../drivers/index.ts'
import type { Context, Handler } from '../kit/handler.ts'
import { driverNames, zonesWithoutDriver } from '../maps/index.ts'
import { presentStatus } from '../shipments/index.ts'
import {
  countUnassignedRequests,
  countWaiting,
  readLastActivity,
  listWaiting,
  type Watch,
} from './ops-dashboard-store.ts'
import { day_ms, hour_ms, minute_ms } from '@waybill/domain/kit/dates/durations'

const max_rows = 100

/**
 * Returns the ops dashboard of a day (OPS-002): the drivers’ progress and the numbers of pending shipments. Staff
 * limited to a branch always get that branch.
 */
export const readOpsDashboard: Handler<typeof reportsApi.opsDashboard> = async (ctx, input) => {
  const watch = watchOf(ctx, input.branch_id)
  const date = input.date ?? dayOf(ctx.now)
  const { counts, oldest_problem } = await countWaiting(ctx, watch)
  const progress = await driverProgress(ctx, { date, branch_id: watch.branch_id ?? undefined })
  const reported = await readLastReports(
    ctx,
    progress.map(({ driver }) => driver.username),
  )
  const seen = await readLastActivity(
    ctx,
    progress.map(({ driver }) => driver.user_id),
  )
  return {
    date,
    branch_id: watch.branch_id,
    figures: [...counts].map(([kind, count]) => ({ kind, count })),
    oldest_problem,
    unassigned_requests: await countUnassignedRequests(ctx, watch.branch_id),
    drivers: progress.map(({ driver, ...stops }) => ({
      ...driver,
      ...stops,
      last_seen: latest(seen.get(driver.user_id), reported.get(driver.username)),
    })),
  }
}

/**
 * Returns the later of session activity and driver reports, because a driver whose session has ended may still have
 * reported.
 */
function latest(one: Date | undefined, other: Date | undefined): Date | null {
  if (one && other) return one > other ? one : other
  return one ?? other ?? null
}

/**
 * Returns the shipments behind one figure of the ops dashboard, with reason, age and suggestion
 * (docs/domain/reports-and-dashboards.md#dashboards).
 */
export const readPending: Handler<typeof reportsApi.pending> = async (ctx, input) => {
  const watch = watchOf(ctx, input.branch_id)
  const { rows, total } = await listWaiting(ctx, input.kind, watch, pageOf(input, max_rows))
  const names = await driverNames(ctx)
  const withoutDriver = await zonesWithoutDriver(ctx)
  return {
    count: total,
    shipments: rows.map((row) => {
      const { id, collection_agent_id, delivery_agent_id, collected_date, agent_zone, ...shown } = row
      const status = presentStatus(ctx, row)
      const driver = (collected_date ? delivery_agent_id : collection_agent_id) ?? ''
      return {
        ...shown,
        shipment_id: id,
        status,
        driver_name: names.get(driver) ?? driver,
        suggestion: suggestionFor(
          input.kind,
          status,
          agent_zone !== null && withoutDriver.has(agent_zone) ? agent_zone : '',
        ),
      }
    }),
  }
}

/**
 * Returns the query parameters for the caller. Throws 403 for callers who are not office staff. Staff limited to a
 * branch get that branch.
 */
function watchOf(ctx: Context, requested: number | undefined): Watch {
  if (!isOffice(ctx.actor)) throw forbidden('Only our office may see the ops dashboard.')
  const now = ctx.now.getTime()
  const before = (ms: number) => new Date(now - ms)
  return {
    branch_id: branchLimit(ctx.actor) ?? requested ?? null,
    day_from: startOfDay(dayOf(ctx.now)),
    late_from: before(ctx.setting(ops_dashboard_duration_days) * day_ms),
    late_to: before(ctx.setting(ops_late_risk_minutes) * minute_ms),
    unmoved_since: before(ctx.setting(ops_no_scan_hours) * hour_ms),
  }
}
