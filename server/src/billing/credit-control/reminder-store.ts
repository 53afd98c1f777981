import { docDisplayId } from '@waybill/domain/billing/invoicing'
import type { ReminderFacts } from '@waybill/domain/billing/delivery-texts'
import type { HoldFacts } from '@waybill/domain/billing/holds'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import type { Cents } from '@waybill/domain/kit/money'
import { sql } from 'kysely'
import type { Context } from '../../kit/handler.ts'

/** An overdue invoice, with the steps of the reminder ladder that were sent for it. */
export interface OverdueInvoice {
  invoice_id: number
  account_id: number
  due_date: Date
  sent_steps: number[]
}

/**
 * Returns the overdue invoices that reminders may be sent for, by account: of open postpaid accounts that want them,
 * without charges that wait for a claim or dispute.
 */
export async function listOverdueInvoices(ctx: Context): Promise<OverdueInvoice[]> {
  const { rows } = await sql<OverdueInvoice>`
    SELECT i.id AS invoice_id, i.account_id, i.due_date,
      coalesce((SELECT array_agg(r.step::bigint) FROM payment_reminder r
        WHERE r.provider_id = i.provider_id AND r.invoice_id = i.id), '{}') AS sent_steps
    FROM invoice i JOIN account a ON a.provider_id = i.provider_id AND a.id = i.account_id
    LEFT JOIN billing_preference b ON b.provider_id = i.provider_id AND b.account_id = i.account_id
    WHERE i.amount_paid + i.credit_note_total < i.total AND i.due_date < ${startOfDay(dayOf(ctx.now))}
      AND a.account_type = 'postpaid' AND a.status <> 'closed' AND coalesce(b.send_reminders, true)
      AND NOT EXISTS (SELECT FROM charge_hold h
        JOIN billing_transaction t ON t.provider_id = h.provider_id AND t.shipment_id = h.shipment_id
        WHERE h.provider_id = i.provider_id AND t.invoice_id = i.id)
    ORDER BY i.account_id, i.due_date, i.id`.execute(ctx.db)
  return rows
}

/** Stores that invoices have reached a step on a day, and returns the accounts of those that had not. */
export async function insertReminders(
  ctx: Context,
  day: string,
  reached: readonly { invoice_id: number; account_id: number; step: number }[],
): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    INSERT INTO payment_reminder (provider_id, account_id, invoice_id, step, reminder_date, time_created)
    SELECT ${ctx.provider_id}, account_id, invoice_id, step, ${day}::date, ${ctx.now}
    FROM unnest(${reached.map((one) => one.account_id)}::bigint[], ${reached.map((one) => one.invoice_id)}::bigint[],
      ${reached.map((one) => one.step)}::int[]) AS r (account_id, invoice_id, step)
    ON CONFLICT (provider_id, invoice_id, step) DO NOTHING
    RETURNING account_id`.execute(ctx.db)
  return [...new Set(rows.map((row) => row.account_id))]
}

/** Returns what the reminder of an account on a day says; only invoices that are still open. */
export async function readReminder(ctx: Context, accountId: number, day: string): Promise<ReminderFacts> {
  const { rows } = await sql<{
    step: number
    account_name: string
    account_code: string
    invoice_number: number
    migration_reference: string | null
    due_date: Date
    open: Cents
  }>`
    SELECT r.step, a.name AS account_name, a.account_code, i.invoice_number, i.migration_reference, i.due_date,
      (i.total - i.amount_paid - i.credit_note_total)::bigint AS open
    FROM payment_reminder r JOIN invoice i ON i.provider_id = r.provider_id AND i.id = r.invoice_id
    JOIN account a ON a.provider_id = r.provider_id AND a.id = r.account_id
    WHERE r.account_id = ${accountId} AND r.reminder_date = ${day}::date
      AND i.amount_paid + i.credit_note_total < i.total
    ORDER BY i.due_date, i.id`.execute(ctx.db)
  return {
    step: Math.max(1, ...rows.map(({ step }) => step)),
    account_name: rows[0]?.account_name ?? '',
    account_code: rows[0]?.account_code ?? '',
    invoices: rows.map((row) => ({
      number: docDisplayId('invoice', row.invoice_number, row.migration_reference),
      due_day: dayOf(row.due_date),
      open: row.open,
    })),
  }
}

/** The facts that decide the warning of an account before a hold. */
export interface WarnedAccount extends HoldFacts {
  id: number
  account_code: string
  /** The due day of the oldest open invoice. */
  oldest_due_date: Date | null
  overdue: Cents
}

/** Returns the facts for warnings of postpaid accounts that owe money and are not on hold, or of one account. */
export async function listAccountsToWarn(ctx: Context, accountId?: number): Promise<WarnedAccount[]> {
  const { rows } = await sql<WarnedAccount>`
    SELECT a.id, a.account_code, a.account_type, a.credit_limit, a.disable_auto_hold, a.temp_disable_auto_hold,
      a.disable_account_in_arrears_checks, b.balance, o.oldest_due_date, 0 AS oldest_days_overdue,
      coalesce(o.overdue, 0)::bigint AS overdue
    FROM account a JOIN account_balance b ON b.provider_id = a.provider_id AND b.account_id = a.id
    LEFT JOIN (
      SELECT provider_id, account_id, min(due_date) AS oldest_due_date,
        sum(total - amount_paid - credit_note_total) FILTER (WHERE due_date < ${startOfDay(dayOf(ctx.now))}) AS overdue
      FROM invoice WHERE amount_paid + credit_note_total < total GROUP BY provider_id, account_id
    ) o ON o.provider_id = a.provider_id AND o.account_id = a.id
    WHERE a.account_type = 'postpaid' AND a.status <> 'closed' AND NOT a.is_on_hold AND b.balance < 0
      AND ${accountId === undefined ? sql`true` : sql`a.id = ${accountId}`}
    ORDER BY a.id`.execute(ctx.db)
  return rows
}
