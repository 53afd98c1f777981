import type { Ctx } from '../kit/verb.ts'
import { listDrivers } from './store.ts'

/** Names of the provider's drivers by username, also of former ones; in memory until the map changes. */
export function driverNames(ctx: Ctx): Promise<ReadonlyMap<string, string>> {
  return ctx.kept(
    'map',
    'driver names',
    async (inner) => new Map((await listDrivers(inner)).map((driver) => [driver.username, driver.name])),
  )
}
