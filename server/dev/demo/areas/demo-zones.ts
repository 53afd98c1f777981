import type { Zone, ZoneGeometry } from '@waybill/domain/maps/model'
import { areaOf } from './areas.ts'

/** Names of the demo branches. */
export type DemoBranch = 'JHB' | 'CPT' | 'DBN'

/** A zone of the demo map before it is stored. It refers to its branch by name and has no id yet. */
export interface DemoZone extends Pick<
  Zone,
  'kind' | 'name' | 'colour' | 'priority' | 'routing_number' | 'legs' | 'geometry'
> {
  branch: DemoBranch | null
  /** Names of tags. Prices depend on the tags of zones of kind `rates` (docs/domain/rating.md#zones-and-lanes). */
  tags: readonly string[]
  /** Weekdays with service, Sunday 0 to Saturday 6. Only for kind `service_days`. */
  days?: readonly number[]
  /** Whether this area applies where no other service area does. */
  is_default: boolean
}

const plain = {
  branch: null,
  colour: '',
  priority: 0,
  routing_number: '',
  legs: 'both',
  tags: [],
  is_default: false,
} as const

const branchZone = (branch: DemoBranch, colour: string, geometry: ZoneGeometry, tag: string): DemoZone => ({
  ...plain,
  kind: 'branches',
  tags: [tag],
  name: branch,
  branch,
  colour,
  geometry,
})

const rateZone = (name: string, colour: string, geometry: ZoneGeometry): DemoZone => ({
  ...plain,
  kind: 'rates',
  name,
  colour,
  tags: [name],
  geometry,
})

/** Zone priorities. Driver zones in town take precedence over the zone that covers the rest of the branch area. */
const [in_town, outlying] = [10, 0]

const driverZone = (
  branch: DemoBranch,
  name: string,
  routingNumber: string,
  colour: string,
  geometry: ZoneGeometry,
  priority = in_town,
): DemoZone => ({
  ...plain,
  kind: 'drivers',
  name,
  branch,
  routing_number: routingNumber,
  colour,
  priority,
  geometry,
})

/** Three branches that together cover the country. */
const branch_zones = [
  branchZone('JHB', '#2F6FDE', areaOf('johannesburg_branch'), 'Inland'),
  branchZone('CPT', '#1F8A5B', areaOf('cape_town_branch'), 'Coast'),
  branchZone('DBN', '#B5561C', areaOf('durban_branch'), 'Coast'),
]

/** The main centres. The provider’s fallback tag applies everywhere else (docs/domain/rating.md#zones-and-lanes). */
const rate_zones = [
  rateZone('JHB Main', '#2F6FDE', areaOf('johannesburg_main')),
  rateZone('PTA Main', '#7A4FCB', areaOf('pretoria_main')),
  rateZone('CPT Main', '#1F8A5B', areaOf('cape_town_main')),
  rateZone('DBN Main', '#B5561C', areaOf('durban_main')),
]

const driver_zones = [
  driverZone('JHB', 'JHB North', 'JNB-C4', '#2F6FDE', areaOf('johannesburg_north')),
  driverZone('JHB', 'JHB South', 'JNB-A1', '#0F8B8D', areaOf('johannesburg_south')),
  driverZone('JHB', 'JHB East', 'JNB-E2', '#C2410C', areaOf('johannesburg_east')),
  driverZone('JHB', 'JHB West', 'JNB-W3', '#4D7C0F', areaOf('johannesburg_west')),
  driverZone('JHB', 'PTA South', 'JNB-J1', '#7A4FCB', areaOf('pretoria_south')),
  driverZone('JHB', 'PTA North', 'JNB-J2', '#A21CAF', areaOf('pretoria_north')),
  driverZone('JHB', 'JHB Outlying', 'JNB-X9', '#6B7280', areaOf('johannesburg_branch'), outlying),
  driverZone('CPT', 'CPT City', 'CPT-A1', '#1F8A5B', areaOf('cape_town_city')),
  driverZone('CPT', 'CPT South', 'CPT-S2', '#2F6FDE', areaOf('cape_town_south')),
  driverZone('CPT', 'CPT Flats', 'CPT-F3', '#C2410C', areaOf('cape_town_flats')),
  driverZone('CPT', 'CPT North', 'CPT-N4', '#7A4FCB', areaOf('cape_town_north')),
  driverZone('CPT', 'CPT Helderberg', 'CPT-H5', '#A21CAF', areaOf('cape_town_helderberg')),
  driverZone('CPT', 'CPT Outlying', 'CPT-X9', '#6B7280', areaOf('cape_town_branch'), outlying),
  driverZone('DBN', 'DBN Central', 'DBN-A1', '#B5561C', areaOf('durban_central')),
  driverZone('DBN', 'DBN North', 'DBN-N2', '#2F6FDE', areaOf('durban_north')),
  driverZone('DBN', 'DBN West', 'DBN-W3', '#1F8A5B', areaOf('durban_west')),
  driverZone('DBN', 'DBN South', 'DBN-S4', '#7A4FCB', areaOf('durban_south')),
  driverZone('DBN', 'DBN Outlying', 'DBN-X9', '#6B7280', areaOf('durban_branch'), outlying),
]

const weekdays_everywhere: DemoZone = {
  ...plain,
  kind: 'service_days',
  name: 'Monday to Friday',
  geometry: {
    type: 'MultiPolygon',
    coordinates: branch_zones.flatMap(({ geometry }) => geometry.coordinates),
  },
  days: [1, 2, 3, 4, 5],
  is_default: true,
}

const remote_surcharge: DemoZone = {
  ...plain,
  kind: 'surcharges',
  name: 'Remote and outlying',
  tags: ['Remote'],
  colour: '#B91C1C',
  geometry: areaOf('remote'),
}

/** The map of the demo courier: branches, main centres, driver zones, service days and a remote area. */
export const demo_zones: readonly DemoZone[] = [
  ...branch_zones,
  ...rate_zones,
  ...driver_zones,
  weekdays_everywhere,
  remote_surcharge,
]
