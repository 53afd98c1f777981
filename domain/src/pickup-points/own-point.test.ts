import { describe, expect, it } from 'vitest'
import { empty_address } from '../accounts/address.ts'
import { checkOwnPoint, mayClosePoint, mayRemoveDoors, type OwnPointDetails } from './own-point.ts'

const door = (name: string) => ({ name, is_out_of_order: false })
const small = { size: 'small', length: 40, width: 30, height: 10, weight: 5, doors: [door('A1'), door('A2')] }
const locker: OwnPointDetails = {
  pickup_point_id: 'CT01',
  type: 'locker',
  name: 'Sea Point locker',
  description: '',
  address: {
    ...empty_address,
    street_address: '1 Main Road',
    local_area: 'Sea Point',
    city: 'Cape Town',
    lat: -33.91,
    lng: 18.39,
  },
  phone: '',
  trading_hours: '24/7',
  holiday_hours: 'usual',
  capacity: null,
  stock: [small],
  is_hidden: false,
  out_of_order_reason: '',
  photos: [],
}
const photo = '/assets/1/8a0f2f5e-1111-4222-8333-0123456789ab.png'
const counter: OwnPointDetails = {
  ...locker,
  type: 'counter',
  trading_hours: 'Mon-Fri 08:00-17:00',
  holiday_hours: 'closed',
  capacity: 80,
  stock: [],
}

describe('own pickup point', () => {
  it('may be a locker with doors or a counter with a capacity', () => {
    expect(checkOwnPoint(locker)).toEqual([])
    expect(checkOwnPoint(counter)).toEqual([])
    expect(checkOwnPoint({ ...counter, capacity: null })).toEqual([])
  })

  it.each<[string, Partial<OwnPointDetails>, string]>([
    ['pickup_point_id', { pickup_point_id: 'CT 01' }, 'Enter a code of up to 20 letters'],
    ['name', { name: ' ' }, 'Enter the name that customers see.'],
    ['address', { address: { ...locker.address, street_address: '' } }, 'The address needs a street'],
    ['address', { address: { ...locker.address, lat: null, lng: null } }, 'Set the pin on the map'],
    ['phone', { phone: '123' }, ''],
    ['trading_hours', { trading_hours: 'ask inside' }, 'Enter the hours'],
    ['trading_hours', { trading_hours: 'Mon 08:00-12:00, Mon 11:00-13:00' }, 'The hours overlap on Monday.'],
    ['holiday_hours', { holiday_hours: 'sometimes' }, 'Choose closed, as usual'],
    ['capacity', { capacity: 0 }, 'Enter how many parcels fit'],
    ['stock', { stock: [] }, 'A locker needs at least one door.'],
    ['stock', { stock: [small, { ...small, doors: [door('B1')] }] }, 'The size small is listed twice.'],
    ['stock', { stock: [{ ...small, doors: [door('A1'), door('a1')] }] }, 'The door a1 is listed twice.'],
    ['stock', { stock: [{ ...small, height: 0 }] }, 'Enter the inside measures'],
    ['stock', { stock: [{ ...small, doors: [] }] }, 'A locker needs at least one door.'],
    ['photos', { photos: Array.from({ length: 7 }, () => photo) }, 'At most 6 photos.'],
    ['photos', { photos: [photo, 'https://example.com/a.png'] }, 'Upload the photos here'],
  ])('has a problem in %s when it is %j', (field, change, message) => {
    expect(checkOwnPoint({ ...locker, ...change })).toEqual([
      { field, message: expect.stringContaining(message) },
    ])
  })

  it('has no doors when it is a counter', () => {
    expect(checkOwnPoint({ ...counter, stock: [small] })).toEqual([
      { field: 'stock', message: 'A counter has no doors.' },
    ])
  })

  it('keeps doors in use, and stays open while parcels are there', () => {
    expect(mayRemoveDoors([])).toBe(true)
    expect(mayRemoveDoors(['A1', 'A2'])).toMatchObject({
      kind: 'wrong_state',
      message: expect.stringContaining('Doors A1, A2 are in use.'),
    })
    expect(mayClosePoint('Sea Point locker', 0)).toBe(true)
    expect(mayClosePoint('Sea Point locker', 3)).toMatchObject({
      message: expect.stringContaining('still has 3 parcels'),
    })
  })
})
