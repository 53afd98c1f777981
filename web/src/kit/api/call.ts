import { app_version } from '@waybill/domain/kit/app'
import type { Endpoint, Input, Output } from '@waybill/domain/kit/calls/endpoint'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import { z } from 'zod'
import { dataPosition, noteDataPosition } from './data-position.ts'
import { answerText } from './error-text.ts'
import { NewestGet } from './newest-get.ts'
import { queryString } from './query-string.ts'
import { ApiError } from './api-error.ts'
import { withSentTimes } from './sent-times.ts'
import { withStepUp } from './step-up.ts'
import {
  rememberExpiry,
  callingProvider,
  impersonatedUsername,
  storedToken,
  publishSessionChange,
} from './session.ts'

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

/**
 * Calls an endpoint with typed input and returns its typed output. Adds the bearer token, `client-version`,
 * `provider_id` and, while impersonating, `request_username` (API-004…API-011, AUTH-025, AUTH-067).
 *
 * Throws an `ApiError`. If the server requires the user to confirm their identity first, `call` opens that prompt and
 * repeats the request. The session listeners are also notified of a 401 (except at login), 418 or 423 (AUTH-019,
 * SHELL-052, SHELL-057).
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Output<E>> {
  const values = withSender(encodeInput(endpoint, input))
  if (endpoint.method !== 'GET')
    return decodeOutput(
      endpoint,
      await send(endpoint, bases[endpoint.host] + endpoint.path, JSON.stringify(values), options),
    )
  const url = bases[endpoint.host] + endpoint.path + queryString(values)
  const answer = await newest_get.run(
    url,
    (signal) => send(endpoint, url, null, { ...options, signal }),
    options.signal,
  )
  return decodeOutput(endpoint, answer)
}

/** Returns the raw response (file or page) as a blob, with the same credentials and errors as `call`. */
export async function callForFile<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Blob> {
  const values = withSender(encodeInput(endpoint, input))
  const isGet = endpoint.method === 'GET'
  return withStepUp(async () => {
    const response = await request(
      endpoint,
      bases[endpoint.host] + endpoint.path + (isGet ? queryString(values) : ''),
      isGet ? null : JSON.stringify(values),
      options,
    )
    if (!response.ok) throw rejected(endpoint, response, await response.text())
    return response.blob()
  })
}

interface Answer {
  status: number
  text: string
  request_id: string
}

function encodeInput<E extends Endpoint>(endpoint: E, input: Input<E>): Record<string, unknown> {
  const encoded = z.safeEncode(endpoint.input, input)
  if (encoded.success) return withSentTimes(input, encoded.data) as Record<string, unknown>
  const fields: FieldProblem[] = encoded.error.issues.map((issue) => ({
    field: issue.path.map(String).join('.'),
    message: issue.message,
  }))
  throw new ApiError(400, fields[0]?.message ?? '', { code: 'validation_failed', fields })
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

function send(endpoint: Endpoint, url: string, body: string | null, options: CallOptions): Promise<Answer> {
  return withStepUp(async () => {
    const response = await request(endpoint, url, body, options)
    const text = await response.text()
    if (!response.ok) throw rejected(endpoint, response, text)
    return { status: response.status, text, request_id: response.headers.get('x-request-id') ?? '' }
  })
}

async function request(
  endpoint: Endpoint,
  url: string,
  body: string | null,
  options: CallOptions,
): Promise<Response> {
  const headers = new Headers({ 'client-version': app_version, accept: 'application/json' })
  const token = storedToken()
  if (token && !token_free.has(`${endpoint.method} ${endpoint.path}`))
    headers.set('authorization', `Bearer ${token}`)
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
    const response = await fetch(url, { method: endpoint.method, headers, body, signal: clock.signal })
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

function decodeOutput<E extends Endpoint>(endpoint: E, { status, text, request_id }: Answer): Output<E> {
  const parsed = z.safeDecode(endpoint.output, text === '' ? {} : parseJson(text))
  if (parsed.success) return parsed.data as Output<E>
  if (status === 202) {
    const { code = '' } = (parseJson(text) ?? {}) as { code?: string }
    throw new ApiError(202, answerText(text), { code, request_id })
  }
  throw new ApiError(status, 'The answer could not be read. Refresh the page and try again.', { request_id })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function rejected(endpoint: Endpoint, response: Response, text: string): ApiError {
  const body = (parseJson(text) ?? {}) as {
    code?: unknown
    errors?: unknown
    request_id?: unknown
    current?: unknown
  }
  const isLogin = endpoint.path === '/login'
  const hasEnded = !isLogin && (response.status === 401 || text.includes('not_logged_in'))
  if (hasEnded) publishSessionChange('ended')
  // `/general-data` is called when the page opens: the user then sees the sign-in page without an expiry message
  // (AUTH-023). Set this after publishing the change, because its listeners clear the stored session data.
  if (hasEnded && endpoint.path !== '/general-data') rememberExpiry()
  if (response.status === 418) publishSessionChange('maintenance')
  if (response.status === 423) publishSessionChange('account-closed')
  const message = hasEnded ? 'Token has expired' : answerText(text)
  return new ApiError(response.status, message || fallbackMessage(response.status), {
    code: typeof body.code === 'string' ? body.code : '',
    fields: Array.isArray(body.errors) ? body.errors.filter(isFieldProblem) : [],
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

function isFieldProblem(value: unknown): value is FieldProblem {
  const { field, message } = (value ?? {}) as { field?: unknown; message?: unknown }
  return typeof field === 'string' && typeof message === 'string'
}
