import { app_version, product_name } from '@waybill/domain/kit/app'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { problem_kinds } from '@waybill/domain/kit/problem'
import type { Route } from '../../kit/handler.ts'
import { describeMembers, meaningOf } from './describe.ts'
import { webhookOperations, type WebhookOperation } from './webhooks.ts'
import { wireSchema, type JsonSchema } from './wire-schema.ts'

/** One operation of the OpenAPI document. */
export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters?: {
    name: string
    in: 'query' | 'path' | 'header'
    required: boolean
    schema: JsonSchema
    style?: string
    explode?: boolean
    description?: string
  }[]
  requestBody?: { required: boolean; content: { 'application/json': { schema: JsonSchema } } }
  responses: Record<string, unknown>
}

/** An OpenAPI 3.1 document, limited to the parts that we generate. */
export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string; description: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, WebhookOperation>
  components: Record<string, Record<string, unknown>> & { schemas: Record<string, JsonSchema> }
}

const groups: readonly (readonly [RegExp, string])[] = [
  [/^\/(time|login|logout|providers|general-data|ui)\b/, 'Sign-in and start-up'],
  [/^\/(users|user-sessions|roles)\b/, 'Users and API keys'],
  [/^\/(api\/v1|generate)\b/, 'Shop plug-ins'],
  [/^\/s3-url\b/, 'Files'],
  [/^\/(geocode|branches|places|geofence)\b/, 'Places'],
]

/** Returns the heading of an endpoint, based on the first word of its path. */
export function groupOf(path: string): string {
  const known = groups.find(([pattern]) => pattern.test(path))
  if (known) return known[1]
  const word = (path.split('/')[1] ?? '').replaceAll('-', ' ')
  return word.charAt(0).toUpperCase() + word.slice(1)
}

const conventions = `Send \`Authorization: Bearer <API key>\` with every request. Request and response bodies are JSON.

- Every path is also available under \`/v2\` and \`/v3\`.
- Amounts are numbers in Rand. Dimensions are in cm, weights in kg.
- Date-times in responses are in UTC (\`2026-03-02T10:16:51Z\`). Date-times in requests without a time zone are South African time.
- In requests, absent, \`null\` and \`""\` are equivalent. Unknown members are ignored.
- Successful creations return 200, deletions return 204.
- An \`Idempotency-Key\` header makes POST and PATCH safe to repeat: the same key and body return the first response.
- Rate limit per key: 10 requests per second, with bursts of up to 40. After a 429, wait \`Retry-After\` seconds.`

/**
 * Returns the OpenAPI document of the public API: published endpoints only, sorted by path. The output is
 * deterministic.
 */
export function openApiDocument(routes: readonly Route[]): OpenApi {
  const models = new Map<string, JsonSchema>()
  const paths: OpenApi['paths'] = {}
  const published = routes
    .map((route) => route.endpoint)
    .filter((endpoint) => endpoint.published)
    .sort((a, b) => (a.path === b.path ? compare(a.method, b.method) : compare(a.path, b.path)))
  for (const endpoint of published)
    (paths[documentedPath(endpoint)] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint, models)
  const names = [...new Set(published.map((endpoint) => groupOf(endpoint.path)))].sort(compare)
  return {
    openapi: '3.1.0',
    info: { title: `${product_name} API`, version: app_version, description: conventions },
    servers: [{ url: '/v3', description: 'This installation' }],
    tags: names.map((name) => ({ name })),
    paths,
    webhooks: webhookOperations(),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, or the session token of a user.',
        },
        api_key: {
          type: 'apiKey',
          in: 'query',
          name: 'api_key',
          description: 'An API key in the address, for links to files only.',
        },
      },
      schemas: {
        Error: error_schema,
        ...Object.fromEntries(
          [...models]
            .sort(([a], [b]) => compare(a, b))
            .map(([name, model]) => [name, describeMembers(completed(name, model), name)]),
        ),
      },
      responses: errorResponses(),
    },
  }
}

/** Returns the path in OpenAPI notation: `/shipments/{id}`. */
export function documentedPath({ path }: Pick<Endpoint, 'path'>): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Returns the key that `descriptions` uses for an operation with its own description of a member. */
function operationName(endpoint: Endpoint): string {
  return `${endpoint.method} ${documentedPath(endpoint)}`
}

