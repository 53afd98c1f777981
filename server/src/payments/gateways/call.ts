import type { z } from 'zod'
import { GatewayRejectedError, GatewayUnavailableError } from './port.ts'

/** Timeout of a gateway call in ms. */
const timeout_ms = 10_000
/** Maximum length of a response that is used; longer responses are cut off. */
const max_bytes = 2 * 1024 * 1024

/**
 * Calls a gateway and returns the response text. A 4xx status throws `GatewayRejectedError` (except 408 and 429); any
 * other failure throws `GatewayUnavailableError`.
 */
export async function callGateway(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<string> {
  let status: number
  let text: string
  try {
    const answer = await fetch(url, {
      method: options.method ?? 'GET',
      headers: { accept: 'application/json', ...options.headers },
      ...(options.body === undefined ? {} : { body: options.body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout_ms),
    })
    status = answer.status
    text = (await answer.text()).slice(0, max_bytes)
  } catch (error) {
    throw new GatewayUnavailableError(error instanceof Error ? error.message : 'No answer.')
  }
  if (status >= 400 && status < 500 && status !== 408 && status !== 429)
    throw new GatewayRejectedError(wordsOf(text) || `It answered ${status}.`)
  if (status >= 300) throw new GatewayUnavailableError(`It answered ${status}.`)
  return text
}

/** Calls a gateway like `callGateway` and parses the response as JSON. */
export async function callGatewayForJson(...call: Parameters<typeof callGateway>): Promise<unknown> {
  const text = await callGateway(...call)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new GatewayUnavailableError('The answer could not be read.')
  }
}

/** Returns the message in a gateway's error response, in any of the forms that gateways use; at most 200 characters. */
function wordsOf(text: string): string {
  try {
    const body = JSON.parse(text) as Record<string, unknown>
    const data = body['data'] as Record<string, unknown> | undefined
    const words =
      body['message'] ?? body['error_description'] ?? data?.['message'] ?? data?.['response'] ?? body['error']
    return typeof words === 'string' ? words.slice(0, 200) : ''
  } catch {
    return ''
  }
}

/** Parses a response with `schema`. Throws a `GatewayUnavailableError` when it has another form. */
export function parseAnswer<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const read = schema.safeParse(answer)
  if (!read.success) throw new GatewayUnavailableError('Its answer could not be understood.')
  return read.data
}

/** Parses JSON; `null` when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** Whether an error is one that a gateway causes: a rejection, or no usable answer. */
export function isGatewayError(error: unknown): error is GatewayRejectedError | GatewayUnavailableError {
  return error instanceof GatewayRejectedError || error instanceof GatewayUnavailableError
}
