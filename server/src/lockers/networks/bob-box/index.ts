import { standard_compartments } from '@waybill/domain/pickup-points/fit'
import { invalid } from '@waybill/domain/kit/problem'
import type { BaseContext } from '../../../kit/handler.ts'
import type { Outbound } from '../../../kit/outbound/index.ts'
import type { NetworkEvent, PlaceAnswer, PlaceRequest, PointNetwork } from '../../network.ts'
import { networkClient } from '../client.ts'
import { NetworkError, reasonIn } from '../network-error.ts'
import { meaningOf, readReport } from '../read-report.ts'
import { requireSigned } from '../signature.ts'
import { fittingSizes, no_size } from '../size.ts'
import {
  Booked,
  Changed,
  Locations,
  serviceLevelOf,
  Shipments,
  sizeOf,
  status_meanings,
  toPoint,
  Tracking,
} from './protocol.ts'

const published_address = {
  live: 'https://api.bobgo.co.za/v2',
  sandbox: 'https://api.sandbox.bobgo.co.za/v2',
}

/** The list is asked for around this place in the middle of the country, far enough for all of it. */
const whole_country = { lat: '-28.5', lng: '24.7', radius: '2000', limit: '10000' }

/**
 * The lockers of Bob Box, through the API of Bob Go: `GET /locations`, `POST /shipments` to a location,
 * `POST /shipments/cancel` and the webhook `tracking/updated`.
 *
 * Assumed: `radius` and `limit` of the list; the service levels `BOXM-S` to `BOXM-L` for the sizes; `courier_pin` as the
 * code for the driver; `collect_before`; the fields of a checkpoint; and that reports are signed with a key that Bob Go
 * gives the company.
 */
export function bobBox(outbound: Outbound): PointNetwork {
  const network = 'bob-box'
  const client = networkClient({
    network,
    outbound,
    published_address,
    headersFor: (key) => ({ authorization: `Bearer ${key}` }),
  })
  const placed = (booked: Booked): PlaceAnswer => {
    const { tracking_reference, failed_reason, service_level_code, courier_pin } = booked
    if (failed_reason !== '')
      return { ok: false, reason: reasonIn(failed_reason), message: `Bob Box refused: ${failed_reason}` }
    return {
      ok: true,
      network_reference: tracking_reference,
      size: sizeOf(service_level_code),
      courier_code: courier_pin,
    }
  }

  const openAt = async (reader: BaseContext, reference: string): Promise<Booked[]> => {
    const query = new URLSearchParams({ customer_reference: reference })
    const { shipments } = await client.call(reader, {
      method: 'GET',
      path: `/shipments?${query.toString()}`,
      schema: Shipments,
    })
    return shipments.filter(
      (one) =>
        one.customer_reference === reference &&
        one.failed_reason === '' &&
        one.submission_status !== 'cancelled',
    )
  }

  return {
    name: network,
    isAssumed: true,
    isConnected: (reader) => client.isConnected(reader),
    async points(reader) {
      const query = new URLSearchParams(whole_country)
      const { locations, count } = await client.call(reader, {
        method: 'GET',
        path: `/locations?${query.toString()}`,
        schema: Locations,
      })
      // An incomplete list would close the locations that it leaves out.
      if (count > locations.length)
        throw new NetworkError(
          'unavailable',
          `Bob Box listed only ${locations.length} of ${count} locations.`,
        )
      return locations.map(toPoint)
    },
    async reserve(reader, request) {
      const sizes = fittingSizes(request, standard_compartments[network])
      if (sizes.length === 0) return no_size
      const [open] = await openAt(reader, request.reference)
      if (open) return placed(open)
      let answer: PlaceAnswer = no_size
      for (const size of sizes) {
        answer = await book(request, size)
        if (answer.ok || answer.reason !== 'full') return answer
      }
      return answer

      async function book(wanted: PlaceRequest, size: string): Promise<PlaceAnswer> {
        try {
          const body = bookingOf(wanted, size)
          return placed(
            await client.call(reader, { method: 'POST', path: '/shipments', body, schema: Booked }),
          )
        } catch (error) {
          if (!(error instanceof NetworkError) || error.kind !== 'rejected') throw error
          return { ok: false, reason: reasonIn(error.detail), message: error.message }
        }
      }
    },
    openReservations: async (reader, reference) =>
      (await openAt(reader, reference)).map(({ tracking_reference }) => tracking_reference),
    async extend(reader, reference, until) {
      await client.call(reader, {
        method: 'PUT',
        path: '/shipments',
        body: { tracking_reference: reference, collect_before: until.toISOString() },
        schema: Changed,
      })
    },
    async release(reader, reference) {
      try {
        await client.call(reader, {
          method: 'POST',
          path: '/shipments/cancel',
          body: { tracking_reference: reference },
          schema: Changed,
        })
      } catch (error) {
        if (!(error instanceof NetworkError) || error.kind !== 'unknown') throw error
      }
    },
    readEvents(reader, { headers, body }) {
      requireSigned(reader, network, { headers, body })
      const topic = headers.get('x-bobgo-topic') ?? 'tracking/updated'
      if (topic !== 'tracking/updated') throw invalid(`Reports of the kind ${topic} are not used here.`)
      const { shipment_tracking_reference: reference, checkpoints } = readReport(Tracking, body)
      return checkpoints.flatMap(({ id, status, time, door }): NetworkEvent[] => {
        const meaning = meaningOf(status, status_meanings)
        if (!meaning) return []
        return [
          {
            event_id: id ?? `${reference} ${time.toISOString()} ${status}`,
            network_reference: reference,
            ...meaning,
            occurred_at: time,
            door,
          },
        ]
      })
    },
  }
}

function bookingOf(
  { reference, pickup_point_id, waybill, sides, weight, receiver_mobile }: PlaceRequest,
  size: string,
) {
  const [length, width, height] = sides
  return {
    delivery_pickup_point_location_id: Number(pickup_point_id),
    delivery_contact_name: waybill,
    delivery_contact_mobile_number: receiver_mobile,
    delivery_contact_email: '',
    parcels: [
      {
        description: waybill,
        submitted_length_cm: length,
        submitted_width_cm: width,
        submitted_height_cm: height,
        submitted_weight_kg: weight,
        custom_parcel_reference: waybill,
      },
    ],
    service_level_code: serviceLevelOf(size),
    customer_reference: reference,
  }
}