function operationOf(endpoint: Endpoint, models: Map<string, JsonSchema>): Operation {
  const thing = operationName(endpoint)
  const input = describeMembers(wireSchema(endpoint.input, models), thing)
  const output = describeMembers(wireSchema(endpoint.output, models), thing)
  const isRead = endpoint.method === 'GET'
  const words = endpoint.path.split(/[^a-z0-9]+/i).filter(Boolean)
  const hasInput = Boolean(input.$ref || input.items || Object.keys(input.properties ?? {}).length)
  return {
    operationId: [endpoint.method.toLowerCase(), ...words].join('_'),
    tags: [groupOf(endpoint.path)],
    summary: endpoint.summary,
    description: permissionSentence(endpoint),
    security: securityOf(endpoint),
    ...parametersOf(endpoint, hasInput ? input : {}, models),
    ...(!isRead && hasInput
      ? { requestBody: { required: true, content: { 'application/json': { schema: input } } } }
      : {}),
    responses: {
      ...(endpoint.method === 'DELETE'
        ? { 204: { description: 'Success' } }
        : {
            200: {
              description: 'Success',
              content: endpoint.answers === 'raw' ? pdf_content : { 'application/json': { schema: output } },
            },
          }),
      ...Object.fromEntries(
        statusesOf(endpoint).map((status) => [String(status), { $ref: `#/components/responses/${status}` }]),
      ),
    },
  }
}

/** The content of published responses that are not JSON. */
const pdf_content = { 'application/pdf': { schema: { type: 'string', format: 'binary' } } }

/** Returns the ways in which a call can send its key; `{}` means without one. */
function securityOf({ audience, key_in_query }: Endpoint): Operation['security'] {
  return [...(audience === 'public' ? [{}] : []), { bearer: [] }, ...(key_in_query ? [{ api_key: [] }] : [])]
}

/** Returns a sentence that states who may call the endpoint. */
export function permissionSentence(endpoint: Endpoint): string {
  const either = endpoint.or_right ? `, or ${endpoint.or_right} for part of the data` : ''
  const needs = endpoint.permission ? `Requires the permission ${endpoint.permission}${either}.` : ''
  if (endpoint.audience === 'public') return `Available without a key. ${needs}`.trim()
  if (endpoint.audience === 'session')
    return `Requires a signed-in user; not available to API keys. ${needs}`.trim()
  return needs || 'Available to every API key and every signed-in user.'
}

/** Returns the error statuses of an endpoint. */
function statusesOf(endpoint: Endpoint): number[] {
  const changes = endpoint.method === 'GET' ? [] : [409, 422]
  const bookingStatuses = books.has(`${endpoint.method} ${endpoint.path}`) ? [412] : []
  return [400, 401, 403, 404, ...bookingStatuses, 418, ...changes, 423, 429, 500].sort(
    (one, other) => one - other,
  )
}

/** Operations that may require a customer reference. */
const books: ReadonlySet<string> = new Set(['POST /shipments', 'PATCH /shipments', 'POST /api/v1/shipments'])

const idempotency_key: NonNullable<Operation['parameters']>[number] = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description:
    'Unique text of 1 to 255 printable ASCII characters per operation. A request with the same key and body within 24 hours returns the first response, with the header `Idempotent-Replayed: true`.',
}

/** Returns the query parameters of a GET, or the idempotency key of a POST or PATCH. */
function parametersOf(
  endpoint: Endpoint,
  input: JsonSchema,
  models: ReadonlyMap<string, JsonSchema>,
): Pick<Operation, 'parameters'> {
  if (endpoint.method === 'POST' || endpoint.method === 'PATCH' || endpoint.method === 'PUT')
    return { parameters: [idempotency_key] }
  const query = endpoint.method === 'GET' ? queryOf(endpoint, input, models) : []
  return query.length > 0 ? { parameters: query } : {}
}

/** Adds requirements that the decoder does not enforce, but that callers should meet. */
function completed(name: string, model: JsonSchema): JsonSchema {
  const { properties = {} } = model
  switch (name) {
    case 'NewShipment':
      return {
        ...model,
        properties: { ...properties, parcels: { type: 'array', items: measured('ParcelInput') } },
        required: ['collection_contact', 'delivery_contact', 'parcels'],
      }
    case 'RatesInput':
      return {
        ...model,
        properties: { ...properties, parcels: { type: 'array', items: measured('RatedParcel') } },
        required: ['parcels'],
      }
    case 'AddressInput':
      return {
        ...model,
        description: address_needs,
      }
    case 'Rate':
      // The rate is null only for callers who may not see prices.
      return { ...model, properties: { ...properties, rate: { type: 'number' } } }
    default:
      return model
  }
}

