import { lookup as lookUp } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { product_name } from '@waybill/domain/kit/app'
import { answer_timeout_ms, max_answer_bytes } from './limits.ts'
import { isPublic, parseOutboundUrl, type OutboundRules } from './addresses.ts'

/** One call to an address that somebody else chose. */
export interface OutboundCall {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Instead of `body`, what is no text. */
  bytes?: Uint8Array
}

/** What came of it: an answer of any status, or the reason why there was none. */
export interface OutboundAnswer {
  /** `null` when nobody answered. */
  status: number | null
  headers: Readonly<Record<string, string>>
  /** At most 64 KB of it. */
  body: string
  /** A sentence when there was no answer; `''` when there was. */
  error: string
  /** The call was not made, and will not be however often it is tried. */
  is_refused: boolean
  duration_ms: number
}

/** Calls to addresses that users set: docs/domain/integrations-and-webhooks.md#calls-to-addresses-that-people-set. */
export interface Outbound {
  call(call: OutboundCall): Promise<OutboundAnswer>
  /** Why an address can never be called, as a sentence; `null` when nothing speaks against it. */
  errorOf(url: string): Promise<string | null>
}

export interface OutboundOptions extends OutboundRules {
  timeout_ms?: number
  /** Asks for every address of a name; another one in tests. */
  resolve?: (host: string) => Promise<readonly { address: string; family: number }[]>
}

type Place = { url: URL; address: string; family: number }

/**
 * Makes the client. The name is resolved once, every address it has must be public, and the connection goes to the one
 * that was looked at, so that a name that answers differently the second time changes nothing. Redirects are answers,
 * proxies are not used.
 */
export function outboundClient(options: OutboundOptions): Outbound {
  const resolve = options.resolve ?? ((host) => lookUp(host, { all: true, verbatim: true }))
  const timeoutMs = options.timeout_ms ?? answer_timeout_ms

  const find = async (text: string): Promise<Place | Unfound> => {
    const looked = parseOutboundUrl(text, options)
    if (looked.url === null) return { refusal: looked.refusal, is_lasting: true }
    const { url, host, literal } = looked
    if (literal !== null) return { url, address: literal, family: literal.includes(':') ? 6 : 4 }
    let found: readonly { address: string; family: number }[]
    try {
      found = await resolve(host)
    } catch {
      found = []
    }
    const [first] = found
    if (!first)
      return { refusal: `The host ${host} could not be found. Check the address.`, is_lasting: false }
    if (!options.allow_private && !found.every(({ address }) => isPublic(address)))
      return { refusal: `The host ${host} lies in a network that is not public.`, is_lasting: true }
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
      const late = AbortSignal.timeout(timeoutMs)
      const place = await inTime(find(call.url), late)
      if (place === null) return ended({ error: lateSentence(timeoutMs) })
      if ('refusal' in place) return ended({ error: place.refusal, is_refused: place.is_lasting })
      try {
        return ended(await send(call, place, late))
      } catch (error) {
        return ended({ error: late.aborted ? lateSentence(timeoutMs) : sentenceOf(error) })
      }
    },
    async errorOf(url) {
      const place = await inTime(find(url), AbortSignal.timeout(5_000))
      return place !== null && 'refusal' in place && place.is_lasting ? place.refusal : null
    },
  }
}

interface Unfound {
  refusal: string
  /** It will be the same next time. */
  is_lasting: boolean
}

const lateSentence = (timeoutMs: number): string => `No answer within ${timeoutMs / 1000} seconds.`

/** A result, or `null` when time is up before. */
function inTime<Result>(result: Promise<Result>, late: AbortSignal): Promise<Result | null> {
  return new Promise((resolve, reject) => {
    late.addEventListener('abort', () => resolve(null), { once: true })
    result.then(resolve, reject)
  })
}

function send(call: OutboundCall, place: Place, late: AbortSignal): Promise<Partial<OutboundAnswer>> {
  const { url, address, family } = place
  const body = call.bytes ?? (call.body === undefined ? null : Buffer.from(call.body))
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method: call.method,
        // A connection of its own, to the address that was looked at; the name is only used for TLS and the Host header.
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
            body: Buffer.concat(parts).subarray(0, max_answer_bytes).toString('utf8'),
          })
        response.on('data', (part: Buffer) => {
          parts.push(part)
          size += part.length
          if (size < max_answer_bytes) return
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
      return 'Nobody listens at this address.'
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
