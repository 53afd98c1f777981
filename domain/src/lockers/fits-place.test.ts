import { describe, expect, it } from 'vitest'
import type { ShipmentStatus } from '../shipments/statuses/status.ts'
import { mappable_statuses } from '../integrations/status-map.ts'
import { fitsPlace } from './fits-place.ts'

const since = new Date('2026-03-11T08:00:00Z')
const later = new Date('2026-03-11T09:00:00Z')
const earlier = new Date('2026-03-11T07:00:00Z')
const fitting = (state: 'deposited' | 'expired' | 'collected', date: Date) =>
  mappable_statuses.filter((to) => fitsPlace({ state, since }, { to: to as ShipmentStatus, date }))
const still = ['collection-exception', 'collection-failed-attempt', 'collected', 'undeliverable', 'on-hold']
const taken_out = [
  'returned-to-hub',
  'collected-from-locker',
  'collected-from-counter',
  'delivered',
  'returned-to-sender',
]

describe('reports of another courier about a parcel at a pickup point', () => {
  it.each([
    ['deposited', [...still, ...taken_out, 'in-locker', 'ready-for-pickup']],
    ['expired', [...still, ...taken_out]],
  ] as const)('fit %s when they take the parcel out or move it nowhere', (state, statuses) => {
    expect(fitting(state, later).toSorted()).toEqual([...statuses].toSorted())
  })

  it('fit a parcel that was taken out unless they put it in again', () => {
    const moving = mappable_statuses.filter((to) => to !== 'in-locker' && to !== 'ready-for-pickup')
    expect(fitting('collected', later)).toEqual(moving)
  })

  it.each(['deposited', 'expired', 'collected'] as const)(
    'are late for %s when they are from before that time, unless they move the parcel nowhere',
    (state) => {
      expect(fitting(state, earlier).toSorted()).toEqual(still.toSorted())
    },
  )
})
