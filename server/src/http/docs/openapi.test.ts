import { webhook_topics } from '@waybill/domain/integrations/webhooks'
import { describe, expect, it } from 'vitest'
import { newProvider } from '../../../dev/test-kit/provider.ts'
import { routes } from '../../main/routes.ts'
import { descriptions } from './descriptions.ts'
import { office_descriptions } from './office-descriptions.ts'
import { documentedPath, openApiDocument, type OpenApi } from './openapi.ts'
import type { JsonSchema } from './wire-schema.ts'

interface Member {
  where: string
  name: string
  description: string
  schema: JsonSchema
}

/** Collects every member of a schema, recursively. */
function collect(schema: JsonSchema, where: string, into: Member[]): void {
  for (const [name, one] of Object.entries(schema.properties ?? {})) {
    into.push({ where, name, description: one.description ?? '', schema: one })
    collect(one, where, into)
  }
  if (schema.items) collect(schema.items, where, into)
  if (typeof schema.additionalProperties === 'object') collect(schema.additionalProperties, where, into)
  for (const part of [...(schema.anyOf ?? []), ...((schema.allOf as JsonSchema[] | undefined) ?? [])])
    collect(part, where, into)
}

/** Members that need a unit, by schema or name, and the text that their description must contain. */
const units: readonly (readonly [(name: string, schema: JsonSchema) => boolean, string])[] = [
  [(_name, { format }) => format === 'date-time', 'RFC 3339'],
  [(_name, { format }) => format === 'date', 'YYYY-MM-DD'],
  [(name) => name.endsWith('_cm'), 'cm'],
  [(name) => name.endsWith('_kg'), 'kg'],
  [(name) => name.endsWith('_km'), 'km'],
  [(name) => name.endsWith('_m3'), 'm³'],
  [(name, { type }) => name.endsWith('_hours') && type !== 'string', 'hours'],
  [(name) => name.endsWith('_ms'), 'milliseconds'],
  [(name) => name === 'file_size', 'bytes'],
  [(name) => /_(after|before)$/.test(name), 'HH:mm'],
]

