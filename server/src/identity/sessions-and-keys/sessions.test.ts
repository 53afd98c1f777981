import { identityApi } from '@waybill/domain/identity/api'
import { token_lifetimes } from '@waybill/domain/identity/sign-in/sessions'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { jwt_expiry } from '@waybill/domain/identity/settings'
import { role_ids } from '@waybill/domain/kit/actor'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { good_password, logIn, withPassword, withToken } from '../../../dev/test-kit/people.ts'
import { caughtMail } from '../../../dev/test-kit/fakes/caught-messages.ts'
import { newProvider, type TestProvider } from '../../../dev/test-kit/provider.ts'

const catcher = caughtMail()
let p: TestProvider
const start = new Date('2026-03-04T10:00:00Z')
const hour_s = 3600
const day_s = 24 * hour_s
const at = (seconds: number) => p.runtime.setNow(new Date(start.getTime() + seconds * 1000))
beforeEach(async () => {
  p = await newProvider()
  catcher.take(p)
  at(0)
})
afterAll(() => p.runtime.setNow(null))

const opens = async (token: string): Promise<boolean> => {
  // The holder of a token is cached for a short time; clear the cache.
  p.runtime.runtime.pubsub.publish({ topic: 'session', provider_id: p.provider_id })
  return (await withToken(p, token)('GET', '/general-data')).status === 200
}
/** Uses a session every `every` seconds up to `until`; returns the second at which it had ended, or `null`. */
const endOf = async (token: string, every: number, until: number): Promise<number | null> => {
  for (let second = every; second <= until; second += every) {
    at(second)
    if (!(await opens(token))) return second
  }
  return null
}
const newSession = async (roleId: number = role_ids.account_owner) => {
  const person = roleId === role_ids.account_owner ? await p.owner() : await p.user(roleId)
  await withPassword(p, person)
  return (await logIn(p, person.username)).access_token
}

