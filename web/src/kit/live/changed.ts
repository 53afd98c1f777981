import { endpointQueryKey, type EndpointQueryName } from '../api/endpoint-query.ts'
import { Store } from '../layers/store.ts'

/** When what an endpoint lists was last heard to have changed, by the name of its readings. */
export const changed_at = new Store<ReadonlyMap<unknown, number>>(new Map())

/** Notes that what an endpoint lists has changed; lists on screen look for newer rows without moving. */
export function noteChanged(endpoint: EndpointQueryName): void {
  changed_at.write(new Map(changed_at.read()).set(endpointQueryKey(endpoint)[0], Date.now()))
}