describe('OpenAPI document', () => {
  const document = openApiDocument(routes)
  const text = JSON.stringify(document)

  it('contains every published endpoint and no other', () => {
    const held = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const published = routes
      .filter(({ endpoint }) => endpoint.published)
      .map(({ endpoint }) => `${endpoint.method} ${documentedPath(endpoint)}`)
    expect(held.toSorted()).toEqual(published.toSorted())
  })

  it('has no dangling references and unique operation ids', () => {
    const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
    expect(references.length).toBeGreaterThan(100)
    const missing = references.filter(
      ([, kind = '', name = '']) => document.components[kind]?.[name] === undefined,
    )
    expect(missing.map(([whole]) => whole)).toEqual([])
    const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(text).not.toMatch(/\$defs|9007199254740991/)
  })

  it('describes wire types: Rand amounts as numbers, date-times as strings, omitted instead of null members', () => {
    const { Shipment, TrackedShipment, NewShipment } = document.components.schemas
    expect(NewShipment?.properties?.declared_value).toMatchObject({ type: 'number' })
    expect(TrackedShipment?.properties?.shipment_time_created).toMatchObject({
      type: 'string',
      format: 'date-time',
    })
    expect(Shipment?.properties?.custom_tracking_reference).toMatchObject({ type: 'string' })
    expect(Shipment?.required).not.toContain('custom_tracking_reference')
    expect(NewShipment?.properties?.collection_address).toMatchObject({
      $ref: '#/components/schemas/AddressInput',
    })
    expect(document.components.schemas.AddressInput?.required).toBeUndefined()
  })

  it('describes every member and parameter, with its unit', () => {
    const members: Member[] = []
    for (const [name, schema] of Object.entries(document.components.schemas)) collect(schema, name, members)
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(operations)) {
        const where = `${method.toUpperCase()} ${path}`
        for (const { name, description = '', schema } of operation.parameters ?? []) {
          members.push({ where, name, description, schema })
          collect(schema, where, members)
        }
        collect(operation.requestBody?.content['application/json'].schema ?? {}, where, members)
        const answer = operation.responses['200'] as
          | { content?: { 'application/json'?: { schema: JsonSchema } } }
          | undefined
        collect(answer?.content?.['application/json']?.schema ?? {}, where, members)
      }
    for (const [topic, { post }] of Object.entries(document.webhooks))
      collect(post.requestBody.content['application/json'].schema, topic, members)
    expect(members.length).toBeGreaterThan(1500)
    const mute = members.filter(({ description }) => description === '')
    expect(mute.map(({ where, name }) => `${where}.${name}`)).toEqual([])
    const withoutUnit = members.filter(({ name, description, schema }) =>
      units.some(
        ([isOf, unitText]) =>
          isOf(name, schema) && !description.includes(unitText) && !description.includes('zero date'),
      ),
    )
    expect(withoutUnit.map(({ where, name, description }) => `${where}.${name}: ${description}`)).toEqual([])
    expect(text).not.toContain('x-unit')
    const { Invoice, Shipment } = document.components.schemas
    expect(Invoice?.properties?.balance_due?.description).toBe('Amount outstanding, in Rand.')
    expect(Shipment?.properties?.original_rate?.description).toBe('Price at the time of booking. (Rand)')
  })

  it('has no description for members or schemas that do not exist', () => {
    const known = new Set([...text.matchAll(/"(\w+)":\{/g)].map(([, name]) => name))
    const parameters = new Set([...text.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name))
    const things = new Set([
      ...Object.keys(document.components.schemas),
      ...Object.keys(document.webhooks),
      ...Object.entries(document.paths).flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
      ),
    ])
    const unused = Object.keys({ ...descriptions, ...office_descriptions }).filter((key) => {
      const [, thing, name = key] = /^(.+)\.(\w+)$/.exec(key) ?? []
      return (thing !== undefined && !things.has(thing)) || (!known.has(name) && !parameters.has(name))
    })
    expect(unused).toEqual([])
  })

  it('documents the required fields, error statuses and idempotency header of a booking', () => {
    const { NewShipment, Rate } = document.components.schemas
    expect(NewShipment?.required).toEqual(['collection_contact', 'delivery_contact', 'parcels'])
    expect(NewShipment?.properties?.parcels?.items).toMatchObject({
      allOf: [
        { $ref: '#/components/schemas/ParcelInput' },
        { required: expect.arrayContaining(['submitted_weight_kg']) },
      ],
    })
    expect(Rate?.properties?.rate?.type).toBe('number')
    const { post } = document.paths['/shipments'] ?? {}
    expect(Object.keys(post?.responses ?? {})).toEqual(expect.arrayContaining(['412', '418', '429']))
    expect(post?.parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header', required: false }])
    expect(document.paths['/tracking/shipments']?.get?.responses).not.toHaveProperty('412')
  })

  it('documents the files of shop plug-ins as PDF, with the key as a header or a parameter', () => {
    const { get } = document.paths['/generate/waybill/{id}'] ?? {}
    expect(get?.security).toEqual([{ bearer: [] }, { api_key: [] }])
    expect(get?.responses['200']).toMatchObject({ content: { 'application/pdf': {} } })
    expect(document.components.securitySchemes).toMatchObject({ api_key: { in: 'query', name: 'api_key' } })
    expect(document.paths['/shipments/label']?.get?.security).toEqual([{}, { bearer: [] }])
    expect(document.components.schemas.PluginShipment?.required).toContain('custom_tracking_reference')
  })

  it('lists every webhook topic with a sample', () => {
    expect(Object.keys(document.webhooks)).toEqual([...webhook_topics])
    const { schema, example } =
      document.webhooks['tracking-event']?.post.requestBody.content['application/json'] ?? {}
    expect(Object.keys(schema?.properties ?? {})).toEqual(Object.keys(example as object))
  })

  it('is served as JSON and as a searchable page without scripts', async () => {
    const guest = (await newProvider()).guest()
    const served = await guest.http('GET', '/openapi.json')
    expect((served.body as OpenApi).openapi).toBe('3.1.0')
    const page = await guest.http('GET', '/api-docs')
    expect(page.headers['content-type']).toContain('text/html')
    expect(String(page.body)).toContain('/rates/opt-in')
    expect(String(page.body)).not.toMatch(/<script|<link/)
    const found = String((await guest.http('GET', '/api-docs?find=delivery_hub')).body)
    expect(found).toContain('id="get_tracking_shipments"')
    expect(found).not.toContain('id="get_time"')
    const hostile = String((await guest.http('GET', '/api-docs?find=%22%3E%3Cscript%3E')).body)
    expect(hostile).not.toContain('<script')
  })
})
