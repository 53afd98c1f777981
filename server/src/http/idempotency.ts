import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { Problem } from '@waybill/domain/kit/problem'
import { sql } from 'kysely'
import { isSealed, type Sealer } from '../kit/sealer.ts'
import type { Context } from '../kit/handler.ts'

/** The response to the first request with a key, as it is stored. */
export interface StoredAnswer {
  status: number
  body: string
}

/** The idempotency key of a request: its caller and endpoint, the key, and the undecoded body that must match. */
export interface RepeatKey {
  scope: string
  key: string
  raw: unknown
}

/** Thrown when a request with this idempotency key was already answered; holds the stored response. */
export class RepeatFound extends Error {
  readonly answer: StoredAnswer
  constructor(answer: StoredAnswer) {
    super('This was answered before.')
    this.answer = answer
  }
}

/**
 * Returns the idempotency key; `null` when there is none. Throws when it is not 1 to 255 characters of printable
 * ASCII.
 */
export function idempotencyKeyOf(header: string | string[] | undefined): string | null {
  if (header === undefined || header === '') return null
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(header))
    throw new Problem('invalid', 'The Idempotency-Key header must have 1 to 255 printable characters.')
  return header
}

/** Returns a keyed digest of a body. A plain digest would allow passwords in the body to be guessed. */
function bodyDigest(sealer: Sealer, raw: unknown): string {
  return sealer.digest('body of a call', canonical(raw))
}

/** The digest that older releases stored, before the keyed digest. No such row is older than two days. */
function plainDigest(raw: unknown): string {
  return createHash('sha256').update(canonical(raw)).digest('hex')
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => `${JSON.stringify(key)}:${canonical(child)}`)
      .join(',')}}`
  return JSON.stringify(value) ?? 'null'
}

/**
 * Runs `fn` once for each key, in the transaction of the request, and stores its response there. Throws `RepeatFound`
 * when an earlier request has the key; a concurrent one is waited for. Without a key it always runs.
 */
export async function answerOnce(
  ctx: Context,
  repeat: RepeatKey | null,
  fn: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  if (!repeat) return fn()
  const claimed = claimKey(ctx, repeat)
  // The first statements of `fn` travel with the claim. Whatever they do is undone when the key is taken.
  const running = fn()
  running.catch(() => undefined)
  await claimed
  const answer = await running
  storeAnswer(ctx, repeat, answer)
  return answer
}

/** Throws `RepeatFound` when an earlier request with this key was answered, and 422 when it had another body. */
export async function requireFirst(ctx: Context, { scope, key, raw }: RepeatKey): Promise<void> {
  const row = await ctx.db
    .selectFrom('idempotency_key')
    .select(['body_digest', 'status', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return
  if (row.body_digest !== bodyDigest(ctx.sealer, raw) && row.body_digest !== plainDigest(raw))
    throw new Problem(
      'unprocessable',
      'This Idempotency-Key was already used with another body. Use a new key.',
    )
  const { status, answer } = row
  if (status === null || answer === null) throw notFinished()
  throw new RepeatFound({ status, body: isSealed(answer) ? unpacked(ctx.sealer.openBytes(answer)) : answer })
}

const notFinished = (): Problem =>
  new Problem(
    'conflict',
    'The first call with this Idempotency-Key has not finished. Try again in a moment.',
    { retry_after_s: 1 },
  )

/** Claims a key. A concurrent request with the same key waits for the row lock. */
async function claimKey(ctx: Context, repeat: RepeatKey): Promise<void> {
  const { scope, key, raw } = repeat
  const digest = bodyDigest(ctx.sealer, raw)
  const claimed = await sql`INSERT INTO idempotency_key (provider_id, scope, key, body_digest, time_created)
    VALUES (${ctx.provider_id}, ${scope}, ${key}, ${digest}, ${ctx.now}) ON CONFLICT DO NOTHING`.execute(
    ctx.db,
  )
  if (claimed.numAffectedRows === 1n) return
  await requireFirst(ctx, repeat)
  throw notFinished()
}

/** The first byte of a packed response; no text starts with it. */
const pack_mark = Buffer.from([0])
/** Shorter responses are not packed. */
const packed_from = 1_000

/** Packs a response before it is sealed, after which nothing can. That of a booking takes a third of its room. */
function packed(body: string): string | Buffer {
  return body.length < packed_from ? body : Buffer.concat([pack_mark, deflateRawSync(body)])
}

function unpacked(bytes: Buffer): string {
  return (bytes[0] === pack_mark[0] ? inflateRawSync(bytes.subarray(1)) : bytes).toString('utf8')
}

/**
 * Stores the response with the commit. It is sealed, because some responses contain a secret that is displayed only
 * once.
 */
function storeAnswer(ctx: Context, { scope, key }: RepeatKey, { status, body }: StoredAnswer): void {
  ctx.writeLast(
    ctx.db
      .updateTable('idempotency_key')
      .set({ status, answer: ctx.sealer.seal(packed(body)) })
      .where('scope', '=', scope)
      .where('key', '=', key),
  )
}
