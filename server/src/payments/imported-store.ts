import { anyOf, newVersion } from '../kit/db.ts'
import type { SimilarPayment } from '@waybill/domain/billing/posting'
import type { Cents } from '@waybill/domain/kit/money'
import { notFound } from '@waybill/domain/kit/problem'
import type { StatementPayment } from '@waybill/domain/payments/imported-before'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import type { Found, ImportedState, NamedInLine } from '@waybill/domain/payments/imported-payment'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { escapeLike } from '../accounts/index.ts'
import { findSimilarPayments } from '../billing/index.ts'
import type { ImportedPaymentTable } from '../kit/tables.ts'
import { sortName } from '../kit/sort-columns.ts'
import type { Context } from '../kit/handler.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** An imported payment as stored; amounts in cents. */
export type ImportedRow = Omit<Selectable<ImportedPaymentTable>, 'state'> & { state: ImportedState }

export type NewImported = Omit<
  Insertable<ImportedPaymentTable>,
  'provider_id' | 'file_name' | 'imported_by' | 'time_created' | 'time_modified'
>

const max_rows_of_insert = 1_000

/**
 * Returns earlier imported payments that could be the same as the given lines: same date and amount, or same bank id.
 * Takes a lock until the end of the transaction, so that two concurrent imports cannot both treat a line as new.
 */
