import type { Context } from '../kit/handler.ts'
import { providerMap } from './provider-map.ts'
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

/** Returns the names of the active driver zones none of whose drivers is on duty and may sign in. */
export async function zonesWithoutDriver(ctx: Context): Promise<ReadonlySet<string>> {
  const [zones, { on_duty }] = [await driverZones(ctx), await providerMap(ctx)]
  const served = new Set([...on_duty].flatMap((username) => zones.get(username) ?? []))
  return new Set([...zones.values()].flat().filter((name) => !served.has(name)))
}
