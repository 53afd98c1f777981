import { standard_compartments } from '@waybill/domain/pickup-points/fit'
import { default_kiosk_id, default_locker_id } from '@waybill/domain/pickup-points/settings'
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
  Lockers,
  serviceLevelOf,
  Shipments,
  sizeOf,
  status_meanings,
  toPoint,
  Tracking,
} from './protocol.ts'

const published_address = {
  live: 'https://api-pudo.co.za/api/v1',
  sandbox: 'https://sandbox.api-pudo.co.za/api/v1',
}

/**
 * The lockers and kiosks of The Courier Guy (formerly Pudo), through its locker API: `GET /lockers-data`,
 * `POST /shipments`, `PUT /shipments/{id}` and tracking webhooks.
 *
 * Assumed: that our driver may use the drop-off code (`pincode`) of a booking between lockers at the locker of the
 * delivery; that a booking is found by `customer_reference`; that `collect_before` keeps the parcel longer;
 * and that its webhooks are signed with the key that the company has given it.
 */
export function tcgLocker(outbound: Outbound): PointNetwork {
  const network = 'tcg-locker'
  const client = networkClient({
    network,
    outbound,
    published_address,
    headersFor: (key) => ({ authorization: `Bearer ${key}` }),
  })
  const placed = ({ id, pincode, service_level_code }: Booked): PlaceAnswer => ({
    ok: true,
    network_reference: id,
    size: sizeOf(service_level_code),
    courier_code: pincode,
  })

  const openAt = async (reader: BaseContext, reference: string): Promise<Booked[]> => {
    const query = new URLSearchParams({ customer_reference: reference })
    const known = await client.call(reader, {
      method: 'GET',
      path: `/shipments?${query.toString()}`,
      schema: Shipments,
    })
    return known.filter((one) => one.customer_reference === reference && one.status !== 'cancelled')
  }

  return {
    name: network,
    isAssumed: true,
    isConnected: (reader) => client.isConnected(reader),
    async points(reader) {
      const lockers = await client.call(reader, { method: 'GET', path: '/lockers-data', schema: Lockers })
      return lockers.map(toPoint)
    },
    async reserve(reader, request) {
      const sizes = fittingSizes(request, standard_compartments[network])
      if (sizes.length === 0) return no_size
      const [open] = await openAt(reader, request.reference)
      if (open) return placed(open)
      const handedInAt = reader.setting(request.type === 'locker' ? default_locker_id : default_kiosk_id)
      let answer: PlaceAnswer = no_size
      for (const size of sizes) {
        try {
          const booked = await client.call(reader, {
            method: 'POST',
            path: '/shipments',
            body: bookingOf(request, size, handedInAt),
            schema: Booked,
          })
          return placed(booked)
        } catch (error) {
          if (!(error instanceof NetworkError) || error.kind !== 'rejected') throw error
          answer = { ok: false, reason: reasonIn(error.detail), message: error.message }
          if (answer.reason !== 'full') return answer
        }
      }
      return answer
    },
    openReservations: async (reader, reference) => (await openAt(reader, reference)).map(({ id }) => id),
    async extend(reader, reference, until) {
      await client.call(reader, {
        method: 'PUT',
        path: `/shipments/${encodeURIComponent(reference)}`,
        body: { collect_before: until.toISOString() },
        schema: Booked,
      })
    },
    async release(reader, reference) {
      try {
        await client.call(reader, {
          method: 'PUT',
          path: `/shipments/${encodeURIComponent(reference)}`,
          body: {
            status: 'cancelled',
            metaData: { tracking_info: { message: 'The parcel goes elsewhere.' } },
          },
          schema: Booked,
        })
      } catch (error) {
        if (!(error instanceof NetworkError) || error.kind !== 'unknown') throw error
      }
    },
    readEvents(reader, { headers, body }) {
      requireSigned(reader, network, { headers, body })
      const { shipment_id, tracking_events } = readReport(Tracking, body)
      return tracking_events.flatMap(({ id, status, date, location }): NetworkEvent[] => {
        const meaning = meaningOf(status, status_meanings)
        if (!meaning) return []
        return [
          { event_id: id, network_reference: shipment_id, ...meaning, occurred_at: date, door: location },
        ]
      })
    },
  }
}

function bookingOf(
  { reference, pickup_point_id, waybill, receiver_mobile }: PlaceRequest,
  size: string,
  handedInAt: string,
) {
  return {
    collection_address: { terminal_id: handedInAt },
    delivery_address: { terminal_id: pickup_point_id },
    delivery_contact: { name: waybill, mobile_number: receiver_mobile, email: '' },
    service_level_code: serviceLevelOf(size),
    customer_reference: reference,
    custom_parcel_reference: waybill,
    opt_in_rates: [],
    opt_in_time_based_rates: [],
  }
}
