import { hubApi } from '@waybill/domain/hub/api'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { point_columns, type PointColumn } from '@waybill/domain/pickup-points/point-import'
import { beforeEach, describe, expect, it } from 'vitest'
import { address, errorOf, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

let p: TestProvider
let staff: Caller
beforeEach(async () => {
  p = await newProvider()
  p.runtime.setNow(null)
  staff = await p.staff()
})

const photo = (providerId: number) => `/assets/${providerId}/8a0f2f5e-1111-4222-8333-0123456789ab.png`
const counter = {
  pickup_point_id: 'CT02',
  type: 'counter' as const,
  name: 'Sea Point counter',
  description: 'Inside the pharmacy',
  address: { ...address('1 Main Road', 'Sea Point', 'Cape Town', '8005', 'WC'), lat: -33.91, lng: 18.39 },
  trading_hours: 'Mon-Sun 08:00-17:00',
  holiday_hours: '09:00-13:00',
  capacity: 80,
}
const listed = async (id: string) =>
  (await p.guest().send(pickupPointsApi.list, { pickup_point_id: id })).pickup_points[0]

describe('own points', () => {
  it('say on public holidays which hours hold today, and nothing on other days', async () => {
    await staff.send(pickupPointsApi.create, counter)
    p.runtime.setNow(new Date('2026-12-25T10:00:00+02:00'))
    expect(await listed('CT02')).toMatchObject({ holiday_hours_today: '09:00-13:00' })
    p.runtime.setNow(new Date('2026-12-28T10:00:00+02:00'))
    expect((await listed('CT02'))?.holiday_hours_today).toBeUndefined()
    p.runtime.setNow(null)
  })

  it('show photos that this company uploaded, and take no others', async () => {
    const own = photo(p.provider_id)
    await staff.send(pickupPointsApi.create, { ...counter, photos: [own] })
    const point = await listed('CT02')
    expect(point?.photo_urls).toEqual([expect.stringMatching(/^https?:.+/)])
    expect(point?.photo_urls?.[0]?.endsWith(own)).toBe(true)
    expect(point?.image_url).toBe(point?.photo_urls?.[0])
    const foreign = { ...counter, pickup_point_id: 'CT03', photos: [photo(p.provider_id + 1)] }
    expect(await errorOf(staff.send(pickupPointsApi.create, foreign))).toEqual({
      status: 400,
      message: 'Upload the photos here: pictures of other companies are not shown.',
    })
  })

  it('keep a door with a parcel when the doors are changed', async () => {
    const group = { size: 'small', length: 40, width: 30, height: 15, weight: 5 }
    const door = (name: string) => ({ name, is_out_of_order: false })
    const { capacity: _, ...place } = counter
    const locker = await staff.send(pickupPointsApi.create, {
      ...place,
      type: 'locker',
      stock: [{ ...group, doors: [door('A1'), door('A2')] }],
    })
    const { id } = await p.given.shipment({
      status: 'at-destination-hub',
      delivery_pickup_point_id: 'CT02',
      delivery_pickup_point_provider: 'own',
      parcels: [
        {
          submitted_length_cm: 30,
          submitted_width_cm: 20,
          submitted_height_cm: 10,
          submitted_weight_kg: 3,
        },
      ],
    })
    await staff.send(hubApi.addEvent, {
      shipment_id: id,
      status: 'out-for-delivery',
      message: 'Moved by hand',
    })
    await p.settle()
    const change = (...names: string[]) =>
      staff.send(pickupPointsApi.change, {
        id: locker.id,
        version: locker.version,
        stock: [{ ...group, doors: names.map(door) }],
      })
    expect((await errorOf(change('A2'))).message).toBe(
      'Door A1 is in use. Mark it out of order, and remove it once empty.',
    )
    const { stock } = await change('A1')
    expect(stock).toMatchObject([{ doors: [{ name: 'A1', is_held: true }] }])
  })

  it('are found by state, and by words of their name and address', async () => {
    const codes = async (filter: object) =>
      (await staff.send(pickupPointsApi.managed, filter)).points.map((one) => one.pickup_point_id).toSorted()
    const make = (code: string, change: object) =>
      staff.send(pickupPointsApi.create, { ...counter, pickup_point_id: code, ...change })
    await make('WORKS', {})
    await make('BROKEN', { out_of_order_reason: 'Flooded' })
    await make('HIDDEN', { is_hidden: true })
    const { id } = await make('GONE', { name: 'Old shop' })
    await staff.send(pickupPointsApi.close, { id })
    expect(await codes({})).toEqual(['BROKEN', 'HIDDEN', 'WORKS'])
    expect(await codes({ state: 'working' })).toEqual(['WORKS'])
    expect(await codes({ state: 'offline' })).toEqual(['BROKEN'])
    expect(await codes({ state: 'hidden' })).toEqual(['HIDDEN'])
    expect(await codes({ state: 'closed' })).toEqual(['GONE'])
    expect(await codes({ id })).toEqual(['GONE'])
    expect(await codes({ search: 'sea point', state: 'working' })).toEqual(['WORKS'])
    expect(await codes({ search: 'Durban' })).toEqual([])
  })
})

describe('file of own points', () => {
  const locker: Readonly<Record<PointColumn, string>> = {
    code: 'CT01',
    type: 'locker',
    name: 'Sea Point locker',
    description: 'Beside the pharmacy',
    street_address: '1 Main Road',
    suburb: 'Sea Point',
    city: 'Cape Town',
    postal_code: '8005',
    latitude: '-33.91',
    longitude: '18.39',
    hours: '24/7',
    holiday_hours: 'usual',
    phone: '',
    capacity: '',
    doors: 'small:4;large:2',
  }
  const text = (...lines: readonly Partial<Record<PointColumn, string>>[]) =>
    [
      point_columns.join(','),
      ...lines.map((change) =>
        point_columns.map((column) => `"${{ ...locker, ...change }[column]}"`).join(','),
      ),
    ].join('\n')
  const sent = (file: string, isDryRun = false) =>
    staff.send(pickupPointsApi.importFile, { text: file, dry_run: isDryRun })

  it('is checked without a change, and then creates a point with its doors for each line', async () => {
    const file = text({}, { code: 'CT02', type: 'counter', doors: '', capacity: '80' })
    expect(await sent(file, true)).toEqual({
      imported: 0,
      lines: [
        { line: 2, code: 'CT01', name: 'Sea Point locker', doors: '4 small, 2 large', problems: [] },
        { line: 3, code: 'CT02', name: 'Sea Point locker', doors: '80 parcels', problems: [] },
      ],
    })
    expect((await staff.send(pickupPointsApi.managed, {})).count).toBe(0)
    expect((await sent(file)).imported).toBe(2)
    const { points } = await staff.send(pickupPointsApi.managed, { search: 'CT01' })
    expect(points).toMatchObject([
      {
        pickup_point_provider: 'own',
        stock: [
          { size: 'small', doors: [{ name: 'A1' }, { name: 'A2' }, { name: 'A3' }, { name: 'A4' }] },
          { size: 'large', doors: [{ name: 'B1' }, { name: 'B2' }] },
        ],
      },
    ])
  })

  it('gets the coordinates of an address without them from the map', async () => {
    await sent(text({ latitude: '', longitude: '' }))
    const point = await listed('CT01')
    expect(point?.lat).toBeCloseTo(-33.9, 0)
    expect(point?.lng).toBeCloseTo(18.4, 0)
  })

  it.each<[string, readonly Partial<Record<PointColumn, string>>[], string]>([
    ['a cell is wrong', [{ hours: 'ask inside' }], 'hours: Enter the hours'],
    ['its type is unknown', [{ type: 'kiosk' }], 'type: Enter locker or counter.'],
    ['its doors are not readable', [{ doors: 'four small' }], 'doors: four small is not a size and a number'],
    ['its latitude is no number', [{ latitude: 'south' }], 'latitude: south is not a latitude'],
    ['its address is unknown', [{ street_address: '' }], 'street_address: The address needs a street'],
    ['two lines have one code', [{}, { code: 'ct01' }], 'code: Line 3 has the same code.'],
  ])('creates nothing when %s', async (_, lines, problem) => {
    const file = text({ code: 'GOOD' }, ...lines)
    const checked = await sent(file, true)
    expect(checked.lines.flatMap(({ problems }) => problems)).toContainEqual(expect.stringContaining(problem))
    const refused = await errorOf(sent(file))
    expect(refused).toEqual({
      status: 400,
      message: 'Nothing was imported: one line is wrong. Correct the file and try again.',
    })
    expect((await staff.send(pickupPointsApi.managed, {})).count).toBe(0)
  })

  it('creates nothing when a code exists already', async () => {
    await sent(text({}))
    const { lines } = await sent(text({ code: 'ct01' }), true)
    expect(lines[0]?.problems).toEqual(['code: A location ct01 already exists.'])
  })

  it.each([
    ['', 'The file is empty'],
    ['code,name\nA,B', 'The first line must name the columns'],
  ])('is rejected when its text is %j', async (content, message) => {
    const rejected = await errorOf(sent(content, true))
    expect(rejected.status).toBe(400)
    expect(rejected.message).toContain(message)
  })

  it('is not taken from customers', async () => {
    const customer = await p.owner()
    expect((await errorOf(customer.send(pickupPointsApi.importFile, { text: text({}) }))).status).toBe(403)
  })
})
