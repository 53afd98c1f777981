import { describe, expect, it } from 'vitest'
import { checkPoint, point_columns, readPoint, readPointsFile, type PointColumn } from './point-import.ts'

const locker: Readonly<Record<PointColumn, string>> = {
  code: 'CT01',
  type: 'Locker',
  name: 'Sea Point locker',
  description: 'Beside the pharmacy',
  street_address: '1 Main Road',
  suburb: 'Sea Point',
  city: 'Cape Town',
  postal_code: '8005',
  latitude: '-33.91',
  longitude: '18,39',
  hours: '24/7',
  holiday_hours: '',
  phone: '',
  capacity: '',
  doors: 'small:2; crate=60x40x30x20:1',
}
const read = (change: Partial<Record<PointColumn, string>>) => readPoint({ ...locker, ...change, line: 2 })

describe('file of own points', () => {
  it('is read by its column names in any order and case', () => {
    const file = readPointsFile(
      'Name,CODE,Kind,Address,Trading hours\nSea Point,CT01,locker,1 Main Road,24/7\n',
    )
    expect(file).toMatchObject({
      lines: [{ line: 2, name: 'Sea Point', code: 'CT01', type: 'locker', hours: '24/7', doors: '' }],
    })
  })

  it.each([
    ['code,name\nA,B', 'type and street_address and hours are missing'],
    [`${point_columns.join(',')}\n`, 'The file has no locations below its first line.'],
    [
      `${point_columns.join(',')}\n${'CT01,locker\n'.repeat(201)}`,
      'The file names 201 locations; at most 200 are imported at once.',
    ],
  ])('cannot be read when it is %j', (text, problem) => {
    expect(readPointsFile(text)).toEqual({ problem: expect.stringContaining(problem) })
  })
})

describe('line of a file of own points', () => {
  it('is a point with doors that are named by size', () => {
    const { point, unread } = read({})
    expect(unread).toEqual([])
    expect(point).toMatchObject({
      type: 'locker',
      holiday_hours: 'closed',
      capacity: null,
      address: { lat: -33.91, lng: 18.39, zone: 'WC', type: 'locker' },
      stock: [
        { size: 'small', length: 32, doors: [{ name: 'A1' }, { name: 'A2' }] },
        { size: 'crate', length: 60, width: 40, height: 30, weight: 20, doors: [{ name: 'B1' }] },
      ],
    })
    expect(checkPoint({ point, unread })).toEqual([])
  })

  it('is a counter with a capacity and its holiday hours', () => {
    const counter = { type: 'counter', doors: '', capacity: '80', holiday_hours: '09:00-13:00' }
    expect(read(counter).point).toMatchObject({ capacity: 80, stock: [], holiday_hours: '09:00-13:00' })
    expect(checkPoint(read(counter))).toEqual([])
  })

  it.each<[PointColumn, Partial<Record<PointColumn, string>>, string]>([
    ['code', { code: 'CT 01' }, 'Enter a code of up to 20 letters'],
    ['type', { type: 'kiosk' }, 'Enter locker or counter.'],
    ['name', { name: '' }, 'Enter the name that customers see.'],
    ['name', { name: 'x'.repeat(121) }, 'Enter at most 120 characters.'],
    ['street_address', { street_address: '' }, 'The address needs a street'],
    ['street_address', { suburb: '', city: '' }, 'The address needs a street and a suburb or city.'],
    ['latitude', { latitude: '91' }, '91 is not a latitude'],
    ['longitude', { longitude: 'east' }, 'east is not a longitude'],
    ['longitude', { longitude: '' }, 'Enter both coordinates or neither.'],
    ['latitude', { latitude: '', longitude: '' }, 'This address was not found on the map.'],
    ['hours', { hours: 'ask inside' }, 'Enter the hours'],
    ['holiday_hours', { holiday_hours: 'sometimes' }, 'Choose closed, as usual'],
    ['phone', { phone: '12' }, ''],
    ['capacity', { capacity: 'many' }, 'Enter how many parcels fit'],
    ['doors', { doors: '' }, 'A locker needs at least one door.'],
    ['doors', { doors: 'small' }, 'small is not a size and a number'],
    ['doors', { doors: 'huge:2' }, 'huge is not a size of a network.'],
    ['doors', { doors: 'small:501' }, 'A locker has at most 500 doors.'],
    ['doors', { doors: 'small:1;small:1' }, 'The size small is listed twice.'],
    ['doors', { doors: 'small:0;large:1' }, 'small has no doors.'],
    ['doors', { type: 'counter' }, 'A counter has no doors.'],
  ])('has a problem in the cell %s with %j', (column, change, message) => {
    expect(checkPoint(read(change))).toEqual([{ column, message: expect.stringContaining(message) }])
  })
})
