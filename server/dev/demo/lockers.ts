import { empty_address } from '@waybill/domain/accounts/address'
import { saveAddresses } from '../../src/accounts/index.ts'
import { asSystem } from '../../src/main/install.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import { doorPrefix, sizesOfTemplate, withNewDoors } from '@waybill/domain/pickup-points/stock'
import type { DoorGroup } from '@waybill/domain/pickup-points/own-point'
import { insertOwnPoint, insertPoint } from '../../src/pickup-points/index.ts'
import { suburb } from './suburb.ts'

/** A locker or counter of the company. */
export interface DemoPoint {
  pickup_point_id: string
  type: 'locker' | 'counter'
}

/** Pickup points: id, name, suburb, city. Ids of counters start with K. */
const demo_lockers: readonly (readonly [id: string, name: string, suburb: string, city: string])[] = [
  ['CG1042', 'Rosebank Mall locker', 'Rosebank', 'Johannesburg'],
  ['CG1051', 'Sandton Central locker', 'Sandton', 'Johannesburg'],
  ['CG1063', 'Eastgate locker', 'Bedfordview', 'Germiston'],
  ['CG1077', 'Menlyn locker', 'Menlyn', 'Pretoria'],
  ['CG1080', 'Centurion Gate locker', 'Centurion', 'Centurion'],
  ['CG2010', 'Tyger Valley locker', 'Bellville', 'Cape Town'],
  ['CG2016', 'Claremont locker', 'Claremont', 'Cape Town'],
  ['CG2024', 'Stellenbosch Square locker', 'Stellenbosch', 'Stellenbosch'],
  ['CG3007', 'Pinetown locker', 'Pinetown', 'Pinetown'],
  ['CG4002', 'Walmer Park locker', 'Walmer', 'Gqeberha'],
  ['CG5003', 'Bloemfontein Central locker', 'Bloemfontein', 'Bloemfontein'],
  ['K1005', 'Braamfontein counter', 'Braamfontein', 'Johannesburg'],
  ['K2002', 'Sea Point counter', 'Sea Point', 'Cape Town'],
  ['K3001', 'Gateway counter', 'Umhlanga', 'Durban'],
]

/** Creates the lockers and counters. */
export async function makeLockers(runtime: Runtime, providerId: number): Promise<DemoPoint[]> {
  const lockers = demo_lockers.map(([pickupPointId, name, localArea, city]) => ({
    pickup_point_id: pickupPointId,
    name,
    local_area: localArea,
    city,
    type: pickupPointId.startsWith('K') ? ('counter' as const) : ('locker' as const),
  }))
  await asSystem(runtime, providerId, async (ctx) => {
    for (const { local_area, city, ...point } of lockers) {
      const place = suburb(local_area, city)
      const [addressId = 0] = await saveAddresses(ctx, [
        {
          id: 0,
          type: point.type,
          company: point.name,
          street_address: '',
          local_area: place.local_area,
          city: place.city,
          code: place.code,
          zone: place.zone,
          country: 'South Africa',
          lat: place.lat,
          lng: place.lng,
          entered_address: '',
        },
      ])
      await insertPoint(ctx, {
        ...point,
        pickup_point_provider: 'own',
        address_id: addressId,
        lat: place.lat,
        lng: place.lng,
        trading_hours:
          point.type === 'counter' ? 'Mon-Fri 08:00-17:00, Sat 08:00-13:00' : 'Mon-Sun 07:00-21:00',
        compartments:
          point.type === 'counter'
            ? []
            : [
                { name: 'S', length: 60, width: 41, height: 8, weight: 5, available: true },
                { name: 'M', length: 60, width: 41, height: 19, weight: 10, available: true },
              ],
      })
    }
  })
  return lockers
}

/** Own points that staff manage: code, name, street, suburb, and the doors of each size of a locker. */
const demo_own_points = [
  {
    code: 'FYN01',
    name: 'Woodstock depot locker',
    street: '66 Albert Road',
    suburb: 'Woodstock',
    doors: [6, 4, 2],
  },
  {
    code: 'FYN02',
    name: 'Observatory locker',
    street: '12 Station Road',
    suburb: 'Observatory',
    doors: [8, 4, 2],
  },
  { code: 'FYN03', name: 'Gardens counter', street: '4 Mill Street', suburb: 'Gardens', doors: [] },
] as const

/** Creates points of the own network with doors and a capacity; nothing was sent there yet. */
export async function makeOwnPoints(runtime: Runtime, providerId: number): Promise<void> {
  await asSystem(runtime, providerId, async (ctx) => {
    for (const { code, name, street, suburb: localArea, doors } of demo_own_points) {
      const { local_area, city, code: postalCode, zone, lat, lng } = suburb(localArea, 'Cape Town')
      const isLocker = doors.length > 0
      const type = isLocker ? 'locker' : 'counter'
      await insertOwnPoint(ctx, {
        pickup_point_id: code,
        type,
        name,
        description: isLocker ? 'Beside the entrance, lit at night' : 'Ask at the counter inside',
        address: {
          ...empty_address,
          type,
          street_address: street,
          local_area,
          city,
          code: postalCode,
          zone,
          lat,
          lng,
        },
        phone: '+27 21 555 0180',
        trading_hours: isLocker ? '24/7' : 'Mon-Fri 08:00-17:00, Sat 08:00-13:00',
        holiday_hours: isLocker ? 'usual' : 'closed',
        capacity: isLocker ? null : 60,
        stock: stockOf(doors),
        is_hidden: false,
        out_of_order_reason: '',
        photos: [],
      })
    }
  })
}

/** Returns doors in the sizes of Bob Box: small, medium and large. */
function stockOf(counts: readonly number[]): DoorGroup[] {
  const sizes = sizesOfTemplate('bob-box').slice(0, counts.length)
  return counts.reduce<DoorGroup[]>(
    (stock, count, at) => withNewDoors(stock, at, { prefix: doorPrefix(at), count }),
    sizes.map((size) => ({ ...size, doors: [] })),
  )
}
