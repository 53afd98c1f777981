import type { AddressInfo } from 'node:net'
import http from 'node:http'
import { endpoint } from '@waybill/domain/kit/calls/endpoint'
import { identityApi } from '@waybill/domain/identity/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { updateAccount } from '../src/accounts/index.ts'
import { serve } from '../src/kit/handler.ts'
import { makeHttp, type HttpServer } from '../src/main/listen.ts'
import { RateLimiter } from '../src/http/rate-limit.ts'
import { readJson } from '../src/http/read-json.ts'
import { readLargeJson } from '../src/http/read-large-json.ts'
import { booking, newProvider, type Caller, type Reply, type TestProvider } from '../dev/test-kit/provider.ts'

/**
 * The conventions that apply to every endpoint (docs/domain/public-api.md#conventions): URLs, bodies, queries, keys,
 * headers and errors.
 */

let p: TestProvider
let key: Caller
let account_id: number
let admin: Caller

beforeAll(async () => {
  p = await newProvider()
  account_id = (await p.given.account()).id
  key = await p.apiKey(account_id)
  admin = await p.apiKey()
})

const quote = {
  collection_address: {
    street_address: '12 Bofors Circle',
    local_area: 'Epping',
    city: 'Cape Town',
    code: '7460',
  },
  delivery_address: {
    street_address: '31 Bath Avenue',
    local_area: 'Rosebank',
    city: 'Johannesburg',
    code: '2196',
  },
  parcels: [
    { submitted_length_cm: 20, submitted_width_cm: 20, submitted_height_cm: 10, submitted_weight_kg: 2 },
  ],
}

interface ErrorBody {
  message: string
  code: string
  errors?: { field: string; message: string }[]
  request_id: string
}
const errorOf = (reply: Reply) => reply.body as ErrorBody
const ratesOf = (reply: Reply) => (reply.body as { rates: unknown[] }).rates

describe('request paths', () => {
  it('return the same response without a version, under /v2 and under /v3', async () => {
    const answers = await Promise.all(
      ['/rates', '/v2/rates', '/v3/rates'].map((path) => key.http('POST', path, quote)),
    )
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200])
    expect(ratesOf(answers[0])).not.toHaveLength(0)
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(answers[2]?.body).toEqual(answers[0]?.body)
  })

  it('may contain doubled slashes and one trailing slash', async () => {
    for (const path of ['/v2//rates/', '//v2/rates', '/rates/', '///rates'])
      expect((await key.http('POST', path, quote)).status, path).toBe(200)
  })

  it('return 404 for any other version or path', async () => {
    for (const path of ['/v1/rates', '/v4/rates', '/v2/v3/rates', '/Rates', '/nothing', '/api/rates']) {
      const reply = await key.http('POST', path, quote)
      expect(reply.status, path).toBe(404)
      expect(errorOf(reply)).toMatchObject({ code: 'not_found', message: expect.stringMatching(/^There is/) })
    }
  })

  it('return 405 with the allowed methods when the method is wrong', async () => {
    const reply = await key.http('PUT', '/v2/shipments', {})
    expect(reply.status).toBe(405)
    expect(errorOf(reply).code).toBe('method_not_allowed')
    expect(String(reply.headers.allow).split(', ').sort()).toEqual(['GET', 'HEAD', 'PATCH', 'POST'])
  })

  it('serve the health probes and metrics', async () => {
    for (const path of ['/healthz', '/livez', '/readyz'])
      expect((await p.guest().http('GET', path)).status, path).toBe(200)
    const metrics = await p.guest().http('GET', '/metrics')
    expect(metrics.status).toBe(200)
    expect(String(metrics.body)).toContain('# TYPE')
  })
})

