import { anyOf } from '../../kit/db.ts'
import type { LedgerEntry } from '@waybill/domain/billing/model'
import type { Posting, SimilarPayment } from '@waybill/domain/billing/posting'
import { ledgerName, ledgerPlace } from '@waybill/domain/billing/recognition'
import { revenue_types } from '@waybill/domain/billing/transaction-types'
import type { Cents } from '@waybill/domain/kit/money'
import { sql } from 'kysely'
import type { Context } from '../../kit/handler.ts'
import { balanceMoved } from '../../accounts/index.ts'
import { chargesPosted } from '../../shipments/index.ts'

/** The fields of a ledger row besides its amounts. */
export interface NewRow {
  account_id: number
  description: string
  sub_type?: string
  internal_note?: string | null
  effective_date?: Date
  shipment_id?: number | null
  shipment_reference?: string
  /**
   * Which current charge rows of the shipment this transaction posts: all of them, or only those added by a new
   * price.
   */
  posts_charges?: 'all' | 'new'
  cost_center_id?: number | null
  invoiceable?: boolean
  credit_note_id?: number | null
  payment_id?: number | null
  imported_payment_id?: number | null
  payment_number?: number | null
  reverses_id?: number | null
  /** The line of an invoice that it credits. */
  credits_id?: number | null
  /** The part of a credit that may be allocated to invoices, in cents. */
  unallocated?: Cents
  /** The number of the document in another system, shown instead of ours. */
  migration_reference?: string | null
  source: string
}

/**
 * Inserts a transaction with its balanced entries in one statement, moves the balance of its account, and stores its id
 * on the charge rows it posts (formula parts excluded). Returns its id and the new balance in cents, or `null` when the
 * shipment already has a live charge.
 */
export async function insertTransaction(
  ctx: Context,
  posting: Posting,
  row: NewRow,
): Promise<{ id: number; balance: Cents } | null> {
  const { rows } = await sql<{ id: number; balance: Cents }>`
    WITH t AS (
      INSERT INTO billing_transaction (provider_id, account_id, transaction_date, effective_date, type, sub_type, description, internal_note,
        amount, vat, vat_percentage, zero_rated, shipment_id, shipment_reference, cost_center_id, invoiceable, credit_note_id, payment_id,
        imported_payment_id, payment_number, reverses_id, credits_id, unallocated, migration_reference, source, modified_by, time_created, time_modified)
      VALUES (${ctx.provider_id}, ${row.account_id}, ${ctx.now}, ${row.effective_date ?? ctx.now}, ${posting.type}, ${row.sub_type ?? ''},
        ${row.description}, ${row.internal_note ?? null}, ${posting.amount}, ${posting.vat}, ${posting.vat_percentage}, ${posting.ex_vat_zero_rated},
        ${row.shipment_id ?? null}, ${row.shipment_reference ?? ''}, ${row.cost_center_id ?? null}, ${row.invoiceable ?? false},
        ${row.credit_note_id ?? null}, ${row.payment_id ?? null}, ${row.imported_payment_id ?? null}, ${row.payment_number ?? null},
        ${row.reverses_id ?? null}, ${row.credits_id ?? null}, ${row.unallocated ?? 0}, ${row.migration_reference ?? null}, ${row.source}, ${ctx.actor.username}, ${ctx.now}, ${ctx.now})
      ON CONFLICT (provider_id, shipment_id) WHERE type = 'shipping-charge' AND NOT has_been_reversed DO NOTHING
      RETURNING id),
    e AS (
      INSERT INTO ledger_entry (provider_id, transaction_id, ledger_account, account_id, amount, time_created)
      SELECT ${ctx.provider_id}, t.id, e.ledger_account, CASE WHEN e.ledger_account = 'customer-balance' THEN ${row.account_id}::bigint END, e.amount, ${ctx.now}
      FROM t, unnest(${posting.entries.map(ledgerName)}::text[], ${posting.entries.map((entry) => entry.amount)}::bigint[]) AS e (ledger_account, amount)),
    c AS (
      ${chargesPosted(ctx, row.shipment_id ?? null, row.posts_charges)}),
    b AS (
      ${balanceMoved(ctx, row.account_id, posting.amount, row.unallocated ?? 0)})
    SELECT t.id, b.balance FROM t, b`.execute(ctx.db)
  return rows[0] ?? null
}

