import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { SeededRandom } from './seeded-random.ts'
import { hours, type Hours } from './working-day.ts'

/** One step in the history of a shipment: the status, the hours of the working day, the place and the message. */
export interface Step {
  status: ShipmentStatus
  /** Possible hours; the next one is used. For line-haul steps, the departure of the load can decide instead. */
  within: readonly Hours[]
  /** Alternative hours, used for some shipments. */
  or_within?: readonly Hours[]
  /** Number of days to wait before the step. */
  days?: number
  at: 'collection' | 'delivery' | null
  message?: string
}

const any_time = [hours(7, 17.5)]
const collected: Step = { status: 'collected', within: [hours(9, 15.5)], at: 'collection' }
const in_hub: Step = { status: 'at-hub', within: [hours(13, 17)], at: 'collection' }
const line_haul: readonly Step[] = [
  {
    status: 'manifested',
    within: [hours(15, 17.5)],
    or_within: [hours(7, 12)],
    at: 'collection',
  },
  { status: 'ready-for-dispatch', within: any_time, at: 'collection' },
  { status: 'in-transit', within: any_time, at: null },
]
const arrived: Step = { status: 'at-destination-hub', within: [hours(6.5, 13)], at: 'delivery' }
const out: Step = { status: 'out-for-delivery', within: [hours(8, 9.5), hours(13, 14)], at: 'delivery' }
const done: Step = { status: 'delivered', within: [hours(9.5, 17.75)], at: 'delivery' }
const failed: Step = {
  status: 'delivery-failed-attempt',
  within: [hours(10, 15.5)],
  at: 'delivery',
  message: 'Nobody there',
}
const back: Step = { status: 'returned-to-hub', within: [hours(15.5, 17.5)], at: 'delivery' }
const aside = { within: [hours(7, 16)], at: 'delivery' } as const

const road = [collected, in_hub, ...line_haul, arrived] as const

/** Complete shipment histories with their relative weights. */
const lives: readonly { weight: number; steps: readonly Step[] }[] = [
  { weight: 70, steps: [...road, out, done] },
  { weight: 8, steps: [...road, out, failed, back, out, done] },
  { weight: 4, steps: [...road, { ...aside, status: 'delivery-assigned' }, out, done] },
  { weight: 2, steps: [{ status: 'cancelled', within: any_time, at: null, message: 'Customer request' }] },
  {
    weight: 2,
    steps: [
      {
        status: 'collection-failed-attempt',
        within: [hours(10, 16)],
        at: 'collection',
        message: 'Business closed',
      },
      { ...collected, days: 1 },
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
      { ...failed, status: 'delivery-exception', message: 'Address problem' },
      back,
      out,
      done,
    ],
  },
  {
    weight: 1,
    steps: [
      ...road,
      out,
      failed,
      back,
      { status: 'returned-to-sender', within: any_time, days: 2, at: 'collection' },
    ],
  },
  {
    weight: 1,
    steps: [...road, { ...aside, status: 'on-hold', message: 'Receiver asked us to wait for payment' }],
  },
  {
    weight: 1,
    steps: [...road, { ...aside, status: 'damaged', message: 'Box crushed' }],
  },
  {
    weight: 1,
    steps: [
      ...road,
      out,
      failed,
      back,
      { ...aside, status: 'undeliverable', days: 4, message: 'Receiver unknown' },
    ],
  },
]

/**
 * Histories of unfinished shipments. Each occurs several times among shipments that are old enough to have reached
 * it.
 */
const rare_endings: readonly (readonly Step[])[] = [
  [{ status: 'cancelled', within: any_time, at: null, message: 'Customer request' }],
  [{ status: 'collection-rejected', within: any_time, at: 'collection', message: 'Vehicle full' }],
  [{ ...collected, status: 'collection-exception', message: 'Weather or protest' }],
  [{ status: 'outsourced', within: any_time, at: null }],
  [...road, { ...aside, status: 'delivery-unassigned' }],
  [...road, { ...aside, status: 'delivery-rejected', message: 'Vehicle breakdown' }],
  [...road, { ...aside, status: 'on-hold-internal', message: 'Account query' }],
  [...road, { ...aside, status: 'on-hold', message: 'Receiver is away until Friday' }],
  [...road, out, { ...failed, status: 'delivery-exception', message: 'Wrong parcel' }],
  [...road, out, failed],
  [...road, out, failed, back],
  // Missed its line-haul: it is still in the hub at midday, when all other shipments have left and no new ones have
  // arrived.
  [collected, in_hub],
]

/** Returns the history of a delivery to a locker or counter: delivered there, then collected by the receiver. */
export function lifeToPoint(type: 'locker' | 'counter'): readonly Step[] {
  const there: Step = {
    status: type === 'locker' ? 'in-locker' : 'ready-for-pickup',
    within: [hours(10, 17)],
    at: 'delivery',
  }
  return [...road, out, there, { ...done, days: 3 }]
}

/** Every `every`-th shipment from index `from` up to `to` has a rare ending. Index 0 is the newest shipment. */
const rare = { from: 100, to: 300, every: 4 }

/**
 * Returns the history of one shipment. `index` spreads the rare endings over recent shipments, so that every status
 * is visible.
 */
export function lifeOf(chance: SeededRandom, index: number): readonly Step[] {
  const isRare = index >= rare.from && index < rare.to && index % rare.every === 0
  const ending = isRare ? rare_endings[(index / rare.every) % rare_endings.length] : undefined
  if (ending) return ending
  let left = chance.next() * lives.reduce((sum, life) => sum + life.weight, 0)
  for (const life of lives) {
    left -= life.weight
    if (left < 0) return life.steps
  }
  return lives[0]?.steps ?? []
}
