import { endpoint } from '@waybill/domain/kit/calls/endpoint'
import { count, instant, list, maybe, rand } from '@waybill/domain/kit/calls/wire'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { call } from './call.ts'
import { callPlain } from './call-plain.ts'
import { queryString } from './query-string.ts'
import { callAsProvider, callAsUser, onSessionChange, startImpersonating, storeToken } from './session.ts'

const listThings = endpoint('GET /things', {
  input: z.object({ ids: maybe(list(count)), from: maybe(instant) }),
  output: z.object({ total: rand, at: instant }),
  summary: '',
})
const makeThing = endpoint('POST /things', {
  input: z.object({ amount: rand }),
  output: z.object({ id: count }),
  summary: '',
})
const payThing = endpoint('POST /things/pay', {
  host: 'payments',
  input: z.object({}),
  output: z.object({}),
  summary: '',
})
const login = endpoint('POST /login', {
  input: z.object({}),
  output: z.object({ access_token: z.string() }),
  summary: '',
})

const answers = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const sent = (): { url: string; headers: Headers; body: unknown } => {
  const [url, init] = answers.mock.lastCall ?? ['', {}]
  return { url, headers: new Headers(init.headers), body: init.body ? JSON.parse(String(init.body)) : null }
}
const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void => {
  answers.mockResolvedValueOnce(new Response(JSON.stringify(body), { status, headers }))
}

describe('callPlain', () => {
  const logIn = () => callPlain<typeof login>('POST /login', {})

  it('returns the values of the wire, and sends no token with the login', async () => {
    answer(200, { access_token: 'a', more: 1 })
    expect(await logIn()).toEqual({ access_token: 'a', more: 1 })
    expect(sent()).toMatchObject({ url: '/api/login', body: { provider_id: 7 } })
    expect(sent().headers.has('authorization')).toBe(false)
  })

  it('[AUTH-004] throws an error for the response that asks for a passcode', async () => {
    answer(202, { message: 'Passcode', code: 'passcode_needed' })
    await expect(logIn()).rejects.toMatchObject({ status: 202, message: 'Passcode', code: 'passcode_needed' })
  })

  it('throws an error for a response that is not from the server, such as the page of a network', async () => {
    answers.mockResolvedValueOnce(new Response('<html></html>'))
    await expect(logIn()).rejects.toThrow('The answer could not be read. Refresh the page and try again.')
  })
})

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('fetch', answers)
  callAsProvider(7)
  storeToken('secret')
})
afterEach(() => vi.unstubAllGlobals())

