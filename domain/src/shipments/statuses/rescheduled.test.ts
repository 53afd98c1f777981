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

describe('a leg that has failed', () => {
  it('is no problem while it has another day, given since, that has not passed', () => {
    expect(isPlannedAgain(shipment, [later], now)).toBe(true)
    expect(isPlannedAgain({ ...shipment, delivery_min_date: '2026-03-03' }, [later], now)).toBe(true)
    expect(isPlannedAgain({ ...shipment, delivery_min_date: '2026-03-02' }, [later], now)).toBe(false)
    expect(isPlannedAgain(shipment, [new Date('2026-03-02T09:00:00Z')], now)).toBe(false)
    expect(isPlannedAgain(shipment, [], now)).toBe(false)
  })
  it('asks for the day of the leg in trouble', () => {
    expect(isPlannedAgain({ ...shipment, status: 'collection-failed-attempt' }, [later], now)).toBe(false)
  })
  it('is solved by another day only where somebody was there and could not, or something went wrong', () => {
    const solved = shipment_statuses.filter((status) =>
      isPlannedAgain({ ...shipment, status, collection_min_date: '2026-03-05' }, [later], now),
    )
    expect(solved).toEqual(solved_by_another_day)
  })
})
