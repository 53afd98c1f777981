import { identityApi } from '@waybill/domain/identity/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../main/routes.ts'
import { newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

const shop = { origin: 'https://shop.example' }
let p: TestProvider
let staff: Caller
let key: Caller

beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
  key = await p.apiKey()
})

describe('requests from pages of other websites', () => {
  it('are allowed for published endpoints with an API key', async () => {
    const called = await key.http('GET', '/shipments', undefined, shop)
    expect([called.status, called.headers['access-control-allow-origin']]).toEqual([200, '*'])
  })

  it('return 403 with a user session', async () => {
    for (const caller of [staff, await p.owner(), await p.driver()]) {
      const called = await caller.http('GET', '/shipments', undefined, shop)
      expect(called.status).toBe(403)
      expect((called.body as { message: string }).message).toBe(
        'Other websites must call with an API key, not with the sign-in of a person.',
      )
    }
    expect((await staff.http('GET', '/shipments', undefined, { origin: 'null' })).status).toBe(403)
  })

  it('get no CORS headers for unpublished endpoints', async () => {
    const own = routes.filter(({ endpoint }) => !endpoint.published || endpoint.audience === 'session')
    expect(own.length).toBeGreaterThan(50)
    for (const { endpoint } of own) {
      const publishedToo = routes.some(
        (route) =>
          route.endpoint.path === endpoint.path &&
          route.endpoint.published &&
          route.endpoint.audience !== 'session',
      )
      if (publishedToo || endpoint.path.includes(':')) continue
      const requested = await p.guest().http('OPTIONS', endpoint.path, undefined, {
        ...shop,
        'access-control-request-method': endpoint.method,
      })
      expect([endpoint.path, requested.headers['access-control-allow-origin']]).toEqual([
        endpoint.path,
        undefined,
      ])
    }
    const changed = await staff.http('POST', '/users/update-password', {}, shop)
    expect(changed.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('may load logos but no other response', async () => {
    const answer = await staff.http('GET', '/time')
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
    const logo = await p.guest().http('GET', `/assets?of=${p.provider_id}&name=none.png`)
    expect(logo.headers['cross-origin-resource-policy']).toBe('cross-origin')
  })

  it('do not include pages of our own web app', async () => {
    const called = await staff.http('GET', '/time', undefined, { origin: 'http://web.test' })
    expect(called.status).toBe(200)
    expect((await staff.send(identityApi.time, {})).current_time).toBeInstanceOf(Date)
  })
})
