import http, { type IncomingMessage } from 'node:http'
import { listening } from '../../listening.ts'

/** Ways in which Google can fail. */
export type PlacesFault = 'quota' | 'wrong key' | 'broken' | 'not json' | 'silent'

/** A received request. */
export interface PlacesCall {
  method: string
  path: string
  query: Record<string, string>
  key: string
  fields: string[]
  body: Record<string, unknown>
}

/** A place of the fake service, in the format of the published responses. */
interface SamplePlace {
  id: string
  text: string
  types: string[]
  displayName: { text: string; languageCode: string }
  location: { latitude: number; longitude: number }
  addressComponents: { longText: string; shortText: string; types: string[]; languageCode: string }[]
}

/** Fakes Google’s Places API (New) on this machine, following its published reference and examples. It has two places. */
export interface FakePlaces {
  url: string
  calls: PlacesCall[]
  /** Makes all following requests fail like this; `null` restores normal responses. */
  failWith(fault: PlacesFault | null): void
  close(): Promise<void>
}

const part = (longText: string, shortText: string, ...types: string[]) => ({
  longText,
  shortText,
  types,
  languageCode: 'en',
})

const sample_places: readonly SamplePlace[] = [
  {
    // The example in Google’s reference.
    id: 'ChIJ5YQQf1GHhYARPKG7WLIaOko',
    text: 'Amoeba Music, Haight Street, San Francisco, CA, USA',
    types: ['store', 'point_of_interest', 'establishment'],
    displayName: { text: 'Amoeba Music', languageCode: 'en' },
    location: { latitude: 37.769, longitude: -122.4525 },
    addressComponents: [
      part('1855', '1855', 'street_number'),
      part('Haight Street', 'Haight St', 'route'),
      part('Haight-Ashbury', 'Haight-Ashbury', 'neighborhood', 'political'),
      part('San Francisco', 'SF', 'locality', 'political'),
      part('California', 'CA', 'administrative_area_level_1', 'political'),
      part('United States', 'US', 'country', 'political'),
      part('94117', '94117', 'postal_code'),
    ],
  },
  {
    id: 'ChIJ31BathAvenueRosebank',
    text: '31 Bath Avenue, Rosebank, Johannesburg, South Africa',
    types: ['street_address', 'geocode'],
    displayName: { text: '31 Bath Ave', languageCode: 'en' },
    location: { latitude: -26.1448, longitude: 28.0415 },
    addressComponents: [
      part('31', '31', 'street_number'),
      part('Bath Avenue', 'Bath Ave', 'route'),
      part('Rosebank', 'Rosebank', 'sublocality_level_1', 'sublocality', 'political'),
      part('Johannesburg', 'Johannesburg', 'locality', 'political'),
      part('City of Johannesburg Metropolitan Municipality', 'JHB', 'administrative_area_level_2'),
      part('Gauteng', 'GP', 'administrative_area_level_1', 'political'),
      part('South Africa', 'ZA', 'country', 'political'),
      part('2196', '2196', 'postal_code'),
    ],
  },
]

const errorAnswer = (code: number, status: string, message: string) => ({
  status: code,
  body: { error: { code, message, status } },
})

const faults = {
  quota: errorAnswer(
    429,
    'RESOURCE_EXHAUSTED',
    "Quota exceeded for quota metric 'AutocompletePlacesRequest requests' of service 'places.googleapis.com'.",
  ),
  'wrong key': errorAnswer(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'),
  broken: errorAnswer(500, 'INTERNAL', 'Internal error encountered.'),
}

/** Starts the fake service on a free port of this machine. */
export async function fakePlaces(): Promise<FakePlaces> {
  const calls: PlacesCall[] = []
  let fault: PlacesFault | null = null
  const ended = new Set<string>()
  const server = http.createServer((request, response) => {
    void read(request).then((call) => {
      calls.push(call)
      if (fault === 'silent') return
      if (fault === 'not json') {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
        return
      }
      const answer = fault ? faults[fault] : answerTo(call, ended)
      response
        .writeHead(answer.status, { 'content-type': 'application/json; charset=UTF-8' })
        .end(JSON.stringify(answer.body))
    })
  })
  const port = await listening(server, '127.0.0.1', 0)
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    failWith: (next) => (fault = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function read(request: IncomingMessage): Promise<PlacesCall> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += String(piece)
  const url = new URL(request.url ?? '/', 'http://places')
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    key: String(request.headers['x-goog-api-key'] ?? ''),
    fields: String(request.headers['x-goog-fieldmask'] ?? '')
      .split(',')
      .filter(Boolean),
    body: text ? (JSON.parse(text) as Record<string, unknown>) : {},
  }
}

/** A session token is URL-safe base64 of at most 36 characters. It is not valid after the details request. */
const session_token = /^[\w-]{1,36}$/

function answerTo(call: PlacesCall, ended: Set<string>): { status: number; body: unknown } {
  if (!call.key)
    return errorAnswer(403, 'PERMISSION_DENIED', "Method doesn't allow unregistered callers. Use an API key.")
  const token = String((call.method === 'GET' ? call.query : call.body)['sessionToken'] ?? '')
  if (token && !session_token.test(token))
    return errorAnswer(
      400,
      'INVALID_ARGUMENT',
      'Invalid session_token. It has to be a URL-safe base64 string.',
    )
  if (call.method === 'POST' && call.path === '/v1/places:autocomplete')
    return suggestions(call, token, ended)
  const [, id] = /^\/v1\/places\/([^/:]+)$/.exec(call.path) ?? []
  if (call.method === 'GET' && id) return details(call, decodeURIComponent(id), token, ended)
  return errorAnswer(404, 'NOT_FOUND', 'Requested entity was not found.')
}

function suggestions({ body, fields }: PlacesCall, token: string, ended: Set<string>) {
  const input = String(body['input'] ?? '').toLowerCase()
  if (!input) return errorAnswer(400, 'INVALID_ARGUMENT', 'Input must be non-empty.')
  if (ended.has(token)) return errorAnswer(400, 'INVALID_ARGUMENT', 'The session has ended.')
  const circle = (body['locationBias'] as { circle?: { radius?: number } } | undefined)?.circle
  if (circle && (circle.radius ?? 0) > 50_000)
    return errorAnswer(400, 'INVALID_ARGUMENT', 'radius must be at most 50000.')
  const found = sample_places.filter(({ text }) => text.toLowerCase().includes(input))
  const wants = (field: string) =>
    fields.length === 0 || fields.some((one) => `suggestions.placePrediction.${field}`.startsWith(one))
  // A response without results has no `suggestions` member.
  if (found.length === 0) return { status: 200, body: {} }
  return {
    status: 200,
    body: {
      suggestions: found.map(({ id, text }) => ({
        placePrediction: {
          ...(wants('place') ? { place: `places/${id}` } : {}),
          ...(wants('placeId') ? { placeId: id } : {}),
          ...(wants('text.text') ? { text: { text, matches: [{ endOffset: input.length }] } } : {}),
        },
      })),
    },
  }
}

function details({ fields }: PlacesCall, id: string, token: string, ended: Set<string>) {
  if (fields.length === 0)
    return errorAnswer(
      400,
      'INVALID_ARGUMENT',
      'FieldMask is a required parameter. See https://cloud.google.com',
    )
  const place = sample_places.find((one) => one.id === id)
  if (!place) return errorAnswer(404, 'NOT_FOUND', 'The Place ID is no longer valid.')
  if (token) ended.add(token)
  const all: Record<string, unknown> = { name: `places/${id}`, ...place }
  return { status: 200, body: Object.fromEntries(fields.map((field) => [field, all[field]])) }
}
