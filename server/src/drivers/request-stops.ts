import type { RequestContact, Vehicle } from '@waybill/domain/collections/model'
import type { StopRequest } from '@waybill/domain/drivers/model'
import { readAccounts, readAddresses } from '../accounts/index.ts'
import { readRequestRows, requestName, type RequestRow } from '../collections/index.ts'
import type { Context } from '../kit/handler.ts'
import type { Visit } from './group-stops.ts'
import { listTripRequests, type TripDay } from './trip-sheet-store.ts'

/**
 * The collection requests of a day as visits of the trip sheet (docs/domain/routing-and-drivers.md#trip-sheets,
 * docs/domain/collections.md).
 */
export async function requestVisits(ctx: Context, about: TripDay): Promise<Visit[]> {
  const trips = await listTripRequests(ctx, about)
  if (trips.length === 0) return []
  const rows = await readRequestRows(
    ctx,
    trips.map((trip) => trip.request_id),
  )
  const addresses = await readAddresses(ctx, [...new Set(rows.map((row) => row.address_id))])
  const accounts = await readAccounts(ctx, [...new Set(rows.map((row) => row.account_id))])
  const names = new Map(accounts.map((account) => [account.id, account.name]))
  const trip_of = new Map(trips.map((trip) => [trip.request_id, trip]))
  return rows.flatMap((row): Visit[] => {
    const address = addresses.get(row.address_id)
    const trip = trip_of.get(row.id)
    if (!address || !trip) return []
    return [
      {
        username: trip.username,
        leg: 'collection',
        state: trip.state,
        address,
        window_from: row.after,
        window_to: row.before,
        priority_level: 0,
        shipment: null,
        request: stopRequest(row, names.get(row.account_id) ?? ''),
      },
    ]
  })
}

function stopRequest(row: RequestRow, account_name: string): StopRequest {
  const contact = row.contact as RequestContact
  return {
    collection_request_id: row.id,
    display_id: requestName(row),
    status: row.status,
    account_name,
    contact_name: contact.name,
    contact_number: contact.mobile_number,
    instructions: row.instructions,
    expected_parcels: row.expected_parcels,
    expected_kg: row.expected_kg,
    vehicle: row.vehicle as Vehicle,
    packaging: row.packaging,
    attempt_number: row.failed_collection_attempts + 1,
    collected_parcels: row.collected_parcels,
  }
}
