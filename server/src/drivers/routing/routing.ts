import type { TravelSource } from '@waybill/domain/drivers/model'
import { routing_service_names, type RoutingService } from '@waybill/domain/drivers/routing-api'
import {
  stops_ordered_by,
  travel_times_from,
  travel_times_url,
  vroom_url,
} from '@waybill/domain/drivers/routing/settings'
import type { Route } from '@waybill/domain/drivers/sequencing/route'
import { placeKey, tripKey, type KnownTrips, type Trip } from '@waybill/domain/drivers/sequencing/travel'
import type { Point } from '@waybill/domain/kit/places/metres-between'
import {
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  isBrokenCircuitError,
  type CircuitBreakerPolicy,
} from 'cockatiel'
import type { BaseContext, ExternalContext } from '../../kit/handler.ts'
import { outboundPort } from '../../kit/outbound/index.ts'
import { RoutingFailure } from './ask-service.ts'
import type { TravelTimes } from './matrix.ts'
import { osrmTimes } from './osrm.ts'
import { valhallaTimes } from './valhalla.ts'
import { vroomSequencer } from './vroom.ts'

/** The most places of one matrix; a day has at most about 200 stops. */
const max_places = 250
/**
 * After this many consecutive failures, a service is not called for `left_alone_ms`, so that dispatchers and estimates do
 * not wait for it. Counted for each company and address.
 */
const max_failures = 2
const left_alone_ms = 30_000

const breakers = new Map<string, CircuitBreakerPolicy>()

function breakerOf(key: string): CircuitBreakerPolicy {
  const known = breakers.get(key)
  if (known) return known
  const made = circuitBreaker(
    handleWhen((error) => error instanceof RoutingFailure && error.is_down),
    { halfOpenAfter: left_alone_ms, breaker: new ConsecutiveBreaker(max_failures) },
  )
  breakers.set(key, made)
  return made
}

/** Whether the company has set up a service for travel times. */
export function usesTravelTimes(reader: BaseContext): boolean {
  return reader.setting(travel_times_from) !== 'estimate'
}

/** What a service for travel times has calculated. */
export interface FoundTrips {
  times_from: TravelSource
  trips: KnownTrips
  /** The places between which it was asked for trips, by `placeKey`; none when it failed. */
  asked: ReadonlySet<string>
  /** Why the service was not used; `''` when it was, or none is set up. */
  note: string
}

/** No service was asked for trips. */
export const no_trips: FoundTrips = { times_from: 'estimate', trips: new Map(), asked: new Set(), note: '' }

/**
 * Returns the trips between all of some places from the service that the company has set up. Without a service, and when
 * it fails, there are none, and the trips are estimated. Never throws.
 */
export async function findTrips(ctx: ExternalContext, points: readonly Point[]): Promise<FoundTrips> {
  const service = ctx.setting(travel_times_from)
  const places = distinct(points)
  if (service === 'estimate' || places.length < 2) return no_trips
  const url = ctx.setting(travel_times_url)
  const outbound = ctx.adapter(outboundPort)
  const client: TravelTimes = service === 'osrm' ? osrmTimes(outbound, url) : valhallaTimes(outbound, url)
  const found = await attempt(ctx, service, url, async () => {
    if (places.length > max_places)
      throw new RoutingFailure(`The day has ${places.length} places; at most ${max_places} are possible.`)
    return client.matrix(places)
  })
  return 'reason' in found
    ? {
        ...no_trips,
        note: `${routing_service_names[service]} gave no travel times. ${found.reason} Times are estimated.`,
      }
    : {
        times_from: service,
        trips: tripsByKey(places, found.result),
        asked: new Set(places.map(placeKey)),
        note: '',
      }
}

/** Returns the order that VROOM proposes for a route; `null` where the company does not use it. Never throws. */
export async function proposeOrder(
  ctx: ExternalContext,
  route: Route,
): Promise<{ order: number[] } | { note: string } | null> {
  const free = route.stops.filter((stop) => !stop.is_fixed)
  if (ctx.setting(stops_ordered_by) === 'built-in' || free.length < 2) return null
  const url = ctx.setting(vroom_url)
  const found = await attempt(ctx, 'vroom', url, () =>
    vroomSequencer(ctx.adapter(outboundPort), url).order(route),
  )
  return 'reason' in found
    ? { note: `VROOM did not order the stops. ${found.reason} The built-in order is used.` }
    : { order: found.result }
}

/** Calls a service, unless it has failed several times in a row; returns its result, or the reason as sentences. */
async function attempt<Result>(
  ctx: ExternalContext,
  service: RoutingService,
  url: string,
  call: () => Promise<Result>,
): Promise<{ result: Result } | { reason: string }> {
  if (url === '') return { reason: 'Its address is not set. Enter it in the map settings.' }
  try {
    return { result: await breakerOf(`${ctx.provider_id} ${service} ${url}`).execute(call) }
  } catch (error) {
    if (isBrokenCircuitError(error))
      return {
        reason: `It failed ${max_failures} times and is asked again within ${left_alone_ms / 1000} seconds.`,
      }
    if (!(error instanceof RoutingFailure)) throw error
    ctx.log.warn({ provider_id: ctx.provider_id, service, error: error.message }, 'routing service failed')
    return { reason: error.message }
  }
}

function distinct(points: readonly Point[]): Point[] {
  return [...new Map(points.map((point) => [placeKey(point), point])).values()]
}

function tripsByKey(places: readonly Point[], rows: readonly (readonly (Trip | null)[])[]): KnownTrips {
  return new Map(
    places.flatMap((from, row) =>
      places.flatMap((to, column) => {
        const trip = rows[row]?.[column]
        return trip && row !== column ? [[tripKey(from, to), trip] as const] : []
      }),
    ),
  )
}
