import { app_version } from '@waybill/domain/kit/app'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import type { TextPart } from '@waybill/domain/kit/answers/text-part'
import { answerInLanguage } from '../texts/kit-texts.ts'
import { dataPosition, noteDataPosition } from './data-position.ts'
import { answerText } from './error-text.ts'
import { NewestGet } from './newest-get.ts'
import { queryString } from './query-string.ts'
import { ApiError } from './api-error.ts'
import { withStepUp } from './step-up.ts'
import {
  rememberExpiry,
  callingProvider,
  callingUser,
  impersonatedUsername,
  storedToken,
  publishSessionChange,
} from './session.ts'

/** What a request needs to know about its endpoint. */
export type Route = Pick<Endpoint, 'method' | 'path' | 'host'>

/**
 * Base paths: the main API is served under `/api` on the same host as the pages, the payments API under `/v2`
 * (API-003, API-014).
 */
const bases = { main: '/api', payments: '/v2' } as const satisfies Record<Endpoint['host'], string>

/** Default time limit for a request, in ms; after it the request fails as if there was no response. */
const timeout_ms = 60_000

const token_free = new Set(['POST /login', 'POST /login/passkey', 'GET /time', 'GET /providers'])

const newest_get = new NewestGet()

export interface CallOptions {
  signal?: AbortSignal
  /** One key per user action: the server applies repeated calls with the same key only once. */
  idempotency_key?: string
  /** Time limit in ms; 60 s by default. */
  timeout_ms?: number
}

/** A response before its content is checked. */
export interface Answer {
  status: number
  text: string
  request_id: string
}

/**
 * Sends values in the form of the wire, with the credentials and errors that `call` describes. Of two equal reads only
 * the newer one is answered.
 */
