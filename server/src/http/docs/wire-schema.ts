import * as address from '@waybill/domain/accounts/address'
import * as contact from '@waybill/domain/accounts/contact'
import * as accounts from '@waybill/domain/accounts/model'
import * as billing from '@waybill/domain/billing/model'
import * as blockedList from '@waybill/domain/blocked-list/model'
import * as claimsApi from '@waybill/domain/claims/api'
import * as claims from '@waybill/domain/claims/model'
import * as costs from '@waybill/domain/costs/model'
import * as collections from '@waybill/domain/collections/model'
import * as files from '@waybill/domain/files/model'
import * as manifests from '@waybill/domain/hub/manifest'
import * as hub from '@waybill/domain/hub/model'
import * as identity from '@waybill/domain/identity/model'
import { neverSet } from '@waybill/domain/kit/calls/optional-fields'
import { count, day, flag, instant, num, rand, randAtLeastZero } from '@waybill/domain/kit/calls/wire'
import * as tableFilter from '@waybill/domain/kit/lists/table-filter'
import * as payments from '@waybill/domain/payments/model'
import * as pickupPoints from '@waybill/domain/pickup-points/model'
import * as rates from '@waybill/domain/rates/model'
import * as question from '@waybill/domain/reports/question'
import * as pointOffers from '@waybill/domain/rates/pricing/point-offers'
import * as reports from '@waybill/domain/reports/report-api'
import * as schedule from '@waybill/domain/reports/schedule'
import * as settings from '@waybill/domain/settings/api'
import * as shipmentCalls from '@waybill/domain/shipments/api'
import * as discrepancies from '@waybill/domain/shipments/discrepancies/model'
import * as charge from '@waybill/domain/shipments/pricing/shipment-charge'
import * as shipments from '@waybill/domain/shipments/model'
import * as note from '@waybill/domain/shipments/notes-and-tags/note'
import * as shipmentFiles from '@waybill/domain/shipments/files/shipment-file'
import * as parcel from '@waybill/domain/shipments/parcel'
import * as shipmentInput from '@waybill/domain/shipments/booking/shipment-input'
import * as events from '@waybill/domain/shipments/statuses/tracking-event'
import * as shopPluginsApi from '@waybill/domain/shop-plugins/api'
import * as pluginLocker from '@waybill/domain/shop-plugins/plugin-locker'
import * as tags from '@waybill/domain/tags/model'
import * as tracking from '@waybill/domain/tracking/model'
import { z } from 'zod'

/** A JSON Schema (draft 2020-12), as used by OpenAPI 3.1. */
export interface JsonSchema {
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  $ref?: string
  $defs?: Record<string, JsonSchema>
  [more: string]: unknown
}

/** The strict form of each codec: the form used in responses and recommended for requests. */
const wire_forms = new Map<unknown, JsonSchema>([
  [rand, { type: 'number', 'x-unit': 'Rand' }],
  [randAtLeastZero, { type: 'number', minimum: 0, 'x-unit': 'Rand' }],
  [num, { type: 'number' }],
  [count, { type: 'integer' }],
  [flag, { type: 'boolean' }],
  [instant, { type: 'string', format: 'date-time', 'x-unit': 'RFC 3339' }],
  [
    neverSet,
    {
      type: 'string',
      format: 'date-time',
      'x-unit': 'RFC 3339; 0001-01-01T00:00:00Z when it never happened',
    },
  ],
  [day, { type: 'string', format: 'date', 'x-unit': 'YYYY-MM-DD' }],
])

/** Schemas that have their own name in the document. */
const named = z.registry<{ id: string }>()
const taken = new Set<string>()
for (const module of [
  shipments,
  shipmentInput,
  parcel,
  charge,
  events,
  note,
  shipmentFiles,
  discrepancies,
  tracking,
  rates,
  accounts,
  address,
  contact,
  billing,
  identity,
  pickupPoints,
  files,
  blockedList,
  claims,
  claimsApi,
  costs,
  collections,
  manifests,
  hub,
  tags,
  payments,
  question,
  pointOffers,
  reports,
  schedule,
  settings,
  shipmentCalls,
  shopPluginsApi,
  pluginLocker,
  tableFilter,
])
  for (const [name, value] of Object.entries(module))
    if (isThing(name, value) && !taken.has(name) && !named.has(value)) {
      named.add(value, { id: name })
      taken.add(name)
    }

