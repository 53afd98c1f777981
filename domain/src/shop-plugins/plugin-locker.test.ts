import { describe, expect, it } from 'vitest'
import { empty_address } from '../accounts/address.ts'
import { standard_compartments } from '../pickup-points/fit.ts'
import type { PickupPoint } from '../pickup-points/model.ts'
import { pluginLocker } from './plugin-locker.ts'

const day = new Date('2026-03-11T08:00:00Z')
const locker: PickupPoint = {
  pickup_point_id: 'CG54',
  pickup_point_provider: 'tcg-locker',
  name: 'Rivonia locker',
  type: 'locker',
  description: '',
  address: {
    ...empty_address,
    city: 'Sandton',
    code: '2191',
    zone: 'GP',
    entered_address: '375 Rivonia Road, Sandton, 2191',
    hash: '',
    gs_hash: null,
    geo_local_area: null,
    geo_city: null,
    time_created: day,
    time_modified: day,
  },
  lat: -26.05,
  lng: 28.059084,
  distance_km: null,
  trading_hours: 'Mon-Tue 08:00-17:00, Sat 08:00-13:00',
  status: 'online',
  is_hidden: false,
  compartments: [],
}

describe('a locker for shop plug-ins', () => {
  it('has its coordinates as text, its address on one line and its hours by day', () => {
    expect(pluginLocker(locker)).toEqual({
      code: 'CG54',
      name: 'Rivonia locker',
      latitude: '-26.050000',
      longitude: '28.059084',
      openinghours: [
        { day: 'Monday', open_time: '08:00:00', close_time: '17:00:00' },
        { day: 'Tuesday', open_time: '08:00:00', close_time: '17:00:00' },
        { day: 'Saturday', open_time: '08:00:00', close_time: '13:00:00' },
      ],
      address: '375 Rivonia Road, Sandton, 2191',
      type: { id: 2, name: 'Locker' },
      place: { placeNumber: '', town: 'Sandton', postalCode: '2191' },
      lstTypesBoxes: [],
    })
  })

  it('closes within the day when it is always open', () => {
    const { openinghours } = pluginLocker({ ...locker, trading_hours: '24/7' })
    expect(openinghours).toHaveLength(7)
    expect(openinghours[6]).toEqual({ day: 'Sunday', open_time: '00:00:00', close_time: '23:59:59' })
  })

  it('lists each size once, free or not, with the ids that plug-ins know or else a separate one', () => {
    const [small, medium] = standard_compartments['tcg-locker']
    if (!small || !medium) throw new Error('the network has sizes')
    const boxes = pluginLocker({
      ...locker,
      compartments: [
        { ...small, available: false },
        { ...small, available: true },
        { ...medium, name: 'Shoe box', available: true },
      ],
    }).lstTypesBoxes
    expect(boxes).toEqual([
      { id: 6, name: 'V4-XS', type: '10', width: 60, height: 8, length: 17, weight: 2 },
      { id: 102, name: 'Shoe box', type: 'Shoe box', width: 60, height: 8, length: 41, weight: 5 },
    ])
  })
})