const address_needs =
  'An address requires a street, company, one line (`entered_address`) or coordinates, and a suburb, city, postal code, one line or coordinates.'

/** Returns the schema of a new parcel, for which dimensions and weight are required. */
function measured(name: string): JsonSchema {
  const sizes = ['submitted_length_cm', 'submitted_width_cm', 'submitted_height_cm', 'submitted_weight_kg']
  return { allOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'object', required: sizes }] }
}

function queryOf(endpoint: Endpoint, input: JsonSchema, models: ReadonlyMap<string, JsonSchema>) {
  const places = endpoint.path.split('/').filter((word) => word.startsWith(':'))
  const shape = input.$ref ? (models.get(input.$ref.split('/').at(-1) ?? '') ?? input) : input
  return Object.entries(shape.properties ?? {}).map(([name, { description, ...schema }]) => {
    const isPlace = places.includes(`:${name}`)
    const meaning = description ?? meaningOf(name, operationName(endpoint), schema)
    return {
      name,
      in: isPlace ? ('path' as const) : ('query' as const),
      required: isPlace || (shape.required?.includes(name) ?? false),
      schema: describeMembers(schema, operationName(endpoint)),
      ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
      ...(meaning ? { description: meaning } : {}),
    }
  })
}

const error_schema: JsonSchema = {
  type: 'object',
  description: 'Body of every error response.',
  properties: {
    message: { type: 'string', description: 'One sentence that can be shown to users.' },
    message_parts: {
      type: 'array',
      description:
        'The sentences of the message by code, so that an app can display them in another language.',
      items: {
        type: 'object',
        properties: {
          code: { type: 'string', description: 'Stable code of the sentence.' },
          values: { type: 'object', description: 'Values of its placeholders by name.' },
        },
        required: ['code', 'values'],
      },
    },
    code: {
      type: 'string',
      description: 'Stable error code.',
      enum: [...new Set(Object.values(problem_kinds).map(({ code }) => code))],
    },
    errors: {
      type: 'array',
      description: 'Errors by field.',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string', description: 'Dotted path of the field, with list positions as numbers.' },
          message: { type: 'string', description: 'Error of the field.' },
        },
        required: ['field', 'message'],
      },
    },
    current: { type: 'object', description: 'Stored values, if another user changed them first.' },
    request_id: { type: 'string', description: 'ID of the request, for support.' },
  },
  required: ['message', 'code', 'request_id'],
}

const examples: Readonly<Record<number, { description: string; message: string; field?: string }>> = {
  400: {
    description: 'A field is missing or invalid, or the current state does not allow the action.',
    message: 'The delivery address is missing.',
    field: 'delivery_address',
  },
  401: {
    description: 'The API key is missing or not valid.',
    message: 'This call needs an API key. Send it as the header "Authorization: Bearer <API key>".',
  },
  403: {
    description: 'The key does not have permission.',
    message: 'This key may only act for its own account.',
  },
  404: {
    description: 'The record does not exist, or the caller has no access to it.',
    message: 'Could not find shipment',
  },
  409: {
    description: 'Another user changed the record first.',
    message: 'Someone else is changing this right now. Try again in a moment.',
  },
  412: {
    description: 'The account requires a customer reference.',
    message: 'A customer reference is required for this account.',
  },
  418: {
    description: 'Maintenance. Wait for the time given in `Retry-After`.',
    message: 'We are doing maintenance. Please check back in a few minutes.',
  },
  422: {
    description: 'The request is well formed, but cannot be processed.',
    message: 'This Idempotency-Key was already used with another body. Use a new key.',
  },
  423: { description: 'The account is closed.', message: 'This account is closed.' },
  429: { description: 'Too many requests.', message: 'Too many requests. Please try again in 2 seconds.' },
  500: {
    description: 'Internal server error.',
    message:
      'Something went wrong on our side. Nothing was changed. Try again, and quote the request id if it happens again.',
  },
}

function errorResponses(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(examples).map(([status, { description, message, field }]) => {
      const code = Object.values(problem_kinds).find((kind) => kind.status === Number(status))?.code
      const errors = field ? { errors: [{ field, message: 'is required' }] } : {}
      return [
        status,
        {
          description,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Error' },
              example: { message, code, ...errors, request_id: 'b1c2d3' },
            },
          },
        },
      ]
    }),
  )
}