/**
 * Whether an exported value is an object schema, or a codec that reads an object from any record. Schemas with names
 * ending in `Parts` are excluded, because only the complete codec is documented.
 */
function isThing(name: string, value: unknown): value is z.ZodType {
  if (!/^[A-Z]/.test(name) || name.endsWith('Parts')) return false
  return value instanceof z.ZodObject || isLenient(value)
}

/** Whether a value is a codec for an object that callers may send partially and under several member names. */
function isLenient(value: unknown): value is z.ZodCodec {
  return (
    value instanceof z.ZodCodec && value.def.in instanceof z.ZodRecord && value.def.out instanceof z.ZodObject
  )
}

/** Returns the JSON Schema of the wire form of a Zod schema. Named schemas are added to `models` and referenced. */
export function wireSchema(schema: z.ZodType, models: Map<string, JsonSchema>): JsonSchema {
  const {
    $schema: _schema,
    $defs = {},
    ...root
  } = z.toJSONSchema(schema, {
    io: 'output',
    metadata: named,
    unrepresentable: ({ zodSchema }) =>
      zodSchema instanceof z.ZodDate ? { type: 'string', format: 'date-time', 'x-unit': 'RFC 3339' } : {},
    override: ({ zodSchema, jsonSchema }) => normaliseSchema(zodSchema, jsonSchema as JsonSchema),
  }) as JsonSchema
  for (const [name, model] of Object.entries($defs)) models.set(name, relocated(model))
  if (typeof root.id === 'string') {
    const { id, ...model } = root
    models.set(id, relocated(model))
    return { $ref: `#/components/schemas/${id}` }
  }
  return relocated(root)
}

function normaliseSchema(zod: z.core.$ZodType, json: JsonSchema): void {
  const form = wire_forms.get(zod)
  if (form) {
    for (const key of Object.keys(json)) delete json[key]
    Object.assign(json, form)
  }
  // Unknown members are ignored, never rejected. The bounds of safe integers are not useful to readers.
  if (json.additionalProperties === false) delete json.additionalProperties
  for (const bound of ['minimum', 'maximum'])
    if (Math.abs(Number(json[bound])) === Number.MAX_SAFE_INTEGER) delete json[bound]
  if (isLenient(zod)) delete json.required
  if (isOmitted(zod)) dropNull(json)
}

/** Whether a member is omitted instead of being null (presence O). */
function isOmitted(zod: z.core.$ZodType): boolean {
  return (
    zod instanceof z.ZodCodec &&
    zod.def.in instanceof z.ZodUnknown &&
    zod.def.out instanceof z.ZodOptional &&
    zod.def.out.def.innerType instanceof z.ZodNullable
  )
}

function dropNull(json: JsonSchema): void {
  if (Array.isArray(json.type)) {
    const types = json.type.filter((type) => type !== 'null')
    json.type = types.length === 1 ? (types[0] ?? 'string') : types
  }
  const rest = json.anyOf?.filter((one) => one.type !== 'null')
  if (!rest || rest.length === json.anyOf?.length) return
  delete json.anyOf
  const [only] = rest
  if (rest.length === 1 && only) Object.assign(json, only)
  else json.anyOf = rest
}

/** Rewrites the references of a schema to point into the document. */
function relocated(json: JsonSchema): JsonSchema {
  return JSON.parse(
    JSON.stringify(json, (key, value: unknown) => {
      if (key === 'id' && typeof value === 'string' && taken.has(value)) return undefined
      return key === '$ref' && typeof value === 'string'
        ? value.replace('#/$defs/', '#/components/schemas/')
        : value
    }),
  ) as JsonSchema
}
