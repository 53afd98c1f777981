import type { mapsApi } from '@waybill/domain/maps/api'
import { geocoder, geocoder_api_key, map_default_lat, map_default_lng } from '@waybill/domain/maps/settings'
import { notFound, Problem } from '@waybill/domain/kit/problem'
import {
  circuitBreaker,
  ConsecutiveBreaker,
  handleAll,
  isBrokenCircuitError,
  type CircuitBreakerPolicy,
} from 'cockatiel'
import type { ExternalContext, ExternalHandler, BaseContext } from '../../kit/handler.ts'
import { searchPlaces } from '../gazetteer/index.ts'
import { placesPort } from './google-places.ts'
import { hour_ms } from '@waybill/domain/kit/dates/durations'

const max_places = 20
/**
 * After this many consecutive failures, Google is not called for `left_alone_ms`. Counted separately for each
 * company, because each has its own key.
 */
const max_failures = 5
const left_alone_ms = 30_000
/** Searches per hour and process that guests of one company may send to Google. Limits the cost for the company. */
const guest_searches_per_hour = 600

const breakers = new Map<number, CircuitBreakerPolicy>()

function breakerOf(providerId: number): CircuitBreakerPolicy {
  const known = breakers.get(providerId)
  if (known) return known
  const made = circuitBreaker(handleAll, {
    halfOpenAfter: left_alone_ms,
    breaker: new ConsecutiveBreaker(max_failures),
  })
  breakers.set(providerId, made)
  return made
}

/** Returns the Google Maps key when the company uses Google as its geocoder; `''` otherwise. */
function googleKey(reader: BaseContext): string {
  return reader.setting(geocoder) === 'google' ? reader.setting(geocoder_api_key).trim() : ''
}

/** Calls Google unless the circuit breaker is open after repeated failures. Returns `null` when there is no answer. */
async function callGoogle<Answer>(ctx: ExternalContext, call: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await breakerOf(ctx.provider_id).execute(call)
  } catch (error) {
    if (!isBrokenCircuitError(error))
      ctx.log.warn({ provider_id: ctx.provider_id, error: String(error) }, 'address search of Google failed')
    return null
  }
}

/**
 * Finds places for typed text. Uses Google when there are a key and a typing session; otherwise, and whenever Google
 * fails or finds nothing, the suburbs of the built-in gazetteer.
 */
export const findPlaces: ExternalHandler<typeof mapsApi.places> = async (ctx, { search, limit, session }) => {
  const max = Math.min(limit ?? 8, max_places)
  const key = googleKey(ctx)
  const text = search.trim()
  if (key && session && text && mayCost(ctx)) {
    const near = { lat: ctx.setting(map_default_lat), lng: ctx.setting(map_default_lng) }
    const found = await callGoogle(ctx, () => ctx.adapter(placesPort).suggest({ key, session }, text, near))
    if (found && found.length > 0)
      return {
        places: found.slice(0, max).map((one) => ({ ...one, ...unknown_parts })),
      }
  }
  return { places: searchPlaces(search, max).map((place) => ({ ...place, place_id: '' })) }
}

const unknown_parts = { local_area: '', city: '', code: '', zone: '', lat: null, lng: null }

const guests = new Map<number, { hour: number; searches: number }>()

function mayCost({ actor, now, provider_id }: BaseContext): boolean {
  if (actor.kind !== 'guest') return true
  const hour = Math.floor(now.getTime() / hour_ms)
  const known = guests.get(provider_id)
  const searches = known?.hour === hour ? known.searches + 1 : 1
  guests.set(provider_id, { hour, searches })
  return searches <= guest_searches_per_hour
}

/** Returns the address of a place that Google suggested. Throws when Google is not configured or does not answer. */
export const readPlace: ExternalHandler<typeof mapsApi.placeDetails> = async (ctx, { place_id, session }) => {
  const key = googleKey(ctx)
  if (!key) throw notFound('This place is no longer available. Search for the address again.')
  const address = await callGoogle(ctx, () => ctx.adapter(placesPort).details({ key, session }, place_id))
  if (!address)
    throw new Problem(
      'unavailable',
      'Google returned no location for this place. Choose its suburb, or enter the address by hand.',
    )
  return { address }
}