describe('web and API listeners', () => {
  let server: HttpServer
  const at = { web: '', api: '' }

  beforeAll(async () => {
    server = await makeHttp(p.runtime.runtime, null, async () => undefined, new RateLimiter(0))
    for (const side of ['web', 'api'] as const) {
      await new Promise<void>((resolve) => server[side].listen(0, '127.0.0.1', resolve))
      at[side] = `http://127.0.0.1:${(server[side].address() as AddressInfo).port}`
    }
  })
  afterAll(() => server.close())

  const request = (url: string, init: RequestInit = {}) =>
    fetch(url, {
      method: 'POST',
      body: JSON.stringify(quote),
      ...init,
      headers: { authorization: `Bearer ${key.token}`, ...init.headers },
    })

  it('serves the API on the web address under /api, /v2 and /v3', async () => {
    for (const path of ['/api/rates', '/v2/rates', '/v3/rates', '/api/v2/rates', '//api//rates/'])
      expect((await request(at.web + path)).status, path).toBe(200)
  })

  it('serves the API on its own address without a prefix, and not under /api', async () => {
    expect((await request(`${at.api}/rates`)).status).toBe(200)
    expect((await request(`${at.api}/api/rates`)).status).toBe(404)
  })

  it('returns a JSON 404 for an unknown API version on the web address', async () => {
    const reply = await request(`${at.web}/v1/rates`, { method: 'GET', body: null })
    expect(reply.status).toBe(404)
    expect(await reply.json()).toMatchObject({ code: 'not_found' })
  })

  it('accepts a GET with a body, any content type, and Expect: 100-continue', async () => {
    const { port } = new URL(at.api)
    const send = (method: string, path: string, headers: Record<string, string>, body: string) =>
      new Promise<number>((resolve, reject) => {
        const request = http.request(
          { port, method, path, headers: { authorization: `Bearer ${key.token}`, ...headers } },
          (response) => {
            response.resume()
            response.on('end', () => resolve(response.statusCode ?? 0))
          },
        )
        request.on('error', reject)
        if (headers.expect) request.on('continue', () => request.end(body))
        else request.end(body)
      })
    const text = JSON.stringify(quote)
    const length = { 'content-length': String(Buffer.byteLength(text)) }
    expect(await send('GET', '/shipments', { ...length, 'content-type': 'application/json' }, text)).toBe(200)
    expect(await send('POST', '/rates', { ...length, expect: '100-continue' }, text)).toBe(200)
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json;charset=',
      'nonsense',
    ])
      expect(await send('POST', '/rates', { ...length, 'content-type': type }, text), type).toBe(200)
  })

  it('completes running requests before it stops and returns 503 from /readyz in the meantime', async () => {
    const own = await makeHttp(p.runtime.runtime, null, async () => undefined, new RateLimiter(0))
    await new Promise<void>((resolve) => own.api.listen(0, '127.0.0.1', resolve))
    const base = `http://127.0.0.1:${(own.api.address() as AddressInfo).port}`
    const running = request(`${base}/rates`)
    await new Promise<void>((resolve) => own.api.once('request', () => resolve()))
    const closed = own.close()
    expect((await own.app.inject({ url: '/readyz' })).statusCode).toBe(503)
    expect((await running).status).toBe(200)
    await closed
    await expect(fetch(`${base}/healthz`)).rejects.toThrow()
  })
})

