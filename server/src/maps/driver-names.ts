import { listDrivers } from '../identity/index.ts'
import type { Context } from '../kit/handler.ts'

/** Returns the names of the provider's drivers by username, including former drivers. Cached until the map changes. */
export function driverNames(ctx: Context): Promise<ReadonlyMap<string, string>> {
  return ctx.cached(
    'map',
    'driver names',
    async (inner) => new Map((await listDrivers(inner)).map((driver) => [driver.username, driver.name])),
  )
}
