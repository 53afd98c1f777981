import http, { type IncomingMessage, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { config } from '../kit/config.ts'
import { subscriberOf } from './rate-limit.ts'

/** Time and connection limits for HTTP clients. */
export interface ServerLimits {
  /** Time limit in ms for the request head, including on a connection that sends nothing. */
  head_ms: number
  /** Time limit in ms for a whole request, including files. */
  request_ms: number
  /** Time limit in ms for the body of a request without files. */
  body_ms: number
  /** Time in ms that an idle connection stays open for the next request. */
  idle_ms: number
  /** Maximum number of open connections per listener. */
  connections: number
  /** Maximum number of connections per subscriber. Loopback addresses and trusted proxies are not counted. */
  connections_each: number
}

export const server_limits: ServerLimits = {
  head_ms: 10_000,
  request_ms: 120_000,
  body_ms: 30_000,
  idle_ms: 65_000,
  connections: config.MAX_CONNECTIONS,
  connections_each: 300,
}

/** Responses to unreadable or slow requests, by Node error code. */
const answers: ReadonlyMap<string, { status: string; code: string; message: string }> = new Map([
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    {
      status: '408 Request Timeout',
      code: 'request_timeout',
      message: 'The request took too long to arrive. Send it again.',
    },
  ],
  [
    'HPE_HEADER_OVERFLOW',
    {
      status: '431 Request Header Fields Too Large',
      code: 'validation_failed',
      message: 'The address and headers of the request are longer than 16 KB. Send shorter ones.',
    },
  ],
])
const unreadable = {
  status: '400 Bad Request',
  code: 'validation_failed',
  message: 'The request could not be read. Check its address, headers and body.',
}

const quiet_headers = [
  'Cache-Control: no-store',
  'X-Content-Type-Options: nosniff',
  "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
  'Strict-Transport-Security: max-age=31536000; includeSubDomains',
]
  .map((line) => `${line}\r\n`)
  .join('')

/** Creates an HTTP server with limits against slow clients, too many connections and invalid HTTP. */
export function limitedServer(
  listener: RequestListener,
  limits: ServerLimits = server_limits,
  isProxy: (address: string) => boolean = () => false,
): http.Server {
  const server = http.createServer(
    {
      headersTimeout: limits.head_ms,
      requestTimeout: limits.request_ms,
      keepAliveTimeout: limits.idle_ms,
      connectionsCheckingInterval: Math.min(2_000, limits.head_ms / 2),
      maxHeaderSize: 16 * 1024,
    },
    listener,
  )
  closeIdleConnection(server, limits.connections)
  const each = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const remote = socket.remoteAddress ?? ''
    if (isLoopbackAddress(remote) || isProxy(remote)) return
    const subscriber = subscriberOf(remote)
    const open = (each.get(subscriber) ?? 0) + 1
    if (open > limits.connections_each) {
      socket.destroy()
      return
    }
    each.set(subscriber, open)
    socket.once('close', () => {
      const left = (each.get(subscriber) ?? 1) - 1
      if (left > 0) each.set(subscriber, left)
      else each.delete(subscriber)
    })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy()
    const { status, code, message } = answers.get(error.code ?? '') ?? unreadable
    const body = JSON.stringify({ message, code })
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n${quiet_headers}\r\n${body}`,
    )
  })
  return server
}

/**
 * Limits the number of open connections. When the limit is exceeded, closes the connection that has been without a
 * request for the longest time. Clients that stay silent or send a head slowly therefore cannot block others.
 */
function closeIdleConnection(server: http.Server, maxConnections: number): void {
  /** Connections without a running request, oldest first. */
  const silent = new Set<Socket>()
  let open = 0
  server.on('connection', (socket: Socket) => {
    open += 1
    silent.add(socket)
    socket.once('close', () => {
      open -= 1
      silent.delete(socket)
    })
    if (open <= maxConnections) return
    const [longest = socket] = silent
    longest.destroy()
  })
  const speaks = ({ socket }: IncomingMessage): void => void silent.delete(socket)
  server.on('request', (request, response) => {
    speaks(request)
    response.once('close', () => {
      if (!request.socket.destroyed) silent.add(request.socket)
    })
  })
  server.on('upgrade', speaks)
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
}

/** Whether the body of a running request is still arriving. */
export function isArriving(request: IncomingMessage): boolean {
  return !request.complete && !request.destroyed
}
