import { describe, expect, it } from 'vitest'
import { placeChange, replanFrom } from './replan.ts'
import type { ShipmentStatus } from './statuses/status.ts'

const rosebank = { branch_id: 1, zone: 'J Rosebank', city: 'Johannesburg' }

describe('replanning after an address change', () => {
  it.each([
    ['another number in the street', {}, 'same'],
    ['the town written otherwise', { city: ' johannesburg' }, 'same'],
    ['another zone', { zone: 'J Menlyn' }, 'zone'],
    ['another town of the same branch', { city: 'Pretoria' }, 'town'],
    ['another branch', { branch_id: 2 }, 'town'],
    ['no branch any more', { branch_id: null }, 'town'],
  ])('compares branch, town and zone: %s', (_, more, change) => {
    expect(placeChange(rosebank, { ...rosebank, ...more })).toBe(change)
  })

  it.each<[ShipmentStatus, string, string | null, 'same' | 'zone' | 'town', string | null]>([
    ['submitted', '2026-03-13', null, 'town', '2026-03-13'],
    ['submitted', '2026-03-09', null, 'town', '2026-03-11'],
    ['submitted', '2026-03-13', null, 'same', null],
    ['at-hub', '2026-03-09', '2026-03-10', 'zone', '2026-03-10'],
    ['at-hub', '2026-03-09', '2026-03-10', 'town', '2026-03-11'],
    ['delivered', '2026-03-09', '2026-03-10', 'town', null],
    ['cancelled', '2026-03-13', null, 'town', null],
  ])(
    'replans a shipment that is %s, planned for %s, collected on %s, with the change %s, from %s',
    (status, planned, collectedOn, change, from) => {
      const shipment = {
        status,
        collection_min_date: planned,
        collected_date: collectedOn === null ? null : new Date(`${collectedOn}T10:00:00+02:00`),
      }
      expect(replanFrom(shipment, change, { today: '2026-03-11', collected_on: collectedOn })).toBe(from)
    },
  )
})
