import type { Context } from '../kit/handler.ts'
import { listZones } from './zones/zone-store.ts'

/** Returns the names of each driver's active zones, by username. Cached until the map changes. */
export function driverZones(ctx: Context): Promise<ReadonlyMap<string, readonly string[]>> {
  return ctx.cached('map', 'driver zones', async (inner) => {
    const zones = (await listZones(inner)).filter((zone) => zone.kind === 'drivers' && zone.is_active)
    const names = zones.flatMap(({ name, drivers }) => drivers.map((username) => ({ username, name })))
    return new Map(
      [...Map.groupBy(names, ({ username }) => username)].map(([username, ofDriver]) => [
        username,
        ofDriver.map(({ name }) => name).toSorted(),
      ]),
    )
  })
}
