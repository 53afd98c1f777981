import { report_kinds, report_parties } from '@waybill/domain/lockers/point-events'
import { z } from 'zod'
import type { Outbound } from '../../../kit/outbound/index.ts'
import type { NetworkPoint } from '../../../pickup-points/index.ts'
import type { PointNetwork } from '../../network.ts'
import { networkClient } from '../client.ts'
import { NetworkError, reasonIn } from '../network-error.ts'
import { Id, Moment, readReport } from '../read-report.ts'
import { requireSigned } from '../signature.ts'

const Counter = z.object({
  id: Id,
  name: z.string(),
  description: z.string().default(''),
  street_address: z.string(),
  suburb: z.string(),
  city: z.string(),
  postal_code: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  trading_hours: z.string(),
  phone: z.string().nullable(),
  is_open: z.boolean(),
})
const Counters = z.object({ counters: z.array(Counter) })
const Reservation = z.object({ reservation_id: Id })
const Reservations = z.object({ reservations: z.array(Reservation) })
const Changed = z.unknown()
const Reports = z.object({
  events: z
    .array(
      z.object({
        event_id: Id,
        reservation_id: Id,
        kind: z.enum(report_kinds),
        by: z.enum(report_parties),
        occurred_at: Moment,
      }),
    )
    .max(500),
})

/**
 * The counters of RAM. RAM publishes no protocol for them, so all of this is assumed: a JSON API at the address that RAM
 * gives the company, with a key in `x-api-key` (`GET /counters`, `POST /reservations` with an idempotency key, `GET /reservations` by this key, `PUT` and `DELETE /reservations/{id}`),
 * and signed reports that name what happened as we do. Counters have no sizes and no codes.
 */
export function ramCounter(outbound: Outbound): PointNetwork {
  const network = 'ram-counter'
  const client = networkClient({
    network,
    outbound,
    published_address: null,
    headersFor: (key) => ({ 'x-api-key': key }),
  })
  const at = (reference: string): string => `/reservations/${encodeURIComponent(reference)}`

  return {
    name: network,
    isAssumed: true,
    isConnected: (reader) => client.isConnected(reader),
    async points(reader) {
      const { counters } = await client.call(reader, { method: 'GET', path: '/counters', schema: Counters })
      return counters.map(toPoint)
    },
    async reserve(reader, { reference, pickup_point_id, waybill, sides, weight, receiver_mobile }) {
      try {
        const [length, width, height] = sides
        const { reservation_id } = await client.call(reader, {
          method: 'POST',
          path: '/reservations',
          headers: { 'idempotency-key': reference },
          body: {
            counter_id: pickup_point_id,
            waybill,
            length_cm: length,
            width_cm: width,
            height_cm: height,
            weight_kg: weight,
            receiver_mobile,
          },
          schema: Reservation,
        })
        return { ok: true, network_reference: reservation_id, size: '', courier_code: '' }
      } catch (error) {
        if (!(error instanceof NetworkError) || error.kind !== 'rejected') throw error
        return { ok: false, reason: reasonIn(error.detail), message: error.message }
      }
    },
    async openReservations(reader, reference) {
      const query = new URLSearchParams({ idempotency_key: reference })
      const { reservations } = await client.call(reader, {
        method: 'GET',
        path: `/reservations?${query.toString()}`,
        schema: Reservations,
      })
      return reservations.map(({ reservation_id }) => reservation_id)
    },
    async extend(reader, reference, until) {
      const body = { keep_until: until.toISOString() }
      await client.call(reader, { method: 'PUT', path: at(reference), body, schema: Changed })
    },
    async release(reader, reference) {
      try {
        await client.call(reader, { method: 'DELETE', path: at(reference), schema: Changed })
      } catch (error) {
        if (!(error instanceof NetworkError) || error.kind !== 'unknown') throw error
      }
    },
    readEvents(reader, call) {
      requireSigned(reader, network, call)
      return readReport(Reports, call.body).events.map(({ reservation_id, ...event }) => ({
        ...event,
        network_reference: reservation_id,
        door: '',
      }))
    },
  }
}

function toPoint(counter: z.output<typeof Counter>): NetworkPoint {
  return {
    pickup_point_id: counter.id,
    type: 'counter',
    name: counter.name,
    description: counter.description,
    street_address: counter.street_address,
    local_area: counter.suburb,
    city: counter.city,
    code: counter.postal_code,
    lat: counter.latitude,
    lng: counter.longitude,
    trading_hours: counter.trading_hours,
    holiday_hours: 'closed',
    phone: counter.phone,
    is_online: counter.is_open,
    compartments: [],
  }
}
