import { describe, expect, it } from 'vitest'
import { nothing_free, one_parcel_only } from '../../pickup-points/fit.ts'
import { serviceLevel } from '../price-books/market-defaults.ts'
import type { ServiceLevel } from '../price-books/price-book.ts'
import { servesPoint, unservedReason } from './availability.ts'
import { noPlaceReason } from './point-offers.ts'
import type { RouteEnd } from './price-request.ts'
import { routeFor } from './sample-route.ts'

const small = { name: 'S', length: 60, width: 41, height: 8, weight: 5, available: true }
const medium = { ...small, name: 'M', height: 19, weight: 10 }
const flyer = {
  submitted_length_cm: 30,
  submitted_width_cm: 20,
  submitted_height_cm: 5,
  submitted_weight_kg: 2,
}
const box = { ...flyer, submitted_height_cm: 40 }

describe('the reason why a point takes no parcel', () => {
  const locker = {
    status: 'online',
    type: 'locker',
    pickup_point_provider: 'bob-box',
    compartments: [small, medium],
  } as const
  const taken = [small, medium].map((one) => ({ ...one, available: false }))
  const own = { ...locker, pickup_point_provider: 'own', compartments: taken } as const
  it.each([
    ['a parcel that fits', locker, [flyer], null],
    ['unknown parcels', locker, [], null],
    ['a parcel that is too high', locker, [box], /largest free one takes 60 × 41 × 19 cm and 10 kg/],
    ['a locker of a network without a free size', { ...locker, compartments: taken }, [flyer], nothing_free],
    ['an own locker whose doors are all held', own, [flyer], null],
    ['a parcel that is too high for an own locker', own, [box], /largest free one takes 60 × 41 × 19 cm/],
    ['a counter, whatever the size', { ...locker, type: 'counter' }, [box], null],
    ['two parcels', locker, [flyer, flyer], one_parcel_only],
    ['a point that is offline', { ...own, status: 'offline' }, [flyer], 'It takes no parcels at the moment.'],
  ] as const)('for %s', (_, point, parcels, reason) => {
    const found = noPlaceReason({ ...point, compartments: [...point.compartments] }, parcels)
    if (reason instanceof RegExp) expect(found).toMatch(reason)
    else expect(found).toBe(reason)
  })
})

describe('a point that is served', () => {
  const service = (id: number, name: string, more: Partial<ServiceLevel>) =>
    serviceLevel({
      id,
      code: name.toUpperCase(),
      name,
      description: '',
      cut_off: '15:00',
      estimate: ['d', 1, 'd', 2],
      ...more,
    })
  const door = service(1, 'Door', {})
  const drop = service(2, 'Drop', { collection_address_types: ['locker'], pickup_point_provider: 'own' })
  const at = (kind: RouteEnd['kind'], network: string) => {
    const request = routeFor({})
    return { ...request, collection: { ...request.collection, kind, pickup_point_provider: network } }
  }

  it.each([
    ['locker', 'own', [door, drop], null],
    ['locker', 'own', [door], 'Door does not collect from a locker.'],
    ['counter', 'own', [drop], 'Drop does not collect from a counter.'],
    ['locker', 'bob-box', [drop], 'Drop does not collect from this pickup point.'],
    ['locker', 'own', [{ ...drop, is_active: false }], 'No service levels are available for this route.'],
  ] as const)('%s of %s', (kind, network, services, reason) => {
    expect(unservedReason(services, at(kind, network), 'collection')).toBe(reason)
  })

  it('is one from or to which a service level of its network goes', () => {
    expect(servesPoint(drop, { type: 'locker', pickup_point_provider: 'own' })).toBe(true)
    expect(servesPoint(drop, { type: 'counter', pickup_point_provider: 'own' })).toBe(false)
    expect(servesPoint(drop, { type: 'locker', pickup_point_provider: 'bob-box' })).toBe(false)
    expect(servesPoint(door, { type: 'locker', pickup_point_provider: 'own' })).toBe(false)
  })
})
