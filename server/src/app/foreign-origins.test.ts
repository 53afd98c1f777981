import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { standInIssuer, type StandInIssuer } from '../../dev/stand-ins/google/issuer.ts'
import { openIdThirdParty, thirdPartyPort } from '../identity/index.ts'
import { makeHttp, type HttpServer } from './http.ts'
import { RateLimiter } from './rate-limit.ts'
import { newProvider, type TestProvider } from '../../dev/test-kit/provider.ts'

let plain: TestProvider
let open: TestProvider
let issuer: StandInIssuer
let server: HttpServer
beforeAll(async () => {
  plain = await newProvider()
  open = await newProvider({
    google_maps_client_key: 'AIza-test',
    google_login_enabled: true,
    google_client_id: 'waybill.example',
  })
  issuer = await standInIssuer(0)
  open.runtime.runtime.adapters.set(thirdPartyPort.name, openIdThirdParty(issuer))
  const shell = { body: Buffer.from('<html></html>'), gzip: null, brotli: null, immutable: false }
  const files = new Map([['/index.html', { ...shell, type: 'text/html; charset=utf-8' }]])
  server = await makeHttp(plain.runtime.runtime, files, async () => undefined, new RateLimiter(0))
  server.web.listen(0, '127.0.0.1')
  await once(server.web, 'listening')
})
afterAll(async () => {
  await server.close()
  await issuer.close()
})

/** One directive of the content policy of a page of a company. */
async function policyOf(p: TestProvider, path: string, directive: string): Promise<string> {
  const { port } = server.web.address() as AddressInfo
  const host = `p${p.provider_id}.test`
  const [answer] = (await once(
    http.get({ host: '127.0.0.1', port, path, headers: { host } }),
    'response',
  )) as [IncomingMessage]
  answer.resume()
  const policy = String(answer.headers['content-security-policy'])
  return new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.trim() ?? ''
}

it('[SHELL-084] pages show pictures of a maps service only where the company has set its key', async () => {
  expect(await policyOf(open, '/shipments/1', 'img-src')).toContain('https://maps.googleapis.com')
  expect(await policyOf(plain, '/shipments/1', 'img-src')).toBe("'self' data: blob:")
})

it('[SHELL-083] only the sign-in page of a company that has switched it on may load the foreign script', async () => {
  expect(await policyOf(open, '/login', 'script-src')).toBe(`'self' ${issuer.url}`)
  expect(await policyOf(open, '/shipments', 'script-src')).toBe("'self'")
  expect(await policyOf(plain, '/login', 'script-src')).toBe("'self'")
})
