import type { Stop } from '@waybill/domain/drivers/model'
import type { Visit } from '@waybill/domain/drivers/plan'

const isAt = (stop: Stop, visit: Visit): boolean =>
  'collection_request_id' in visit
    ? stop.request?.collection_request_id === visit.collection_request_id
    : stop.leg === visit.leg && stop.shipments.some(({ shipment_id }) => shipment_id === visit.shipment_id)

/**
 * Returns the stops with the order that the driver gave them on this phone and that the sheet does not have yet: the
 * named stops share their places in that order, the others keep theirs. `null` changes nothing.
 */
export function withReportedOrder(stops: readonly Stop[], visits: readonly Visit[] | null): readonly Stop[] {
  if (visits === null) return stops
  const named = [...new Set(visits.flatMap((visit) => stops.find((stop) => isAt(stop, visit)) ?? []))]
  const places = named.map(({ sequence }) => sequence).toSorted((one, other) => one - other)
  const placeOf = new Map(named.map((stop, at) => [stop, places[at]]))
  return stops.map((stop) => ({ ...stop, sequence: placeOf.get(stop) ?? stop.sequence }))
}
