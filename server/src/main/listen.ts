import cluster from 'node:cluster'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { app_version } from '@waybill/domain/kit/app'
import { body_sizes } from '@waybill/domain/kit/calls/body-size'
import { assetPath, demoPicturePath } from '@waybill/domain/files/assets'
import { live_path } from '@waybill/domain/kit/live'
import { identityApi } from '@waybill/domain/identity/api'
import { shortPath } from '@waybill/domain/short-urls/short-urls'
import { receiverPath } from '@waybill/domain/shipments/self-service'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { answeredText } from '@waybill/domain/kit/answers/text-part'
import { Problem, problem_kinds } from '@waybill/domain/kit/problem'
import { ratesApi } from '@waybill/domain/rates/api'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { config } from '../kit/config.ts'
import { fileStorePort } from '../files/index.ts'
import { gatewaysPort } from '../payments/index.ts'
import { digestOf } from '../kit/sealer.ts'
import type { RequestFacts, Route } from '../kit/handler.ts'
import { AppIcons } from '../http/app-icons.ts'
import { compressed, validated } from '../http/content-encoding.ts'
import { Dispatcher, type Answer, type Call } from '../http/dispatcher.ts'
import { Authentication, notSignedIn } from '../http/authentication.ts'
import { adapterOf, newRequestId, type Runtime } from '../kit/runtime.ts'
import { Live } from '../realtime/live.ts'
import { liveAddress } from '../realtime/live-address.ts'
import { maintenance_retry_s, maintenancePage } from '../http/maintenance-page.ts'
import { makeMetrics, type Metrics } from '../ops/metrics.ts'
import { providersOf } from '../db/providers.ts'
import { metricsGuard } from '../http/metrics-guard.ts'
import { allowances, RateLimiter, subscriberOf, tooManyCalls } from '../http/rate-limit.ts'
import { readJson, storable } from '../http/read-json.ts'
import { readLargeJson } from '../http/read-large-json.ts'
import { idempotencyKeyOf } from '../http/idempotency.ts'
import { requireDiskSpace } from '../db/disk-space.ts'
import { mapsOrigin, scriptOrigin, tilesOrigin } from '../http/foreign-origins.ts'
import { isArriving, limitedServer, server_limits, type ServerLimits } from '../http/server-limits.ts'
import { serveWeb, type WebFiles } from '../http/web-files.ts'
import { webManifest } from '../http/web-manifest.ts'
import { metricsOfWorkers } from './workers.ts'

/** The listener that received a request: the web app (API under prefixes) or the API (without prefix). */
type Side = 'web' | 'api'
const side_of = new WeakMap<IncomingMessage, Side>()

/** Internal prefix of every API path, so that API paths cannot collide with pages of the web app. */
const inside = '/~api'
export interface HttpServer {
  web: Server
  api: Server
  app: FastifyInstance
  /** Reports not ready, and gives running requests up to ten seconds. */
  close(): Promise<void>
}

