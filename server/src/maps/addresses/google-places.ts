import type { FoundAddress } from '@waybill/domain/maps/model'
import { countryName, isHome } from '@waybill/domain/kit/contacts/countries'
import { findProvince } from '@waybill/domain/kit/contacts/provinces'
import { z } from 'zod'
import { port } from '../../kit/handler.ts'
import { nearestPlace } from '../gazetteer/index.ts'

/** A place that Google suggests for typed text. Its address is requested separately. */
export interface SuggestedPlace {
  place_id: string
  /** `31 Bath Avenue, Rosebank, Johannesburg, South Africa`. */
  label: string
}

/**
 * The API key that is billed, and the UUID of the typing session. Google bills a session as one unit; `details` ends
 * it.
 */
export interface PlacesCaller {
  key: string
  session: string
}

/**
 * Address search of Google Maps. The methods throw when Google fails or does not respond in time; the message states
 * the reason.
 */
export interface Places {
  /** Returns at most five places, best first. Results near `near` come first; no country is excluded. */
  suggest(caller: PlacesCaller, text: string, near: { lat: number; lng: number }): Promise<SuggestedPlace[]>
  /** Returns the address of a place with its coordinates. */
  details(caller: PlacesCaller, place_id: string): Promise<FoundAddress>
}

export const placesPort = port<Places>('places')

/** Base URL of Google's Places API. */
const google_url = 'https://places.googleapis.com'
/** Time limits in ms. They are short because the user is typing. */
const suggest_timeout_ms = 2_000
const details_timeout_ms = 4_000
/**
 * Radius in metres around the company's map position within which results are preferred; the maximum that Google
 * accepts.
 */
const near_m = 50_000

const Text = z.object({ text: z.string() })

const Suggestions = z.object({
  suggestions: z
    .array(z.object({ placePrediction: z.object({ placeId: z.string().min(1), text: Text }).optional() }))
    .default([]),
})

const Details = z.object({
  addressComponents: z
    .array(
      z.object({
        longText: z.string().default(''),
        shortText: z.string().default(''),
        types: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  location: z.object({ latitude: z.number(), longitude: z.number() }),
  displayName: Text.optional(),
  types: z.array(z.string()).default([]),
})
type Details = z.output<typeof Details>

/** The requested fields of a place. Request no more than needed, because Google bills by field. */
const details_fields = 'addressComponents,location,displayName,types'

/** Client for Google's Places API (New): `POST /v1/places:autocomplete` and `GET /v1/places/{id}`. */
export function googlePlaces(options: { base_url?: string; timeout_ms?: number } = {}): Places {
  const { base_url = google_url, timeout_ms } = options
  const request = async (url: URL, key: string, fields: string, waitMs: number, body?: object) => {
    const answer = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: {
        'X-Goog-Api-Key': key,
        'X-Goog-FieldMask': fields,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout_ms ?? waitMs),
    })
    if (!answer.ok) throw new Error(`Google answered ${answer.status}. ${await reasonOf(answer)}`.trim())
    return await answer.json()
  }
  return {
    async suggest({ key, session }, text, { lat, lng }) {
      const answer = await request(
        new URL('/v1/places:autocomplete', base_url),
        key,
        'suggestions.placePrediction.placeId,suggestions.placePrediction.text.text',
        suggest_timeout_ms,
        {
          input: text,
          sessionToken: session,
          languageCode: 'en',
          locationBias: { circle: { center: { latitude: lat, longitude: lng }, radius: near_m } },
        },
      )
      return Suggestions.parse(answer).suggestions.flatMap(({ placePrediction: found }) =>
        found ? [{ place_id: found.placeId, label: found.text.text }] : [],
      )
    },
    async details({ key, session }, placeId) {
      const url = new URL(`/v1/places/${encodeURIComponent(placeId)}`, base_url)
      url.search = new URLSearchParams({ languageCode: 'en', sessionToken: session }).toString()
      return readDetails(Details.parse(await request(url, key, details_fields, details_timeout_ms)))
    },
  }
}

const Failure = z.object({ error: z.object({ message: z.string() }) })

async function reasonOf(answer: Response): Promise<string> {
  const failure = Failure.safeParse(await answer.json().catch(() => null))
  return failure.data?.error.message ?? ''
}

function readDetails({ addressComponents, location, displayName, types }: Details): FoundAddress {
  const first = (...kinds: string[]): string => {
    for (const kind of kinds) {
      const found = addressComponents.find((one) => one.types.includes(kind))
      if (found?.longText) return found.longText
    }
    return ''
  }
  const [lat, lng] = [location.latitude, location.longitude]
  const country = countryName(first('country'))
  const near = isHome(country) ? nearestPlace({ lat, lng }) : null
  const city = first('locality', 'postal_town', 'administrative_area_level_2')
  const state = first('administrative_area_level_1')
  const street = [first('street_number'), first('route')].filter(Boolean).join(' ')
  return {
    company: types.includes('establishment') ? (displayName?.text ?? '') : '',
    street_address: [first('subpremise'), street].filter(Boolean).join(', '),
    local_area:
      first('sublocality_level_1', 'sublocality', 'neighborhood', 'administrative_area_level_3') || city,
    city,
    code: first('postal_code') || (near?.code ?? ''),
    zone: isHome(country) ? (findProvince(state) ?? near?.zone ?? '') : state,
    country,
    lat,
    lng,
  }
}