export async function lockSimilar(
  ctx: Context,
  lines: readonly StatementPayment[],
): Promise<(StatementPayment & { id: number })[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('imported_payment'), ${ctx.provider_id})`.execute(ctx.db)
  const days = [...new Set(lines.map(({ bank_date }) => bank_date))]
  const amounts = [...new Set(lines.map(({ amount }) => amount))]
  const ids = [...new Set(lines.map(({ bank_id }) => bank_id))].filter(Boolean)
  return ctx.db
    .selectFrom('imported_payment')
    .select(['id', 'bank_account', 'bank_date', 'amount', 'description', 'reference', 'balance', 'bank_id'])
    .where((eb) =>
      eb.or([
        eb.and([eb('bank_date', '=', anyOf(days)), eb('amount', '=', anyOf(amounts))]),
        eb('bank_id', '=', anyOf(ids)),
      ]),
    )
    .orderBy('id')
    .execute()
}

/** Inserts statement lines and returns their ids. */
export async function insertImported(
  ctx: Context,
  fileName: string,
  lines: readonly NewImported[],
): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < lines.length; at += max_rows_of_insert) {
    const rows = await ctx.db
      .insertInto('imported_payment')
      .values(
        lines.slice(at, at + max_rows_of_insert).map((line) => ({
          ...line,
          provider_id: ctx.provider_id,
          file_name: fileName,
          imported_by: ctx.actor.username,
          time_created: ctx.now,
          time_modified: ctx.now,
        })),
      )
      .returning('id')
      .execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

export async function readImported(ctx: Context, ids: readonly number[]): Promise<ImportedRow[]> {
  const rows = await ctx.db
    .selectFrom('imported_payment')
    .selectAll()
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .execute()
  return rows
}

/** Returns an imported payment and locks it for update; throws `notFound` when there is none. */
export async function lockImported(ctx: Context, id: number): Promise<ImportedRow> {
  const row = await ctx.db
    .selectFrom('imported_payment')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Could not find this imported payment.')
  return row
}

export async function updateImported(
  ctx: Context,
  id: number,
  changes: Updateable<ImportedPaymentTable>,
): Promise<void> {
  await ctx.db
    .updateTable('imported_payment')
    .set({ ...changes, ...newVersion(ctx) })
    .where('id', '=', id)
    .execute()
}

export interface ImportedFilter {
  id?: number | undefined
  state?: readonly ImportedState[] | undefined
  search?: string | undefined
  start_date?: Date | undefined
  end_date?: Date | undefined
}

const orders = ['bank_date', 'amount', 'time_created'] as const

/** Returns a page of imported payments and their total number. */
export async function listImported(
  ctx: Context,
  filter: ImportedFilter,
  page: { limit: number; offset: number; order_by?: string | undefined; order?: string | undefined },
): Promise<{ rows: ImportedRow[]; total: number }> {
  let query = ctx.db.selectFrom('imported_payment')
  if (filter.id !== undefined) query = query.where('id', '=', filter.id)
  if (filter.state?.length) query = query.where('state', '=', anyOf(filter.state))
  if (filter.start_date)
    query = query.where('bank_date', '>=', sql<string>`${filter.start_date}::timestamptz::date`)
  if (filter.end_date)
    query = query.where('bank_date', '<=', sql<string>`${filter.end_date}::timestamptz::date`)
  const searched = filter.search?.trim()
  if (searched) {
    const words = `%${escapeLike(searched)}%`
    query = query.where((eb) =>
      eb.or([
        eb('description', 'ilike', words),
        eb('reference', 'ilike', words),
        eb('remark', 'ilike', words),
      ]),
    )
  }
  const order = sortName(orders, page.order_by, 'bank_date')
  const direction = page.order?.toUpperCase() === 'ASC' ? 'asc' : 'desc'
  const [rows, { total }] = await Promise.all([
    query
      .selectAll()
      .orderBy(order, direction)
      .orderBy('id', direction)
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(total) }
}

/** Lists the ledger payments posted from imported payments, oldest first. */
export async function listParts(ctx: Context, ids: readonly number[]) {
  return ctx.db
    .selectFrom('billing_transaction as t')
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 't.provider_id').onRef('a.id', '=', 't.account_id'),
    )
    .select([
      't.id',
      't.imported_payment_id',
      't.account_id',
      't.amount',
      't.has_been_reversed',
      't.time_created',
      't.modified_by',
      'a.account_code',
      'a.name',
    ])
    .where('t.imported_payment_id', '=', anyOf(ids))
    .where('t.type', '=', 'payment')
    .orderBy('t.id')
    .execute()
}

/**
 * A payment of the same amount posted by hand within this number of days of the bank's date is probably the same
 * money.
 */
const days_around = 7

/**
 * For each bank line with its account, finds a payment of its amount that was posted to the account by hand around the
 * bank's date. `amount` is in cents.
 */
export async function findPostedByHand(
  ctx: Context,
  lines: readonly { account_id: number; amount: Cents; bank_date: string }[],
): Promise<(SimilarPayment | undefined)[]> {
  return findSimilarPayments(
    ctx,
    'hand',
    lines.map(({ account_id, amount, bank_date }) => {
      const day = startOfDay(bank_date).getTime()
      const from = new Date(day - days_around * day_ms)
      return { account_id, amount, from, until: new Date(day + (days_around + 1) * day_ms) }
    }),
  )
}

/**
 * Finds the accounts that a bank line names by invoice, payment number, account code, shipment or quote, each with the
 * reason.
 */
export async function findNamed(ctx: Context, named: NamedInLine): Promise<Found[]> {
  const { rows } = await sql<{ account_id: number; reason: string }>`
    SELECT account_id, 'Invoice INV' || lpad(invoice_number::text, 6, '0') AS reason
      FROM invoice WHERE invoice_number = ANY(${named.invoices})
    UNION ALL SELECT account_id, 'Payment PMT' || lpad(number::text, 6, '0')
      FROM payment WHERE number = ANY(${named.payments})
    UNION ALL SELECT id, 'Account code ' || account_code FROM account WHERE account_code = ANY(${named.words})
    UNION ALL SELECT account_id, 'Shipment ' || short_tracking_reference
      FROM shipment WHERE short_tracking_reference = ANY(${named.words})
    UNION ALL SELECT account_id, 'Shipment ' || custom_tracking_reference
      FROM shipment WHERE custom_tracking_reference = ANY(${named.words})
    UNION ALL SELECT account_id, 'Quote QTE' || lpad(id::text, 6, '0')
      FROM shipment WHERE id = ANY(${named.quotes})`.execute(ctx.db)
  return rows.map((row) => ({ confidence: 'exact', ...row }))
}

/** Finds the accounts to which the payer's last matched payment was posted. */
export async function findByPayer(ctx: Context, payer: string): Promise<Found[]> {
  if (payer === '') return []
  const { rows } = await sql<{ account_id: number }>`
    SELECT t.account_id FROM billing_transaction t
    JOIN (SELECT provider_id, id FROM imported_payment
      WHERE payer = ${payer} AND state IN ('matched', 'split') ORDER BY id DESC LIMIT 1) last
      ON t.provider_id = last.provider_id AND t.imported_payment_id = last.id
    WHERE t.type = 'payment' AND NOT t.has_been_reversed`.execute(ctx.db)
  return rows.map(({ account_id }) => ({
    confidence: 'likely',
    account_id,
    reason: 'Earlier payments from this payer',
  }))
}

/**
 * Finds accounts with an open invoice of exactly this amount. Returns at most two rows, because two different
 * accounts already rule out a suggestion.
 */
export async function findByAmount(ctx: Context, amount: Cents): Promise<Found[]> {
  const { rows } = await sql<{ account_id: number; invoice_number: number }>`
    SELECT account_id, invoice_number FROM invoice
    WHERE total - amount_paid - credit_note_total = ${amount} AND amount_paid + credit_note_total < total
    LIMIT 2`.execute(ctx.db)
  return rows.map(({ account_id, invoice_number }) => ({
    confidence: 'possible',
    account_id,
    reason: `The amount of invoice INV${String(invoice_number).padStart(6, '0')}`,
  }))
}
