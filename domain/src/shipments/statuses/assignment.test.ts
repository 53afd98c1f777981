import { expect, it } from 'vitest'
import { mayChangeHands, staysWithDriver } from './assignment.ts'
import { shipment_statuses, type ShipmentStatus } from './status.ts'

const rejections = (leg: 'collection' | 'delivery', isAssigned: boolean): Map<ShipmentStatus, string> =>
  new Map(
    shipment_statuses.flatMap((status): [ShipmentStatus, string][] => {
      const verdict = mayChangeHands(leg, [status], isAssigned, 'K7M2QX')
      return verdict === true ? [] : [[status, verdict.message]]
    }),
  )
const is_out = 'K7M2QX is with its driver. Scan it back in first, or give it to another driver.'
const has_failed = 'K7M2QX could not be delivered and is with the driver who tried. Scan it back in first.'

it('lets a delivery pass to nobody only while no driver has the parcel', () => {
  expect(Object.fromEntries(rejections('delivery', false))).toEqual({
    'bob-box-reservation-failed': is_out,
    'out-for-delivery': is_out,
    'delivery-exception': has_failed,
    'delivery-failed-attempt': has_failed,
    'collected-from-locker': is_out,
    'collected-from-counter': is_out,
  })
})

it('lets a delivery pass to another driver unless it has failed', () => {
  expect(Object.fromEntries(rejections('delivery', true))).toEqual({
    'delivery-exception': has_failed,
    'delivery-failed-attempt': has_failed,
  })
})

it('lets a collection always change hands', () => {
  expect([...rejections('collection', true), ...rejections('collection', false)]).toEqual([])
})

it('decides by every parcel, because a driver may have loaded only some of them', () => {
  const partly: ShipmentStatus[] = ['delivery-assigned', 'out-for-delivery']
  expect(mayChangeHands('delivery', partly, false, 'K7M2QX')).toMatchObject({ message: is_out })
  expect(mayChangeHands('delivery', partly, true, 'K7M2QX')).toBe(true)
  const tried: ShipmentStatus[] = ['delivery-assigned', 'delivery-failed-attempt']
  expect(mayChangeHands('delivery', tried, true, 'K7M2QX')).toMatchObject({ message: has_failed })
})

it('leaves a delivery with its driver when its address changes while the driver has one of the parcels', () => {
  expect(staysWithDriver(['at-destination-hub', 'out-for-delivery'])).toBe(true)
  expect(staysWithDriver(['collect-and-return-to-hub'])).toBe(true)
  expect(staysWithDriver(['at-destination-hub', 'delivery-assigned', 'cancelled'])).toBe(false)
})
