import { endpointQueryKey, type EndpointQueryName } from '../api/endpoint-query.ts'
import { Store } from '../layers/store.ts'

/**
 * When the data that an endpoint lists last changed (time of the event, in ms), by the endpoint name in the query
 * key.
 */
export const changed_at = new Store<ReadonlyMap<unknown, number>>(new Map())

/**
 * Records that the data of an endpoint has changed; lists on screen then check for newer rows without moving the
 * visible ones.
 */
export function noteChanged(endpoint: EndpointQueryName): void {
  changed_at.write(new Map(changed_at.read()).set(endpointQueryKey(endpoint)[0], Date.now()))
}
