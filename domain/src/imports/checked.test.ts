import { expect, it } from 'vitest'
import type { BulkChange } from './bulk-change.ts'
import { mayChangeChecked } from './checked.ts'
import type { ChangedShipment, RowEffect } from './undo.ts'

const found: RowEffect['before'] = {
  status: 'at-hub',
  service_level_code: 'ECO',
  collection_min_date: '2026-03-11',
  delivery_min_date: '2026-03-12',
  collection_agent_id: null,
  delivery_agent_id: null,
  collected_date: null,
  original_collected_date: null,
  returned_to_hub_date: null,
  failed_collection_attempts: 0,
  failed_delivery_attempts: 0,
  last_failed_collection_attempt_time: null,
  last_failed_delivery_attempt_time: null,
}
const driver: BulkChange = { kind: 'driver', side: 'delivery', driver: 'sipho' }

it.each<[BulkChange, Partial<ChangedShipment>, string | true]>([
  [driver, {}, true],
  [driver, { status: 'in-transit', collection_agent_id: 'lerato' }, true],
  [
    driver,
    { delivery_agent_id: 'lerato' },
    'Changed since the check: it was nobody, and is Lerato Khumalo now. Check it again.',
  ],
  [
    { kind: 'cancel', message: 'Ordered twice' },
    { status: 'out-for-delivery' },
    'Changed since the check: it was at hub, and is out for delivery now. Check it again.',
  ],
  [
    { kind: 'date', side: 'delivery', day: '2026-03-20', reason: '' },
    { delivery_min_date: '2026-03-13' },
    'Changed since the check: it was 2026-03-12, and is 2026-03-13 now. Check it again.',
  ],
  [
    { kind: 'service-level', service_level_code: 'OVN' },
    { service_level_code: 'SDX' },
    'Changed since the check: it was ECO, and is SDX now. Check it again.',
  ],
])(
  'an update to %j of a shipment that now has %j is judged by what its check found',
  (change, now, expected) => {
    const result = mayChangeChecked(
      change,
      { before: found },
      { ...found, ...now },
      new Map([['lerato', 'Lerato Khumalo']]),
    )
    expect(result === true ? true : result.message).toBe(expected)
  },
)
