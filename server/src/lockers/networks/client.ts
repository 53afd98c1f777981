import { network_labels, type NetworkName } from '@waybill/domain/pickup-points/model'
import { pickup_point_credentials } from '@waybill/domain/pickup-points/settings'
import {
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  isBrokenCircuitError,
  type CircuitBreakerPolicy,
} from 'cockatiel'
import type { z } from 'zod'
import type { BaseContext } from '../../kit/handler.ts'
import type { Outbound } from '../../kit/outbound/index.ts'
import { NetworkError } from './network-error.ts'

/** After this many calls in a row without an answer, a network is not called for `paused_ms`. */
const max_failures = 5
const paused_ms = 30_000
/** Maximum size of a list of locations; a network of 2,000 lockers has about 3 MB. */
const max_list_bytes = 32 * 1024 * 1024

/** One call to a network. */
export interface NetworkCall<Answer> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path and the query. */
  path: string
  body?: object
  headers?: Readonly<Record<string, string>>
  /** The form of the answer. */
  schema: z.ZodType<Answer>
}

/** Calls a network with the credentials of the company. */
export interface NetworkClient {
  isConnected(reader: BaseContext): boolean
  /** Throws a `NetworkError` when there is no usable answer. */
  call<Answer>(reader: BaseContext, call: NetworkCall<Answer>): Promise<Answer>
}

/** Returns the credentials of the company for a network, those for the live environment first; `null` without a key. */
export function credentialsFor(reader: BaseContext, network: NetworkName) {
  const rows = reader
    .setting(pickup_point_credentials)
    .filter(({ provider, api_key }) => provider === network && api_key !== '')
  return rows.find(({ environment }) => environment === 'live') ?? rows[0] ?? null
}

/**
 * Creates the client of a network. Each of its addresses has its own circuit breaker, shared by all companies: when the
 * network is down, nobody waits for it, and its other environment is still called.
 */
export function networkClient(about: {
  network: NetworkName
  outbound: Outbound
  /** The addresses that the network publishes for the two environments; the company may have been given another. */
  published_address: Readonly<Record<'live' | 'sandbox', string>> | null
  /** Returns the headers that carry the key. */
  headersFor: (key: string) => Readonly<Record<string, string>>
}): NetworkClient {
  const { network, outbound, published_address, headersFor } = about
  const name = network_labels[network]
  const breakers = new Map<string, CircuitBreakerPolicy>()
  const breakerOf = (base: string): CircuitBreakerPolicy => {
    const known = breakers.get(base)
    if (known) return known
    const made = circuitBreaker(
      handleWhen((error) => error instanceof NetworkError && error.kind === 'unavailable'),
      { halfOpenAfter: paused_ms, breaker: new ConsecutiveBreaker(max_failures) },
    )
    breakers.set(base, made)
    return made
  }

  async function send<Answer>(base: string, key: string, call: NetworkCall<Answer>): Promise<Answer> {
    const { method, path, body, headers, schema } = call
    const answer = await outbound.call({
      method,
      url: `${base}${path}`,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...headersFor(key),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      max_bytes: max_list_bytes,
    })
    const { status } = answer
    if (status === null) throw new NetworkError('unavailable', `${name} did not answer. ${answer.error}`)
    if (status === 401 || status === 403)
      throw new NetworkError('key', `${name} does not accept the key. Check Access to the networks.`)
    if (status === 404 || status === 410)
      throw new NetworkError('unknown', `${name} does not know this reservation or location.`)
    if (status >= 500 || status === 408 || status === 429 || status < 200 || (status >= 300 && status < 400))
      throw new NetworkError('unavailable', `${name} answered with an error (${status}).`)
    if (status >= 400) {
      const detail = answer.body.slice(0, 300)
      throw new NetworkError('rejected', `${name} refused: ${detail}`, detail)
    }
    const read = schema.safeParse(parsed(answer.body))
    if (!read.success)
      throw new NetworkError('unavailable', `${name} gave an answer that could not be understood.`)
    return read.data
  }

  const connectionOf = (reader: BaseContext) => {
    const credentials = credentialsFor(reader, network)
    const base = credentials?.base_url || (credentials && published_address?.[credentials.environment])
    return credentials && base ? { base: base.replace(/\/+$/, ''), key: credentials.api_key } : null
  }

  return {
    isConnected: (reader) => connectionOf(reader) !== null,
    async call(reader, call) {
      const connection = connectionOf(reader)
      if (!connection)
        throw new NetworkError('key', `${name} is not connected. Enter its key under Access to the networks.`)
      const { base, key } = connection
      try {
        return await breakerOf(base).execute(() => send(base, key, call))
      } catch (error) {
        if (!isBrokenCircuitError(error)) throw error
        throw new NetworkError(
          'unavailable',
          `${name} has not answered several times. It is tried again soon.`,
        )
      }
    },
  }
}

function parsed(body: string): unknown {
  if (body.trim() === '') return {}
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}
