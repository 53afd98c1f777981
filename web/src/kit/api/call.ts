import type { Endpoint, Input, Output } from '@waybill/domain/kit/calls/endpoint'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import { z } from 'zod'
import { ApiError } from './api-error.ts'
import { parseJson, sendForFile, sendValues, unreadable, type Answer, type CallOptions } from './request.ts'
import { withSentTimes } from './sent-times.ts'

export type { CallOptions } from './request.ts'

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
  return decodeOutput(endpoint, await sendValues(endpoint, encodeInput(endpoint, input), options))
}

/** Returns the raw response (file or page) as a blob, with the same credentials and errors as `call`. */
export async function callForFile<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Blob> {
  return sendForFile(endpoint, encodeInput(endpoint, input), options)
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

function decodeOutput<E extends Endpoint>(endpoint: E, answer: Answer): Output<E> {
  const parsed = z.safeDecode(endpoint.output, answer.text === '' ? {} : parseJson(answer.text))
  if (parsed.success) return parsed.data as Output<E>
  throw unreadable(answer)
}
