import { demo_zones, type DemoBranch } from './areas/demo-zones.ts'
import { empty_address } from '@waybill/domain/accounts/address'
import { saveAddresses } from '../../src/accounts/index.ts'
import { insertBranch, insertZone } from '../../src/maps/index.ts'
import { insertTags } from '../../src/tags/index.ts'
import { empty_zone, tagTypeOf } from '@waybill/domain/maps/zone-rules'
import type { Context } from '../../src/kit/handler.ts'

/** Branch ids of the demo map by branch name. */
export interface DemoMap {
  branches: Record<DemoBranch, number>
}

const branches = [
  {
    name: 'JHB',
    public_name: 'Johannesburg',
    lat: -26.1412,
    lng: 28.2083,
    phone: '+27 11 555 0180',
    email: 'jhb@fynbos.example',
    contact_name: 'Bongani Zulu',
    at: ['12 Electron Avenue', 'Isando', 'Kempton Park', '1609', 'GP'],
    bays: ['1', '2', '3', '4', '5', '6', '7', '8'],
  },
  {
    name: 'CPT',
    public_name: 'Cape Town',
    lat: -33.9249,
    lng: 18.5241,
    phone: '+27 21 555 0140',
    email: 'cpt@fynbos.example',
    contact_name: 'Lerato Khumalo',
    at: ['8 Gunners Circle', 'Epping', 'Cape Town', '7460', 'WC'],
    bays: ['1', '2', '3', '4', '5', '6'],
  },
  {
    name: 'DBN',
    public_name: 'Durban',
    lat: -29.8211,
    lng: 30.9701,
    phone: '+27 31 555 0160',
    email: 'dbn@fynbos.example',
    contact_name: 'Aisha Patel',
    at: ['45 Circuit Road', 'Westmead', 'Pinetown', '3610', 'KZN'],
    bays: ['1', '2', '3', '4'],
  },
] as const

/**
 * Creates three branches with their areas, rate zones and driver zones. `driverOf` returns the username of the driver
 * of a zone.
 */
export async function createMap(
  ctx: Context,
  driverOf: (routing_number: string, branch: DemoBranch) => string | null = () => null,
): Promise<DemoMap> {
  const ids = new Map<DemoBranch, number>()
  for (const { at, ...branch } of branches) {
    const [streetAddress, localArea, city, code, zone] = at
    const { lat, lng } = branch
    const parts = { street_address: streetAddress, local_area: localArea, city, code, zone, lat, lng }
    const [addressId = null] = await saveAddresses(ctx, [{ ...empty_address, type: 'business', ...parts }])
    ids.set(branch.name, await insertBranch(ctx, { ...branch, address_id: addressId }))
  }
  const zones = demo_zones.map(({ branch, days, routing_number, ...zone }) => {
    const driver = zone.kind === 'drivers' && branch ? driverOf(routing_number, branch) : null
    const details = {
      ...empty_zone,
      name: zone.name,
      geometry: zone.geometry,
      ...(zone.colour ? { colour: zone.colour } : {}),
      priority: zone.priority,
      tags: [...zone.tags],
      branch_id: branch ? (ids.get(branch) ?? null) : null,
      routing_number,
      legs: zone.legs,
      drivers: driver ? [driver] : [],
      is_default: zone.is_default,
      service_days: days ? { collection: [...days], delivery: [...days] } : empty_zone.service_days,
    }
    return { kind: zone.kind, details }
  })
  const tags = zones.map(({ kind, details }) => ({ type: tagTypeOf(kind), names: details.tags }))
  // Statements of one turn are sent together, in this order.
  await Promise.all([
    ...[...Map.groupBy(tags, ({ type }) => type)].map(
      ([type, ofType]) => type && insertTags(ctx, type, [...new Set(ofType.flatMap(({ names }) => names))]),
    ),
    ...zones.map(({ kind, details }) => insertZone(ctx, kind, details)),
  ])
  return { branches: Object.fromEntries(ids) as DemoMap['branches'] }
}
