import { GatewayRejectedError, GatewayUnavailableError } from './port.ts'

/** The longest a gateway may take. */
const timeout_ms = 10_000
/** The most that is read of an answer. */
const max_bytes = 2 * 1024 * 1024

/** Calls a gateway and answers the text it sent; 4xx is `GatewayRejectedError`, anything else that fails `GatewayUnavailableError`. */
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

/** The same, read as JSON. */
export async function callGatewayForJson(...call: Parameters<typeof callGateway>): Promise<unknown> {
  const text = await callGateway(...call)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new GatewayUnavailableError('Its answer could not be read.')
  }
}

/** The sentence inside a refusal, in any of the forms that gateways use; at most 200 characters. */
function wordsOf(text: string): string {
  try {
    const body = JSON.parse(text) as Record<string, unknown>
    const data = body['data'] as Record<string, unknown> | undefined
    const words = body['message'] ?? body['error_description'] ?? data?.['response'] ?? body['error']
    return typeof words === 'string' ? words.slice(0, 200) : ''
  } catch {
    return ''
  }
}