describe('request bodies', () => {
  const post = (body: string | Buffer) => key.http('POST', '/rates', body)

  it('accepts comments, trailing commas and a byte-order mark', async () => {
    const text = JSON.stringify(quote)
    const dressed = `\uFEFF// from the shop\n${text.slice(0, -1)}, /* why */ "note": "a // b, ] \\" /* c */", }`
    expect((await post(dressed)).status).toBe(200)
    expect(readJson(Buffer.from('[1, 2, /* three */ ] // end'))).toEqual([1, 2])
    expect(readJson(Buffer.from('{"a": "x,]", "b": [1,],}'))).toEqual({ a: 'x,]', b: [1] })
  })

  it('decodes the charset of the content type and rejects invalid text with 400', async () => {
    const contact = { name: 'Zoë Müller', mobile_number: '0821234567' }
    const booking = { collection_contact: contact, delivery_contact: contact, service_level_code: 'ECO' }
    const body = Buffer.from(JSON.stringify({ ...quote, ...booking, customer_reference: 'Müller' }), 'latin1')
    const sent = (type: string) => key.http('POST', '/shipments', body, { 'content-type': type })
    expect((await sent('application/json; charset=ISO-8859-1')).body).toMatchObject({
      customer_reference: 'Müller',
    })
    for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain; charset=x']) {
      const reply = await sent(type)
      expect(reply.status, type).toBe(400)
      expect(errorOf(reply).message).toBe(
        'The body is not valid UTF-8. Send UTF-8, or name its charset in the content type.',
      )
    }
    const large = Buffer.from(`{"a": "${'é'.repeat(2_000_000)}"}`, 'latin1')
    await expect(readLargeJson(large, 'text_file')).rejects.toThrow('not valid UTF-8')
    expect(await readLargeJson(large, 'text_file', 'application/json; charset=windows-1252')).toEqual({
      a: 'é'.repeat(2_000_000),
    })
    expect(readJson(Buffer.from('\uFEFF{"a": "ë"}', 'utf16le'))).toEqual({ a: 'ë' })
  })

  it('treats an empty body as an empty object', async () => {
    const reply = await post('')
    expect(reply.status).toBe(400)
    expect(errorOf(reply).message).toBe('The collection address is missing.')
  })

  it('returns 400 with one sentence for malformed JSON', async () => {
    for (const body of [
      '{',
      '{"a": }',
      'hello',
      '{"a": "b',
      '[1,,2]',
      '{a: 1}',
      '/* never closed',
      '{"a":1}}',
    ]) {
      const reply = await post(body)
      expect(reply.status, body).toBe(400)
      expect(errorOf(reply).message).toMatch(/^The body .*\.$/)
    }
  })

  it('rejects text, numbers, booleans and lists, and treats null as an empty object', async () => {
    for (const body of ['"text"', '5', '[]', 'true']) expect((await post(body)).status, body).toBe(400)
    expect(errorOf(await post('null')).message).toBe('The collection address is missing.')
  })

  it('rejects JSON that is nested too deep', async () => {
    const reply = await post('{"a":'.repeat(30) + '1' + '}'.repeat(30))
    expect(reply.status).toBe(400)
  })

  // With a run time that grows with the square of the length, these tests would not finish.
  it.each(['\\"', '/*', '"', '//'])('rejects a million of %s', (pattern) => {
    expect(() => readJson(Buffer.from(`{"a": ${pattern.repeat(1_000_000)}`))).toThrow('not valid JSON')
  })

  it('rejects a million commas', () => {
    expect(() => readJson(Buffer.from(`{"a": ${', '.repeat(1_000_000)}`))).toThrow('has more than 1000 items')
  })

  it('rejects a body over the size limit with 413', async () => {
    const reply = await post(`{"a":"${'x'.repeat(10 * 1024 * 1024)}"}`)
    expect(reply.status).toBe(413)
    expect(errorOf(reply).message).toBe('The body is larger than this call accepts. Send less at once.')
  })

  it('ignores unknown members and prototype keys', async () => {
    const body = `{"__proto__": {"permission": 1}, "constructor": 3, "rateObj": [], ${JSON.stringify(quote).slice(1)}`
    expect((await post(body)).status).toBe(200)
  })
})

describe('query parameters', () => {
  const ids = async (query: string) => {
    const reply = await admin.http('GET', `/shipments?${query}`)
    expect(reply.status, query).toBe(200)
    return (reply.body as { shipments: { id: number }[] }).shipments.map((one) => one.id).sort()
  }

  it('accept lists as JSON, with commas, repeated or with brackets, under names in any case', async () => {
    const [a, b] = [await p.given.shipment({ account_id }), await p.given.shipment({ account_id })]
    const both = [a.id, b.id].sort()
    for (const query of [
      `id=[${a.id},${b.id}]`,
      `id=%5B${a.id}%2C${b.id}%5D`,
      `id=["${a.id}","${b.id}"]`,
      `id=${a.id},${b.id}`,
      `id=${a.id}&id=${b.id}`,
      `id[]=${a.id}&id[]=${b.id}`,
      `ID=${a.id},${b.id}`,
      `?&id=${a.id},${b.id}&status=&customer_reference=`,
    ])
      expect(await ids(query), query).toEqual(both)
    expect(await ids(`id=${a.id}`)).toEqual([a.id])
    expect(await ids(`Tracking_Ref=${a.short_tracking_reference}`)).toEqual([a.id])
  })

  it('filter by status in every form and reject an unknown status', async () => {
    const { id } = await p.given.shipment({ account_id, status: 'collected' })
    for (const status of ['["collected"]', 'collected', 'collected,delivered', '%5B%22collected%22%5D'])
      expect(await ids(`status=${status}&id=${id}`), status).toEqual([id])
    expect(await ids(`status[]=collected&status[]=delivered&id=${id}`)).toEqual([id])
    expect((await admin.http('GET', '/shipments?status=flying')).status).toBe(400)
  })

  it('accept every form of date and time, and include the whole end day', async () => {
    const { id } = await p.given.shipment({ account_id })
    const today = new Date(Date.now() + 7_200_000).toISOString().slice(0, 10)
    for (const range of [
      `start_date=${today}&end_date=${today}`,
      `start_date=${today} 00:00:00 02:00&end_date=${today} 23:59:59+02:00`,
      `start_date=${today}T00:00:00%2B02:00&end_date=${today}T23:59:59.999%2B02:00`,
      `start_date=${today} 00:00:00`,
    ])
      expect(await ids(`id=${id}&${range.replaceAll(' ', '%20')}`), range).toEqual([id])
    expect(await ids(`id=${id}&end_date=2020-01-01`)).toEqual([])
    expect((await admin.http('GET', '/shipments?start_date=yesterday')).status).toBe(400)
  })
})

