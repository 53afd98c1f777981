import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { updateAccount } from '../src/accounts/index.ts'
import { usePasscode } from '../src/identity/second-factor/second-factor.ts'
import type { CaughtMail } from '../dev/catchers/caught-mail.ts'
import { digestOf } from '../src/kit/sealer.ts'
import { makeHttp, type HttpServer } from '../src/main/listen.ts'
import { RateLimiter } from '../src/http/rate-limit.ts'
import { codeOf, good_password, logIn, setUp, withPassword, withToken } from '../dev/test-kit/people.ts'
import { caughtMail } from '../dev/test-kit/fakes/caught-messages.ts'
import { newProvider, type Caller, type TestProvider } from '../dev/test-kit/provider.ts'

/** The attacker's domain. */
const evil = 'evil.example'

const catcher = caughtMail()
let p: TestProvider
let person: Caller
const start = new Date('2026-03-04T10:00:00Z')
const at = (seconds: number) => p.runtime.setNow(new Date(start.getTime() + seconds * 1000))
afterAll(() => p.runtime.setNow(null))
beforeEach(async () => {
  p = await newProvider()
  catcher.take(p)
  at(0)
  person = await withPassword(p, await p.owner())
})

const host = () => `p${p.provider_id}.test`
const mailOf = ({ username }: Caller) => `${username}@example.com`
const mailingsTo = (email: string): CaughtMail[] =>
  catcher.messages().filter((mail) => mail.to.includes(email))
const resetCode = async () => {
  await p.guest().http('POST', '/users/reset-password', { email: mailOf(person) })
  await p.settle()
  return /verification=([\w-]+)/.exec(mailingsTo(mailOf(person))[0]?.text ?? '')?.[1] ?? ''
}
const together = <Result>(many: number, fn: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: many }, (_, index) => fn(index)))
const won = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status === 200)
const openSessions = async () => {
  const { rows } = await p.runtime.runtime.pool.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM session WHERE provider_id = $1 AND user_id = $2 AND time_revoked IS NULL',
    [p.provider_id, person.user_id],
  )
  return rows[0]?.total
}

