import type { ZoneDetails } from '@waybill/domain/maps/model'
import { empty_zone, tagTypeOf, zoneDetailsOf } from '@waybill/domain/maps/zone-rules'
import { areaOf } from './areas/areas.ts'
import { drawnZones, insertDraft, insertZone, putChange } from '../../src/maps/index.ts'
import { insertTags } from '../../src/tags/index.ts'
import type { Context } from '../../src/kit/handler.ts'
import type { DemoMap } from './map.ts'
import type { ZoneKind } from '@waybill/domain/maps/map-kinds'

type Given = Partial<ZoneDetails> & Pick<ZoneDetails, 'name' | 'geometry'>

/** Additional zones: areas without service, with service on few days, or with a surcharge. */
const further: readonly [ZoneKind, Given][] = [
  [
    'exceptions',
    {
      name: 'Kruger National Park',
      colour: '#B91C1C',
      message: 'We do not deliver inside the park. Send it to a locker in Phalaborwa or Hazyview.',
      tags: ['Nature reserve'],
      geometry: areaOf('kruger_national_park'),
    },
  ],
  [
    'exceptions',
    {
      name: 'Sun City, deliveries after a call',
      colour: '#C2410C',
      is_active: false,
      legs: 'delivery',
      message: 'Ask our office before you send something here.',
      tags: ['By arrangement'],
      geometry: areaOf('sun_city'),
    },
  ],
  [
    'service_days',
    {
      name: 'Kalahari farms',
      colour: '#B5561C',
      tags: ['Farms'],
      service_days: { collection: [2, 4], delivery: [2, 4] },
      geometry: areaOf('kalahari_farms'),
    },
  ],
  [
    'service_days',
    {
      name: 'Cederberg',
      colour: '#4D7C0F',
      tags: ['Farms'],
      service_days: { collection: [1, 3, 5], delivery: [1, 2, 3, 4, 5] },
      geometry: areaOf('cederberg'),
    },
  ],
  [
    'surcharges',
    {
      name: 'Harbour of Durban',
      colour: '#0F8B8D',
      tags: ['Permit needed'],
      geometry: areaOf('durban_harbour'),
    },
  ],
]

/** Creates the additional zones and a draft map. */
export async function createMaps(ctx: Context, { branches }: DemoMap): Promise<void> {
  for (const [kind, given] of further) {
    const type = tagTypeOf(kind)
    if (type && given.tags) await insertTags(ctx, type, given.tags)
    await insertZone(ctx, kind, { ...empty_zone, ...given })
  }
  const zones = await drawnZones(ctx, undefined)
  const draft = await insertDraft(ctx, 'Rounds from next month')
  const added: ZoneDetails = {
    ...empty_zone,
    name: 'JHB Midrand',
    colour: '#A21CAF',
    branch_id: branches.JHB,
    routing_number: 'JNB-M6',
    priority: 20,
    geometry: areaOf('johannesburg_midrand'),
  }
  await putChange(ctx, draft, {
    id: null,
    kind: 'drivers',
    zone_id: null,
    action: 'added',
    details: added,
    base_version: null,
  })
  const capeTown = zones.find(({ name }) => name === 'CPT Main')
  if (!capeTown) throw new Error('The demonstration map has no CPT Main.')
  await putChange(ctx, draft, {
    id: null,
    kind: 'rates',
    zone_id: capeTown.id,
    action: 'changed',
    details: {
      ...zoneDetailsOf(capeTown),
      geometry: areaOf('cape_town_main_without_helderberg'),
    },
    base_version: capeTown.version,
  })
}
