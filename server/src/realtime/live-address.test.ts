import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { settingsApi } from '@waybill/domain/settings/api'
import { startupApi } from '@waybill/domain/startup/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeHttp, type HttpServer } from '../main/listen.ts'
import { RateLimiter } from '../http/rate-limit.ts'
import { newProvider, type TestProvider } from '../../dev/test-kit/provider.ts'

let p: TestProvider
let server: HttpServer
beforeAll(async () => {
  p = await newProvider()
  const shell = { body: Buffer.from('<html></html>'), gzip: null, brotli: null, immutable: false }
  const files = new Map([['/index.html', { ...shell, type: 'text/html; charset=utf-8' }]])
  server = await makeHttp(p.runtime.runtime, files, async () => undefined, new RateLimiter(0))
  for (const one of [server.web, server.api]) one.listen(0, '127.0.0.1')
  await Promise.all([server.web, server.api].map((one) => once(one, 'listening')))
})
afterAll(async () => server.close())

/** Returns the `connect-src` sources of a page that was requested at `host`. */
async function mayConnectTo(host: string): Promise<string | undefined> {
  const { port } = server.web.address() as AddressInfo
  const [answer] = (await once(
    http.get({ host: '127.0.0.1', port, path: '/shipments', headers: { host } }),
    'response',
  )) as [IncomingMessage]
  answer.resume()
  const policy = String(answer.headers['content-security-policy'])
  return /connect-src ([^;]*);/.exec(policy)?.[1]?.trim()
}

const save = async (value: string) =>
  (await p.staff()).send(settingsApi.save, { settings: [{ key: 'websocket_api_url', value }] })

describe('live update address of pages', () => {
  it('is the host of the request; a page has no live update address when the host is invalid', async () => {
    expect(await mayConnectTo(`p${p.provider_id}.test:8080`)).toBe(
      `'self' ws://p${p.provider_id}.test:8080/api/live`,
    )
    expect(await mayConnectTo('x;script-src')).toBe("'self'")
  })

  it('[SET-094] is the address set as websocket_api_url, which users get with general data', async () => {
    const owner = await p.owner()
    const readAddress = async () =>
      (await owner.send(startupApi.generalData, {})).provider_settings.websocket_api_url
    expect(await readAddress()).toBe('')
    await save('wss://live.example/socket')
    expect(await readAddress()).toBe('wss://live.example/socket')
    expect(await mayConnectTo(`p${p.provider_id}.test`)).toBe("'self' wss://live.example/socket")
    await save('')
    expect(await readAddress()).toBe('')
  })

  it('ignores and rejects hosts that are neither the company’s own nor allowed by the operator', async () => {
    const { runtime } = p.runtime
    await save('wss://evil.example/socket')
    runtime.allowed_hosts = ['live.example']
    try {
      expect(await mayConnectTo(`p${p.provider_id}.test`)).toBe(`'self' ws://p${p.provider_id}.test/api/live`)
      await expect(save('wss://evil.example/other')).rejects.toThrow(
        'Live update address points to evil.example, which the platform operator does not allow.',
      )
      await save('wss://live.example/socket')
      expect(await mayConnectTo(`p${p.provider_id}.test`)).toBe("'self' wss://live.example/socket")
    } finally {
      runtime.allowed_hosts = 'any'
      await save('')
    }
  })

  it('rejects addresses that do not start with wss:// or ws:// or would add sources to the page policy', async () => {
    for (const value of [
      'https://live.example',
      'live.example',
      "wss://x 'unsafe-inline'",
      'wss://x;script-src *',
    ])
      await expect(save(value)).rejects.toThrow('Live update address must begin with wss:// or ws://.')
  })
})
