import pg from 'pg'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { logIn, withPassword } from '../../../dev/test-kit/people.ts'
import { newProvider, type TestProvider } from '../../../dev/test-kit/provider.ts'

let p: TestProvider
beforeEach(async () => {
  p = await newProvider()
})

/** Returns the SQL statements sent while `fn` runs, without their values. */
async function statementsOf(fn: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await fn()
    return query.mock.calls
      .map(([sent]) => (typeof sent === 'string' ? sent : String((sent as { text?: string }).text)))
      .map((text) => text.replace(/"request_id":"[^"]*"/, '"request_id":""'))
  } finally {
    query.mockRestore()
  }
}

/** Response times are compared by `timing.test.ts`, which is not part of the gate (`npm test`). */
describe('database statements for known and unknown users', () => {
  it('[AUTH-010] are the same for a sign-in', async () => {
    const { username } = await withPassword(p, await p.user(11))
    const tryAs = (name: string) => logIn(p, name, { password: 'not the password' })
    // The first request fills caches that the later ones use.
    await tryAs('nobody-at-first')
    const known = await statementsOf(() => tryAs(username))
    expect(known.length).toBeGreaterThan(5)
    expect(await statementsOf(() => tryAs('nobody-at-all'))).toEqual(known)
  })

  it('[AUTH-038] are the same for a password reset', async () => {
    const { username } = await p.user(11)
    const requestResetAs = async (email: string) => {
      const { statusCode } = await p.runtime.http.app.inject({
        method: 'POST',
        url: '/users/reset-password',
        headers: { host: `p${p.provider_id}.test` },
        payload: JSON.stringify({ email }),
      })
      expect(statusCode).toBe(200)
    }
    await requestResetAs('nobody-at-first@example.com')
    const known = await statementsOf(() => requestResetAs(`${username}@example.com`))
    expect(known.length).toBeGreaterThan(5)
    expect(await statementsOf(() => requestResetAs('nobody-at-all@example.com'))).toEqual(known)
  })
})