/** Adds ledger entries to transactions with the time `asOf`. The entries of each transaction must sum to zero. */
export async function insertEntries(
  ctx: Context,
  entries: readonly (LedgerEntry & { transaction_id: number })[],
  asOf: Date,
): Promise<void> {
  if (entries.length === 0) return
  await sql`
    INSERT INTO ledger_entry (provider_id, transaction_id, ledger_account, amount, time_created)
    SELECT ${ctx.provider_id}, e.transaction_id, e.ledger_account, e.amount, ${asOf}
    FROM unnest(${entries.map((entry) => entry.transaction_id)}::bigint[], ${entries.map(ledgerName)}::text[],
      ${entries.map((entry) => entry.amount)}::bigint[]) AS e (transaction_id, ledger_account, amount)`.execute(
    ctx.db,
  )
}

/** Returns the ids of the transactions of payments through a gateway or at the counter, by payment id. */
export async function findPaymentTransactions(
  ctx: Context,
  paymentIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await ctx.db
    .selectFrom('billing_transaction')
    .select(['id', 'payment_id'])
    .where('type', '=', 'payment')
    .where('payment_id', '=', anyOf(paymentIds))
    .execute()
  return new Map(
    rows.flatMap(({ id, payment_id }) => (payment_id === null ? [] : [[payment_id, id] as const])),
  )
}

/** Returns the ids of the credits that have the money of a payment: its rows, and reversals of refunds of it. */
export async function findCreditsOfPayment(
  ctx: Context,
  accountId: number,
  paymentId: number,
): Promise<number[]> {
  const ofPayment = (type: 'payment' | 'refund') =>
    ctx.db
      .selectFrom('billing_transaction')
      .select('id')
      .where('account_id', '=', accountId)
      .where('type', '=', type)
      .where('payment_id', '=', paymentId)
  const reversals = ctx.db
    .selectFrom('billing_transaction')
    .select('id')
    .where('account_id', '=', accountId)
    .where('type', '=', 'refund-reversal')
    .where('reverses_id', 'in', ofPayment('refund'))
  return (await ofPayment('payment').unionAll(reversals).execute()).map(({ id }) => id)
}

/** Returns the ledger entries by transaction id. */
export async function readEntries(ctx: Context, ids: readonly number[]): Promise<Map<number, LedgerEntry[]>> {
  const rows = await ctx.db
    .selectFrom('ledger_entry')
    .select(['transaction_id', 'ledger_account', 'amount'])
    .where('transaction_id', '=', anyOf(ids))
    .orderBy('id')
    .execute()
  const byTransaction = new Map<number, LedgerEntry[]>(ids.map((id) => [id, []]))
  for (const { transaction_id, ledger_account, amount } of rows)
    byTransaction.get(transaction_id)?.push({ ...ledgerPlace(ledger_account), amount })
  return byTransaction
}

/** The columns of a locked transaction. */
export const locked_columns = [
  'id',
  'account_id',
  'transaction_date',
  'type',
  'amount',
  'vat',
  'vat_percentage',
  'zero_rated',
  'invoiceable',
  'invoice_id',
  'credit_note_id',
  'has_been_reversed',
  'reverses_id',
  'unallocated',
  'shipment_id',
  'shipment_reference',
  'cost_center_id',
] as const

/** Selects one transaction of an account for update; returns undefined when there is none. */
export async function lockTransaction(ctx: Context, accountId: number, id: number) {
  const row = await ctx.db
    .selectFrom('billing_transaction')
    .select(locked_columns)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return row
}
export type LockedTransaction = NonNullable<Awaited<ReturnType<typeof lockTransaction>>>