/** Creates the HTTP server of the runtime: two listeners with the same routes. */
export async function makeHttp(
  runtime: Runtime,
  files: WebFiles | null,
  health: () => Promise<object | undefined>,
  limiter: RateLimiter,
  limits: ServerLimits = server_limits,
): Promise<HttpServer> {
  const trustedProxies = config.TRUSTED_PROXIES ?? []
  const authentication = new Authentication(runtime)
  const dispatcher = new Dispatcher(runtime, authentication, limiter)
  const live = new Live(runtime, authentication)
  const icons = new AppIcons(runtime, authentication)
  const metrics = makeMetrics(runtime, live)
  const forOthers = runtime.routes.filter(isForOthers)
  const published = new Set(forOthers.map(({ endpoint }) => endpoint.path))
  const keyInQuery = new Set(
    runtime.routes.flatMap(({ endpoint }) => (endpoint.key_in_query ? [inside + endpoint.path] : [])),
  )
  const tokenOf = (request: FastifyRequest): SentToken =>
    sentToken(request, keyInQuery.has(request.routeOptions.url ?? ''))
  const openCalls = new Set(forOthers.map(({ endpoint }) => `${endpoint.method} ${inside}${endpoint.path}`))
  let closing = false
  const app = fastify({
    logger: false,
    exposeHeadRoutes: true,
    bodyLimit: body_sizes.usual.bytes,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    genReqId: newRequestId,
    rewriteUrl(request) {
      // Bodies are parsed by their content. A wrong or malformed content type must not cause a rejection, but its
      // charset is used.
      content_types.set(request, request.headers['content-type'] ?? '')
      delete request.headers['content-type']
      return rewritten(request)
    },
    routerOptions: { maxParamLength: 500 },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (request, reply) => {
    setHeaders(request, reply)
    if (!request.url.startsWith(inside)) return
    if (request.method === 'OPTIONS')
      return answerPreflight(published.has(endpointPath(pathOf(request.url))), reply)
    // Set before any check can reject the request, so that a cross-origin page can read the error and the retry time.
    if (openCalls.has(`${methodOf(request)} ${request.routeOptions.url}`)) allowOtherOrigins(reply)
    limitCalls(limiter, request, tokenOf(request).token)
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    if (closing) void reply.header('connection', 'close')
    return payload
  })
  app.addHook('onResponse', async (request, reply) => {
    const endpoint = request.routeOptions.url?.replace(inside, '') ?? 'unknown'
    const labels = { endpoint: `${request.method} ${endpoint}`, status: String(reply.statusCode) }
    metrics.requests.observe(labels, reply.elapsedTime / 1000)
    runtime.log.info({ request_id: request.id, ...labels, ms: Math.round(reply.elapsedTime) }, 'request')
  })
  app.get(`${inside}/livez`, async () => ({ status: 'ok' }))
  app.get(`${inside}/healthz`, async () => ({ status: 'ok', version: app_version }))
  app.get(`${inside}/readyz`, async (_request, reply) => {
    if (closing) return reply.code(503).send({ status: 'stopping' })
    try {
      const facts = await health()
      await requireDiskSpace(runtime.data_dir)
      return { status: 'ready', ...facts }
    } catch (error) {
      // The error of the driver may contain the database host, so it is only logged.
      runtime.log.warn({ error: error instanceof Error ? error.message : String(error) }, 'not ready')
      const reason = error instanceof Problem ? error.message : 'The database does not answer.'
      return reply.code(503).send({ status: 'not ready', reason })
    }
  })
  const mayReadMetrics = metricsGuard(config.environment)
  app.get(`${inside}/metrics`, async (request, reply) => {
    const caller = {
      address: request.ip,
      is_forwarded: !config.TRUSTED_PROXIES && request.headers['x-forwarded-for'] !== undefined,
      token: bearerOf(request.headers.authorization),
    }
    if (!mayReadMetrics(caller)) return reply.callNotFound()
    const text = cluster.isWorker ? metricsOfWorkers() : metrics.registry.metrics()
    return reply.type(metrics.registry.contentType).send(await text)
  })
  const methods = new Map<string, string[]>()
  for (const route of runtime.routes) {
    const allowed = route.endpoint.method === 'GET' ? ['GET', 'HEAD'] : [route.endpoint.method]
    methods.set(route.endpoint.path, [...(methods.get(route.endpoint.path) ?? []), ...allowed])
    app.route({
      method: route.endpoint.method,
      url: inside + route.endpoint.path,
      bodyLimit: body_sizes[route.endpoint.body].bytes,
      onRequest: async (request, reply) => {
        await beforeBody(authentication, limits.body_ms, route, request, reply)
      },
      handler: (request, reply) => {
        // A path parameter also matches the last segment of another path, which has its own methods.
        const path = pathOf(request.url)
        if (path !== route.endpoint.path && methods.has(path)) throw wrongMethod(request, reply, path)
        return handle(runtime, dispatcher, route, request, reply, tokenOf(request))
      },
    })
  }
  const withPlaces = [...methods.keys()].filter((path) => path.includes('/:'))
  const endpointPath = (path: string): string =>
    methods.has(path) ? path : (withPlaces.find((one) => standsFor(one, path)) ?? path)
  const wrongMethod = (request: FastifyRequest, reply: FastifyReply, path: string): Problem => {
    const known = methods.get(path) ?? []
    void reply.header('allow', known.join(', '))
    return new Problem(
      'method_not_allowed',
      `${request.method} is not possible here. Use ${known.join(' or ')}.`,
    )
  }
  app.setErrorHandler((error, request, reply) => rejectRequest(runtime, metrics, error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const known = endpointPath(pathOf(request.url))
    if (path.startsWith(inside) && methods.has(known)) throw wrongMethod(request, reply, known)
    if (path.startsWith(inside) || side_of.get(request.raw) === 'api')
      throw new Problem('not_found', 'There is nothing at this path. Check it against the API reference.')
    return serveWeb(files, request, reply, {
      manifest: () => webManifest(runtime, authentication, request.host),
      icon: (name) => icons.at(name, request.host),
      async reach() {
        const store = adapterOf(runtime, fileStorePort).direct
        const [live, files, signIn, maps, tiles] = await Promise.all([
          liveAddress(runtime, authentication, request),
          store ? store.origin() : '',
          path === '/login' ? scriptOrigin(runtime, authentication, request.host) : '',
          mapsOrigin(runtime, authentication, request.host),
          tilesOrigin(runtime, authentication, request.host),
        ])
        return {
          live,
          files,
          sign_in: signIn,
          maps,
          tiles,
          forms: adapterOf(runtime, gatewaysPort).form_origins,
        }
      },
    })
  })
  app.get(inside + live_path, async (_request, reply) => {
    void reply.code(426).header('upgrade', 'websocket').header('connection', 'upgrade')
    return { message: 'This address accepts WebSocket connections only.', code: 'upgrade_required' }
  })
  await app.ready()
  const proxies = new Set(trustedProxies)
  const listen = (side: Side) => {
    const server = limitedServer(
      (request, response) => {
        side_of.set(request, side)
        app.routing(request, response)
      },
      limits,
      (address) => proxies.has(address),
    )
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      side_of.set(request, side)
      if (rewritten(request).split('?')[0] === inside + live_path) void live.upgrade(request, socket, head)
      else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    })
    return server
  }
  const servers = { web: listen('web'), api: listen('api') }
  return {
    ...servers,
    app,
    async close() {
      closing = true
      const closed = Object.values(servers).map(
        (server) => new Promise<void>((resolve) => server.close(() => resolve())),
      )
      await live.close()
      for (const server of Object.values(servers)) server.closeIdleConnections()
      const late = setTimeout(
        () => Object.values(servers).forEach((server) => server.closeAllConnections()),
        10_000,
      )
      await Promise.all(closed)
      clearTimeout(late)
      await app.close()
    },
  }
}

