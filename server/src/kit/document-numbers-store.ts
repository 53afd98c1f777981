import { sql } from 'kysely'
import type { Context } from './handler.ts'

/** Documents and cost centres that are numbered per provider. */
export type NumberedDocument =
  | 'invoice'
  | 'credit-note'
  | 'payment'
  | 'collection-request'
  | 'interhub-transfer'
  | 'rate-item'
  | 'claim'
  | 'approval'
  | 'pay-statement'
  | 'cost_center'
  | 'accounting-export'
  | 'receipt-block'
  | 'till'
  | 'cash-up'
  | 'remittance'
  | 'unidentified-parcel'

/**
 * Returns the next number of a document of the provider. The counter row stays locked until the transaction ends and
 * is rolled back with it, so that numbers have neither gaps nor duplicates
 * (docs/domain/invoices-and-statements.md#invoices).
 */
export async function nextNumber(ctx: Context, document: NumberedDocument): Promise<number> {
  return raise(ctx, document)
}

/** Returns the first of `count` consecutive numbers, taken as `nextNumber` takes one. */
export async function nextNumbers(ctx: Context, document: NumberedDocument, count: number): Promise<number> {
  return (await raise(ctx, document, count)) - count + 1
}

/**
 * Locks a counter, so that only one transaction of the provider continues at a time; released when the transaction
 * ends.
 */
export async function lockCounter(ctx: Context, name: 'users' | 'move-in' | 'costs'): Promise<void> {
  await raise(ctx, name)
}

async function raise(ctx: Context, name: string, by = 1): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    INSERT INTO counter (provider_id, name, value) VALUES (${ctx.provider_id}, ${name}, ${by})
    ON CONFLICT (provider_id, name) DO UPDATE SET value = counter.value + excluded.value
    RETURNING value`.execute(ctx.db)
  const number = rows[0]?.value
  if (number === undefined) throw new Error(`The counter of ${name} gave no number.`)
  return number
}