export function sendValues(
  route: Route,
  values: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<Answer> {
  const sent = withSender(values)
  const address = bases[route.host] + route.path
  if (route.method !== 'GET') return send(route, address, JSON.stringify(sent), options)
  const url = address + queryString(sent)
  return newest_get.run(url, (signal) => send(route, url, null, { ...options, signal }), options.signal)
}

/** Sends values like `sendValues` and returns the content of the response unread. */
export function sendForFile(
  route: Route,
  values: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<Blob> {
  const sent = withSender(values)
  const address = bases[route.host] + route.path
  const isGet = route.method === 'GET'
  return withStepUp(async () => {
    const response = await accepted(
      route,
      isGet ? address + queryString(sent) : address,
      isGet ? null : JSON.stringify(sent),
      options,
    )
    return response.blob()
  })
}

/** The error for a response whose content is not what its endpoint promises. */
export function unreadable({ status, text, request_id }: Answer): ApiError {
  if (status === 202) {
    const { code = '' } = (parseJson(text) ?? {}) as { code?: string }
    return new ApiError(202, answerText(text), { code, request_id })
  }
  return new ApiError(status, 'The answer could not be read. Refresh the page and try again.', { request_id })
}

function withSender(values: Record<string, unknown>): Record<string, unknown> {
  const providerId = callingProvider()
  const requestUsername = impersonatedUsername()
  return {
    ...values,
    ...(providerId === null ? {} : { provider_id: providerId }),
    ...(requestUsername === null ? {} : { request_username: requestUsername }),
  }
}

function send(route: Route, url: string, body: string | null, options: CallOptions): Promise<Answer> {
  return withStepUp(async () => {
    const response = await accepted(route, url, body, options)
    const text = await response.text()
    return { status: response.status, text, request_id: response.headers.get('x-request-id') ?? '' }
  })
}

/** Returns the response to a call that the server accepted; throws an `ApiError` otherwise. */
async function accepted(
  route: Route,
  url: string,
  body: string | null,
  options: CallOptions,
): Promise<Response> {
  const token = storedToken()
  const response = await request(route, url, body, options, token)
  if (!response.ok) throw rejected(route, response, await response.text(), token)
  return response
}

async function request(
  route: Route,
  url: string,
  body: string | null,
  options: CallOptions,
  token: string | null,
): Promise<Response> {
  const headers = new Headers({ 'client-version': app_version, accept: 'application/json' })
  if (token && !token_free.has(`${route.method} ${route.path}`)) {
    headers.set('authorization', `Bearer ${token}`)
    const user = callingUser()
    if (user !== null) headers.set('for-user', encodeURIComponent(user))
  }
  if (body !== null) headers.set('content-type', 'application/json')
  const position = dataPosition()
  if (position !== null) headers.set('data-position', position)
  if (options.idempotency_key) headers.set('idempotency-key', options.idempotency_key)
  const clock = new AbortController()
  const stop = (): void => clock.abort(options.signal?.reason)
  options.signal?.addEventListener('abort', stop, { once: true })
  if (options.signal?.aborted) stop()
  const timer = setTimeout(
    () => clock.abort(new ApiError(0, 'service unavailable')),
    options.timeout_ms ?? timeout_ms,
  )
  try {
    const response = await fetch(url, { method: route.method, headers, body, signal: clock.signal })
    noteDataPosition(response.headers.get('data-position'))
    return response
  } catch (thrown) {
    if (clock.signal.aborted) throw clock.signal.reason instanceof Error ? clock.signal.reason : thrown
    throw new ApiError(0, thrown instanceof Error ? thrown.message : '')
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', stop)
  }
}

/** Returns the parsed text, or `undefined` when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the error for a rejected call, and publishes what it says about the session of `token`. */
function rejected(route: Route, response: Response, text: string, token: string | null): ApiError {
  const body = (parseJson(text) ?? {}) as {
    code?: unknown
    errors?: unknown
    message_parts?: unknown
    request_id?: unknown
    current?: unknown
  }
  const isLogin = route.path === '/login'
  const hasEnded = !isLogin && (response.status === 401 || text.includes('not_logged_in'))
  // Not that of a session that another tab has started since.
  const isStored = token === (storedToken() ?? token)
  if (hasEnded && isStored) publishSessionChange('ended')
  // `/general-data` is called when the page opens: the user then sees the sign-in page without an expiry message
  // (AUTH-023). Set this after publishing the change, because its listeners clear the stored session data.
  if (hasEnded && isStored && route.path !== '/general-data') rememberExpiry()
  if (body.code === 'other_user') publishSessionChange('other-user')
  if (response.status === 418) publishSessionChange('maintenance')
  if (response.status === 423) publishSessionChange('account-closed')
  const parts = Array.isArray(body.message_parts) ? body.message_parts.filter(isTextPart) : []
  const message = hasEnded
    ? 'Token has expired'
    : answerInLanguage({ message: answerText(text), message_parts: parts })
  return new ApiError(response.status, message || fallbackMessage(response.status), {
    code: typeof body.code === 'string' ? body.code : '',
    fields: Array.isArray(body.errors) ? body.errors.filter(isFieldProblem) : [],
    may_repeat: response.headers.has('retry-after') || !isStored,
    request_id:
      typeof body.request_id === 'string' ? body.request_id : (response.headers.get('x-request-id') ?? ''),
    ...(typeof body.current === 'object' && body.current !== null
      ? { current: body.current as Record<string, unknown> }
      : {}),
  })
}

function fallbackMessage(status: number): string {
  return status === 502 || status === 503 || status === 504 ? 'service unavailable' : ''
}

function isTextPart(value: unknown): value is TextPart {
  const { code, values } = (value ?? {}) as { code?: unknown; values?: unknown }
  return typeof code === 'string' && typeof values === 'object' && values !== null
}

function isFieldProblem(value: unknown): value is FieldProblem {
  const { field, message } = (value ?? {}) as { field?: unknown; message?: unknown }
  return typeof field === 'string' && typeof message === 'string'
}
