import { GatewayRefused, GatewaySilent } from './port.ts'

/** The longest a gateway may take. */
const timeout_ms = 10_000
/** The most that is read of an answer. */
const most_bytes = 2 * 1024 * 1024

/** Calls a gateway and answers the text it sent; 4xx is `GatewayRefused`, anything else that fails `GatewaySilent`. */
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
    text = (await answer.text()).slice(0, most_bytes)
  } catch (error) {
    throw new GatewaySilent(error instanceof Error ? error.message : 'No answer.')
  }
  if (status >= 400 && status < 500 && status !== 408 && status !== 429)
    throw new GatewayRefused(wordsOf(text) || `It answered ${status}.`)
  if (status >= 300) throw new GatewaySilent(`It answered ${status}.`)
  return text
}

/** The same, read as JSON. */
export async function askGateway(...call: Parameters<typeof callGateway>): Promise<unknown> {
  const text = await callGateway(...call)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new GatewaySilent('Its answer could not be read.')
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
