import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { NewShipment } from '@waybill/domain/shipments/model'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { describe, expect, it } from 'vitest'
import { address, newProvider, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { enterStatus, lockShipment } from '../../shipments/index.ts'

/** What the page promises, and what a verified receiver finds on it or on the page that changes the delivery. */
const found_as = {
  'choose another day': 'name="day"',
  'extend the time': 'Extend the time',
  'get your PIN again': 'value="pin"',
  'leave instructions': 'name="wish"',
  'name another person': 'name="person_name"',
  'correct the position of the address': 'name="position"',
  'see the proof of delivery': 'class="proof"',
  'rate the delivery': 'href="/rate/',
} as const

const changes_off = {
  self_service_change_date: false,
  self_service_instructions: false,
  self_service_authorised_person: false,
  self_service_correct_pin: false,
  self_service_change_locker: false,
}
const at_counter = { delivery_pickup_point_id: 'K1', delivery_pickup_point_provider: 'own' }
const steps: readonly ShipmentStatus[] = ['out-for-delivery', 'ready-for-pickup', 'delivered']

/** Books a parcel in a status, and returns the public page and everything that its verified receiver can open. */
async function pagesOf(p: TestProvider, status: ShipmentStatus, booked: Partial<NewShipment>) {
  const { id } = await p.given.shipment({ status: 'at-destination-hub', ...booked })
  const last = steps.indexOf(status)
  for (const to of steps.slice(0, last + 1))
    if (to !== 'ready-for-pickup' || booked.delivery_pickup_point_id)
      await p.inTransaction(async (ctx) => enterStatus(ctx, await lockShipment(ctx, id), { to }))
  await p.settle()
  const { shipment } = await (await p.staff()).send(shipmentsApi.detail, { id })
  const ref = shipment.short_tracking_reference
  const get = async (path: string) => String((await p.guest().http('GET', path)).body)
  const form = Buffer.from(new URLSearchParams({ ref, digits: '4567' }).toString())
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const { headers } = await p.guest().http('POST', '/track', form, type)
  const view = await get(String(headers.location))
  const [, path] = /href="(\/reschedule\/[^"]+)"/.exec(view) ?? []
  const changes = path === undefined ? '' : await get(path.replaceAll('&amp;', '&'))
  return { open: await get(`/track?ref=${ref}`), view, changes }
}

describe('what the tracking page offers for the digits of a number', () => {
  it.each<[string, ShipmentStatus, Record<string, boolean>, Partial<NewShipment>, string]>([
    [
      'at the hub',
      'at-destination-hub',
      {},
      {},
      'choose another day, leave instructions, name another person and correct the position of the address',
    ],
    [
      'with a driver',
      'out-for-delivery',
      {},
      {},
      'get your PIN again, name another person and correct the position of the address',
    ],
    ['with a driver, changes off', 'out-for-delivery', changes_off, {}, 'get your PIN again'],
    [
      'with a driver, changes off, delivered against a document',
      'out-for-delivery',
      changes_off,
      { pod_method: 'grv' },
      'see the names of sender and receiver',
    ],
    ['at the hub, to a counter', 'at-destination-hub', {}, at_counter, 'leave instructions'],
    ['at a counter', 'ready-for-pickup', {}, at_counter, 'extend the time'],
    ['delivered', 'delivered', {}, {}, 'see the proof of delivery and rate the delivery'],
    [
      'delivered, ratings off',
      'delivered',
      { shipment_ratings_enabled: false },
      {},
      'see the proof of delivery',
    ],
  ])('[TRACK-005] is what the receiver then finds: %s', async (_, status, settings, booked, offer) => {
    const p = await newProvider({ locker_pickup_expiry_hours: 36, locker_extension_hours: 24, ...settings })
    const staff = await p.staff()
    await staff.send(pickupPointsApi.create, {
      pickup_point_id: 'K1',
      type: 'counter',
      name: 'Sea Point counter',
      trading_hours: '24/7',
      address: { ...address('1 Main Road', 'Sea Point', 'Cape Town', '8005', 'WC'), lat: -33.91, lng: 18.39 },
    })
    const { open, view, changes } = await pagesOf(p, status, booked)
    const [, promised = ''] = /So that you can ([^.<]+)\./.exec(open) ?? []
    expect(promised).toBe(offer)
    const found = Object.entries(found_as).filter(([, mark]) => `${view}${changes}`.includes(mark))
    const offered = Object.keys(found_as).filter((one) => promised.includes(one))
    expect(found.map(([one]) => one)).toEqual(offered)
  })
})
