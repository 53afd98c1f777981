import { lookup as lookUp } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { product_name } from '@waybill/domain/kit/app'
import { isPublic, parseOutboundUrl, type OutboundRules } from './addresses.ts'

/**
 * Total time limit of an outbound call, in ms
 * (docs/domain/integrations-and-webhooks.md#calls-to-addresses-that-people-set).
 */
const answer_timeout_ms = 15_000
/** Maximum number of response bytes that are read. */
const max_answer_bytes = 64 * 1024

/** One call to an address that a user or external party chose. */
export interface OutboundCall {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Binary content to send instead of `body`. */
  bytes?: Uint8Array
  /** Maximum number of response bytes that are read; 64 KB when absent. */
  max_bytes?: number
  /** Time limit in ms, up to the one of the client, which applies when absent. */
  timeout_ms?: number
}

/** The result of a call: a response of any status, or the reason why there was none. */
export interface OutboundAnswer {
  /** `null` without a response. */
  status: number | null
  headers: Readonly<Record<string, string>>
  /** The response body, up to `max_bytes`. */
  body: string
  /** A sentence when there was no response, otherwise `''`. */
  error: string
  /** The call was not made because the address is not allowed, and a retry will not help. */
  is_refused: boolean
  duration_ms: number
}

/** Calls to addresses set by users: docs/domain/integrations-and-webhooks.md#calls-to-addresses-that-people-set. */
export interface Outbound {
  call(call: OutboundCall): Promise<OutboundAnswer>
  /** Returns why an address can never be called, as a sentence, or `null` if no such reason was found. */
  errorOf(url: string): Promise<string | null>
}

export interface OutboundOptions extends OutboundRules {
  timeout_ms?: number
  /** Resolves all IP addresses of a host name; replaced in tests. */
  resolve?: (host: string) => Promise<readonly { address: string; family: number }[]>
}

type Place = { url: URL; address: string; family: number }

/**
 * Creates the client. A host name is resolved once, all its IP addresses must be public, and the connection uses a
 * checked address, so that a second DNS response cannot change the target. Redirects are returned, not followed, and
 * proxies are not used.
 */
export function outboundClient(options: OutboundOptions): Outbound {
  const resolve = options.resolve ?? ((host) => lookUp(host, { all: true, verbatim: true }))
  const longestMs = options.timeout_ms ?? answer_timeout_ms

  const find = async (text: string): Promise<Place | Unfound> => {
    const parsed = parseOutboundUrl(text, options)
    if (parsed.url === null) return { rejection: parsed.rejection, is_lasting: true }
    const { url, host, literal } = parsed
    if (literal !== null) return { url, address: literal, family: literal.includes(':') ? 6 : 4 }
    let found: readonly { address: string; family: number }[]
    try {
      found = await resolve(host)
    } catch {
      found = []
    }
    const [first] = found
    if (!first)
      return { rejection: `The host ${host} could not be found. Check the address.`, is_lasting: false }
    if (!options.allow_private && !found.every(({ address }) => isPublic(address)))
      return { rejection: `The host ${host} is not in a public network.`, is_lasting: true }
    return { url, ...first }
  }

  return {
    async call(call) {
      const started = performance.now()
      const ended = (part: Partial<OutboundAnswer>): OutboundAnswer => ({
        status: null,
        headers: {},
        body: '',
        error: '',
        is_refused: false,
        ...part,
        duration_ms: Math.round(performance.now() - started),
      })
      const timeoutMs = Math.min(call.timeout_ms ?? longestMs, longestMs)
      const late = AbortSignal.timeout(timeoutMs)
      const place = await inTime(find(call.url), late)
      if (place === null) return ended({ error: lateSentence(timeoutMs) })
      if ('rejection' in place) return ended({ error: place.rejection, is_refused: place.is_lasting })
      try {
        return ended(await send(call, place, late))
      } catch (error) {
        return ended({ error: late.aborted ? lateSentence(timeoutMs) : sentenceOf(error) })
      }
    },
    async errorOf(url) {
      const place = await inTime(find(url), AbortSignal.timeout(5_000))
      return place !== null && 'rejection' in place && place.is_lasting ? place.rejection : null
    },
  }
}

interface Unfound {
  rejection: string
  /** Whether the same error will occur on the next attempt. */
  is_lasting: boolean
}

const lateSentence = (timeoutMs: number): string => `No answer within ${timeoutMs / 1000} seconds.`

/** Returns the result, or `null` when `late` is aborted first. */
function inTime<Result>(result: Promise<Result>, late: AbortSignal): Promise<Result | null> {
  return new Promise((resolve, reject) => {
    late.addEventListener('abort', () => resolve(null), { once: true })
    result.then(resolve, reject)
  })
}

function send(call: OutboundCall, place: Place, late: AbortSignal): Promise<Partial<OutboundAnswer>> {
  const { url, address, family } = place
  const maxBytes = call.max_bytes ?? max_answer_bytes
  const body = call.bytes ?? (call.body === undefined ? null : Buffer.from(call.body))
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method: call.method,
        // Opens a separate connection to the checked address; the name is used only for TLS and the Host header.
        agent: false,
        lookup: (_host, wants, answer) => {
          if (wants.all) answer(null, [{ address, family }])
          else answer(null, address, family)
        },
        signal: late,
        headers: {
          'user-agent': product_name,
          accept: '*/*',
          'accept-encoding': 'identity',
          ...call.headers,
          ...(body ? { 'content-length': String(body.length) } : {}),
        },
      },
      (response) => {
        const parts: Buffer[] = []
        let size = 0
        const done = (): void =>
          resolve({
            status: response.statusCode ?? null,
            headers: headersOf(response.headers),
            body: Buffer.concat(parts).subarray(0, maxBytes).toString('utf8'),
          })
        response.on('data', (part: Buffer) => {
          parts.push(part)
          size += part.length
          if (size < maxBytes) return
          done()
          request.destroy()
        })
        response.on('end', done)
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(body ?? undefined)
  })
}

function headersOf(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  )
}

function sentenceOf(error: unknown): string {
  const code = String((error as NodeJS.ErrnoException).code ?? '')
  switch (code) {
    case 'ECONNREFUSED':
      return 'No server answers at this address.'
    case 'ECONNRESET':
    case 'EPIPE':
      return 'The connection was closed before there was an answer.'
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'The host cannot be reached.'
    default:
      return /CERT|SSL|TLS|ALTNAME/.test(code)
        ? `The certificate of the host is not valid (${code}).`
        : 'The connection failed.'
  }
}
