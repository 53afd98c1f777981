import { describe, expect, it } from 'vitest'
import { newProvider } from '../test-kit/provider.ts'
import { routes } from '../routes.ts'
import { openApiDocument, type OpenApi } from './openapi.ts'

describe('the API document', () => {
  const document = openApiDocument(routes)
  const text = JSON.stringify(document)

  it('holds every published endpoint and no other', () => {
    const held = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const published = routes
      .filter(({ endpoint }) => endpoint.published)
      .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
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
    expect(TrackedShipment?.properties?.shipment_time_created).toEqual({
      type: 'string',
      format: 'date-time',
    })
    expect(Shipment?.properties?.custom_tracking_reference).toEqual({ type: 'string' })
    expect(Shipment?.required).not.toContain('custom_tracking_reference')
    expect(NewShipment?.properties?.collection_address).toEqual({
      $ref: '#/components/schemas/AddressInput',
    })
    expect(document.components.schemas.AddressInput?.required).toBeUndefined()
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
