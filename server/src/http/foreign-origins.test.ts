import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fakeIssuer, type FakeIssuer } from '../../dev/fakes/google/issuer.ts'
import { openIdThirdParty, thirdPartyPort } from '../identity/index.ts'
import { makeHttp, type HttpServer } from '../main/listen.ts'
import { RateLimiter } from './rate-limit.ts'
import { newProvider, type TestProvider } from '../../dev/test-kit/provider.ts'

let plain: TestProvider
let open: TestProvider
let issuer: FakeIssuer
let server: HttpServer
beforeAll(async () => {
  plain = await newProvider()
  open = await newProvider({
    google_maps_client_key: 'AIza-test',
    google_login_enabled: true,
    google_client_id: 'waybill.example',
  })
  issuer = await fakeIssuer(0)
  open.runtime.runtime.adapters.set(thirdPartyPort.name, openIdThirdParty(issuer))
  const shell = { body: Buffer.from('<html></html>'), gzip: null, brotli: null, immutable: false }
  const files = new Map([
    ['/index.html', { ...shell, type: 'text/html; charset=utf-8' }],
    ['/demo/fynbos.png', { ...shell, type: 'image/png' }],
  ])
  server = await makeHttp(plain.runtime.runtime, files, async () => undefined, new RateLimiter(0))
  server.web.listen(0, '127.0.0.1')
  await once(server.web, 'listening')
})
afterAll(async () => {
  await server.close()
  await issuer.close()
})

/** Returns the response headers of a file or page of a provider. */
async function headersOf(p: TestProvider, path: string): Promise<IncomingMessage['headers']> {
  const { port } = server.web.address() as AddressInfo
  const host = `p${p.provider_id}.test`
  const [answer] = (await once(
    http.get({ host: '127.0.0.1', port, path, headers: { host } }),
    'response',
  )) as [IncomingMessage]
  answer.resume()
  return answer.headers
}

/** Returns one directive of the content security policy of a provider's page. */
async function policyOf(p: TestProvider, path: string, directive: string): Promise<string> {
  const policy = String((await headersOf(p, path))['content-security-policy'])
  return new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.trim() ?? ''
}

it('[SHELL-084] allows pictures of the maps service only for a provider with a maps key', async () => {
  expect(await policyOf(open, '/shipments/1', 'img-src')).toContain('https://maps.googleapis.com')
  expect(await policyOf(plain, '/shipments/1', 'img-src')).toBe("'self' data: blob:")
})

it('allows cross-origin loading of a demo logo but not of the page', async () => {
  const policy = async (path: string) => (await headersOf(plain, path))['cross-origin-resource-policy']
  expect(await policy('/demo/fynbos.png')).toBe('cross-origin')
  expect(await policy('/index.html')).toBe('same-origin')
})

it('[SHELL-083] allows the third-party script only on the sign-in page of a provider that enabled it', async () => {
  expect(await policyOf(open, '/login', 'script-src')).toBe(`'self' ${issuer.url}`)
  expect(await policyOf(open, '/shipments', 'script-src')).toBe("'self'")
  expect(await policyOf(plain, '/login', 'script-src')).toBe("'self'")
})
