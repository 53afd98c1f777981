import type { depotApi } from '@waybill/domain/drivers/depot-api'
import { blockerText, hasParcels, mayRelease } from '@waybill/domain/hub/floor/ready-gate'
import { notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { Context, Handler } from '../../kit/handler.ts'
import { findDriver } from '../find-driver.ts'
import { boardOf, requireDepot } from './depot-board.ts'
import { publishTrip } from '../plan/publish-trip.ts'
import { insertRelease } from './depot-store.ts'

/**
 * Releases the route of a driver: the gate is green, or the caller may override it and gives a reason. The state of
 * the gate is stored with the release (docs/domain/hub.md#the-ready-gate). A released route stays as it was released.
 */
export const releaseRoute: Handler<typeof depotApi.release> = async (ctx, input) => {
  const depot = await requireDepot(ctx, input)
  const driver = await findDriver(ctx, input.driver)
  if (!driver) throw notFound('Could not find this driver.')
  const rowOf = async (inner: Context) =>
    (await boardOf(inner, depot)).vans.find(({ username }) => username === driver.username)
  const row = await rowOf(ctx)
  if (!row) throw notFound('This driver has no parcels from this branch on this day.')
  ensure(hasParcels(row))
  if (row.released_at !== null) return row
  const blockers = row.blockers.map((blocker) => blockerText(blocker, row).text)
  const reason = input.reason ?? ''
  ensure(mayRelease(ctx.actor, blockers, reason))
  await insertRelease(ctx, {
    user_id: driver.user_id,
    day: depot.date,
    branch_id: depot.branch_id,
    blockers,
    reason: blockers.length > 0 ? reason : '',
  })
  await publishTrip(ctx, { username: driver.username, branch_id: depot.branch_id }, true)
  return (await rowOf(ctx)) ?? row
}