describe('API keys', () => {
  const withHeader = (authorization: string) =>
    p.guest().http('GET', '/shipments', undefined, { authorization })

  it('are accepted after the word Bearer in any case, with extra spaces', async () => {
    for (const header of [`Bearer ${key.token}`, `bearer ${key.token}`, `  BEARER   ${key.token}  `])
      expect((await withHeader(header)).status, header).toBe(200)
  })

  it('are required: other schemes, unknown and missing keys get 401', async () => {
    const unknown = [
      'AWS4-HMAC-SHA256 Credential=AKIA/20200101',
      'Basic YTpi',
      'Bearer',
      `Bearer ${'0'.repeat(32)}`,
      'Bearer x',
    ]
    for (const header of unknown) {
      const reply = await withHeader(header)
      expect(reply.status, header).toBe(401)
      expect(errorOf(reply).code).toBe('unauthorised')
    }
    expect((await p.guest().http('GET', '/shipments')).status).toBe(401)
  })

  it('work regardless of cookies and headers of old signing schemes', async () => {
    const headers = {
      cookie: 'session=1',
      'x-amz-date': '20200101T000000Z',
      'x-amz-security-token': 't',
      accept: 'application/pdf',
      'client-version': '3.17.17',
      'client-path': '/shipments',
    }
    const reply = await key.http('POST', '/rates', quote, headers)
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('get 401 as soon as they are revoked', async () => {
    const staff = await p.staff()
    const made = await staff.send(identityApi.createApiKey, { name: 'till', account_id })
    const header = `Bearer ${made.api_key}`
    expect((await withHeader(header)).status).toBe(200)
    await staff.send(identityApi.deleteApiKey, { id: made.id })
    expect((await withHeader(header)).status).toBe(401)
  })

  it('get the message Error logging in when their user was removed', async () => {
    const made = await (await p.staff()).send(identityApi.createApiKey, { name: 'gone', account_id })
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('app_user')
        .set({ deleted_date: ctx.now })
        .where('username', '=', made.username)
        .execute(),
    )
    const reply = await withHeader(`Bearer ${made.api_key}`)
    expect(reply.status).toBe(401)
    expect(errorOf(reply).message).toBe('Error logging in')
  })

  it('get 403 when the role lacks the permission', async () => {
    const reply = await key.http('POST', '/billing/transactions', { account_id, type: 'payment', amount: 1 })
    expect(reply.status).toBe(403)
    expect(errorOf(reply)).toMatchObject({ code: 'forbidden' })
  })

  it('get 423 when the account is closed', async () => {
    const closed = await p.given.account()
    const caller = await p.apiKey(closed.id)
    await p.inTransaction((ctx) => updateAccount(ctx, closed.id, undefined, { status: 'closed' }))
    const reply = await caller.http('GET', '/shipments')
    expect(reply.status).toBe(423)
    expect(errorOf(reply)).toMatchObject({ code: 'account_closed', message: 'the account has been closed' })
  })
})

describe('headers', () => {
  it('contain a request id, which error bodies repeat', async () => {
    const good = await key.http('GET', '/shipments')
    expect(good.headers['x-request-id']).toMatch(/^[\w-]{8,}$/)
    const bad = await key.http('POST', '/rates', {})
    expect(errorOf(bad).request_id).toBe(bad.headers['x-request-id'])
    expect(good.headers['x-request-id']).not.toBe(bad.headers['x-request-id'])
  })

  it('allow requests of browsers from other origins, without credentials', async () => {
    const reply = await p.guest().http('OPTIONS', '/v2/shipments', undefined, {
      origin: 'https://shop.example',
      'access-control-request-method': 'PATCH',
    })
    expect(reply.status).toBe(204)
    expect(reply.headers['access-control-allow-origin']).toBe('*')
    expect(reply.headers['access-control-allow-methods']).toBe('GET, HEAD, POST, PATCH, PUT, DELETE')
    for (const name of ['Authorization', 'Content-Type', 'client-version', 'client-path', 'Idempotency-Key'])
      expect(String(reply.headers['access-control-allow-headers'])).toContain(name)
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined()
    const called = await key.http('GET', '/shipments', undefined, { origin: 'https://shop.example' })
    expect(called.headers['access-control-allow-origin']).toBe('*')
  })

  it('contain the security headers, also on errors', async () => {
    for (const reply of [await key.http('GET', '/shipments'), await key.http('GET', '/nothing')])
      expect(reply.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'strict-transport-security': expect.stringContaining('max-age='),
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      })
  })

  it('errors contain a message, a stable code, the fields and a request id, and no error member', async () => {
    const reply = await key.http('POST', '/rates', {
      ...quote,
      declared_value: 'much',
      parcels: [{ submitted_weight_kg: 'x' }],
    })
    expect(reply.status).toBe(400)
    expect(errorOf(reply)).toEqual({
      message: expect.stringMatching(/^[A-Z].*\.$/),
      code: 'validation_failed',
      errors: expect.arrayContaining([
        { field: 'declared_value', message: 'must be an amount in Rand' },
        { field: 'parcels.0.submitted_weight_kg', message: 'must be a number' },
      ]),
      request_id: expect.any(String),
    })
  })
})