/** Whether a shipment has live charges that are not invoiceable yet. */
export async function hasWaitingCharges(ctx: Context, shipmentId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('billing_transaction')
    .select('id')
    .where('shipment_id', '=', shipmentId)
    .where('type', 'in', ['shipping-charge', 'shipping-charge-adjustment'])
    .where('has_been_reversed', '=', false)
    .where('invoiceable', '=', false)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Selects the live charge and adjustments of a shipment for update, oldest first. */
export async function lockCharges(ctx: Context, shipmentId: number): Promise<LockedTransaction[]> {
  const rows = await ctx.db
    .selectFrom('billing_transaction')
    .select(locked_columns)
    .where('shipment_id', '=', shipmentId)
    .where('type', 'in', ['shipping-charge', 'shipping-charge-adjustment'])
    .where('has_been_reversed', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows
}

/** Marks transactions as invoiceable. */
export async function markInvoiceable(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.db
    .updateTable('billing_transaction')
    .set({ invoiceable: true, time_modified: ctx.now })
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Marks transactions as reversed. Those that are on no invoice yet are no longer invoiceable. */
export async function markReversed(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.db
    .updateTable('billing_transaction')
    .set({
      has_been_reversed: true,
      invoiceable: sql<boolean>`invoiceable AND invoice_id IS NOT NULL`,
      time_modified: ctx.now,
    })
    .where('id', '=', anyOf(ids))
    .execute()
}

/** A payment to look for: its account, its amount in cents and the days on which it may have been posted. */
export interface PaymentToFind {
  account_id: number
  amount: Cents
  from: Date
  /** Exclusive. */
  until: Date
}

/**
 * For each payment to look for, finds the first one of the same account and amount that was posted by hand or from a
 * bank statement and not reversed; `undefined` where there is none.
 */
export async function findSimilarPayments(
  ctx: Context,
  postedFrom: 'hand' | 'bank',
  wanted: readonly PaymentToFind[],
): Promise<(SimilarPayment | undefined)[]> {
  if (wanted.length === 0) return []
  const origin =
    postedFrom === 'hand'
      ? sql`t.payment_id IS NULL AND t.imported_payment_id IS NULL`
      : sql`t.imported_payment_id IS NOT NULL`
  const { rows } = await sql<SimilarPayment & { at: number }>`
    SELECT w.at, t.payment_number, t.effective_date
    FROM unnest(${wanted.map((one) => one.account_id)}::bigint[], ${wanted.map((one) => one.amount)}::bigint[],
      ${wanted.map((one) => one.from)}::timestamptz[], ${wanted.map((one) => one.until)}::timestamptz[])
      WITH ORDINALITY AS w (account_id, amount, starts, ends, at)
    JOIN LATERAL (
      SELECT t.payment_number, t.effective_date FROM billing_transaction t
      WHERE t.account_id = w.account_id AND t.type = 'payment' AND t.amount = w.amount AND NOT t.has_been_reversed
        AND ${origin}
        AND (t.effective_date >= w.starts AND t.effective_date < w.ends
          OR t.transaction_date >= w.starts AND t.transaction_date < w.ends)
      ORDER BY t.id LIMIT 1) t ON true`.execute(ctx.db)
  const found = new Map(rows.map(({ at, ...payment }) => [Number(at), payment]))
  return wanted.map((_, index) => found.get(index + 1))
}

/** Returns what a shipment earned in cents without VAT: its charges, adjustments and reversals. */
export async function netRevenueOf(ctx: Context, shipmentId: number): Promise<Cents> {
  const { net } = await ctx.db
    .selectFrom('billing_transaction')
    .select(sql<Cents>`coalesce(sum(-amount + sign(amount) * vat), 0)::bigint`.as('net'))
    .where('shipment_id', '=', shipmentId)
    .where('type', 'in', revenue_types)
    .executeTakeFirstOrThrow()
  return Number(net)
}
