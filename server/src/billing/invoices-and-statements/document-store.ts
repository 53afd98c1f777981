import { anyOf } from '../../kit/db.ts'
import type { Recipient } from '@waybill/domain/billing/model'
import type { Cents } from '@waybill/domain/kit/money'
import { sql } from 'kysely'
import type { Context } from '../../kit/handler.ts'

/** An invoice to insert; amounts in cents. */
export interface NewInvoice {
  account_id: number
  invoice_number: number
  invoice_date: Date
  due_date: Date
  from_date: Date | null
  to_date: Date | null
  total: Cents
  vat: Cents
  zero_rated: Cents
  recipient: Recipient
  /** The number in the system that the company came from. */
  migration_reference?: string
}

/** Inserts invoices in one statement and returns their ids by number. */
export async function insertInvoices(
  ctx: Context,
  invoices: readonly NewInvoice[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; invoice_number: number }>`
    INSERT INTO invoice (provider_id, account_id, invoice_number, invoice_date, due_date, from_date, to_date, total, vat,
      zero_rated, recipient, migration_reference, time_created, time_modified)
    SELECT ${ctx.provider_id}, account_id, invoice_number, invoice_date, due_date, from_date, to_date, total, vat,
      zero_rated, recipient, migration_reference, ${ctx.now}, ${ctx.now}
    FROM jsonb_to_recordset(${JSON.stringify(invoices)}::jsonb) AS r (account_id bigint, invoice_number bigint,
      invoice_date timestamptz, due_date timestamptz, from_date timestamptz, to_date timestamptz, total bigint,
      vat bigint, zero_rated bigint, recipient jsonb, migration_reference text)
    RETURNING id, invoice_number`.execute(ctx.db)
  return new Map(rows.map(({ id, invoice_number }) => [invoice_number, id]))
}

/** Assigns transactions to an invoice. */
export async function putOnInvoice(ctx: Context, invoiceId: number, ids: readonly number[]): Promise<void> {
  await ctx.db
    .updateTable('billing_transaction')
    .set({ invoice_id: invoiceId, time_modified: ctx.now })
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Inserts a credit note and returns its id. */
export async function insertCreditNote(
  ctx: Context,
  note: {
    account_id: number
    invoice_id: number | null
    reason: string
    credit_note_number: number
    total: Cents
    vat: Cents
  },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('credit_note')
    .values({
      ...note,
      provider_id: ctx.provider_id,
      credit_note_date: ctx.now,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the ids of the shipments whose charges are on invoices, in their order. */
export async function shipmentsOnInvoices(ctx: Context, invoiceIds: readonly number[]): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('billing_transaction')
    .select('shipment_id')
    .distinct()
    .where('invoice_id', '=', anyOf(invoiceIds))
    .where('shipment_id', 'is not', null)
    .orderBy('shipment_id')
    .$narrowType<{ shipment_id: number }>()
    .execute()
  return rows.map((row) => row.shipment_id)
}

/**
 * Lists the accounts whose scheduled run is due, that have no scheduled run, or whose next run is further ahead than
 * their period is long. The last case happens when the run was set while the clock was ahead.
 */
export async function listAccountsDue(ctx: Context): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('account')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('next_invoice_run', '<=', ctx.now),
        eb('next_invoice_run', 'is', null),
        sql<boolean>`next_invoice_run > ${ctx.now}::timestamptz + CASE invoice_frequency
          WHEN 'monthly' THEN interval '32 days' WHEN 'weekly' THEN interval '8 days' ELSE interval '2 days' END`,
      ]),
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Lists the postpaid accounts that owe money or are on an automatic hold. */
export async function listAccountsToReview(ctx: Context): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT a.id FROM account a JOIN account_balance b ON b.provider_id = a.provider_id AND b.account_id = a.id
    WHERE a.account_type = 'postpaid' AND (b.balance < 0 OR (a.is_on_hold AND a.hold_reason IN ('overdue', 'over_limit')))
    ORDER BY a.id`.execute(ctx.db)
  return rows.map((row) => row.id)
}
