import type { MonthEndAction, MonthEndState } from '@waybill/domain/billing/month-end'
import type { Cents } from '@waybill/domain/kit/money'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { sql } from 'kysely'
import type { Context } from '../../kit/handler.ts'

/** An account that failed in a run, and why. */
export interface RunFailure {
  account_id: number
  account_name: string
  message: string
}

/** Starts a run and returns it; returns undefined while another run is going on. */
export async function insertRun(
  ctx: Context,
  run: { action: MonthEndAction; period_end: string; total: number },
) {
  return ctx.db
    .insertInto('month_end_run')
    .values({ ...run, provider_id: ctx.provider_id, started_by: ctx.actor.username, time_started: ctx.now })
    .onConflict((conflict) =>
      conflict
        .column('provider_id')
        .where(sql<boolean>`state = 'running'`)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}
export type RunRow = NonNullable<Awaited<ReturnType<typeof insertRun>>>

/** Returns the run that is going on. */
export async function findRunning(ctx: Context): Promise<RunRow | undefined> {
  return ctx.db.selectFrom('month_end_run').selectAll().where('state', '=', 'running').executeTakeFirst()
}

/** Locks a run until the transaction ends; returns undefined when it is finished. */
export async function lockRun(ctx: Context, id: number): Promise<RunRow | undefined> {
  return ctx.db
    .selectFrom('month_end_run')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
}

/** Moves a run past a batch, or finishes it. */
export async function updateRun(
  ctx: Context,
  id: number,
  changes: {
    last_id?: number
    done?: number
    made?: number
    amount?: Cents
    failures?: readonly RunFailure[]
    state?: MonthEndState
    time_finished?: Date
  },
): Promise<void> {
  const { failures, ...columns } = changes
  await ctx.db
    .updateTable('month_end_run')
    .set({ ...columns, ...(failures ? { failures: JSON.stringify(failures) } : {}) })
    .where('id', '=', id)
    .execute()
}

/** Returns the newest run of each action for a period. */
export async function readRuns(ctx: Context, periodEnd: string): Promise<RunRow[]> {
  return ctx.db
    .selectFrom('month_end_run')
    .selectAll()
    .distinctOn('action')
    .where('period_end', '=', periodEnd)
    .orderBy('action')
    .orderBy('id', 'desc')
    .execute()
}

/** The days of a period, `YYYY-MM-DD`. */
interface Days {
  period_start: string
  period_end: string
}

function isOfPeriod({ period_start, period_end }: Days) {
  return sql<boolean>`i.invoice_date >= ${startOfDay(period_start)} AND i.invoice_date <= ${startOfDay(period_end)}`
}

const is_unsent = sql<boolean>`NOT EXISTS (SELECT FROM document_delivery d
  WHERE d.provider_id = i.provider_id AND d.invoice_id = i.id AND d.kind = 'invoice')`

/** Whether an account has an address for invoices; the same rule as `recipientsOf`. */
const has_address = sql<boolean>`coalesce(nullif(b.invoice_emails, ''), a.billing_contact ->> 'email', '') <> ''`

/** Returns the figures of the invoices of a period and of the e-mails with them; amounts in cents. */
export async function readSendingFigures(ctx: Context, days: Days) {
  const [issued, emails] = await Promise.all([
    sql<{ invoices: number; amount: Cents; to_send: number; to_send_amount: Cents; no_address: number }>`
      SELECT count(*) AS invoices, coalesce(sum(i.total), 0)::bigint AS amount,
        count(*) FILTER (WHERE ${is_unsent} AND ${has_address}) AS to_send,
        coalesce(sum(i.total) FILTER (WHERE ${is_unsent} AND ${has_address}), 0)::bigint AS to_send_amount,
        count(DISTINCT i.account_id) FILTER (WHERE NOT ${has_address}) AS no_address
      FROM invoice i JOIN account a ON a.provider_id = i.provider_id AND a.id = i.account_id
      LEFT JOIN billing_preference b ON b.provider_id = i.provider_id AND b.account_id = i.account_id
      WHERE ${isOfPeriod(days)}`.execute(ctx.db),
    sql<{ queued: number; sent: number; failed: number }>`
      SELECT count(*) FILTER (WHERE d.state = 'queued') AS queued, count(*) FILTER (WHERE d.state = 'sent') AS sent,
        count(*) FILTER (WHERE d.state = 'failed') AS failed
      FROM invoice i JOIN document_delivery d ON d.provider_id = i.provider_id AND d.invoice_id = i.id AND d.kind = 'invoice'
      WHERE ${isOfPeriod(days)}`.execute(ctx.db),
  ])
  const none = { invoices: 0, amount: 0, to_send: 0, to_send_amount: 0, no_address: 0 }
  return { issued: issued.rows[0] ?? none, emails: emails.rows[0] ?? { queued: 0, sent: 0, failed: 0 } }
}

/** Returns the invoices of a period after `lastId` that were sent to nobody yet, in the order of their ids. */
export async function nextInvoicesToSend(
  ctx: Context,
  days: Days,
  lastId: number,
  limit: number,
): Promise<{ id: number; account_id: number }[]> {
  const { rows } = await sql<{ id: number; account_id: number }>`
    SELECT i.id, i.account_id FROM invoice i
    JOIN account a ON a.provider_id = i.provider_id AND a.id = i.account_id
    LEFT JOIN billing_preference b ON b.provider_id = i.provider_id AND b.account_id = i.account_id
    WHERE i.id > ${lastId} AND ${isOfPeriod(days)} AND ${is_unsent} AND ${has_address}
    ORDER BY i.id LIMIT ${limit}`.execute(ctx.db)
  return rows
}
