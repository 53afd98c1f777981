import type { Visit } from '@waybill/domain/drivers/plan'
import type { Stop } from '@waybill/domain/drivers/model'
import { fixedStops } from '@waybill/domain/drivers/sequencing/sequence'

/** Returns a visit that identifies a stop on the server, for any changes of the stop in between. */
export function visitOf({ leg, request, shipments: [first] }: Stop): Visit {
  if (request) return { collection_request_id: request.collection_request_id }
  if (!first) throw new RangeError('A stop has a shipment or a collection request.')
  return { leg, shipment_id: first.shipment_id }
}

/** Returns the number of first stops that the office has locked; they cannot be moved. */
export function lockedStops(stops: readonly Pick<Stop, 'is_locked'>[]): number {
  return fixedStops(stops.map(({ is_locked }) => ({ is_fixed: is_locked })))
}

/** Returns the stops in the order of their ids; stops without a place in it come last. */
export function inOwnOrder(stops: readonly Stop[], ids: readonly string[] | null): Stop[] {
  if (ids === null) return [...stops]
  const placeOf = ({ stop_id }: Stop): number => {
    const place = ids.indexOf(stop_id)
    return place < 0 ? ids.length : place
  }
  return [...stops].sort((one, other) => placeOf(one) - placeOf(other))
}

/** Returns the ids with the one at a place moved to another place. */
export function movedTo(ids: readonly string[], from: number, to: number): string[] {
  const id = ids[from]
  const others = ids.filter((_id, place) => place !== from)
  return id === undefined ? others : [...others.slice(0, to), id, ...others.slice(to)]
}
