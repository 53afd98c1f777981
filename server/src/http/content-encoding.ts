import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Answer } from './dispatcher.ts'

export type ContentEncoding = 'br' | 'gzip'

/**
 * Minimum body size in bytes for compression. Smaller responses fit into one or two packets, so compression saves
 * nothing.
 */
const least_bytes = 1024

/** Maximum body size in bytes for an ETag. Longer responses are downloads, which clients do not revalidate. */
const max_validated_bytes = 2_000_000

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** About as fast as gzip with smaller output. The best quality takes a hundred times as long. */
const brotli_quality = 4

/** Returns the best encoding that an `Accept-Encoding` header allows; `null` for none. `q=0` excludes an encoding. */
export function encodingAccepted(header: string | string[] | undefined): ContentEncoding | null {
  const wishes = new Map<string, number>()
  for (const part of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const quality = parameters.find((text) => text.startsWith('q='))
    if (name !== '') wishes.set(name, quality === undefined ? 1 : Number(quality.slice(2)))
  }
  const takes = (name: string): boolean => (wishes.get(name) ?? wishes.get('*') ?? 0) > 0
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}

/** Adds an ETag to the response. Returns 304 when `ifNoneMatch` shows that the client already has this response. */
export function validated(answer: Answer, ifNoneMatch: string | undefined): Answer {
  if (answer.status !== 200 || answer.body.length === 0 || answer.body.length > max_validated_bytes)
    return answer
  // Weak, because the same response is sent compressed and uncompressed.
  const etag = `W/"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 27)}"`
  const headers = { ...answer.headers, etag }
  return isKnown(etag, ifNoneMatch) ? { status: 304, headers, body: '' } : { ...answer, headers }
}

function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((one) => one.trim() === '*' || opaque(one) === opaque(etag))
}

/**
 * Compresses the response with an encoding that the client accepts, in a thread of the runtime's pool. Short
 * responses and pictures are left unchanged.
 */
export async function compressed(
  answer: Answer,
  acceptEncoding: string | string[] | undefined,
): Promise<Answer> {
  const type = answer.headers['content-type'] ?? 'application/json'
  if (answer.status !== 200 || answer.headers['content-encoding'] || !is_text.test(type)) return answer
  const headers: Record<string, string> = { ...answer.headers, vary: 'accept-encoding' }
  const body = Buffer.from(answer.body)
  const encoding = encodingAccepted(acceptEncoding)
  if (!encoding || body.length < least_bytes) return { ...answer, headers }
  const packed =
    encoding === 'br'
      ? await brotli(body, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: brotli_quality,
            [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
          },
        })
      : await gzipped(body)
  return { ...answer, headers: { ...headers, 'content-encoding': encoding }, body: packed }
}

const is_text = /^(application\/(json|[a-z.-]+\+json|xml)|text\/(html|plain|csv|xml)|image\/svg\+xml)\b/