describe('single-use credentials under concurrent use', () => {
  it('accepts a passcode for only one of fifty concurrent uses, without relying on the attempt limit', async () => {
    const { secret } = await setUp(p, person)
    at(60)
    const code = codeOf(p, secret)
    const taken = await together(50, () => p.inTransaction((ctx) => usePasscode(ctx, person.user_id, code)))
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  it('accepts a recovery code for only one of twenty concurrent uses', async () => {
    const { codes } = await setUp(p, person)
    const [first = '', second = ''] = codes
    const before = (await openSessions()) ?? 0
    const answers = await together(20, () => logIn(p, person.username, { two_factor_auth_passcode: first }))
    expect(won(answers)).toHaveLength(1)
    expect(await openSessions()).toBe(before + 1)
    const taken = await together(20, () => p.inTransaction((ctx) => usePasscode(ctx, person.user_id, second)))
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  it('accepts a reset link for only one of twenty concurrent password changes, across both endpoints', async () => {
    const verificationCode = await resetCode()
    const passwords = Array.from({ length: 20 }, (_, index) => `chosen by number ${index}`)
    const answers = await together<{ status: number }>(20, (index) =>
      index % 2 === 0
        ? logIn(p, mailOf(person), { verification_code: verificationCode, password: passwords[index] })
        : p.guest().http('POST', '/users/update-password', {
            username: person.username,
            password: passwords[index],
            verification_code: verificationCode,
          }),
    )
    expect(won(answers)).toHaveLength(1)
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(await openSessions()).toBe(winner % 2 === 0 ? 1 : 0)
    const loser = passwords[winner === 0 ? 1 : 0] ?? ''
    expect((await logIn(p, person.username, { password: loser })).status).toBe(401)
    expect((await logIn(p, person.username, { password: passwords[winner] ?? '' })).status).toBe(200)
  })
})

describe('access tokens', () => {
  it('are rejected when cut, lengthened, altered or made up', async () => {
    const { access_token: token } = await logIn(p, person.username)
    const key = (await p.apiKey()).token ?? ''
    const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const altered = [token, key].flatMap((good) => [
      good.slice(0, -1),
      good.slice(1),
      `${good}A`,
      `${good}=`,
      `${good}.`,
      good.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      good === good.toUpperCase() ? good.toLowerCase() : good.toUpperCase(),
      [...good].toReversed().join(''),
      // The digest that the database stores must not work as a token.
      digestOf(good),
      Buffer.from(digestOf(good), 'hex').toString('base64url'),
    ])
    const madeUp = [
      '%',
      '_'.repeat(43),
      "'OR'1'='1",
      'null',
      'undefined',
      '0',
      `${base64({ alg: 'none' })}.${base64({ user_id: person.user_id, provider_id: p.provider_id })}.`,
    ]
    const opened: string[] = []
    for (const wrong of [...altered, ...madeUp])
      if ((await withToken(p, wrong)('GET', '/time')).status !== 401) opened.push(wrong)
    expect(opened).toEqual([])
    expect((await withToken(p, token)('GET', '/general-data')).status).toBe(200)
    expect((await withToken(p, key)('GET', '/accounts')).status).toBe(200)
  })

  it('of another company are rejected on this company’s host and elsewhere reach only that company', async () => {
    const theirs = await newProvider()
    const stranger = await theirs.owner()
    const here = await stranger.http('GET', '/general-data', undefined, { host: host() })
    expect(here.status).toBe(401)
    const nowhere = { host: 'api.installation.example' }
    expect((await stranger.http('GET', '/general-data', undefined, nowhere)).body).toMatchObject({
      user: { username: stranger.username, provider_id: theirs.provider_id },
    })
    const shipment = await p.given.shipment()
    const found = await stranger.http('GET', `/shipments?id=${shipment.id}`, undefined, nowhere)
    expect(found.body).toMatchObject({ shipments: [], count: 0 })
  })

  it('are accepted in the Authorization header only', async () => {
    const token = person.token ?? ''
    const bring = (path: string, headers: Record<string, string> = {}, body?: object) =>
      p.guest().http(body ? 'POST' : 'GET', path, body, headers)
    const others = [
      bring(`/general-data?access_token=${token}&token=${token}&authorization=Bearer%20${token}`),
      bring('/general-data', { cookie: `access_token=${token}; token=${token}; session=${token}` }),
      bring('/general-data', { 'x-access-token': token, 'x-api-key': token, 'proxy-authorization': token }),
      bring('/users/settings', {}, { access_token: token, token, setting: 'x', value: 1 }),
    ]
    const bodies = (await Promise.all(others)).map(({ body }) => JSON.stringify(body))
    for (const body of bodies) expect(body).not.toContain(person.username)
    const basic = Buffer.from(`${person.username}:${token}`).toString('base64')
    expect((await bring('/general-data', { authorization: `Basic ${basic}` })).status).toBe(401)
  })
})

describe('requests from another site', () => {
  it('change nothing through a forged form, even with cookies', async () => {
    const cookie = `access_token=${person.token}; session=${person.token}`
    const victim = await p.owner()
    const before = await (await p.staff()).send(usersApi.roles, {})
    const form = (method: string, path: string, type: string, payload: string) =>
      p.guest().http(method, path, payload, { cookie, origin: `https://${evil}`, 'content-type': type })
    const urlencoded = 'application/x-www-form-urlencoded'
    const answers = await Promise.all([
      form('POST', '/users/settings', urlencoded, 'setting=theme&value=dark'),
      form('POST', '/users/settings', 'text/plain', '{"setting":"theme","value":"dark","x":"="}'),
      form('POST', '/roles', 'text/plain', '{"name":"Evil","label":"Evil","permissions":["*"],"x":"="}'),
      form('PATCH', '/users', urlencoded, `id=${victim.user_id}&is_active=false`),
      form('DELETE', '/users', 'text/plain', `{"id":${victim.user_id}}`),
      form('POST', '/logout', urlencoded, ''),
      form('POST', '/shipments', 'multipart/form-data; boundary=x', '--x--'),
    ])
    expect(answers.map(({ status }) => (status === 400 ? 401 : status))).toEqual(answers.map(() => 401))
    expect((await person.http('GET', '/general-data')).body).toMatchObject({ user_settings: {} })
    expect((await victim.http('GET', '/general-data')).status).toBe(200)
    expect(await (await p.staff()).send(usersApi.roles, {})).toEqual({
      ...before,
      roles: before.roles.map((role) => expect.objectContaining({ id: role.id, version: role.version })),
    })
    await p.settle()
    const letters = catcher.messages().length
    expect((await form('POST', '/users/reset-password', urlencoded, `email=${mailOf(victim)}`)).status).toBe(
      400,
    )
    await p.settle()
    expect(catcher.messages()).toHaveLength(letters)
  })

  it('get no cookies and no permission to send browser credentials', async () => {
    const origin = { origin: `https://${evil}` }
    const entered = await p
      .guest()
      .http('POST', '/login', { email: person.username, password: good_password }, origin)
    const left = await person.http('POST', '/logout', {}, origin)
    const requested = await p.guest().http('OPTIONS', '/users', undefined, {
      ...origin,
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'authorization',
    })
    for (const { headers } of [entered, left, requested]) {
      expect(headers['set-cookie']).toBeUndefined()
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    }
  })
})

describe('browser cache after signing out', () => {
  it('is the only data cleared on sign-out, and a later 401 clears nothing', async () => {
    const left = await person.http('POST', '/logout', {})
    expect([left.status, left.headers['clear-site-data']]).toEqual([200, '"cache"'])
    const again = await person.http('GET', '/general-data')
    expect([again.status, again.headers['clear-site-data']]).toEqual([401, undefined])
  })

  it('is cleared when the account is closed', async () => {
    const { id } = await p.given.account()
    const owner = await p.owner(id)
    expect((await owner.http('GET', '/general-data')).headers['clear-site-data']).toBeUndefined()
    await p.inTransaction((ctx) => updateAccount(ctx, id, undefined, { status: 'closed' }))
    const shut = await (await p.owner(id)).http('GET', '/general-data')
    expect([shut.status, shut.headers['clear-site-data']]).toEqual([423, '"cache"'])
  })
})

describe('forged request headers and input', () => {
  let server: HttpServer
  let port: number
  beforeAll(async () => {
    const { runtime } = (await newProvider()).runtime
    const shell = { body: Buffer.from('<html></html>'), gzip: null, brotli: null, immutable: false }
    const files = new Map([['/index.html', { ...shell, type: 'text/html; charset=utf-8' }]])
    server = await makeHttp(runtime, files, async () => undefined, new RateLimiter(0))
    for (const one of [server.web, server.api]) one.listen(0, '127.0.0.1')
    await Promise.all([server.web, server.api].map((one) => once(one, 'listening')))
    port = (server.web.address() as AddressInfo).port
  })
  afterAll(async () => server.close())

  /** Sends the bytes unchanged and returns the whole response. */
  async function sendRaw(lines: readonly string[], body = ''): Promise<string> {
    const socket = net.connect(port, '127.0.0.1')
    const length = body ? [`Content-Length: ${Buffer.byteLength(body)}`] : []
    socket.write(`${[...lines, 'Connection: close', ...length].join('\r\n')}\r\n\r\n${body}`)
    let received = ''
    socket.on('data', (piece: Buffer) => (received += piece.toString()))
    await once(socket, 'close')
    return received
  }
  const hostile = (): string[][] => [
    [
      `Host: ${host()}`,
      `X-Forwarded-Host: ${evil}`,
      'X-Forwarded-Proto: gopher',
      `X-Forwarded-Server: ${evil}`,
    ],
    [`Host: ${host()}`, `Forwarded: host=${evil};proto=http`, `X-Host: ${evil}`, `X-Original-Host: ${evil}`],
    [`Host: ${host()}`, `X-Original-URL: https://${evil}/`, `X-Rewrite-URL: https://${evil}/`],
    [`Host: ${evil}`],
    [`Host: ${host()}:80@${evil}`],
    [`Host: ${host()}`, `Host: ${evil}`],
    [`Host: ${host()} ${evil}`],
    [`Host: ${host()}`, `Origin: https://${evil}`, `Referer: https://${evil}/login`],
  ]

  it('forged hosts do not change the links in mails', async () => {
    // Requests with an unknown host are served as this company.
    await p.runtime.runtime.pool.query('UPDATE provider SET is_default = (id = $1)', [p.provider_id])
    p.runtime.runtime.pubsub.publish({ topic: 'provider', provider_id: p.provider_id })
    const body = JSON.stringify({ email: mailOf(person) })
    for (const headers of hostile())
      await sendRaw(['POST /api/users/reset-password HTTP/1.1', ...headers], body)
    const absolute = [`POST http://${evil}/api/users/reset-password HTTP/1.1`, `Host: ${host()}`]
    await sendRaw(absolute, body)
    await p.settle()
    const letters = mailingsTo(mailOf(person))
    expect(letters.length).toBeGreaterThan(2)
    for (const letter of letters) {
      expect(letter.text).toContain('http://web.test/login?verification=')
      expect(JSON.stringify(letter)).not.toContain(evil)
    }
  })

  it('forged hosts and line breaks do not reach the response headers', async () => {
    const breaks = ['\r\nX-Evil: 1', '%0d%0aX-Evil:%201', '%E5%98%8D%E5%98%8AX-Evil:1', '\u0000X-Evil: 1']
    const answers = []
    for (const headers of hostile())
      for (const path of ['/', '/login', `//${evil}`, `/\\${evil}`, `/${evil}/..//`, '/shipments/', '/track'])
        answers.push(await sendRaw([`GET ${path} HTTP/1.1`, ...headers]))
    for (const text of breaks)
      for (const path of ['/track?ref=', '/login?redirect=', '/api/files?name=', '/api/providers?origin='])
        answers.push(
          await sendRaw([`GET ${path}${text.replace('\r\n', '%0d%0a')} HTTP/1.1`, `Host: ${host()}`]),
        )
    expect(answers.length).toBeGreaterThan(50)
    for (const answer of answers) {
      const [head = ''] = answer.split('\r\n\r\n')
      expect(head).toMatch(/^HTTP\/1\.1 [245]\d\d /)
      expect(head).not.toMatch(/^(x-evil|location|set-cookie):/im)
      expect(head.replaceAll(/^content-security-policy:.*$/gim, '')).not.toContain(evil)
    }
  })

  it('line breaks and lists in user input add no recipients or headers to mails', async () => {
    const thief = `thief@${evil}`
    const staff = await p.staff()
    const known = new Set(catcher.messages())
    await staff.send(usersApi.create, {
      name: `Naledi\r\nBcc: ${thief}\r\n\r\nHello`,
      email: 'naledi-split@example.com',
      role_id: 11,
    })
    for (const email of [`naledi@example.com\r\nBcc: ${thief}`, `naledi@example.com, ${thief}`])
      expect((await staff.http('POST', '/users', { name: 'N', email, role_id: 11 })).status).toBe(400)
    await p.guest().http('POST', '/users/reset-password', { email: `${mailOf(person)}\r\nBcc: ${thief}` })
    await p.settle()
    const letters = catcher.messages().filter((mail) => !known.has(mail))
    expect(letters.flatMap(({ to }) => to)).toEqual(['naledi-split@example.com'])
    for (const { headers } of letters) expect(Object.keys(headers).join(' ')).not.toMatch(/bcc/i)
  })

  it('every page has a content security policy without external or inline scripts', async () => {
    const shipment = await p.given.shipment()
    const pages = [
      '/',
      '/login?redirect=/shipments',
      '/shipments',
      '/nothing/here',
      '/track',
      `/track?ref=${shipment.short_tracking_reference}`,
      '/track?ref=<script>alert(1)</script>',
      '/widget',
      '/widget/preview',
      '/api-docs',
      '/track/widget',
      '/api/track',
      '/api/api-docs',
    ]
    const read = async (path: string) => {
      const answer = await sendRaw([`GET ${path} HTTP/1.1`, `Host: ${host()}`, 'Accept: text/html'])
      const [head = '', body = ''] = answer.split(/\r\n\r\n([^]*)/)
      return { head, body, policy: /^content-security-policy: (.*)$/im.exec(head)?.[1] ?? '' }
    }
    let count = 0
    for (const path of pages) {
      const { head, body, policy } = await read(path)
      if (!/^content-type: text\/html/im.test(head)) continue
      count += 1
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "'none'"
      expect(policy, path).toContain("default-src 'none'")
      expect(policy, path).toContain("base-uri 'none'")
      expect(policy, path).toContain('frame-ancestors')
      expect(scripts, path).not.toMatch(/unsafe|\*|http|data:/)
      expect(body, path).not.toContain('<script>alert(1)')
    }
    expect(count).toBeGreaterThanOrEqual(8)
    // Every route that can return an HTML page must be in the list above.
    const drawn = p.runtime.runtime.routes.filter(
      ({ kind, endpoint }) => kind === 'raw' && endpoint.method === 'GET',
    )
    const known = new Set(pages.map((path) => path.split('?')[0]?.replace(/^\/api(?=\/)/, '')))
    const missing: string[] = []
    for (const { endpoint } of drawn) {
      const { headers } = await (
        await p.staff()
      ).http('GET', endpoint.path, undefined, { accept: 'text/html' })
      if (String(headers['content-type']).includes('text/html') && !known.has(endpoint.path))
        missing.push(endpoint.path)
    }
    expect(missing).toEqual([])
  })
})
