import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { Connection } from '../../scripts/bench/connection.ts'

it('returns status and whole body of one response after another, and sends further headers', async () => {
  const server = http.createServer((request, response) => {
    const body = JSON.stringify({
      path: request.url,
      key: request.headers['x-key'],
      text: 'é'.repeat(100_000),
    })
    response.writeHead(request.url === '/a' ? 200 : 404, { 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connection = new Connection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  onTestFinished(() => {
    connection.close()
    server.close()
  })

  for (const [path, status] of [
    ['/a', 200],
    ['/b', 404],
  ] as const) {
    const answer = await connection.exchange({ method: 'GET', path, token: '', headers: { 'x-key': 'k' } })
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body())).toEqual({ path, key: 'k', text: 'é'.repeat(100_000) })
  }
})
