import { accountsApi } from '@waybill/domain/accounts/api'
import { afterEach, describe, expect, it } from 'vitest'
import { booking, newProvider, type TestProvider } from '../dev/test-kit/provider.ts'
import { SameDatabase } from '../dev/test-kit/same-database.ts'
import type { TopicMessage } from '../src/kit/pubsub.ts'

const provider = await newProvider()
const { runtime } = provider.runtime

function useStandby(): SameDatabase {
  const standby = new SameDatabase(runtime)
  runtime.standby = standby
  return standby
}
afterEach(() => {
  runtime.standby = null
  runtime.notifications = null
})

/** Calls the API of the company as a client does. */
async function call(
  p: TestProvider,
  {
    method = 'GET',
    token,
    headers,
    body,
  }: { method?: 'GET' | 'POST'; token: string | null; headers?: object; body?: object },
) {
  return await p.runtime.http.app.inject({
    method,
    url: method === 'GET' ? '/accounts' : '/shipments',
    headers: { host: `p${p.provider_id}.test`, authorization: `Bearer ${token}`, ...headers },
    ...(body ? { payload: body } : {}),
  })
}

const { id: account_id } = await provider.given.account()
const body = { ...booking(), account_id }

describe('with a standby', () => {
  it('a change returns where it ended, and a read is served there with what the caller has seen', async () => {
    const { token } = await provider.staff()
    // Fills the caches of the company, which are read from anywhere.
    await call(provider, { method: 'POST', token, body })
    const standby = useStandby()
    const changed = await call(provider, { method: 'POST', token, body })
    expect(changed.statusCode).toBe(200)
    const position = String(changed.headers['data-position'])
    expect(Number(position)).toBe(standby.neededBy())
    expect(Number(position)).toBeGreaterThan(0)
    const read = await call(provider, { token, headers: { 'data-position': position } })
    expect(read.statusCode).toBe(200)
    expect(read.headers['data-position']).toBeUndefined()
    expect(standby.asked).toEqual([{ seen: Number(position), written: 0 }])
    expect(standby.opened).toBe(1)
  })

  it('a repeated call returns a position, so that its answer can be read', async () => {
    const { token } = await provider.staff()
    useStandby().remember(provider.provider_id, 77)
    const again = {
      method: 'POST',
      token,
      headers: { 'idempotency-key': 'once' },
      body,
    } as const
    await call(provider, again)
    const repeated = await call(provider, again)
    expect(repeated.headers['idempotent-replayed']).toBe('true')
    expect(Number(repeated.headers['data-position'])).toBeGreaterThanOrEqual(77)
  })

  it('an API key without a position reads from the server that writes, a person from the standby', async () => {
    const key = await provider.apiKey()
    const standby = useStandby()
    expect((await call(provider, { token: key.token })).statusCode).toBe(200)
    expect(standby.asked).toEqual([{ seen: Infinity, written: 0 }])
    expect(standby.opened).toBe(0)
    await call(provider, { token: key.token, headers: { 'data-position': '12' } })
    expect(standby.asked.at(-1)).toEqual({ seen: 12, written: 0 })
    expect(standby.opened).toBe(1)
    for (const wrong of ['-1', 'x', '1e9', '9'.repeat(16)]) {
      await call(provider, { token: key.token, headers: { 'data-position': wrong } })
      expect(standby.asked.at(-1)).toEqual({ seen: Infinity, written: 0 })
    }
  })

  it('a read that fails there is served by the server that writes; a lost standby is left', async () => {
    const { token } = await provider.staff()
    const standby = useStandby()
    standby.fail = Object.assign(new Error('canceling statement due to conflict with recovery'), {
      code: '40001',
    })
    expect((await call(provider, { token })).statusCode).toBe(200)
    expect(standby.problem).toBe(null)
    standby.fail = Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect' })
    expect((await call(provider, { token })).statusCode).toBe(200)
    expect(standby.problem).toBe('connect ECONNREFUSED')
  })

  it('a read that took too long there is not repeated', async () => {
    const { token } = await provider.staff()
    const standby = useStandby()
    standby.fail = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
    expect((await call(provider, { token })).statusCode).toBeGreaterThanOrEqual(400)
    expect(standby.opened).toBe(1)
  })

  it('the position of a change reaches other processes before its messages', async () => {
    const staff = await provider.staff()
    const sent: TopicMessage[] = []
    const { id } = await provider.given.account()
    const standby = useStandby()
    runtime.notifications = { isListening: true, send: (messages) => void sent.push(...messages) }
    await staff.send(accountsApi.change, { id, name: 'Another name' })
    expect(sent[0]).toEqual({
      topic: 'position',
      provider_id: provider.provider_id,
      subject: String(standby.neededBy()),
    })
    expect(sent.map(({ topic }) => topic)).toContain('live')
  })
})

describe('without a standby', () => {
  it('no positions are returned', async () => {
    const { token } = await provider.staff()
    const changed = await call(provider, {
      method: 'POST',
      token,
      body,
    })
    expect(changed.statusCode).toBe(200)
    expect(changed.headers['data-position']).toBeUndefined()
  })
})
