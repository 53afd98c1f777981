import { empty_address } from '@waybill/domain/accounts/address'
import { asSystem } from '../../src/main/install.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import { doorPrefix, sizesOfTemplate, withNewDoors } from '@waybill/domain/pickup-points/stock'
import type { DoorGroup } from '@waybill/domain/pickup-points/own-point'
import { insertOwnPoint } from '../../src/pickup-points/index.ts'
import { suburb } from './suburb.ts'

/** A locker or counter of the company. */
export interface DemoPoint {
  pickup_point_id: string
  type: 'locker' | 'counter'
}

/** What differs between the points of the company. */
interface PointFacts {
  code: string
  name: string
  street: string
  suburb: string
  city: string
  /** The doors of a locker; none of a counter. */
  stock: DoorGroup[]
  trading_hours: string
  capacity: number | null
}

const counter_hours = 'Mon-Fri 08:00-17:00, Sat 08:00-13:00'

/** Points to which shipments are sent: code, name, street, suburb, city. Codes of counters start with K. */
const demo_points: readonly (readonly [
  code: string,
  name: string,
  street: string,
  suburb: string,
  city: string,
])[] = [
  ['CG1042', 'Rosebank Mall locker', '50 Bath Avenue', 'Rosebank', 'Johannesburg'],
  ['CG1051', 'Sandton Central locker', '83 Rivonia Road', 'Sandton', 'Johannesburg'],
  ['CG1063', 'Eastgate locker', '43 Bradford Road', 'Bedfordview', 'Germiston'],
  ['CG1077', 'Menlyn locker', '15 Atterbury Road', 'Menlyn', 'Pretoria'],
  ['CG1080', 'Centurion Gate locker', '124 Akkerboom Street', 'Centurion', 'Centurion'],
  ['CG2010', 'Tyger Valley locker', '9 Bill Bezuidenhout Avenue', 'Bellville', 'Cape Town'],
  ['CG2016', 'Claremont locker', '33 Vineyard Road', 'Claremont', 'Cape Town'],
  ['CG2024', 'Stellenbosch Square locker', '1 Webersvallei Road', 'Stellenbosch', 'Stellenbosch'],
  ['CG3007', 'Pinetown locker', '18 Kings Road', 'Pinetown', 'Pinetown'],
  ['CG4002', 'Walmer Park locker', '16 Main Road', 'Walmer', 'Gqeberha'],
  ['CG5003', 'Bloemfontein Central locker', '7 Charlotte Maxeke Street', 'Bloemfontein', 'Bloemfontein'],
  ['K1005', 'Braamfontein counter', '21 De Korte Street', 'Braamfontein', 'Johannesburg'],
  ['K2002', 'Sea Point counter', '88 Main Road', 'Sea Point', 'Cape Town'],
  ['K3001', 'Gateway counter', '5 Palm Boulevard', 'Umhlanga', 'Durban'],
]

/** The inside of their doors. */
const demo_sizes = [
  { size: 'S', length: 60, width: 41, height: 8, weight: 5 },
  { size: 'M', length: 60, width: 41, height: 19, weight: 10 },
]

/** Creates the lockers and counters to which shipments are sent, with more doors than parcels wait at one of them. */
export async function makeLockers(runtime: Runtime, providerId: number): Promise<DemoPoint[]> {
  const points = demo_points.map(([code, name, street, suburbName, city]) => {
    const isCounter = code.startsWith('K')
    return {
      code,
      name,
      street,
      suburb: suburbName,
      city,
      stock: isCounter ? [] : stockOf(demo_sizes, [16, 24]),
      trading_hours: isCounter ? counter_hours : 'Mon-Sun 07:00-21:00',
      capacity: null,
    }
  })
  await insertPoints(runtime, providerId, points)
  return points.map(({ code, stock }) => ({
    pickup_point_id: code,
    type: stock.length === 0 ? 'counter' : 'locker',
  }))
}

/** Creates points of the own network in other sizes and with a capacity; nothing was sent there yet. */
export async function makeOwnPoints(runtime: Runtime, providerId: number): Promise<void> {
  const sizes = sizesOfTemplate('bob-box')
  const inCapeTown = { city: 'Cape Town', trading_hours: '24/7', capacity: null }
  await insertPoints(runtime, providerId, [
    {
      ...inCapeTown,
      code: 'FYN01',
      name: 'Woodstock depot locker',
      street: '66 Albert Road',
      suburb: 'Woodstock',
      stock: stockOf(sizes, [6, 4, 2]),
    },
    {
      ...inCapeTown,
      code: 'FYN02',
      name: 'Observatory locker',
      street: '12 Station Road',
      suburb: 'Observatory',
      stock: stockOf(sizes, [8, 4, 2]),
    },
    {
      ...inCapeTown,
      code: 'FYN03',
      name: 'Gardens counter',
      street: '4 Mill Street',
      suburb: 'Gardens',
      stock: [],
      trading_hours: counter_hours,
      capacity: 60,
    },
  ])
}

async function insertPoints(
  runtime: Runtime,
  providerId: number,
  points: readonly PointFacts[],
): Promise<void> {
  await asSystem(runtime, providerId, async (ctx) => {
    for (const { code, street, suburb: suburbName, city, ...point } of points) {
      const place = suburb(suburbName, city)
      const isLocker = point.stock.length > 0
      const type = isLocker ? 'locker' : 'counter'
      await insertOwnPoint(ctx, {
        ...point,
        pickup_point_id: code,
        type,
        description: isLocker ? 'Beside the entrance, lit at night' : 'Ask at the counter inside',
        address: {
          ...empty_address,
          type,
          street_address: street,
          local_area: place.local_area,
          city: place.city,
          code: place.code,
          zone: place.zone,
          lat: place.lat,
          lng: place.lng,
        },
        phone: '+27 21 555 0180',
        holiday_hours: isLocker ? 'usual' : 'closed',
        is_hidden: false,
        out_of_order_reason: '',
        photos: [],
      })
    }
  })
}

/** Returns doors in some sizes, so many of each. */
function stockOf(sizes: readonly Omit<DoorGroup, 'doors'>[], counts: readonly number[]): DoorGroup[] {
  return counts.reduce<DoorGroup[]>(
    (stock, count, at) => withNewDoors(stock, at, { prefix: doorPrefix(at), count }),
    sizes.slice(0, counts.length).map((size) => ({ ...size, doors: [] })),
  )
}
