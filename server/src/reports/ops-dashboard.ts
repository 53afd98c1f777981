import { branchLimit, isOffice } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { forbidden } from '@waybill/domain/kit/problem'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { driver_end_of_day_required } from '@waybill/domain/drivers/settings'
import type { reportsApi } from '@waybill/domain/reports/api'
import { unread_ms } from '@waybill/domain/reports/exceptions'
import { isPendingView, suggestionFor } from '@waybill/domain/reports/ops-dashboard'
import { to_do } from '@waybill/domain/shipments/statuses/open-work'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import {
  ops_dashboard_duration_days,
  ops_late_risk_minutes,
  ops_no_scan_hours,
} from '@waybill/domain/shipments/settings'
import { driverProgress, readDriverDays, readEndedDrivers } from '../drivers/index.ts'
import { listPeople } from '../identity/index.ts'
import type { Context, Handler } from '../kit/handler.ts'
import { driverNames, zonesWithoutDriver } from '../maps/index.ts'
import { presentStatus } from '../shipments/index.ts'
import { countUnassignedRequests, countWaiting, listWaiting, type Watch } from './ops-dashboard-store.ts'
import { day_ms, hour_ms, minute_ms } from '@waybill/domain/kit/dates/durations'

const max_rows = 100

const isToDo = (status: ShipmentStatus): boolean =>
  to_do.collection.includes(status) || to_do.delivery.includes(status)

/**
 * Returns the ops dashboard of a day (OPS-002): the drivers’ progress and the numbers of pending shipments. Staff
 * limited to a branch always get that branch.
 */
export const readOpsDashboard: Handler<typeof reportsApi.opsDashboard> = async (ctx, input) => {
  const watch = await watchOf(ctx, input.branch_id)
  const date = input.date ?? dayOf(ctx.now)
  const { counts, oldest_problem } = await countWaiting(ctx, watch)
  const progress = await driverProgress(ctx, { date, branch_id: watch.branch_id ?? undefined })
  const days = await readDriverDays(
    ctx,
    progress.map(({ driver }) => driver),
  )
  return {
    date,
    branch_id: watch.branch_id,
    figures: [...counts].map(([kind, count]) => ({ kind, count })),
    oldest_problem,
    unassigned_requests: await countUnassignedRequests(ctx, watch),
    drivers: progress.map(({ driver, ...stops }) => {
      const day = days.get(driver.username)
      return {
        ...driver,
        ...stops,
        last_seen: day?.last_heard ?? null,
        duty: day?.duty.state ?? 'off-duty',
        duty_since: day?.duty.since ?? null,
        route_started: day?.route_started ?? null,
        position: day?.position ?? null,
        battery: day?.battery ?? null,
      }
    }),
  }
}

/**
 * Returns the shipments behind one figure of the ops dashboard, with reason, age and suggestion
 * (docs/domain/reports-and-dashboards.md#dashboards).
 */
export const readPending: Handler<typeof reportsApi.pending> = async (ctx, input) => {
  const watch = await watchOf(ctx, input.branch_id)
  const { rows, total } = await listWaiting(ctx, input.kind, watch, pageOf(input, max_rows))
  const names = await driverNames(ctx)
  const withoutDriver = await zonesWithoutDriver(ctx)
  const isAny = input.kind === 'problem' || isPendingView(input.kind)
  const people = new Map((await listPeople(ctx)).map(({ username, name }) => [username, name]))
  return {
    count: total,
    shipments: rows.map((row) => {
      const { id, collection_agent_id, delivery_agent_id, collected_date, agent_zone, ...shown } = row
      const status = presentStatus(ctx, row)
      const isBeforeDelivery =
        collected_date === null || (input.kind === 'not-returned' && row.status === 'collected')
      const driver = (isBeforeDelivery ? collection_agent_id : delivery_agent_id) ?? ''
      return {
        ...shown,
        shipment_id: id,
        status,
        driver_name: names.get(driver) ?? driver,
        driver_username: driver,
        owner_name: people.get(row.owner_username) || row.owner_username,
        suggestion: suggestionFor(
          isAny && driver === '' && isToDo(row.status) ? 'unassigned' : input.kind,
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
export async function watchOf(ctx: Context, requested: number | undefined): Promise<Watch> {
  if (!isOffice(ctx.actor)) throw forbidden('Only our office may see the ops dashboard.')
  return watchFor(ctx, branchLimit(ctx.actor) ?? requested ?? null)
}

/** Returns the query parameters for a branch, or for all (`null`). */
export async function watchFor(ctx: Context, branchId: number | null): Promise<Watch> {
  const now = ctx.now.getTime()
  const before = (ms: number) => new Date(now - ms)
  const today = dayOf(ctx.now)
  const dayFrom = startOfDay(today)
  return {
    now: ctx.now,
    today,
    username: ctx.actor.username,
    unread_since: before(unread_ms),
    branch_id: branchId,
    day_from: dayFrom,
    late_from: before(ctx.setting(ops_dashboard_duration_days) * day_ms),
    late_to: before(ctx.setting(ops_late_risk_minutes) * minute_ms),
    unmoved_since: before(ctx.setting(ops_no_scan_hours) * hour_ms),
    ended_drivers: ctx.setting(driver_end_of_day_required) ? await readEndedDrivers(ctx, dayFrom) : null,
  }
}