/** Returns the API path of an internal URL, without the query. */
function pathOf(url: string): string {
  return (url.split('?')[0] ?? '').slice(inside.length)
}

/** Whether a path with parameters, such as `/shipments/:id`, matches a request path. */
function standsFor(path: string, address: string): boolean {
  const words = address.split('/')
  const wanted = path.split('/')
  return (
    wanted.length === words.length &&
    wanted.every((word, at) => word === words[at] || (word.startsWith(':') && words[at] !== ''))
  )
}

/** The paths of shop plug-ins, which are the same on both listeners. */
const plugin_paths = /^\/(api\/v1|generate)(?=\/|$)/

/**
 * Maps the request URL to an internal URL. On the web listener, `/api`, `/v2` and `/v3` lead to the API; on the API
 * listener, every path does. Repeated slashes are collapsed and one trailing slash is ignored.
 */
function rewritten(request: IncomingMessage): string {
  const [path = '/', ...query] = (request.url ?? '/').split('?')
  const plain = path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
  const search = query.length > 0 ? `?${query.join('?')}` : ''
  if (plugin_paths.test(plain)) return inside + plain + search
  const side = side_of.get(request) ?? 'api'
  const isApiHost = request.headers.host?.startsWith('api.') ?? false
  const prefix = (side === 'web' ? /^\/(api(\/v[23])?|v[23])(?=\/|$)/ : /^\/v[23](?=\/|$)/).exec(plain)?.[0]
  if (prefix) return inside + (plain.slice(prefix.length) || '/') + search
  if (/^\/v\d+(?=\/|$)/.test(plain)) return inside + plain + search
  const [, code] = shortPath.exec(plain) ?? []
  if (code) return `${inside}/s?code=${code}`
  const [, of, asset] = assetPath.exec(plain) ?? []
  if (asset) return `${inside}/assets?of=${of}&name=${asset}`
  const [, page, reference] = receiverPath.exec(plain) ?? []
  if (page) {
    // The key of a verified receiver is all that these pages read from the address.
    const key = new URLSearchParams(search).get('key') ?? ''
    return `${inside}/${page}?${new URLSearchParams({ reference: reference ?? '', ...(key && { key }) })}`
  }
  const own = [
    '/healthz',
    '/readyz',
    '/livez',
    '/metrics',
    '/track',
    '/track/widget',
    '/files',
    '/api-docs',
    '/openapi.json',
  ]
  if (side === 'api' || isApiHost || own.includes(plain)) return inside + plain + search
  return plain + search
}

