import { describe, expect, it } from 'vitest'
import { shipment_statuses } from '../shipments/statuses/status.ts'
import { ruleOf, type ActionFacts, type ParcelAction } from './parcel-actions.ts'

const facts = (more: Partial<ActionFacts> = {}): ActionFacts => ({
  status: 'out-for-delivery',
  delivery_type: 'business',
  allow_same_day_retry: false,
  ...more,
})
const on_vehicle = ['out-for-delivery', 'bob-box-reservation-failed']
const again = ['delivery-failed-attempt', 'delivery-exception']

describe('the statuses of a driver’s action', () => {
  it.each<[type: ParcelAction, leg: string, from: string[], to: string]>([
    [
      'load',
      'delivery',
      ['collected', 'at-hub', 'at-destination-hub', 'returned-to-hub', 'delivery-assigned'],
      'out-for-delivery',
    ],
    [
      'collect',
      'collection',
      ['collection-assigned', 'collection-failed-attempt', 'collection-exception'],
      'collected',
    ],
    ['collection-failed', 'collection', ['collection-assigned'], 'collection-failed-attempt'],
    ['collection-exception', 'collection', ['collection-assigned', 'collected'], 'collection-exception'],
    ['cancel-parcel', 'collection', ['collection-assigned'], 'cancelled'],
    ['reject', 'collection', ['collection-assigned'], 'collection-rejected'],
    ['deliver', 'delivery', ['out-for-delivery'], 'delivered'],
    ['deposit-in-locker', 'delivery', on_vehicle, 'in-locker'],
    ['hand-to-counter', 'delivery', on_vehicle, 'ready-for-pickup'],
    ['collect-expired', 'delivery', ['collect-and-return-to-hub'], 'collected-from-locker'],
    ['does-not-fit', 'delivery', on_vehicle, 'bob-box-reservation-failed'],
    ['delivery-failed', 'delivery', on_vehicle, 'delivery-failed-attempt'],
    ['delivery-exception', 'delivery', [...on_vehicle, 'collect-and-return-to-hub'], 'delivery-exception'],
    ['return-to-sender', 'delivery', ['out-for-delivery'], 'returned-to-sender'],
  ])('[DRV-008] %s is of the %s, and leads from %j to %s', (type, leg, from, to) => {
    const rule = ruleOf(type, facts())
    expect([rule.leg, rule.to]).toEqual([leg, to])
    expect(rule.from.toSorted()).toEqual(from.toSorted())
    for (const status of rule.from) expect(shipment_statuses).toContain(status)
  })

  it.each(['deliver', 'return-to-sender', 'delivery-failed'] as const)(
    '[DRV-008] %s is possible again after a failed attempt or a problem, where the company allows it',
    (type) => {
      const from = (retry: boolean) => ruleOf(type, facts({ allow_same_day_retry: retry })).from
      expect(from(true).filter((status) => !from(false).includes(status))).toEqual(again)
    },
  )

  it('[DRV-008] rejects the leg that is assigned, and takes parcels out of the point where they are', () => {
    expect(ruleOf('reject', facts({ status: 'delivery-assigned' }))).toMatchObject({
      leg: 'delivery',
      from: ['delivery-assigned'],
      to: 'delivery-rejected',
    })
    expect(ruleOf('collect-expired', facts({ delivery_type: 'counter' })).to).toBe('collected-from-counter')
    expect(ruleOf('collect-expired', facts({ delivery_type: 'locker' })).to).toBe('collected-from-locker')
  })

  it('[DRV-001] needs proof for a delivery and for a return to the sender only', () => {
    const types = [
      'deliver',
      'return-to-sender',
      'collect',
      'load',
      'hand-to-counter',
      'deposit-in-locker',
    ] as const
    expect(types.filter((type) => ruleOf(type, facts()).needs_proof)).toEqual(['deliver', 'return-to-sender'])
  })
})
