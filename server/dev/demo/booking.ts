import type { NewShipment } from '@waybill/domain/shipments/model'
import { places } from '../../src/maps/gazetteer/index.ts'
import type { DemoAccount } from './accounts.ts'
import type { DemoPoint } from './lockers.ts'
import { first_names, last_names, streets } from './people.ts'
import type { SeededRandom } from './seeded-random.ts'

const metro = places.filter((place) =>
  ['Johannesburg', 'Pretoria', 'Cape Town', 'Durban', 'Sandton', 'Randburg', 'Centurion', 'Midrand'].includes(
    place.city,
  ),
)
const country = places.filter((place) => !metro.includes(place))

/**
 * Returns the booking with this index. It is delivered to the pickup point when one is given, otherwise to a home
 * address.
 */
export function bookingOf(
  chance: SeededRandom,
  account: DemoAccount,
  index: number,
  point: DemoPoint | null,
): NewShipment {
  const to = chance.next() < 0.8 ? chance.pick(metro) : chance.pick(country)
  const name = `${chance.pick(first_names)} ${chance.pick(last_names)}`
  const parcels = Array.from({ length: chance.next() < 0.7 ? 1 : chance.whole(2, 4) }, () => ({
    parcel_description: account.goods,
    packaging: 'Custom parcel',
    submitted_length_cm: chance.whole(15, 60),
    submitted_width_cm: chance.whole(10, 45),
    submitted_height_cm: chance.whole(5, 35),
    submitted_weight_kg: chance.whole(5, 140) / 10,
  }))
  const local =
    ['GP', 'WC', 'KZN'].includes(account.address.zone) &&
    account.address.zone === to.zone &&
    metro.includes(to)
  const level = local
    ? chance.pick(['ECO', 'LOX', 'ECO'] as const)
    : chance.pick(['ECO', 'OVN', 'ECO'] as const)
  return {
    account_id: account.id,
    collection_address: {
      id: 0,
      type: 'business',
      company: account.name,
      country: 'South Africa',
      entered_address: '',
      ...account.address,
    },
    collection_contact: {
      name: 'Dispatch',
      mobile_number: '011 555 01' + String(10 + (account.id % 80)),
      email: `dispatch@${account.code.toLowerCase()}.example`,
    },
    ...(point
      ? { delivery_pickup_point_id: point.pickup_point_id, delivery_pickup_point_provider: 'own' }
      : { delivery_address: addressIn(chance, to) }),
    delivery_contact: {
      name,
      mobile_number: `08${chance.whole(2, 4)} ${chance.whole(100, 999)} ${chance.whole(1000, 9999)}`,
      email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@mail.example`,
    },
    parcels,
    service_level_code: point ? 'ECO' : level,
    customer_reference: `PO-${chance.whole(10_000, 99_999)}`,
    declared_value: chance.next() < 0.2 ? chance.whole(5, 80) * 10_000 : 0,
    special_instructions_delivery:
      chance.next() < 0.25
        ? chance.pick([
            'Green door next to the bakery. Ring twice.',
            'Security at the gate signs.',
            'Call when you are outside.',
          ])
        : '',
    ...(index % 120 === 7 ? { save_as: 'quote' as const } : {}),
    ...(index % 120 === 67 ? { save_as: 'payment-pending' as const } : {}),
  }
}

function addressIn(
  chance: SeededRandom,
  to: (typeof places)[number],
): NonNullable<NewShipment['delivery_address']> {
  return {
    id: 0,
    type: 'residential',
    company: '',
    street_address: `${chance.whole(1, 220)} ${chance.pick(streets)}`,
    local_area: to.local_area,
    city: to.city,
    code: to.code,
    zone: to.zone,
    country: 'South Africa',
    lat: to.lat + (chance.next() - 0.5) * 0.01,
    lng: to.lng + (chance.next() - 0.5) * 0.01,
    entered_address: '',
  }
}
