import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { identityApi } from '@waybill/domain/identity/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { encodingAccepted, validated } from './content-encoding.ts'
import {
  booking,
  newProvider,
  type Caller,
  type Reply,
  type TestProvider,
} from '../../dev/test-kit/provider.ts'

let p: TestProvider
let staff: Caller
let key: Caller

beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
  await p.given.shipment()
  key = await p.apiKey()
})

const raw = (method: string, url: string, headers: Record<string, string>, body?: object) =>
  p.runtime.http.app.inject({
    method: method as 'GET',
    url,
    headers: { host: `p${p.provider_id}.test`, authorization: `Bearer ${key.token}`, ...headers },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  })

const header = ({ headers }: Reply, name: string): string => String(headers[name] ?? '')

describe('read-only responses', () => {
  it('are compressed when the client accepts it and vary by accept-encoding', async () => {
    const plain = await raw('GET', '/shipments', {})
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.rawPayload.length).toBeGreaterThan(2000)
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      const packed = await raw('GET', '/shipments', { 'accept-encoding': accepted })
      expect(packed.headers['content-encoding'], accepted).toBe(encoding)
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
      expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length)
      expect(unpack[encoding](packed.rawPayload).toString()).toBe(plain.payload)
    }
    const { collection_address, delivery_address, parcels } = booking()
    const quote = { collection_address, delivery_address, parcels }
    const quoted = await raw('POST', '/rates', { 'accept-encoding': 'br' }, quote)
    expect(quoted.headers['content-encoding']).toBe('br')
  })

  it('are not compressed when they are short or when the request creates a shipment', async () => {
    const short = await raw('GET', '/time', { 'accept-encoding': 'br' })
    expect(short.headers['content-encoding']).toBeUndefined()
    const { id: accountId } = await p.given.account()
    const made = await raw(
      'POST',
      '/shipments',
      { 'accept-encoding': 'br' },
      booking({ account_id: accountId }),
    )
    expect(made.statusCode).toBe(200)
    expect(made.rawPayload.length).toBeGreaterThan(1024)
    expect(made.headers['content-encoding']).toBeUndefined()
  })

  it('return 304 without a body when the client sends the current ETag', async () => {
    const first = await key.http('GET', '/shipments')
    const etag = header(first, 'etag')
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/)
    const again = await raw('GET', '/shipments', { 'if-none-match': etag, 'accept-encoding': 'br' })
    expect([again.statusCode, again.payload, again.headers['content-encoding']]).toEqual([304, '', undefined])
    await p.given.shipment()
    expect((await key.http('GET', '/shipments', undefined, { 'if-none-match': etag })).status).toBe(200)
  })

  it('support HEAD for every GET, without a body', async () => {
    const [got, head] = [await raw('GET', '/shipments', {}), await raw('HEAD', '/shipments', {})]
    expect([head.statusCode, head.payload]).toEqual([200, ''])
    expect(head.headers['etag']).toBe(got.headers['etag'])
    expect(head.headers['content-length']).toBe(got.headers['content-length'])
    const guest = await p.guest().http('HEAD', '/shipments')
    expect(guest.status).toBe(401)
    const other = await staff.http('PUT', '/shipments')
    expect([other.status, header(other, 'allow').split(', ')]).toEqual([
      405,
      expect.arrayContaining(['GET', 'HEAD', 'POST', 'PATCH']),
    ])
    expect((await p.guest().http('HEAD', '/tools/~none')).status).toBe(404)
  })
})

describe('API reference', () => {
  it.each(['/openapi.json', '/api-docs'])(
    '%s is cacheable and returns 304 for the current ETag',
    async (path) => {
      const first = await p.guest().http('GET', path)
      expect(first.headers['cache-control']).toBe('public, max-age=300')
      const again = await p.guest().http('GET', path, undefined, { 'if-none-match': header(first, 'etag') })
      expect(again.status).toBe(304)
      const packed = await raw('GET', path, { 'accept-encoding': 'br' })
      expect(packed.rawPayload.length).toBeLessThan(100_000)
    },
  )
})

describe('cross-origin pages', () => {
  it('can read the rate limit, request id, replay and ETag headers of published calls only', async () => {
    const shop = { origin: 'https://shop.example' }
    const exposed = (reply: Reply) => header(reply, 'access-control-expose-headers').toLowerCase().split(', ')
    const names = ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining']
    const all = [...names, 'retry-after', 'idempotent-replayed', 'etag']
    expect(exposed(await key.http('GET', '/shipments', undefined, shop))).toEqual(expect.arrayContaining(all))
    const wrong = { ...shop, authorization: 'Bearer none' }
    const rejected = await p.guest().http('GET', '/shipments', undefined, wrong)
    expect([rejected.status, exposed(rejected)]).toEqual([401, expect.arrayContaining(all)])
    const own = await staff.http('POST', identityApi.logout.path, {}, shop)
    expect(exposed(own)).toEqual([''])
  })
})

describe('Accept-Encoding header', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['*', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=0.5, br;q=0.1', 'br'],
    ['br; q=0, *', 'gzip'],
    ['*;q=0', null],
  ])('%o selects %o', (accepted, encoding) => {
    expect(encodingAccepted(accepted)).toBe(encoding)
  })
})

describe('ETag validation', () => {
  const answer = { status: 200, headers: {}, body: '{"count":0}' }
  const { etag } = validated(answer, undefined).headers as { etag: string }
  it('compares weakly with each listed tag, and only for status 200', () => {
    for (const ifNoneMatch of [etag, etag.slice(2), `"other", ${etag}`, '*'])
      expect(validated(answer, ifNoneMatch).status, ifNoneMatch).toBe(304)
    for (const ifNoneMatch of ['"other"', '']) expect(validated(answer, ifNoneMatch).status).toBe(200)
    expect(validated({ ...answer, status: 404 }, '*').status).toBe(404)
  })
})
