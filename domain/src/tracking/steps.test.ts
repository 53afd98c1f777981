import { describe, expect, it } from 'vitest'
import type { ShipmentStatus } from '../shipments/statuses/status.ts'
import { stepLabel, stepsOf } from './steps.ts'

const collected = new Date('2026-03-03T07:00:00Z')
/** Draws the steps: C complete, o current, - pending. */
const drawn = (
  status: ShipmentStatus,
  earlier: ShipmentStatus[] = [],
  collectedDate: Date | null = collected,
): string =>
  stepsOf({ status, collected_date: collectedDate }, earlier)
    .map(({ progress }) => ({ complete: 'C', current: 'o', pending: '-' })[progress])
    .join('')

describe('tracking steps', () => {
  it.each<[ShipmentStatus, string]>([
    ['submitted', 'o----'],
    ['collection-failed-attempt', 'o----'],
    ['collected', 'Co---'],
    ['at-hub', 'Co---'],
    ['manifested', 'CCo--'],
    ['returned-to-hub', 'CCo--'],
    ['delivery-assigned', 'CCo--'],
    ['out-for-delivery', 'CCCo-'],
    ['delivery-failed-attempt', 'CCCo-'],
    ['ready-for-pickup', 'CCCo-'],
    ['delivered', 'CCCCC'],
    ['collected-from-locker', 'CCCCC'],
    ['payment-pending', '-----'],
  ])('%s gives %s', (status, steps) => {
    expect(drawn(status)).toBe(steps)
  })
  it.each<[ShipmentStatus, ShipmentStatus[], string]>([
    ['cancelled', ['collection-assigned', 'submitted'], 'C----'],
    ['on-hold', ['in-transit', 'collected'], 'CCC--'],
    ['damaged', ['on-hold', 'out-for-delivery'], 'CCCC-'],
    ['cancelled', [], '-----'],
  ])('%s after %o keeps the steps already reached: %s', (status, earlier, steps) => {
    expect(drawn(status, earlier)).toBe(steps)
  })
  it('places an outsourced shipment according to whether it was collected', () => {
    expect(drawn('outsourced', [], null)).toBe('o----')
    expect(drawn('outsourced')).toBe('CCo--')
  })
  it('returns the step numbers and labels', () => {
    expect(
      stepsOf({ status: 'submitted', collected_date: null }, []).map(({ step_number, label }) => [
        step_number,
        label,
      ]),
    ).toEqual([
      [1, 'created'],
      [2, 'collected'],
      [3, 'in-transit'],
      [4, 'out-for-delivery'],
      [5, 'delivered'],
    ])
    expect(stepLabel('out-for-delivery', true)).toBe('Ready for pickup')
  })
})
