import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Endpoint, Input } from '@waybill/domain/kit/calls/endpoint'
import { call } from './call.ts'

/** The part of an endpoint that identifies its queries in the cache, without its schemas. */
export type EndpointQueryName = Pick<Endpoint, 'method' | 'path'>

/**
 * Returns the query key: without `input`, the key that all queries of the endpoint share; with `input`, the key of
 * exactly that query.
 */
export function endpointQueryKey(endpoint: EndpointQueryName, input?: unknown): unknown[] {
  const name = `${endpoint.method} ${endpoint.path}`
  return input === undefined ? [name] : [name, input]
}

/**
 * Query options for reading an endpoint; use it for every read: `useQuery(endpointQuery(shipmentsApi.list, { limit:
 * 20 }))`.
 */
export function endpointQuery<E extends Endpoint>(endpoint: E, input: Input<E>) {
  return queryOptions({
    queryKey: endpointQueryKey(endpoint, input ?? {}),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/** Invalidates all queries of these endpoints; queries in use on the screen are fetched again. */
export async function refresh(client: QueryClient, endpoints: readonly EndpointQueryName[]): Promise<void> {
  await Promise.all(
    endpoints.map((endpoint) => client.invalidateQueries({ queryKey: endpointQueryKey(endpoint) })),
  )
}
