import type { DepotRow } from '@waybill/domain/drivers/depot-api'
import type { Driver } from '@waybill/domain/drivers/model'
import type { RouteGate } from '@waybill/domain/drivers/route-gate'
import { driver_route_needs_ready_gate } from '@waybill/domain/drivers/settings'
import { blockerText, hasParcels, release_right } from '@waybill/domain/hub/floor/ready-gate'
import type { CodedText } from '@waybill/domain/kit/answers/coded-text'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { listStaffWith } from '../../identity/index.ts'
import type { Context } from '../../kit/handler.ts'
import { providerMap } from '../../maps/index.ts'
import { depotOf, readVan } from './depot-board.ts'
import { readLoadingBranches } from './depot-store.ts'

/**
 * Returns the ready gate of a driver's vehicle today at every branch from which the driver delivers; `undefined` where the
 * company lets routes start without it, and for a driver without parcels (docs/domain/hub.md#the-ready-gate).
 */
export async function readRouteGate(ctx: Context, driver: Driver): Promise<RouteGate | undefined> {
  if (!ctx.setting(driver_route_needs_ready_gate)) return undefined
  const today = dayOf(ctx.now)
  const map = await providerMap(ctx)
  const open = new Map<number, DepotRow>()
  let hasAny = false
  for (const branchId of await readLoadingBranches(ctx, driver.username, today)) {
    const van = await readVan(ctx, await depotOf(ctx, map, branchId, today), driver)
    if (hasParcels(van) !== true) continue
    hasAny = true
    if (!van.is_ready) open.set(branchId, van)
  }
  if (!hasAny) return undefined
  if (open.size === 0) return { is_ready: true, blockers: [], releasers: [] }
  const blockers = new Map<string, CodedText>()
  const releasers = new Map<string, string>()
  for (const [branchId, van] of open) {
    for (const blocker of van.blockers) {
      const text = blockerText(blocker, van)
      blockers.set(text.text, text)
    }
    for (const { username, name } of await listStaffWith(ctx, release_right, branchId))
      releasers.set(username, name || username)
  }
  return {
    is_ready: false,
    blockers: [...blockers.keys()],
    blocker_parts: [...blockers.values()].flatMap(({ parts }) => parts),
    releasers: [...releasers.values()],
  }
}
