import { once } from 'node:events'
import net from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeHttp, type HttpServer } from '../main/listen.ts'
import { RateLimiter, subscriberOf } from './rate-limit.ts'
import { server_limits } from './server-limits.ts'
import { newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

let p: TestProvider
let staff: Caller
let http: HttpServer
let port: number
let base: string
/** While set, buckets do not refill, however slowly the machine answers. */
let stoppedAt: number | null = null

beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
  http = await makeHttp(
    p.runtime.runtime,
    null,
    async () => undefined,
    new RateLimiter(1, () => stoppedAt ?? performance.now()),
    {
      ...server_limits,
      head_ms: 400,
      body_ms: 400,
      connections: 60,
    },
  )
  http.api.listen(0, '127.0.0.1')
  await once(http.api, 'listening')
  ;({ port } = http.api.address() as net.AddressInfo)
  base = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await http.close()
})
afterEach(() => {
  stoppedAt = null
})

/** Sends text without closing, and returns the response once the server closes the connection. */
async function sendAndWait(text: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1')
  const pieces: Buffer[] = []
  socket.on('data', (piece: Buffer) => pieces.push(piece))
  socket.write(text)
  await once(socket, 'close')
  return Buffer.concat(pieces).toString()
}

const post = (path: string, body: string, token: string | null = staff.token) =>
  fetch(base + path, {
    method: 'POST',
    body,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })

describe('slow clients', () => {
  it('receive 408 when the request head is incomplete', async () => {
    const answer = await sendAndWait('GET /healthz HTTP/1.1\r\nHost: x\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    expect(answer).toContain('took too long to arrive')
    expect(answer).toContain("Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n")
    expect(answer).toContain('X-Content-Type-Options: nosniff\r\n')
  })

  it('receive 408 when they send nothing', async () => {
    expect(await sendAndWait('')).toMatch(/^HTTP\/1.1 408 /)
  })

  it('receive 408 when the request body is incomplete', async () => {
    const answer = await sendAndWait('POST /rates HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"a":')
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    expect(answer).toContain('"code":"request_timeout"')
  })
})

describe('request body', () => {
  it('is rejected with 413 by its declared length before it is sent', async () => {
    const answer = await sendAndWait(
      `POST /users/settings HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${staff.token}\r\nContent-Length: 300000\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
    expect(answer).toContain('larger than this call accepts')
  })

  it('with files is rejected with 401 when the caller is not signed in', async () => {
    const answer = await sendAndWait(
      'POST /shipments/pod HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 30000000\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1.1 401 /)
  })

  it.each([
    ['items', `{"parcels":[${'0,'.repeat(20_000)}0]}`, 'more than 10000 items'],
    ['values', `{"parcels":[${`[${'0,'.repeat(900)}0],`.repeat(200)}0]}`, 'more than 100000 values'],
  ])('with too many %s is rejected with 413', async (_what, body, sentence) => {
    const answer = await post('/shipments', body)
    expect(answer.status).toBe(413)
    expect(((await answer.json()) as { message: string }).message).toContain(sentence)
  })

  it('with too many levels of nesting is rejected', async () => {
    const answer = await post('/shipments', `${'['.repeat(200)}${']'.repeat(200)}`)
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { message: string }).message).toBe(
      'The body is nested more than 20 levels deep.',
    )
  })
})

describe('rate limits before authentication', () => {
  const status = async (token: string) =>
    (await fetch(`${base}/time`, { headers: { authorization: `Bearer ${token}` } })).status

  it('limit the requests with one token', async () => {
    const driver = await p.driver()
    stoppedAt = performance.now()
    const answers: number[] = []
    for (let round = 0; round < 40 && !answers.includes(429); round += 1)
      answers.push(...(await Promise.all(Array.from({ length: 15 }, () => status(driver.token ?? '')))))
    expect(answers).toContain(429)
    expect(answers.slice(0, 50)).toEqual(answers.slice(0, 50).map(() => 200))
  })

  it('limit requests with unknown tokens by address', async () => {
    stoppedAt = performance.now()
    const answers: number[] = []
    for (let round = 0; round < 80 && !answers.includes(429); round += 1)
      answers.push(
        ...(await Promise.all(Array.from({ length: 15 }, (_, n) => status(`nobody-${round}-${n}`)))),
      )
    expect(answers.slice(0, 500)).toEqual(answers.slice(0, 500).map(() => 401))
    expect(answers).toContain(429)
  })

  it('count the references of public tracking on the page and API, for guests, users and API keys', async () => {
    const accountId = (await p.given.account()).id
    const key = await p.apiKey(accountId)
    const references = Array.from({ length: 50 }, (_, at) => `ZZZZ${at}`).join(',')
    const callUntilRejected = async (url: string, token: string | null): Promise<number> => {
      for (let callCount = 0; callCount < 20; callCount += 1) {
        const headers = {
          host: `p${p.provider_id}.test`,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        }
        if ((await http.app.inject({ url, headers })).statusCode === 429) return callCount
      }
      return Infinity
    }
    const path = `/tracking/shipments?tracking_reference=${references}`
    expect(await callUntilRejected(path, key.token)).toBeLessThanOrEqual(6)
    expect(await callUntilRejected(path, staff.token)).toBeLessThanOrEqual(6)
    expect(await callUntilRejected(path, null)).toBeLessThanOrEqual(3)
    expect(await callUntilRejected('/track?ref=ZZZZ1', null)).toBe(0)
  })

  it('count an IPv6 network of 64 bits as one address', () => {
    expect(subscriberOf('2001:db8:1:2:3:4:5:6')).toBe(subscriberOf('2001:db8:1:2:ffff::1'))
    expect(subscriberOf('2001:db8:1:2::1')).not.toBe(subscriberOf('2001:db8:1:3::1'))
    expect(subscriberOf('192.0.2.7')).toBe('192.0.2.7')
  })
})

it('keeps no more connections open than the limit', async () => {
  const answers = await Promise.all(Array.from({ length: 120 }, () => sendAndWait('').catch(() => '')))
  const timedOut = answers.filter((answer) => answer.startsWith('HTTP/1.1 408 '))
  expect(timedOut.length).toBeGreaterThan(10)
  expect(timedOut.length).toBeLessThanOrEqual(60)
})

it('serves other clients while many clients send incomplete request heads', async () => {
  const silent = Array.from({ length: 120 }, () => {
    const socket = net.connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET /healthz HTTP/1.1\r\nX-Slow: ')
    return socket
  })
  await Promise.all(silent.map((socket) => once(socket, 'connect')))
  const answers = await Promise.all(
    Array.from({ length: 10 }, async () => (await fetch(`${base}/healthz`)).status),
  )
  expect(new Set(answers)).toEqual(new Set([200]))
  for (const socket of silent) socket.destroy()
})

it('[SHELL-009] [SHELL-066] sends a content security policy with responses of the web listener that are not pages', async () => {
  http.web.listen(0, '127.0.0.1')
  await once(http.web, 'listening')
  const web = `http://127.0.0.1:${(http.web.address() as net.AddressInfo).port}`
  expect(await (await fetch(`${web}/version.json`)).json()).toEqual({ version: '3.17.17' })
  for (const path of ['/nothing.txt', '/version.json', '/manifest.webmanifest', '/api/nothing']) {
    const { headers } = await fetch(web + path)
    expect([path, headers.get('content-security-policy')]).toEqual([
      path,
      "default-src 'none'; frame-ancestors 'none'",
    ])
  }
})
