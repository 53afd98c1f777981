import type { TransactionTypeName } from '@waybill/domain/billing/transaction-types'
import type { Cents } from '@waybill/domain/kit/money'
import { sql } from 'kysely'
import type { Context } from '../kit/handler.ts'
import type { Period } from './collect-store.ts'

/** What a ledger row earned in a period, with its document. */
export interface EarnedRow {
  id: number
  date: Date
  type: TransactionTypeName
  account_code: string
  account_name: string
  shipment_reference: string
  invoice_id: number | null
  invoice_number: number | null
  invoice_migration_reference: string | null
  credit_note_id: number | null
  credit_note_number: number | null
  vat_percentage: number
  zero_rated: Cents
  net: Cents
  output_vat: Cents
  input_vat: Cents
}

/** Reads every ledger row that earned revenue or changed VAT in a period, oldest first. */
export async function readEarned(ctx: Context, { from, until }: Period): Promise<EarnedRow[]> {
  const { rows } = await sql<EarnedRow>`
    WITH e AS (
      SELECT transaction_id, min(time_created) AS date,
        coalesce(sum(amount) FILTER (WHERE ledger_account = 'vat-output'), 0)::bigint AS output_vat,
        coalesce(sum(amount) FILTER (WHERE ledger_account = 'vat-input'), 0)::bigint AS input_vat,
        coalesce(sum(amount) FILTER (WHERE split_part(ledger_account, ':', 1) IN ('revenue', 'promotional', 'bad-debt')), 0)::bigint AS net
      FROM ledger_entry
      WHERE provider_id = ${ctx.provider_id} AND time_created >= ${from} AND time_created < ${until}
        AND ledger_account <> 'customer-balance'
        AND split_part(ledger_account, ':', 1) IN ('revenue', 'promotional', 'bad-debt', 'vat-output', 'vat-input')
      GROUP BY transaction_id)
    SELECT t.id, e.date, t.type, a.account_code, a.name AS account_name, t.shipment_reference, t.invoice_id, i.invoice_number,
      i.migration_reference AS invoice_migration_reference, t.credit_note_id, c.credit_note_number, t.vat_percentage, t.zero_rated,
      e.net, e.output_vat, e.input_vat
    FROM e
    JOIN billing_transaction t ON t.provider_id = ${ctx.provider_id} AND t.id = e.transaction_id
    JOIN account a ON a.provider_id = t.provider_id AND a.id = t.account_id
    LEFT JOIN invoice i ON i.provider_id = t.provider_id AND i.id = t.invoice_id
    LEFT JOIN credit_note c ON c.provider_id = t.provider_id AND c.id = t.credit_note_id
    ORDER BY e.date, t.id`.execute(ctx.db)
  return rows
}

/** Returns the VAT of a period by the ledger accounts alone; cents, payable positive. */
export async function ledgerVat(ctx: Context, { from, until }: Period): Promise<Cents> {
  const { rows } = await sql<{ vat: Cents }>`
    SELECT coalesce(sum(amount), 0)::bigint AS vat FROM ledger_entry
    WHERE provider_id = ${ctx.provider_id} AND time_created >= ${from} AND time_created < ${until}
      AND ledger_account <> 'customer-balance' AND ledger_account IN ('vat-output', 'vat-input')`.execute(
    ctx.db,
  )
  return rows[0]?.vat ?? 0
}