function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const raw = reply.raw
  raw.setHeader('x-request-id', request.id)
  raw.setHeader('x-content-type-options', 'nosniff')
  raw.setHeader('referrer-policy', 'strict-origin-when-cross-origin')
  raw.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains')
  raw.setHeader('cross-origin-opener-policy', 'same-origin')
  const path = request.url.split('?')[0] ?? ''
  // Logos are displayed in mail and on other websites. All other responses are only for pages of this host.
  const isShared = path === `${inside}/assets` || demoPicturePath.test(path)
  raw.setHeader('cross-origin-resource-policy', isShared ? 'cross-origin' : 'same-origin')
  raw.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  if (path.startsWith(inside)) raw.setHeader('cache-control', 'no-store')
}

/** Whether an endpoint belongs to the public API, which shops and other companies call from their own pages. */
function isForOthers({ endpoint }: Route): boolean {
  return endpoint.published && endpoint.audience !== 'session'
}

/**
 * Allows pages of other origins to call the endpoint. Used only for the public API, which shops call with API keys.
 * All other actions are done on our own pages.
 */
function allowOtherOrigins(reply: FastifyReply): void {
  reply.raw.setHeader('access-control-allow-origin', '*')
  reply.raw.setHeader('access-control-expose-headers', exposed_headers)
}

/** Response headers that cross-origin pages can read. */
const exposed_headers =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, Retry-After, Idempotent-Replayed, Data-Position, ETag'

/** Returns the method, with HEAD treated as GET without a body. */
function methodOf({ method }: FastifyRequest): string {
  return method === 'HEAD' ? 'GET' : method
}

/** Answers a CORS preflight request. */
function answerPreflight(isPublished: boolean, reply: FastifyReply): FastifyReply {
  if (isPublished) {
    allowOtherOrigins(reply)
    reply.raw.setHeader('access-control-allow-methods', 'GET, HEAD, POST, PATCH, PUT, DELETE')
    reply.raw.setHeader(
      'access-control-allow-headers',
      'Authorization, Content-Type, client-version, client-path, Idempotency-Key, Data-Position, If-None-Match',
    )
    reply.raw.setHeader('access-control-max-age', '86400')
  }
  return reply.code(204).send()
}

/** Limits the requests per address and per token, before authentication. */
function limitCalls(limiter: RateLimiter, request: FastifyRequest, token: string | null): void {
  const address = subscriberOf(request.ip)
  const waitsS = [
    limiter.take(`address ${address}`, allowances.address).wait_s,
    token ? limiter.take(`token ${digestOf(token).slice(0, 16)}`, allowances.token).wait_s : 0,
  ]
  const waitS = Math.max(...waitsS)
  if (waitS > 0) throw tooManyCalls(waitS)
}

/**
 * Checks a request before its body is read. A large body is accepted only from an authenticated caller, unless the
 * endpoint is public. Other bodies have a time limit.
 */
