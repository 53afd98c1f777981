import { describe, expect, it } from 'vitest'
import { isPlannedAgain, solved_by_another_day } from './rescheduled.ts'
import { shipment_statuses } from './status.ts'

const failed = new Date('2026-03-03T09:00:00Z')
const now = new Date('2026-03-03T12:00:00Z')
const later = new Date('2026-03-03T10:00:00Z')
const shipment = {
  status: 'delivery-failed-attempt',
  latest_tracking_event_time: failed,
  collection_min_date: '2026-03-01',
  delivery_min_date: '2026-03-04',
} as const

describe('a failed leg with another planned day', () => {
  it('counts as planned again when it was moved after the failure to a day that has not passed', () => {
    expect(isPlannedAgain(shipment, [later], now)).toBe(true)
    expect(isPlannedAgain({ ...shipment, delivery_min_date: '2026-03-03' }, [later], now)).toBe(true)
    expect(isPlannedAgain({ ...shipment, delivery_min_date: '2026-03-02' }, [later], now)).toBe(false)
    expect(isPlannedAgain(shipment, [new Date('2026-03-02T09:00:00Z')], now)).toBe(false)
    expect(isPlannedAgain(shipment, [], now)).toBe(false)
  })
  it('uses the planned day of the failed leg', () => {
    expect(isPlannedAgain({ ...shipment, status: 'collection-failed-attempt' }, [later], now)).toBe(false)
  })
  it('counts as planned again only in the statuses that another day solves', () => {
    const solved = shipment_statuses.filter((status) =>
      isPlannedAgain({ ...shipment, status, collection_min_date: '2026-03-05' }, [later], now),
    )
    expect(solved).toEqual(solved_by_another_day)
  })
})
