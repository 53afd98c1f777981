import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Endpoint, Input } from '@waybill/domain/kit/calls/endpoint'
import { call } from './call.ts'

/** What names a reading: enough to find it in the cache, without what it is made of. */
export type EndpointQueryName = Pick<Endpoint, 'method' | 'path'>

/** The cache key under which every reading of an endpoint lies; with input, of exactly that reading. */
export function endpointQueryKey(endpoint: EndpointQueryName, input?: unknown): unknown[] {
  const name = `${endpoint.method} ${endpoint.path}`
  return input === undefined ? [name] : [name, input]
}

/** The one way to read: `useQuery(reading(shipmentsApi.list, { limit: 20 }))`. */
export function endpointQuery<E extends Endpoint>(endpoint: E, input: Input<E>) {
  return queryOptions({
    queryKey: endpointQueryKey(endpoint, input ?? {}),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/** Marks everything read from these endpoints as out of date; what is on screen is fetched again. */
export async function refresh(client: QueryClient, endpoints: readonly Endpoint[]): Promise<void> {
  await Promise.all(
    endpoints.map((endpoint) => client.invalidateQueries({ queryKey: endpointQueryKey(endpoint) })),
  )
}
