import type { Driver } from '@waybill/domain/drivers/model'
import type { RouteGate } from '@waybill/domain/drivers/route-gate'
import { driver_route_needs_ready_gate } from '@waybill/domain/drivers/settings'
import { blockerText, hasParcels, release_right } from '@waybill/domain/hub/floor/ready-gate'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { listStaffWith } from '../../identity/index.ts'
import type { Context } from '../../kit/handler.ts'
import { providerMap } from '../../maps/index.ts'
import { depotOf, readVan } from './depot-board.ts'

/**
 * Returns the ready gate of a driver's vehicle at the driver's branch today; `undefined` where the company lets routes
 * start without it, and for a driver without a branch or without parcels (docs/domain/hub.md#the-ready-gate).
 */
export async function readRouteGate(ctx: Context, driver: Driver): Promise<RouteGate | undefined> {
  const { branch_id } = driver
  if (branch_id === null || !ctx.setting(driver_route_needs_ready_gate)) return undefined
  const van = await readVan(
    ctx,
    await depotOf(ctx, await providerMap(ctx), branch_id, dayOf(ctx.now)),
    driver,
  )
  if (hasParcels(van) !== true) return undefined
  if (van.is_ready) return { is_ready: true, blockers: [], releasers: [] }
  const colleagues = await listStaffWith(ctx, release_right, branch_id)
  const blockers = van.blockers.map((blocker) => blockerText(blocker, van))
  return {
    is_ready: false,
    blockers: blockers.map(({ text }) => text),
    blocker_parts: blockers.flatMap(({ parts }) => parts),
    releasers: colleagues.map(({ name, username }) => name || username),
  }
}