describe('server errors', () => {
  it('reveal no internal details', async () => {
    const broken = endpoint('GET /broken', {
      input: z.object({}),
      output: z.object({}),
      audience: 'public',
      permission: null,
      summary: 'Breaks.',
    })
    const route = serve(broken, async () => {
      throw new Error('the secret of postgres://user:pass@host')
    })
    const own = await makeHttp(
      { ...p.runtime.runtime, routes: [route] },
      null,
      async () => {
        throw new Error('no database')
      },
      new RateLimiter(0),
    )
    const reply = await own.app.inject({ url: '/broken', headers: { host: `p${p.provider_id}.test` } })
    expect(reply.statusCode).toBe(500)
    expect(reply.json()).toEqual({
      message: expect.stringContaining('Something went wrong on our side.'),
      code: 'internal',
      request_id: reply.headers['x-request-id'],
    })
    expect(reply.body).not.toMatch(/secret|postgres|at .*\.ts/)
    const ready = await own.app.inject({ url: '/readyz' })
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toEqual({ status: 'not ready', reason: 'The database does not answer.' })
    await own.app.close()
  })
})

describe('rate limits', () => {
  /** A limiter whose buckets do not refill, however slowly the machine answers. */
  const limiterOf = (scale: number) => new RateLimiter(scale, () => 0)

  it('return 429 with the wait time and the number of remaining requests', async () => {
    const own = await makeHttp(p.runtime.runtime, null, async () => undefined, limiterOf(0.1))
    const caller = await p.apiKey(account_id)
    const request = () =>
      own.app.inject({ url: '/shipments', headers: { authorization: `Bearer ${caller.token}` } })
    const first = await request()
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '4', 'x-ratelimit-remaining': '3' })
    const replies = [await request(), await request(), await request(), await request()]
    const refused = replies.find((reply) => reply.statusCode === 429)
    expect(refused?.json()).toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('Too many requests'),
    })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused?.headers).toMatchObject({ 'x-ratelimit-limit': '4', 'x-ratelimit-remaining': '0' })
    const other = await own.app.inject({
      url: '/shipments',
      headers: { authorization: `Bearer ${key.token}` },
    })
    expect(other.statusCode).toBe(200)
    await own.app.close()
  })

  it('count the rows returned, not the limit requested, because pages fetch all account settings with the largest limit', async () => {
    const own = await makeHttp(p.runtime.runtime, null, async () => undefined, limiterOf(1))
    const { token } = await p.owner(account_id)
    const request = () =>
      own.app.inject({ url: '/accounts/settings?limit=9999', headers: { authorization: `Bearer ${token}` } })
    const statuses = []
    for (let times = 0; times < 10; times += 1) statuses.push((await request()).statusCode)
    expect(new Set(statuses)).toEqual(new Set([200]))
    await own.app.close()
    const limiter = limiterOf(1)
    const allowance = { per_second: 0.001, burst: 10 }
    expect(limiter.take('somebody', allowance).remaining).toBe(9)
    limiter.charge('somebody', allowance, 7)
    expect([limiter.take('somebody', allowance).wait_s, limiter.take('somebody', allowance).wait_s]).toEqual([
      0, 0,
    ])
    expect(limiter.take('somebody', allowance).wait_s).toBeGreaterThan(0)
  })

  it('count the references of public tracking instead of the requests', async () => {
    const own = await makeHttp(p.runtime.runtime, null, async () => undefined, limiterOf(1))
    const host = `p${p.provider_id}.test`
    const request = async (count: number, name = 'tracking_reference') => {
      const named = Array.from({ length: count }, (_, at) => `NOSUCH${at}`).join(',')
      return (await own.app.inject({ url: `/tracking/shipments?${name}=${named}`, headers: { host } }))
        .statusCode
    }
    expect([
      await request(50),
      await request(49, 'ref'),
      await request(1),
      await request(1, 'tracking_ref'),
    ]).toEqual([200, 200, 200, 429])
    await own.app.close()
  })

  it('are included in the headers of other errors', async () => {
    const own = await makeHttp(p.runtime.runtime, null, async () => undefined, limiterOf(1))
    const reply = await own.app.inject({
      method: 'POST',
      url: '/rates',
      headers: { authorization: `Bearer ${key.token}` },
      payload: '{}',
    })
    expect(reply.statusCode).toBe(400)
    expect(reply.headers['x-ratelimit-limit']).toBe('40')
    await own.app.close()
  })
})

