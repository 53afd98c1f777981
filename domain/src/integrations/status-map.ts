import { statusesFor } from '../shipments/statuses/status.ts'
import type { IntegrationProvider } from './providers.ts'

/**
 * Statuses that a tracking event can have: tracked shipment statuses, and events that do not change the status
 * (docs/domain/public-api.md#statuses-of-tracking-events).
 */
export const tracking_event_statuses: readonly string[] = [
  ...new Set<string>([
    ...statusesFor('tracking'),
    'outsourced',
    'collection-assigned',
    'delivery-assigned',
    'on-hold',
    'returned-to-sender',
    'undeliverable',
    'damaged',
    'swad-dimensions',
    'swad-imaging',
    'floor-check',
  ]),
]

/** A code of an external service and the status it stands for; `''` for an event that does not change the status. */
export interface MappedCode {
  code: string
  status: string
}

/** Statuses that a code can be mapped to: those that an event of an external service may set. */
export const mappable_statuses: readonly string[] = [
  'collection-exception',
  'collection-failed-attempt',
  'collected',
  'at-hub',
  'in-transit',
  'at-destination-hub',
  'returned-to-hub',
  'out-for-delivery',
  'delivery-exception',
  'delivery-failed-attempt',
  'in-locker',
  'ready-for-pickup',
  'collected-from-locker',
  'collected-from-counter',
  'delivered',
  'returned-to-sender',
  'undeliverable',
  'on-hold',
]

/** Normalises a code for comparison: lower case, no spaces at the ends, and `-` for spaces and underscores. */
export function codeKey(code: string): string {
  return code
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
}

/**
 * Returns the status that a code stands for, `''` for an event that does not change the status, or `null` when the
 * code is not mapped yet.
 */
export function mapCode(map: readonly MappedCode[], code: string): string | null {
  const key = codeKey(code)
  return map.find((one) => codeKey(one.code) === key)?.status ?? null
}

const same = (...codes: string[]): MappedCode[] => codes.map((code) => ({ code, status: code }))

const without_meaning: readonly MappedCode[] = [
  'submitted',
  'collection-assigned',
  'delivery-assigned',
  'swad-dimensions',
].map((code) => ({ code, status: '' }))

/** The other courier’s whole shipment is our delivery leg. */
const their_delivery: readonly MappedCode[] = [
  ...without_meaning,
  { code: 'ready-for-dispatch', status: 'at-hub' },
  ...same(...mappable_statuses),
]

/** The other courier’s whole shipment is our collection leg: what it has delivered is at our branch. */
const their_collection: readonly MappedCode[] = [
  ...without_meaning,
  ...same('collection-exception', 'collection-failed-attempt', 'collected'),
  ...['at-hub', 'in-transit', 'at-destination-hub', 'out-for-delivery', 'delivery-exception'].map((code) => ({
    code,
    status: 'in-transit',
  })),
  { code: 'delivered', status: 'at-hub' },
]

/** The initial status map of a new integration; staff can change it. */
export const starting_maps: Readonly<Record<IntegrationProvider, readonly MappedCode[]>> = {
  matflo: [],
  rws: [],
  webhook: [],
  'ship-logic-delivery': their_delivery,
  'ship-logic-collection': their_collection,
  'parcel-perfect': [
    { code: 'Collected', status: 'collected' },
    { code: 'Checked in at origin depot', status: 'at-hub' },
    { code: 'Linehaul', status: 'in-transit' },
    { code: 'Checked in at destination depot', status: 'at-destination-hub' },
    { code: 'Out for delivery', status: 'out-for-delivery' },
    { code: 'POD details captured', status: 'delivered' },
    { code: 'Returned', status: 'returned-to-hub' },
  ],
  fastway: [
    { code: 'PICKED_UP', status: 'collected' },
    { code: 'DEPOT', status: 'at-hub' },
    { code: 'TRANSIT', status: 'in-transit' },
    { code: 'ONBOARD', status: 'out-for-delivery' },
    { code: 'ATTEMPTED', status: 'delivery-failed-attempt' },
    { code: 'DELIVERED', status: 'delivered' },
  ],
  ram: [
    { code: 'COLLECTED', status: 'collected' },
    { code: 'HUB', status: 'at-hub' },
    { code: 'LINEHAUL', status: 'in-transit' },
    { code: 'ON DELIVERY', status: 'out-for-delivery' },
    { code: 'FAILED DELIVERY', status: 'delivery-failed-attempt' },
    { code: 'POD', status: 'delivered' },
  ],
}