describe('call', () => {
  it('[API-009] [API-011] [AUTH-025] sends provider, client version and bearer token', async () => {
    answer(200, { id: 4 })
    await call(makeThing, { amount: 1250 })
    expect(sent().headers.get('authorization')).toBe('Bearer secret')
    expect(sent().headers.get('client-version')).toBe('3.17.17')
    expect(sent().body).toEqual({ amount: 12.5, provider_id: 7 })
  })

  it('[API-003] [API-014] sends payments calls to paths under /v2', async () => {
    answer(200, {})
    await call(payThing, {})
    expect(sent().url).toBe('/v2/things/pay')
  })

  it('[API-017] encodes GET input as a query string with lists as JSON', async () => {
    answer(200, { total: 1.5, at: '2025-03-04T00:00:00Z' })
    await call(listThings, { ids: [1, 2], from: undefined })
    expect(decodeURIComponent(sent().url)).toBe('/api/things?ids=[1,2]&provider_id=7')
    expect(queryString({ a: undefined, b: null, c: false, d: ['x'] })).toBe('?c=false&d=%5B%22x%22%5D')
  })

  it('decodes money to cents and datetimes to dates', async () => {
    answer(200, { total: 12.34, at: '2025-03-04T00:00:00Z' })
    expect(await call(listThings, {})).toEqual({ total: 1234, at: new Date('2025-03-04T00:00:00Z') })
  })

  it('[AUTH-067] sends the impersonated username', async () => {
    startImpersonating('riaan')
    answer(200, { id: 4 })
    await call(makeThing, { amount: 100 })
    expect(sent().body).toMatchObject({ request_username: 'riaan' })
  })

  it('[API-004] [API-005] sends no token with the login', async () => {
    answer(200, { access_token: 'a' })
    await call(login, {})
    expect(sent().headers.has('authorization')).toBe(false)
  })

  it('[API-020] [API-021] throws an error with the message, status, request id and field problems of the response', async () => {
    answer(400, {
      message: 'No',
      code: 'validation_failed',
      errors: [{ field: 'amount', message: 'Too much' }],
      request_id: 'r1',
    })
    await expect(call(makeThing, { amount: 1 })).rejects.toMatchObject({
      status: 400,
      message: 'No',
      request_id: 'r1',
      fields: [{ field: 'amount', message: 'Too much' }],
    })
  })

  it.each([
    [401, 'ended', 'Token has expired'],
    [418, 'maintenance', 'told'],
    [423, 'account-closed', 'told'],
  ])(
    '[AUTH-019] [ERR-014] [SHELL-052] publishes a session change on status %i',
    async (status, events, message) => {
      const received = vi.fn()
      const stop = onSessionChange(received)
      answer(status, { message: 'told' })
      await expect(call(makeThing, { amount: 1 })).rejects.toMatchObject({ status, message })
      expect(received).toHaveBeenCalledExactlyOnceWith(events)
      stop()
    },
  )

  it('names the user who opened the page, also after another one has signed in, and publishes that change', async () => {
    answer(200, { id: 4 })
    await call(makeThing, { amount: 1 })
    expect(sent().headers.has('for-user')).toBe(false)
    callAsUser('sipho@fynbos.example')
    storeToken('that of pieter')
    callAsUser('pieter@fynbos.example')
    const received = vi.fn()
    const stop = onSessionChange(received)
    answer(403, { message: 'Another user has signed in.', code: 'other_user' }, { 'retry-after': '30' })
    await expect(call(makeThing, { amount: 1 })).rejects.toMatchObject({ status: 403, may_repeat: true })
    expect(sent().headers.get('authorization')).toBe('Bearer that of pieter')
    expect(sent().headers.get('for-user')).toBe('sipho%40fynbos.example')
    expect(received).toHaveBeenCalledExactlyOnceWith('other-user')
    stop()
  })

  it('[AUTH-022] treats not_logged_in as an ended session', async () => {
    const received = vi.fn()
    const stop = onSessionChange(received)
    answer(400, { message: 'not_logged_in' })
    await expect(call(makeThing, { amount: 1 })).rejects.toThrow('Token has expired')
    expect(received).toHaveBeenCalledWith('ended')
    stop()
  })

  it('does not take the end of a former session for that of one which another tab has started since', async () => {
    const received = vi.fn()
    const stop = onSessionChange(received)
    answer(401, { message: 'Token has expired' })
    const called = call(makeThing, { amount: 1 })
    storeToken('of a newer session')
    await expect(called).rejects.toMatchObject({ status: 401, may_repeat: true })
    expect(received).not.toHaveBeenCalled()
    stop()
  })

  it('[AUTH-009] publishes no session change when the login fails', async () => {
    const received = vi.fn()
    const stop = onSessionChange(received)
    answer(401, { message: 'Incorrect email or password.' })
    await expect(call(login, {})).rejects.toThrow('Incorrect email or password.')
    expect(received).not.toHaveBeenCalled()
    stop()
  })

  it('[AUTH-004] throws an error with status 202 when the login needs another step', async () => {
    answer(202, { message: 'Passcode needed' })
    await expect(call(login, {})).rejects.toMatchObject({ status: 202 })
  })

  it('says whether the server asked to repeat the call', async () => {
    answer(409, { message: 'The first call has not finished.' }, { 'retry-after': '1' })
    await expect(call(makeThing, { amount: 1 })).rejects.toMatchObject({ status: 409, may_repeat: true })
    answer(409, { message: 'This was changed.' })
    await expect(call(makeThing, { amount: 1 })).rejects.toMatchObject({ status: 409, may_repeat: false })
  })

  it('sends the given idempotency key', async () => {
    answer(200, { id: 1 })
    await call(makeThing, { amount: 1 }, { idempotency_key: 'k1' })
    expect(sent().headers.get('idempotency-key')).toBe('k1')
  })
})
