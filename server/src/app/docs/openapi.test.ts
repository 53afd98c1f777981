import { webhook_topics } from '@waybill/domain/integrations/webhooks'
import { describe, expect, it } from 'vitest'
import { newProvider } from '../../../dev/test-kit/provider.ts'
import { routes } from '../routes.ts'
import { documentedPath, openApiDocument, type OpenApi } from './openapi.ts'
import type { JsonSchema } from './wire-schema.ts'

/** The things these calls are about; what only hangs on them is described in time. */
const described = new Set([
  'NewShipment',
  'ShipmentPatch',
  'Shipment',
  'ParcelInput',
  'Parcel',
  'AddressInput',
  'Address',
  'ContactInput',
  'Contact',
  'RatesInput',
  'RatedParcel',
  'RatesAnswer',
  'Rate',
  'RateCharge',
  'RejectedService',
  'OptInInput',
  'OptInRate',
  'OptInAnswer',
  'TrackedShipment',
  'TrackingAnswer',
  'TrackingEvent',
])

describe('the API document', () => {
  const document = openApiDocument(routes)
  const text = JSON.stringify(document)

  it('holds every published endpoint and no other', () => {
    const held = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const published = routes
      .filter(({ endpoint }) => endpoint.published)
      .map(({ endpoint }) => `${endpoint.method} ${documentedPath(endpoint)}`)
    expect(held.toSorted()).toEqual(published.toSorted())
  })

  it('refers to nothing that is not there, and names each operation once', () => {
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

  it('says what travels: Rand, moments as text, and no null for what is left out', () => {
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

  it('says what every member of shipments, quotes, tracking and webhooks means', () => {
    const { schemas } = document.components
    const seen = new Set<string>()
    const mute: string[] = []
    const look = (schema: JsonSchema, where: string): void => {
      const name = schema.$ref?.split('/').at(-1)
      if (name !== undefined && !seen.has(name)) {
        seen.add(name)
        if (described.has(name)) look(schemas[name] ?? {}, name)
      }
      for (const [member, one] of Object.entries(schema.properties ?? {})) {
        if (!one.description) mute.push(`${where}.${member}`)
        look(one, `${where}.${member}`)
      }
      for (const one of [schema.items, ...((schema.allOf as JsonSchema[] | undefined) ?? [])])
        if (one) look(one, where)
    }
    for (const [path, operations] of Object.entries(document.paths)) {
      if (!/^\/(shipments|rates|rates\/opt-in|tracking\/shipments|webhook-subscriptions)$/.test(path))
        continue
      for (const [method, operation] of Object.entries(operations)) {
        const where = `${method} ${path}`
        for (const { name, description } of operation.parameters ?? [])
          if (!description) mute.push(`${where} ?${name}`)
        look(operation.requestBody?.content['application/json'].schema ?? {}, where)
        const answer = operation.responses['200'] as
          | { content: { 'application/json': { schema: JsonSchema } } }
          | undefined
        look(answer?.content['application/json'].schema ?? {}, where)
      }
    }
    for (const [topic, { post }] of Object.entries(document.webhooks).filter(
      ([name]) => name !== 'invoice-created',
    ))
      look(post.requestBody.content['application/json'].schema, topic)
    expect(mute).toEqual([])
    expect(seen.size).toBeGreaterThan(12)
  })

  it('says what a booking needs, how it is refused, and how it is repeated safely', () => {
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

  it('lists the messages that webhooks send, with samples', () => {
    expect(Object.keys(document.webhooks)).toEqual([...webhook_topics])
    const { schema, example } =
      document.webhooks['tracking-event']?.post.requestBody.content['application/json'] ?? {}
    expect(Object.keys(schema?.properties ?? {})).toEqual(Object.keys(example as object))
  })

  it('is served, and readable as a page that searches without script', async () => {
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
