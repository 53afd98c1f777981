import type { Taxed } from '@waybill/domain/billing/crediting'
import { sql } from 'kysely'
import type { Context } from '../../kit/handler.ts'
import { locked_columns } from '../ledger/ledger-store.ts'

/** Returns what the credit notes of an invoice have credited, in cents. */
export async function creditedOf(ctx: Context, invoiceId: number): Promise<Taxed> {
  const { rows } = await sql<Taxed>`
    SELECT coalesce(sum(t.amount), 0)::bigint AS total, coalesce(sum(t.vat), 0)::bigint AS vat,
      coalesce(sum(t.zero_rated), 0)::bigint AS zero_rated
    FROM credit_note c
    JOIN billing_transaction t ON t.provider_id = c.provider_id AND t.credit_note_id = c.id
    WHERE c.invoice_id = ${invoiceId}`.execute(ctx.db)
  return rows[0] ?? { total: 0, vat: 0, zero_rated: 0 }
}

/** Selects the lines of an invoice that are neither reversed nor credited one by one. */
function uncreditedLines(ctx: Context, invoiceId: number) {
  return ctx.db
    .selectFrom('billing_transaction')
    .select([...locked_columns, 'description', 'sub_type'])
    .where('invoice_id', '=', invoiceId)
    .where('has_been_reversed', '=', false)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM billing_transaction c
        WHERE c.provider_id = billing_transaction.provider_id AND c.credits_id = billing_transaction.id)`,
    )
}

/** Returns the first lines of an invoice that are neither reversed nor credited one by one. */
export async function listUncreditedLines(ctx: Context, invoiceId: number, limit: number) {
  return uncreditedLines(ctx, invoiceId).orderBy('id').limit(limit).execute()
}

/** Returns the same lines as `listUncreditedLines`, locked for update. */
export async function lockUncreditedLines(
  ctx: Context,
  invoiceId: number,
  limit: number,
): Promise<InvoiceLineRow[]> {
  return uncreditedLines(ctx, invoiceId).orderBy('id').limit(limit).forUpdate().execute()
}
export type InvoiceLineRow = Awaited<ReturnType<typeof listUncreditedLines>>[number]
