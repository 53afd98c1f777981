import { createHash } from 'node:crypto'
import { Problem } from '@waybill/domain/kit/problem'
import { sql } from 'kysely'
import { isSealed, type Sealer } from '../kit/sealer.ts'
import type { Context } from '../kit/handler.ts'

/** The stored response to the first request with the same key and body. */
export interface Repeat {
  status: number
  body: string
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
 * Claims a key inside the transaction of the request. Returns the stored response of an earlier request, or null. A
 * concurrent request with the same key waits for the row lock. Throws 422 when the key was used with another body.
 */
export async function claimKey(
  ctx: Context,
  scope: string,
  key: string,
  raw: unknown,
): Promise<Repeat | null> {
  const digest = bodyDigest(ctx.sealer, raw)
  const claimed = await sql`INSERT INTO idempotency_key (provider_id, scope, key, body_digest, time_created)
    VALUES (${ctx.provider_id}, ${scope}, ${key}, ${digest}, ${ctx.now}) ON CONFLICT DO NOTHING`.execute(
    ctx.db,
  )
  if (claimed.numAffectedRows === 1n) return null
  const row = await ctx.db
    .selectFrom('idempotency_key')
    .select(['body_digest', 'status', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  if (row && row.body_digest !== digest && row.body_digest !== plainDigest(raw))
    throw new Problem(
      'unprocessable',
      'This Idempotency-Key was already used with another body. Use a new key.',
    )
  if (row?.status === null || row?.answer === null || !row)
    throw new Problem(
      'conflict',
      'The first call with this Idempotency-Key has not finished. Try again in a moment.',
      {
        retry_after_s: 1,
      },
    )
  return { status: row.status, body: isSealed(row.answer) ? ctx.sealer.open(row.answer) : row.answer }
}

/**
 * Stores the response in the same transaction as its effect. It is sealed, because some responses contain a secret
 * that is displayed only once.
 */
export function storeAnswer(ctx: Context, scope: string, key: string, answer: Repeat): void {
  ctx.writeLast(
    ctx.db
      .updateTable('idempotency_key')
      .set({ status: answer.status, answer: ctx.sealer.seal(answer.body) })
      .where('scope', '=', scope)
      .where('key', '=', key),
  )
}
