import { statusesFor } from '../shipments/statuses/status.ts'
import type { IntegrationProvider } from './providers.ts'

/**
 * What a tracking event may say: statuses that are tracked, and events that leave the status alone
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

/** Their code and what it means here; `''` is an event that only tells. */
export interface MappedCode {
  code: string
  status: string
}

/** What a code may be mapped to: statuses that a partner's event may put a shipment in. */
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

/** How codes are compared: without case, spaces at the ends and the separators that systems write differently. */
export function codeKey(code: string): string {
  return code
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
}

/** What their code means: a status, `''` for an event that only tells, `null` when nobody has said yet. */
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

/** Their whole way is the delivery of ours. */
const their_delivery: readonly MappedCode[] = [
  ...without_meaning,
  { code: 'ready-for-dispatch', status: 'at-hub' },
  ...same(...mappable_statuses),
]

/** Their whole way is the collection of ours: what they deliver stands in our branch. */
const their_collection: readonly MappedCode[] = [
  ...without_meaning,
  ...same('collection-exception', 'collection-failed-attempt', 'collected'),
  ...['at-hub', 'in-transit', 'at-destination-hub', 'out-for-delivery', 'delivery-exception'].map((code) => ({
    code,
    status: 'in-transit',
  })),
  { code: 'delivered', status: 'at-hub' },
]

/** The map an integration begins with; staff change it. */
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
