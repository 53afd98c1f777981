import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublic, outboundClient } from './index.ts'
import { parseOutboundUrl } from './addresses.ts'

const strict = { allow_private: false, own_hosts: ['courier.example.co.za'] }

/** Notations of addresses that are not on the public internet. */
const forbidden = [
  // Loopback, in every number base and length.
  'https://127.0.0.1/',
  'https://127.0.0.2/',
  'https://127.255.255.254/',
  'https://127.1/',
  'https://127.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0x7F.0x0.0x0.0x1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://0177.0x0.0.1/',
  'https://00000177.0.0.1/',
  'https://127.0.0.1.:443/',
  'https://127.0.0.1./',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[0000::0001]/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  'https://１２７.0.0.1/',
  'https://127%2e0%2e0%2e1/',
  // Unspecified address and ‘this network’.
  'https://0.0.0.0/',
  'https://0/',
  'https://0x0/',
  'https://0.1.2.3/',
  'https://[::]/',
  // Private networks.
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://10.1/',
  'https://167772161/',
  'https://0xa000001/',
  'https://012.0.0.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  'https://192.168.1/',
  'https://3232235521/',
  'https://0xc0a80001/',
  // Link-local addresses, where cloud providers serve credentials.
  'https://169.254.169.254/',
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/',
  'https://0xa9fea9fe/',
  'https://0251.0376.0251.0376/',
  'https://169.16689662/',
  'https://[fe80::1]/',
  'https://[fe80::1%25eth0]/',
  'https://[febf::1]/',
  // Carrier-grade NAT, multicast, broadcast, reserved, benchmark, documentation, protocol assignments.
  'https://100.64.0.1/',
  'https://100.127.255.255/',
  'https://224.0.0.1/',
  'https://239.255.255.250/',
  'https://255.255.255.255/',
  'https://240.0.0.1/',
  'https://250.1.2.3/',
  'https://198.18.0.1/',
  'https://198.19.255.255/',
  'https://192.0.2.1/',
  'https://198.51.100.7/',
  'https://203.0.113.9/',
  'https://192.0.0.1/',
  'https://192.88.99.1/',
  'https://[ff02::1]/',
  'https://[ff0e::1]/',
  // IPv6 unique-local, site-local, documentation, discard, benchmark.
  'https://[fc00::1]/',
  'https://[fd12:3456:789a::1]/',
  'https://[fec0::1]/',
  'https://[2001:db8::1]/',
  'https://[3fff::1]/',
  'https://[100::1]/',
  'https://[2001:2::1]/',
  'https://[2001:10::1]/',
  'https://[2001:20::1]/',
  'https://[5f00::1]/',
  'https://[4000::1]/',
  // IPv4 inside IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP.
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[0:0:0:0:0:ffff:7f00:0001]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[::127.0.0.1]/',
  'https://[::7f00:1]/',
  'https://[::10.0.0.1]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[64:ff9b::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b::8.8.8.8]/',
  'https://[64:ff9b:1::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:a00:1::1]/',
  'https://[2002:a9fe:a9fe::]/',
  'https://[2001:0:7f00:1::]/',
  'https://[2001::1]/',
  'https://[2606:4700::5efe:7f00:1]/',
  'https://[2606:4700:0:0:200:5efe:10.0.0.1]/',
  // Internal host names.
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://api.localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://db.internal/',
  'https://router.lan/',
  'https://nas.home.arpa/',
  'https://intranet/',
  'https://example.co.za./',
  'https://localhost.localdomain/',
  // This installation itself.
  'https://courier.example.co.za/api/shipments',
  'https://api.courier.example.co.za/',
  // Addresses that are not plain https addresses.
  'http://example.co.za/',
  'ftp://example.co.za/',
  'file:///etc/passwd',
  'gopher://example.co.za/',
  'javascript:alert(1)',
  'https://example.co.za:22/',
  'https://example.co.za:80/',
  'https://user:secret@example.co.za/',
  'https://example.co.za@127.0.0.1/',
  'https://127.0.0.1:443\\@example.co.za/',
  'https://exam ple.co.za/',
  'https://example.co.za\n.internal/',
  '//example.co.za/',
  'example.co.za',
  '',
]

