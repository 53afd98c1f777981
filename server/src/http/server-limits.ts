import http, { type IncomingMessage, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { config } from '../kit/config.ts'
import { subscriberOf } from './rate-limit.ts'

/** What a client may take its time with, and how many there may be. */
export interface ServerLimits {
  /** Milliseconds for the whole head of a request, also on a connection that sends nothing at all. */
  head_ms: number
  /** Milliseconds for the whole of any request, files too. */
  request_ms: number
  /** Milliseconds for the body of a call that takes no file. */
  body_ms: number
  /** Milliseconds that an idle connection is stored for the next request. */
  idle_ms: number
  /** Open connections of one listener. */
  connections: number
  /** Of these, how many may come from one subscriber; loopback addresses and trusted proxies are not counted. */
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

/** What clients are told that sent no readable request or took too long, by Node's code. */
const answers: ReadonlyMap<string, { status: string; code: string; message: string }> = new Map([
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    {
      status: '408 Request Timeout',
      code: 'request_timeout',
      message: 'The request took too long to arrive. Send it again, in one go.',
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

/** An HTTP server whose clients cannot hold it up: by being slow, by being many, or by sending what is no HTTP. */
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
 * Keeps at most so many connections. When they are all in use, a new one takes the place of the one that has been waited for
 * longest without a request: whoever is silent, or sends a head bit by bit, shuts nobody out.
 */
function closeIdleConnection(server: http.Server, most: number): void {
  /** Connections without a request that is being answered, the longest first. */
  const silent = new Set<Socket>()
  let open = 0
  server.on('connection', (socket: Socket) => {
    open += 1
    silent.add(socket)
    socket.once('close', () => {
      open -= 1
      silent.delete(socket)
    })
    if (open <= most) return
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

/** Whether a request that is being answered has not arrived whole. */
export function isArriving(request: IncomingMessage): boolean {
  return !request.complete && !request.destroyed
}
