import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { StopTime } from '../maps/index.ts'
import type { ShipmentRow } from './store.ts'

/** Returns the planned day and time window of a stop, because driver rounds apply to certain days and times. */
export function stopTimeOf(row: ShipmentRow, leg: 'collection' | 'delivery'): StopTime {
  const planned = leg === 'collection' ? row.estimated_collection : row.estimated_delivery_from
  return {
    day: planned && dayOf(planned),
    after: row[`${leg}_after`],
    before: row[`${leg}_before`],
  }
}
