import { anyOf } from '../../kit/db.ts'
import type { Cents } from '@waybill/domain/kit/money'
import { sql } from 'kysely'
import type { Context } from '../../kit/handler.ts'

/** Inserts an invoice and returns its id. */
export async function insertInvoice(
  ctx: Context,
  invoice: {
    account_id: number
    invoice_number: number
    migration_reference?: string
    invoice_date: Date
    due_date: Date
    from_date: Date | null
    to_date: Date | null
    total: Cents
    vat: Cents
    zero_rated: Cents
    recipient: object
  },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('invoice')
    .values({
      ...invoice,
      provider_id: ctx.provider_id,
      recipient: JSON.stringify(invoice.recipient),
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
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

/**
 * Selects for update all transactions of an account that go on its next invoice, oldest first: invoiceable, on no
 * document yet, and with no ledger entry written after `upTo`.
 */
export async function lockInvoiceable(ctx: Context, accountId: number, upTo: Date) {
  return ctx.db
    .selectFrom('billing_transaction as t')
    .select([
      't.id',
      't.transaction_date',
      't.amount',
      't.vat',
      't.zero_rated as ex_vat_zero_rated',
      't.cost_center_id',
    ])
    .where('t.account_id', '=', accountId)
    .where('t.invoiceable', '=', true)
    .where('t.invoice_id', 'is', null)
    .where('t.credit_note_id', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('ledger_entry as e')
            .select('e.id')
            .whereRef('e.provider_id', '=', 't.provider_id')
            .whereRef('e.transaction_id', '=', 't.id')
            .where('e.time_created', '>', upTo),
        ),
      ),
    )
    .orderBy('t.id')
    .forUpdate()
    .execute()
}
export type InvoiceableRow = Awaited<ReturnType<typeof lockInvoiceable>>[number]

/** Assigns transactions to an invoice. */
export async function putOnInvoice(ctx: Context, invoiceId: number, ids: readonly number[]): Promise<void> {
  await ctx.db
    .updateTable('billing_transaction')
    .set({ invoice_id: invoiceId, time_modified: ctx.now })
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Returns the ids of the shipments whose charges are on an invoice. */
export async function shipmentsOnInvoice(ctx: Context, invoiceId: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('billing_transaction')
    .select('shipment_id')
    .distinct()
    .where('invoice_id', '=', invoiceId)
    .where('shipment_id', 'is not', null)
    .orderBy('shipment_id')
    .$narrowType<{ shipment_id: number }>()
    .execute()
  return rows.map((row) => row.shipment_id)
}

/** Lists the accounts that have something to invoice. */
export async function listAccountsToInvoice(ctx: Context): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('billing_transaction')
    .select('account_id')
    .distinct()
    .where('invoiceable', '=', true)
    .where('invoice_id', 'is', null)
    .where('credit_note_id', 'is', null)
    .orderBy('account_id')
    .execute()
  return rows.map((row) => row.account_id)
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
