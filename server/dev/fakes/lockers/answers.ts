import { json } from '../../catchers/catcher-page.ts'
import type { RawAnswer } from '../../../src/kit/handler.ts'
import { fake_sizes, type FakeBooking, type FakeNetwork } from './network.ts'

/** A call to a fake network: the path after its name. */
export interface FakeCall {
  method: string
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | undefined>>
  body: Readonly<Record<string, unknown>>
}

type Front = (network: FakeNetwork, call: FakeCall) => RawAnswer

const failed = (status: number, message: string): RawAnswer => ({ ...json({ message }), status })
const unknown = failed(404, 'Not found')
const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const tcgShipment = ({ id, number, courier_code, size, reference, state }: FakeBooking) => ({
  id,
  custom_tracking_reference: number,
  pincode: courier_code,
  service_level_code: `L2L${size.slice(3)} - ECO`,
  customer_reference: reference,
  status: state === 'booked' ? 'collection-assigned' : state,
})

const answerTcg: Front = (network, { method, path, query, headers, body }) => {
  if (!/^Bearer .+/.test(headers.authorization ?? '')) return failed(401, 'Unauthenticated.')
  if (method === 'GET' && path === '/lockers-data')
    return json(
      network.listed().map((one) => ({
        code: one.id,
        name: one.name,
        latitude: String(one.lat),
        longitude: String(one.lng),
        address: `${one.street}, ${one.suburb}, ${one.city}, ${one.code}, South Africa`,
        type: { id: 2, name: Object.keys(one.doors).length > 0 ? 'Locker' : 'Kiosk' },
        place: { town: one.city, postalCode: one.code },
        openinghours: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
          (day) => ({
            day,
            open_time: '08:00:00',
            close_time: day.startsWith('S') ? '13:00:00' : '17:00:00',
          }),
        ),
        lstTypesBoxes: Object.entries(fake_sizes[network.name]).map(
          ([name, [length, width, height, weight]], at) => ({
            id: at + 1,
            name,
            type: String(10 + at),
            width,
            height,
            length,
            weight,
          }),
        ),
      })),
    )
  if (method === 'GET' && path === '/shipments')
    return json(
      network.bookings
        .filter(({ reference }) => reference === query.get('customer_reference'))
        .map((one) => tcgShipment(one)),
    )
  if (method === 'POST' && path === '/shipments') {
    const size = /^L2L(\w+) - ECO$/.exec(text(body.service_level_code))?.[1] ?? ''
    const { terminal_id = '' } = body.delivery_address as { terminal_id?: string }
    const { terminal_id: handedInAt = '' } = body.collection_address as { terminal_id?: string }
    const booking = network.book({
      reference: text(body.customer_reference),
      terminal_id,
      handed_in_at: handedInAt,
      size: `V4-${size}`,
    })
    if (booking === 'unknown') return failed(422, 'This locker is closed')
    return booking === 'full' ? failed(422, 'no available compartments') : json(tcgShipment(booking))
  }
  const booking = network.find(/^\/shipments\/(\d+)$/.exec(path)?.[1] ?? '')
  if (method !== 'PUT' || !booking) return unknown
  if (body.status === 'cancelled') network.cancel(booking)
  return json(tcgShipment(booking))
}

const bobShipment = ({ number, courier_code, size, reference, state }: FakeBooking) => ({
  tracking_reference: number,
  submission_status: state === 'cancelled' ? 'cancelled' : 'success',
  failed_reason: '',
  service_level_code: `BOXM-${size.charAt(0).toUpperCase()}`,
  customer_reference: reference,
  courier_pin: courier_code,
})

const answerBob: Front = (network, { method, path, query, headers, body }) => {
  if (!/^Bearer .+/.test(headers.authorization ?? '')) return failed(401, 'Unauthorized')
  if (method === 'GET' && path === '/locations') {
    const locations = network.listed().map((one) => ({
      id: Number(one.id),
      name: one.name,
      human_name: `Bob Box ${one.name}`,
      lat: one.lat,
      lng: one.lng,
      full_address: `${one.street}, ${one.suburb}, ${one.city}, ${one.code}`,
      trading_hours: 'Mon-Sun 06:00-22:00',
      active: true,
      compartment_errors: [],
    }))
    return json({ locations, count: locations.length })
  }
  if (method === 'GET' && path === '/shipments')
    return json({
      shipments: network.bookings
        .filter(({ reference }) => reference === query.get('customer_reference'))
        .map((one) => bobShipment(one)),
    })
  if (method === 'POST' && path === '/shipments') {
    const letter = text(body.service_level_code).at(-1) ?? ''
    const size =
      Object.keys(fake_sizes[network.name]).find((one) => one.charAt(0).toUpperCase() === letter) ?? ''
    const booking = network.book({
      reference: text(body.customer_reference),
      terminal_id: text(body.delivery_pickup_point_location_id),
      size,
    })
    if (typeof booking !== 'string') return { ...json(bobShipment(booking)), status: 201 }
    return {
      ...json({
        tracking_reference: 'UA0',
        submission_status: 'no-rates',
        failed_reason: booking === 'full' ? 'no_available_compartments' : 'The location is inactive',
        service_level_code: '',
      }),
      status: 201,
    }
  }
  const booking = network.find(text(body.tracking_reference))
  if (!booking) return unknown
  if (path === '/shipments/cancel') network.cancel(booking)
  return json(bobShipment(booking))
}

const answerRam: Front = (network, { method, path, query, headers, body }) => {
  if (!headers['x-api-key']) return failed(401, 'No key')
  if (method === 'GET' && path === '/counters')
    return json({
      counters: network.listed().map((one) => ({
        id: one.id,
        name: one.name,
        street_address: one.street,
        suburb: one.suburb,
        city: one.city,
        postal_code: one.code,
        latitude: one.lat,
        longitude: one.lng,
        trading_hours: 'Mon-Fri 08:00-17:00',
        phone: null,
        is_open: true,
      })),
    })
  if (method === 'GET' && path === '/reservations')
    return json({
      reservations: network.bookings
        .filter(({ reference, state }) => reference === query.get('idempotency_key') && state !== 'cancelled')
        .map(({ id }) => ({ reservation_id: id })),
    })
  if (method === 'POST' && path === '/reservations') {
    const reference = headers['idempotency-key'] ?? ''
    const known = network.bookings.find((one) => one.reference === reference && one.state !== 'cancelled')
    const booking = known ?? network.book({ reference, terminal_id: text(body.counter_id), size: '' })
    if (typeof booking === 'string') return failed(409, booking === 'full' ? 'The counter is full' : 'closed')
    return json({ reservation_id: booking.id })
  }
  const booking = network.find(/^\/reservations\/(\d+)$/.exec(path)?.[1] ?? '')
  if (!booking) return unknown
  if (method === 'DELETE') network.cancel(booking)
  return json({})
}

const fronts = { 'bob-box': answerBob, 'tcg-locker': answerTcg, 'ram-counter': answerRam } as const

/** Answers a call as the network would, by its behaviour; `null` when it never answers. */
export function answerAs(network: FakeNetwork, call: FakeCall): RawAnswer | null {
  const { answers } = network.behaviour
  if (answers === 'down') return failed(503, 'Service Unavailable')
  const answer = fronts[network.name](network, call)
  if (answers === 'slow') return null
  if (answers === 'lost' && call.method !== 'GET') return failed(500, 'Internal Server Error')
  return answers === 'nonsense' ? { ...json({}), body: '<html>Welcome</html>' } : answer
}