async function beforeBody(
  authentication: Authentication,
  bodyMs: number,
  { endpoint }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const hasBody = request.headers['content-length'] !== undefined || 'transfer-encoding' in request.headers
  if (!hasBody) return
  const isLarge = body_sizes[endpoint.body].bytes > body_sizes.many.bytes
  if (isLarge && endpoint.audience !== 'public') {
    const token = bearerOf(request.headers.authorization)
    if (token === null) throw notSignedIn(token)
    await authentication.authenticate(token, request.host, request.ip)
  }
  if (isLarge) return
  const timer = setTimeout(() => {
    if (!isArriving(request.raw) || reply.raw.headersSent) return
    reply.hijack()
    const body = JSON.stringify({
      message: 'The request took too long to arrive. Send it again.',
      code: 'request_timeout',
      request_id: request.id,
    })
    reply.raw.writeHead(408, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
    reply.raw.end(body, () => request.raw.destroy())
  }, bodyMs).unref()
  const arrived = (): void => clearTimeout(timer)
  request.raw.once('end', arrived).once('close', arrived)
  reply.raw.once('finish', arrived)
}

/** Returns the header `data-position` of a request; `null` without a valid one. */
function positionSent({ headers }: FastifyRequest): number | null {
  const sent = headers['data-position']
  return typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? Number(sent) : null
}

async function handle(
  runtime: Runtime,
  dispatcher: Dispatcher,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: SentToken,
): Promise<FastifyReply> {
  const { text } = runtime.maintenance
  if (text !== null) {
    if (route.kind === 'raw' && wantsPage(request)) return send(reply, maintenancePage(text))
    throw new Problem('maintenance', text, { retry_after_s: maintenance_retry_s })
  }
  const call: Call = {
    ...sent,
    host: requestedHost(route, request),
    query: queryOf(request),
    body: methodOf(request) === 'GET' || takesBytes(route) ? {} : await bodyOf(route, request),
    bytes: takesBytes(route) && Buffer.isBuffer(request.body) ? request.body : null,
    ...(route.endpoint.takes === 'bytes' ? { headers: headersOf(request) } : {}),
    params: request.params as Record<string, string>,
    idempotency_key: idempotencyKeyOf(request.headers['idempotency-key']),
    data_position: positionSent(request),
    for_user: request.headers['for-user']?.toString() ?? null,
    request: factsOf(runtime, request),
    addHeaders: (headers) => void reply.headers(headers),
    gone: goneSignal(reply),
    is_foreign_page: await isForeignPage(runtime, request),
  }
  const answer = await dispatcher.answer(route, call).catch((error: unknown) => {
    const isAway = error instanceof Problem && error.kind === 'maintenance'
    if (isAway && route.kind === 'raw' && wantsPage(request)) return maintenancePage(error.message)
    throw error
  })
  if (route.endpoint === identityApi.logout) void reply.headers(forget_pages)
  return send(reply, await packed(route, request, answer))
}

/**
 * Returns the response as sent. Only read-only responses are compressed: secrets (tokens, keys, codes) are returned
 * only by POST, because the compressed length could reveal them (decision 0068).
 */
async function packed(route: Route, { headers }: FastifyRequest, answer: Answer): Promise<Answer> {
  const { endpoint } = route
  if (endpoint.method !== 'GET' && !quotes.has(endpoint)) return answer
  const isPublic = answer.headers['cache-control']?.startsWith('public') ?? false
  const isValidated = endpoint.method === 'GET' && (isForOthers(route) || isPublic)
  const known = isValidated ? validated(answer, headers['if-none-match']) : answer
  return compressed(known, headers['accept-encoding'])
}

const quotes: ReadonlySet<Endpoint> = new Set([ratesApi.price, ratesApi.optIn])

/** Whether the Origin header names a page of another host. */
async function isForeignPage(runtime: Runtime, { headers, host }: FastifyRequest): Promise<boolean> {
  const { origin } = headers
  if (origin === undefined) return false
  const page = URL.canParse(origin) ? new URL(origin) : null
  if (!page) return true
  const own = [host.toLowerCase(), new URL(runtime.web_url).host, new URL(runtime.api_url).host]
  return !own.includes(page.host) && (await providersOf(runtime)).named(page.hostname) === null
}

/** Returns a signal that is aborted when the client disconnects before the response is complete. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}

/**
 * Clears the browser cache of pages and responses, so that the next user cannot go back to them. Storage is not
 * cleared, because it contains scans and deliveries that wait for the network.
 */
const forget_pages = { 'clear-site-data': '"cache"' }

/** Whether a browser requests an HTML page. */
function wantsPage(request: FastifyRequest): boolean {
  return methodOf(request) === 'GET' && String(request.headers.accept ?? '').includes('text/html')
}

/**
 * Returns the host that determines the provider: the request host, or the `origin` parameter of the provider endpoint
 * (API-007).
 */
function requestedHost({ endpoint }: Route, request: FastifyRequest): string {
  const { origin } = endpoint === identityApi.provider ? queryOf(request) : {}
  return typeof origin === 'string' && origin !== '' ? origin : request.host
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  void reply.code(answer.status).headers(answer.headers)
  if (!answer.headers['content-type'] && answer.status !== 204)
    void reply.header('content-type', 'application/json; charset=utf-8')
  return answer.status === 204 ? reply.send() : reply.send(answer.body)
}

/** Whether the handler receives the raw body. */
function takesBytes({ endpoint }: Route): boolean {
  return endpoint.body === 'upload' || endpoint.takes === 'bytes'
}

/** Returns the headers by lower-case name, without headers that have several values. */
function headersOf(request: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  )
}