describe('value formats', () => {
  it('accepts numbers, ids and flags as text, and PHP-style sparse lists', async () => {
    const { account_id: _account, ...sent } = booking()
    const reply = await key.http('POST', '/shipments', {
      ...sent,
      parcels: {
        0: {
          submitted_length_cm: ' 20 ',
          submitted_width_cm: '20.0',
          submitted_height_cm: '10',
          submitted_weight_kg: '2.5',
        },
        7: {
          submitted_length_cm: '1',
          submitted_width_cm: 1,
          submitted_height_cm: 1,
          submitted_weight_kg: '0.001',
        },
      },
      declared_value: '1100.00',
      mute_notifications: 'Y',
      opt_in_rates: {},
      customer_reference: 4711,
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      declared_value: 1100,
      mute_notifications: true,
      customer_reference: '4711',
      parcels: [{ submitted_weight_kg: 2.5 }, { submitted_weight_kg: 0.001 }],
    })
  })

  it('returns ids as numbers, dates in UTC and money in Rand, and omits empty references', async () => {
    const { id } = await p.given.shipment({ account_id })
    const [shipment] = (
      (await key.http('GET', `/shipments?id=${id}`)).body as { shipments: Record<string, unknown>[] }
    ).shipments
    expect(shipment).toMatchObject({
      id: expect.any(Number),
      rate: 111.38,
      deleted_date: '0001-01-01T00:00:00Z',
      tracking_events: null,
      transient_branch_ids: null,
      opt_in_rates: [],
    })
    expect(shipment?.time_created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/)
    expect(shipment?.collection_min_date).toMatch(/T22:00:00(\.000)?Z$/)
    expect(shipment).not.toHaveProperty('custom_tracking_reference')
    expect(shipment).not.toHaveProperty('customer_reference')
  })
})