describe('outbound address rules', () => {
  it('covers more than 100 distinct forbidden addresses', () => {
    expect(forbidden.length).toBeGreaterThan(100)
    expect(new Set(forbidden).size).toBe(forbidden.length)
  })

  it.each(forbidden)('rejects %j and gives the reason as a sentence', (address) => {
    const { url, rejection } = parseOutboundUrl(address, strict)
    expect(url).toBeNull()
    expect(rejection).toMatch(/^[A-Z].*\.$/)
  })

  it.each([
    'https://hooks.example.co.za/waybill',
    'https://hooks.example.co.za:8443/x?y=1',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://xn--bcher-kva.example.com/',
    'https://bücher.example.com/',
    'https://notlocalhost.example.com/',
  ])('allows %s', (address) => {
    expect(parseOutboundUrl(address, strict).rejection).toBeNull()
  })

  it('classifies IP addresses, and treats an unclassifiable one as not public', () => {
    expect(['8.8.8.8', '196.25.1.1', '2606:4700:4700::1111'].every(isPublic)).toBe(true)
    expect(['::ffff:8.8.8.8', 'fe80::1%eth0', '010.0.0.1', '127.1', 'words', ''].some(isPublic)).toBe(false)
  })
})

describe('outbound calls', () => {
  let canary: http.Server
  let port = 0
  let touched = 0
  const seen: http.IncomingMessage[] = []
  beforeAll(async () => {
    canary = http.createServer((request, response) => {
      seen.push(request)
      if (request.url === '/moved') return response.writeHead(302, { location: '/elsewhere' }).end()
      if (request.url === '/long') return response.end('x'.repeat(200_000))
      if (request.url === '/never') return undefined
      return response.writeHead(201, { 'retry-after': '7' }).end('thanks')
    })
    canary.on('connection', () => (touched += 1))
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
    ;({ port } = canary.address() as AddressInfo)
  })
  afterAll(() => void canary.close())

  it('never connects to a host with an address that is not public', async () => {
    for (const found of [
      '127.0.0.1',
      '::1',
      '10.0.0.8',
      '169.254.169.254',
      '::ffff:127.0.0.1',
      '100.64.0.1',
    ]) {
      const client = outboundClient({
        ...strict,
        resolve: async () => [
          { address: '8.8.8.8', family: 4 },
          { address: found, family: found.includes(':') ? 6 : 4 },
        ],
      })
      const answer = await client.call({ method: 'POST', url: 'https://rebound.example.co.za/', body: '{}' })
      expect(answer).toMatchObject({ status: null, is_refused: true })
      expect(answer.error).toContain('is not in a public network')
      expect(await client.errorOf('https://rebound.example.co.za/')).toContain('is not in a public network')
    }
    expect(touched).toBe(0)
  })

  it('resolves a host once and connects to the checked address', async () => {
    let requested = 0
    const client = outboundClient({
      allow_private: true,
      own_hosts: [],
      resolve: async () => [{ address: (requested += 1) === 1 ? '127.0.0.1' : '127.9.9.9', family: 4 }],
    })
    const answer = await client.call({
      method: 'POST',
      url: `http://hooks.example.co.za:${port}/`,
      body: '{}',
    })
    expect(answer).toMatchObject({ status: 201, body: 'thanks', error: '', headers: { 'retry-after': '7' } })
    expect(requested).toBe(1)
    expect(seen.at(-1)?.headers.host).toBe(`hooks.example.co.za:${port}`)
  })

  it('follows no redirect, reads at most 64 KB, stops at the time limit and reports a refused connection', async () => {
    const client = outboundClient({ allow_private: true, own_hosts: [], timeout_ms: 150 })
    const at = (path: string) => client.call({ method: 'GET', url: `http://127.0.0.1:${port}${path}` })
    expect(await at('/moved')).toMatchObject({ status: 302 })
    expect(seen.at(-1)?.url).toBe('/moved')
    expect((await at('/long')).body).toHaveLength(64 * 1024)
    const limited = { method: 'GET', url: `http://127.0.0.1:${port}/long`, max_bytes: 1000 } as const
    expect((await client.call(limited)).body).toHaveLength(1000)
    expect(await at('/never')).toMatchObject({ status: null, error: 'No answer within 0.15 seconds.' })
    expect(await client.call({ method: 'GET', url: 'http://127.0.0.1:1/' })).toMatchObject({
      status: null,
      error: 'No server answers at this address.',
    })
  })

  it('reports an unknown host as a temporary error', async () => {
    const client = outboundClient({ ...strict, resolve: () => Promise.reject(new Error('ENOTFOUND')) })
    const answer = await client.call({ method: 'GET', url: 'https://gone.example.co.za/' })
    expect(answer).toMatchObject({
      is_refused: false,
      error: 'The host gone.example.co.za could not be found. Check the address.',
    })
    expect(await client.errorOf('https://gone.example.co.za/')).toBeNull()
  })
})