describe('sessions', () => {
  it('[AUTH-015] [AUTH-016] of a browser end after twelve hours without use, and after the lifetime the company chose', async () => {
    expect([token_lifetimes, jwt_expiry.default, jwt_expiry.tab, jwt_expiry.section]).toEqual([
      ['7 days', '30 days', 'never'],
      '7 days',
      'general',
      'authentication',
    ])
    const idle = await newSession()
    at(11 * hour_s)
    expect(await opens(idle)).toBe(true)
    at(24 * hour_s)
    expect(await opens(idle)).toBe(false)
    for (const [life, days] of [
      ['7 days', 7],
      ['30 days', 30],
      ['never', 30],
    ] as const) {
      p = await newProvider({ jwt_expiry: life })
      at(0)
      const used = await newSession()
      expect(await endOf(used, 10 * hour_s, 40 * day_s), life).toBe(Math.ceil((days * 24) / 10) * 10 * hour_s)
    }
  })

  it('of a driver end after thirty days without use, and after ninety days in total', async () => {
    const idle = await newSession(role_ids.driver)
    at(29 * day_s)
    expect(await opens(idle)).toBe(true)
    at(60 * day_s)
    expect(await opens(idle)).toBe(false)
    at(0)
    const used = await newSession(role_ids.driver)
    expect(await endOf(used, 20 * day_s, 120 * day_s)).toBe(100 * day_s)
  })

  it('[AUTH-015] API keys expire after the chosen lifetime, or never', async () => {
    const staff = await p.staff()
    for (const [expires, days] of [
      ['7 days', 7],
      ['30 days', 30],
      ['never', null],
    ] as const) {
      at(0)
      const { api_key, time_expires } = await staff.send(identityApi.createApiKey, { name: 'key', expires })
      expect(time_expires?.getTime() ?? null).toBe(days && start.getTime() + days * day_s * 1000)
      const status = async () => (await withToken(p, api_key)('GET', '/accounts')).status
      at(6 * day_s)
      expect(await status()).toBe(200)
      p.runtime.runtime.pubsub.publish({ topic: 'session', provider_id: p.provider_id })
      at(400 * day_s)
      expect(await status(), expires).toBe(days === null ? 200 : 401)
    }
  })

  it('are listed with their device, and can be ended one by one or all others at once', async () => {
    const person = await withPassword(p, await p.owner())
    const agents = [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit Version/17.0 Safari/604.1',
    ]
    const tokens: string[] = []
    for (const agent of agents) {
      const reply = await p
        .guest()
        .http(
          'POST',
          '/login',
          { email: person.username, password: 'correct horse battery' },
          { 'user-agent': agent },
        )
      tokens.push((reply.body as { access_token: string }).access_token)
    }
    const [chrome = '', phone = ''] = tokens
    const list = async () =>
      (await withToken(p, chrome)('GET', '/users/sessions')).body as {
        sessions: { id: number; device: string; is_this_one: boolean }[]
      }
    const { sessions } = await list()
    expect(sessions.map(({ device }) => device).toSorted()).toEqual([
      'Chrome on Windows',
      'Safari on iPhone',
      'Unknown device',
    ])
    expect(sessions.filter((one) => one.is_this_one).map(({ device }) => device)).toEqual([
      'Chrome on Windows',
    ])
    const id = sessions.find(({ device }) => device === 'Safari on iPhone')?.id
    const stranger = await p.owner()
    expect((await stranger.http('DELETE', '/users/sessions', { id })).status).toBe(404)
    expect(await opens(phone)).toBe(true)
    expect((await withToken(p, chrome)('DELETE', '/users/sessions', { id })).status).toBe(204)
    expect(await opens(phone)).toBe(false)
    expect(await opens(person.token ?? '')).toBe(true)
    expect((await withToken(p, chrome)('DELETE', '/users/sessions', {})).status).toBe(204)
    expect(await opens(person.token ?? '')).toBe(false)
    expect((await list()).sessions).toHaveLength(1)
    expect(JSON.stringify(await list())).not.toContain('digest')
  })

  it('have a 256-bit token that differs per sign-in and is not stored in plain text', async () => {
    const person = await withPassword(p, await p.owner())
    const first = await logIn(p, person.username)
    const second = await logIn(p, person.username)
    expect(first.access_token).toMatch(/^[\w-]{43}$/)
    expect(second.access_token).not.toBe(first.access_token)
    const { rows } = await p.runtime.runtime.pool.query('SELECT * FROM session WHERE provider_id = $1', [
      p.provider_id,
    ])
    expect(JSON.stringify(rows)).not.toContain(first.access_token)
  })

  it('publish an event to all processes when they end', async () => {
    const person = await withPassword(p, await p.owner())
    const { access_token } = await logIn(p, person.username)
    let received = 0
    const stop = p.runtime.runtime.pubsub.subscribe('session', () => (received += 1))
    await withToken(p, access_token)('DELETE', '/users/sessions', {})
    stop()
    expect(received).toBe(1)
  })
})

describe('sign-in from a new browser', () => {
  it('notifies the user by email and in the inbox with advice, except for the first browser and known ones', async () => {
    const person = await withPassword(p, await p.owner())
    const address = `${person.username}@example.com`
    const notificationCounts = async () => {
      await p.settle()
      const { messages } = await person.send(inboxApi.messages, {})
      return [
        catcher.messages().filter((mail) => mail.to.includes(address)).length,
        messages.filter(({ subject }) => subject === 'New sign-in').length,
      ]
    }
    const first = await logIn(p, person.username)
    await logIn(p, person.username, { known_device: first.known_device })
    expect(await notificationCounts()).toEqual([0, 0])
    await p
      .guest()
      .http(
        'POST',
        '/login',
        { email: person.username, password: good_password },
        { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) Version/17.0 Safari/604.1' },
      )
    expect(await notificationCounts()).toEqual([1, 1])
    const [mail] = catcher.messages()
    expect(mail?.subject).toMatch(/^New sign-in to /)
    expect(mail?.text).toContain('signed in with Safari on iPhone on 4 Mar 2026 12:00')
    expect(mail?.text).toContain('signs out all other browsers')
  })
})