/** Content types as sent by clients. */
const content_types = new WeakMap<object, string>()

async function bodyOf({ endpoint }: Route, request: FastifyRequest): Promise<unknown> {
  if (!Buffer.isBuffer(request.body)) return {}
  const size = body_sizes[endpoint.body]
  const contentType = content_types.get(request.raw)
  // A large body would block other requests, so it is parsed in a thread.
  return request.body.length > body_sizes.many.bytes
    ? readLargeJson(request.body, endpoint.body, contentType)
    : readJson(request.body, size, contentType)
}

function bearerOf(header: string | undefined): string | null {
  return /^\s*bearer\s+(\S+)\s*$/i.exec(header ?? '')?.[1] ?? (header?.trim() ? '' : null)
}

type SentToken = Pick<Call, 'token' | 'is_token_in_query'>

/**
 * Returns the token of a request: that of the header, or the parameter `api_key` where the endpoint accepts it. The
 * address of a request is never logged, so the key is not either.
 */
function sentToken(request: FastifyRequest, isKeyInQuery: boolean): SentToken {
  const token = bearerOf(request.headers.authorization)
  const { api_key: key } = isKeyInQuery && token === null ? queryOf(request) : {}
  return typeof key === 'string' ? { token: key, is_token_in_query: true } : { token }
}

/** Normalises the query: names are lower-cased, empty values are removed, and `status[]` becomes `status`. */
function queryOf(request: FastifyRequest): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
    const key = name.toLowerCase().replace(/\[\]$/, '')
    if (value === '' || key === '' || key === '__proto__') continue
    query[key] = Array.isArray(value) ? value.map((one) => storable(String(one))) : storable(String(value))
  }
  return query
}

function factsOf(runtime: Runtime, request: FastifyRequest): RequestFacts {
  const clientVersion = String(request.headers['client-version'] ?? '').slice(0, 40)
  const path = String(request.headers['client-path'] ?? '')
  return {
    id: request.id,
    client_version: clientVersion,
    channel: path.startsWith('/hub-scanner')
      ? 'scanner'
      : path.startsWith('/tripsheet')
        ? 'driver-app'
        : clientVersion
          ? 'web'
          : 'api',
    address: request.ip,
    user_agent: String(request.headers['user-agent'] ?? '').slice(0, 200),
    session_id: null,
    web_url: runtime.web_url,
    api_url: runtime.api_url,
    allowed_hosts: runtime.allowed_hosts,
  }
}

function rejectRequest(
  runtime: Runtime,
  metrics: Metrics,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = error instanceof Problem ? error : fromFramework(error)
  metrics.refusals.inc({ kind: problem.kind })
  if (problem.kind === 'internal')
    runtime.log.error(
      { request_id: request.id, error: error instanceof Error ? error.stack : String(error) },
      'unexpected fault',
    )
  if (problem.retry_after_s) void reply.header('retry-after', String(problem.retry_after_s))
  if (problem.kind === 'account_closed') void reply.headers(forget_pages)
  const { status, code } = problem_kinds[problem.kind]
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(
      JSON.stringify({
        ...answeredText(problem),
        code,
        ...(problem.fields.length > 0 ? { errors: problem.fields } : {}),
        ...(problem.current ? { current: problem.current } : {}),
        request_id: request.id,
      }),
    )
}

function fromFramework(error: unknown): Problem {
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413)
    return new Problem('too_large', 'The body is larger than this call accepts. Send less at once.')
  if (status >= 400 && status < 500)
    return new Problem('invalid', 'The request could not be read. Check its address, headers and body.')
  return new Problem(
    'internal',
    'Something went wrong on our side. Nothing was changed. Try again, and quote the request id if it happens again.',
  )
}
