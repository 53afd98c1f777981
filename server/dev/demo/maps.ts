import type { ZoneDetails } from '@waybill/domain/maps/model'
import { empty_zone, tagTypeOf, zoneDetailsOf } from '@waybill/domain/maps/zone-rules'
import { area } from './areas/outline.ts'
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
      geometry: area(
        [31.2, -25.35],
        [31.95, -25.4],
        [31.98, -24.2],
        [31.4, -22.5],
        [31.1, -22.5],
        [31.3, -24.3],
      ),
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
      geometry: area([27.07, -25.36], [27.12, -25.36], [27.12, -25.32], [27.07, -25.32]),
    },
  ],
  [
    'service_days',
    {
      name: 'Kalahari farms',
      colour: '#B5561C',
      tags: ['Farms'],
      service_days: { collection: [2, 4], delivery: [2, 4] },
      geometry: area([20.0, -26.9], [21.9, -26.9], [21.9, -28.2], [20.0, -28.2]),
    },
  ],
  [
    'service_days',
    {
      name: 'Cederberg',
      colour: '#4D7C0F',
      tags: ['Farms'],
      service_days: { collection: [1, 3, 5], delivery: [1, 2, 3, 4, 5] },
      geometry: area([18.8, -32.05], [19.5, -32.05], [19.5, -32.75], [18.8, -32.75]),
    },
  ],
  [
    'surcharges',
    {
      name: 'Harbour of Durban',
      colour: '#0F8B8D',
      tags: ['Permit needed'],
      geometry: area([30.99, -29.91], [31.05, -29.91], [31.05, -29.87], [30.99, -29.87]),
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
    geometry: area([28.06, -25.94], [28.18, -25.94], [28.18, -26.04], [28.06, -26.04]),
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
      geometry: area([18.3, -34.37], [18.72, -34.2], [18.72, -33.75], [18.4, -33.7], [18.3, -33.9]),
    },
    base_version: capeTown.version,
  })
}
