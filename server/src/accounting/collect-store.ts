import type { DocumentKind, PostedRow } from '@waybill/domain/accounting/document'
import { ledgerPlace } from '@waybill/domain/billing/recognition'
import type { Cents } from '@waybill/domain/kit/money'
import { sql } from 'kysely'
import type { Context } from '../kit/handler.ts'

/** A document that is in no batch yet. */
export interface FoundDocument {
  kind: DocumentKind
  id: number
  number: number | null
  migration_reference: string | null
  date: Date
  due_date: Date | null
  account_code: string
  customer_name: string
  description: string
  /** Its own total, which its lines must add up to. */
  total: Cents
}

/** A period: `from` is its first moment, `until` the moment after it. */
export interface Period {
  from: Date
  until: Date
}

const receipt_types = ['payment', 'payment-reversal', 'refund', 'refund-reversal']
const journal_types = [
  'bad-debt-write-off',
  'bad-debt-write-off-reversal',
  'balance-adjustment-debit',
  'balance-adjustment-credit',
]

/** Lists the documents of a period that are in no batch, in the order in which they are exported. */
export async function listUnexported(ctx: Context, { from, until }: Period): Promise<FoundDocument[]> {
  const { rows } = await sql<FoundDocument>`
    SELECT d.kind, d.id, d.number, d.migration_reference, d.date, d.due_date, a.account_code, a.name AS customer_name, d.description, d.total
    FROM (
      SELECT 'invoice' AS kind, 1 AS rank, id, account_id, invoice_number AS number, migration_reference, invoice_date AS date,
        due_date, '' AS description, total
      FROM invoice WHERE provider_id = ${ctx.provider_id} AND invoice_date >= ${from} AND invoice_date < ${until}
      UNION ALL
      SELECT 'credit-note', 2, id, account_id, credit_note_number, migration_reference, credit_note_date, NULL, coalesce(reason, ''), total
      FROM credit_note WHERE provider_id = ${ctx.provider_id} AND credit_note_date >= ${from} AND credit_note_date < ${until}
      UNION ALL
      SELECT CASE WHEN type = ANY(${receipt_types}) THEN 'receipt' ELSE 'journal' END, CASE WHEN type = ANY(${receipt_types}) THEN 3 ELSE 4 END,
        id, account_id, payment_number, NULL, effective_date, NULL, coalesce(description, ''), amount
      FROM billing_transaction
      WHERE provider_id = ${ctx.provider_id} AND effective_date >= ${from} AND effective_date < ${until}
        AND type = ANY(${[...receipt_types, ...journal_types]})
    ) d JOIN account a ON a.provider_id = ${ctx.provider_id} AND a.id = d.account_id
    WHERE NOT EXISTS (
      SELECT FROM accounting_export_document e WHERE e.provider_id = ${ctx.provider_id} AND e.kind = d.kind AND e.document_id = d.id)
    ORDER BY d.rank, d.date, d.id`.execute(ctx.db)
  return rows
}

const document_columns = {
  invoice: 't.invoice_id',
  'credit-note': 't.credit_note_id',
  receipt: 't.id',
  journal: 't.id',
}

/** Reads the ledger rows of documents of one kind, by document id, oldest first. */
export async function readPostedRows(
  ctx: Context,
  kind: DocumentKind,
  ids: readonly number[],
): Promise<Map<number, PostedRow[]>> {
  const byDocument = new Map<number, PostedRow[]>()
  if (ids.length === 0) return byDocument
  const of = sql.ref(document_columns[kind])
  const { rows } = await sql<{
    document_id: number
    amount: Cents
    vat_percentage: number
    zero_rated: Cents
    service_level: string
    places: string[]
    sums: number[]
  }>`
    SELECT ${of} AS document_id, t.amount, t.vat_percentage, t.zero_rated, coalesce(s.service_level_code, '') AS service_level, e.places, e.sums
    FROM billing_transaction t
    JOIN LATERAL (
      SELECT array_agg(x.ledger_account ORDER BY x.first) AS places, array_agg(x.sum ORDER BY x.first) AS sums
      FROM (
        SELECT ledger_account, sum(amount)::bigint AS sum, min(id) AS first FROM ledger_entry
        WHERE provider_id = ${ctx.provider_id} AND transaction_id = t.id
        GROUP BY ledger_account HAVING sum(amount) <> 0
      ) x
    ) e ON true
    LEFT JOIN shipment s ON s.provider_id = t.provider_id AND s.id = t.shipment_id
    WHERE t.provider_id = ${ctx.provider_id} AND ${of} = ANY(${ids})
    ORDER BY t.id`.execute(ctx.db)
  for (const { document_id, places, sums, ...row } of rows) {
    const entries = (places ?? []).map((name, at) => ({ ...ledgerPlace(name), amount: Number(sums[at]) }))
    byDocument.set(document_id, [...(byDocument.get(document_id) ?? []), { ...row, entries }])
  }
  return byDocument
}
