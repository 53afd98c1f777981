import { sql } from 'kysely'
import type { Ctx } from './verb.ts'

/** Documents that are counted per provider. */
export type NumberedDocument =
  'invoice' | 'credit-note' | 'payment' | 'collection-request' | 'interhub-transfer' | 'rate-item' | 'claim'

/**
 * The next number of a document of the provider. The row stays locked until the work ends and falls back with it, so
 * that numbers have neither gaps nor duplicates (domain notes 6.4).
 */
export async function nextNumber(ctx: Ctx, document: NumberedDocument): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    INSERT INTO counter (provider_id, name, value) VALUES (${ctx.provider_id}, ${document}, 1)
    ON CONFLICT (provider_id, name) DO UPDATE SET value = counter.value + 1
    RETURNING value`.execute(ctx.db)
  const number = rows[0]?.value
  if (number === undefined) throw new Error(`The counter of ${document} gave no number.`)
  return number
}
