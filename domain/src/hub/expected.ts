import type { ShipmentStatus } from '../shipments/statuses/status.ts'
import { out_statuses, standing_statuses } from './counting.ts'
import type { ScanMode } from './model.ts'

/** The lists of parcels that a hub still has to scan. */
export const expected_lists = [
  'coming',
  'to-put-away',
  'to-load',
  'to-go-out',
  'still-out',
  'to-measure',
] as const
export type ExpectedList = (typeof expected_lists)[number]

/** The list that each scanner mode works through. */
export const list_of_mode: Readonly<Record<ScanMode, ExpectedList>> = {
  arrive: 'coming',
  'assign-bay': 'to-put-away',
  'load-manifest': 'to-load',
  'unload-manifest': 'coming',
  'out-for-delivery': 'to-go-out',
  'return-to-hub': 'still-out',
  're-measure': 'to-measure',
  'look-up': 'coming',
}

const held: readonly ShipmentStatus[] = ['on-hold', 'on-hold-internal', 'damaged']
const free_here = standing_statuses.filter((status) => !held.includes(status))
const on_a_load: readonly ShipmentStatus[] = ['manifested', 'ready-for-dispatch']

/** The parcel statuses that each list contains. */
export const expected_statuses: Readonly<Record<ExpectedList, readonly ShipmentStatus[]>> = {
  coming: ['collected', 'at-hub', 'manifested', 'ready-for-dispatch', 'in-transit'],
  'to-put-away': free_here.filter((status) => !on_a_load.includes(status)),
  'to-load': ['at-hub', 'returned-to-hub'],
  'to-go-out': free_here.filter((status) => !on_a_load.includes(status)),
  'still-out': out_statuses,
  'to-measure': free_here,
}
