import { listDrivers } from '../identity/index.ts'
import type { Context } from '../kit/handler.ts'

/** Names of the provider's drivers by username, also of former ones; in memory until the map changes. */
export function driverNames(ctx: Context): Promise<ReadonlyMap<string, string>> {
  return ctx.cached(
    'map',
    'driver names',
    async (inner) => new Map((await listDrivers(inner)).map((driver) => [driver.username, driver.name])),
  )
}
