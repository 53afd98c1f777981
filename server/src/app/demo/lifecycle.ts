import type { ShipmentStatus } from '@waybill/domain/shipments/status'
import type { Chance } from './chance.ts'

/** One step of a shipment's life: which status, how many hours after the step before, where, and what was said. */
export interface Step {
  status: ShipmentStatus
  after_hours: number
  at: 'collection' | 'delivery' | null
  message?: string
}

const collected: Step = { status: 'collected', after_hours: 5, at: 'collection' }
const in_hub: Step = { status: 'at-hub', after_hours: 3, at: 'collection' }
const line_haul: readonly Step[] = [
  { status: 'manifested', after_hours: 2, at: 'collection' },
  { status: 'ready-for-dispatch', after_hours: 1, at: 'collection' },
  { status: 'in-transit', after_hours: 1, at: null },
]
const arrived: Step = { status: 'at-destination-hub', after_hours: 14, at: 'delivery' }
const out: Step = { status: 'out-for-delivery', after_hours: 4, at: 'delivery' }
const done: Step = { status: 'delivered', after_hours: 4, at: 'delivery' }
const failed: Step = {
  status: 'delivery-failed-attempt',
  after_hours: 4,
  at: 'delivery',
  message: 'Nobody there',
}
const back: Step = { status: 'returned-to-hub', after_hours: 3, at: 'delivery' }

const road = [collected, in_hub, ...line_haul, arrived] as const

/** The whole ways a shipment's life can go, with how often each happens. */
const lives: readonly { weight: number; steps: readonly Step[] }[] = [
  { weight: 70, steps: [...road, out, done] },
  { weight: 8, steps: [...road, out, failed, back, { ...out, after_hours: 18 }, done] },
  { weight: 4, steps: [...road, { status: 'delivery-assigned', after_hours: 1, at: 'delivery' }, out, done] },
  { weight: 2, steps: [{ status: 'cancelled', after_hours: 2, at: null, message: 'Customer request' }] },
  {
    weight: 2,
    steps: [
      { status: 'collection-failed-attempt', after_hours: 6, at: 'collection', message: 'Business closed' },
      { ...collected, after_hours: 20 },
      in_hub,
      ...line_haul,
      arrived,
      out,
      done,
    ],
  },
  {
    weight: 1,
    steps: [
      ...road,
      out,
      { status: 'delivery-exception', after_hours: 2, at: 'delivery', message: 'Address problem' },
      back,
      out,
      done,
    ],
  },
  {
    weight: 1,
    steps: [...road, out, failed, back, { status: 'returned-to-sender', after_hours: 40, at: 'collection' }],
  },
  {
    weight: 1,
    steps: [
      ...road,
      { status: 'on-hold', after_hours: 1, at: 'delivery', message: 'Receiver asked us to wait for payment' },
    ],
  },
  {
    weight: 1,
    steps: [...road, { status: 'damaged', after_hours: 1, at: 'delivery', message: 'Box crushed' }],
  },
  {
    weight: 1,
    steps: [
      ...road,
      out,
      failed,
      back,
      { status: 'undeliverable', after_hours: 90, at: 'delivery', message: 'Receiver unknown' },
    ],
  },
]

/** Endings that only unfinished work shows: each appears among the newest shipments. */
const rare_endings: readonly (readonly Step[])[] = [
  [{ status: 'collection-rejected', after_hours: 1, at: 'collection', message: 'Vehicle full' }],
  [{ status: 'collection-exception', after_hours: 3, at: 'collection', message: 'Weather or protest' }],
  [{ status: 'outsourced', after_hours: 3, at: null }],
  [...road, { status: 'delivery-unassigned', after_hours: 1, at: 'delivery' }],
  [...road, { status: 'delivery-rejected', after_hours: 1, at: 'delivery', message: 'Vehicle breakdown' }],
  [...road, { status: 'on-hold-internal', after_hours: 1, at: 'delivery', message: 'Account query' }],
  [...road, out, { status: 'delivery-exception', after_hours: 2, at: 'delivery', message: 'Wrong parcel' }],
  [...road, out, failed],
  [...road, out, failed, back],
]

/** One life. `index` spreads the rare endings over the newest shipments, so that every state can be seen. */
export function lifeOf(chance: Chance, index: number): readonly Step[] {
  const rare = index % 11 === 5 ? rare_endings[Math.floor(index / 11) % rare_endings.length] : undefined
  if (rare && index < 200) return rare
  let left = chance.next() * lives.reduce((sum, life) => sum + life.weight, 0)
  for (const life of lives) {
    left -= life.weight
    if (left < 0) return life.steps
  }
  return lives[0]?.steps ?? []
}
