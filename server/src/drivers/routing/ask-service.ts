import type { z } from 'zod'
import type { Outbound } from '../../kit/outbound/index.ts'

/** Time limit of one call, in ms. It is short because a dispatcher waits. */
const timeout_ms = 4_000
/** A matrix of 200 places has at most 80,000 numbers. */
const max_bytes = 4 * 1024 * 1024
/** How much of an unexpected answer is repeated to the user. */
const max_reason = 200

/**
 * Thrown when a routing service, or its answer, cannot be used. The message is a sentence for users, without the name of
 * the service.
 */
export class RoutingFailure extends Error {
  /** Whether the service does not work at all, so that the next call would fail too. */
  readonly is_down: boolean

  constructor(message: string, options: { is_down?: boolean } = {}) {
    super(message)
    this.is_down = options.is_down ?? false
  }
}

/** One call to a routing service. */
interface ServiceCall<Answer> {
  /** The address that the company has entered. */
  base: string
  /** Added to its path. */
  path: string
  query?: Readonly<Record<string, string>>
  /** Sent as JSON with POST; without it the call is a GET. */
  body?: unknown
  answer: z.ZodType<Answer>
  /** Returns the reason in an answer of the service that is an error; `''` when it is none. */
  errorIn: (answer: unknown) => string
}

/** Calls a routing service and returns its answer; throws `RoutingFailure` for everything else. */
export async function askService<Answer>(outbound: Outbound, call: ServiceCall<Answer>): Promise<Answer> {
  const url = addressOf(call)
  const got = await outbound.call({
    method: call.body === undefined ? 'GET' : 'POST',
    url,
    headers: { accept: 'application/json', ...(call.body === undefined ? {} : json_body) },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    max_bytes,
    timeout_ms,
  })
  if (got.status === null) throw new RoutingFailure(got.error, { is_down: true })
  const answer = jsonOf(got.body)
  const reason = answer === undefined ? '' : call.errorIn(answer).slice(0, max_reason)
  if (reason !== '') throw new RoutingFailure(`It answered “${reason}”.`)
  const parsed = call.answer.safeParse(answer)
  if (got.status === 200 && parsed.success) return parsed.data
  throw new RoutingFailure(
    `Another service seems to be at this address: it answered ${got.status} with ${answer === undefined ? 'something that is not JSON' : 'unknown JSON'}.`,
    { is_down: true },
  )
}

const json_body = { 'content-type': 'application/json' }

function addressOf({
  base,
  path,
  query = {},
}: Pick<ServiceCall<unknown>, 'base' | 'path' | 'query'>): string {
  if (!URL.canParse(base))
    throw new RoutingFailure('Its address is not complete. Write it like https://example.co.za.')
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.toString()
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}
