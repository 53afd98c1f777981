import { sql } from 'kysely'
import type { Context } from './handler.ts'

/** Documents and cost centres that are counted per provider. */
export type NumberedDocument =
  | 'invoice'
  | 'credit-note'
  | 'payment'
  | 'collection-request'
  | 'interhub-transfer'
  | 'rate-item'
  | 'claim'
  | 'cost_center'

/**
 * The next number of a document of the provider. The row stays locked until the transaction ends and falls back with
 * it, so that numbers have neither gaps nor duplicates (docs/domain/invoices-and-statements.md#invoices).
 */
export async function nextNumber(ctx: Context, document: NumberedDocument): Promise<number> {
  return raise(ctx, document)
}

/** Lets only one transaction of the provider at a time go on from here, until it ends. */
export async function lockCounter(ctx: Context, name: 'users'): Promise<void> {
  await raise(ctx, name)
}

async function raise(ctx: Context, name: string): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    INSERT INTO counter (provider_id, name, value) VALUES (${ctx.provider_id}, ${name}, 1)
    ON CONFLICT (provider_id, name) DO UPDATE SET value = counter.value + 1
    RETURNING value`.execute(ctx.db)
  const number = rows[0]?.value
  if (number === undefined) throw new Error(`The counter of ${name} gave no number.`)
  return number
}
