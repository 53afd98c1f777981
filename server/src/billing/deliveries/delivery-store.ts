import type { DeliveryKind, DocumentDeliveryState } from '@waybill/domain/billing/deliveries'
import { sql, type RawBuilder } from 'kysely'
import { atOwnBranch } from '../../accounts/index.ts'
import { readPage, type PageRequest } from '../../kit/read-page.ts'
import type { Context } from '../../kit/handler.ts'

/** A document to send, without its recipients. */
export interface Deliverable {
  kind: DeliveryKind
  document_key: string
  account_id: number
  invoice_id?: number
  credit_note_id?: number
  /** Days of a statement, `YYYY-MM-DD`. */
  start_date?: string
  end_date?: string
}

/** What decides where the documents of an account are sent. */
export interface DeliveryTerms {
  account_id: number
  account_code: string
  account_name: string
  billing_contact_email: string
  invoice_emails: string
  statement_emails: string
  attach_csv: boolean
  attach_ubl: boolean
  send_reminders: boolean
}

/** Returns where the documents of accounts are sent; an account without preferences has the defaults. */
export async function readDeliveryTerms(
  ctx: Context,
  accountIds: readonly number[],
): Promise<Map<number, DeliveryTerms>> {
  const { rows } = await sql<DeliveryTerms>`
    SELECT a.id AS account_id, a.account_code, a.name AS account_name,
      coalesce(a.billing_contact ->> 'email', '') AS billing_contact_email,
      coalesce(b.invoice_emails, '') AS invoice_emails, coalesce(b.statement_emails, '') AS statement_emails,
      coalesce(b.attach_csv, false) AS attach_csv, coalesce(b.attach_ubl, false) AS attach_ubl,
      coalesce(b.send_reminders, true) AS send_reminders
    FROM account a LEFT JOIN billing_preference b ON b.provider_id = a.provider_id AND b.account_id = a.id
    WHERE a.id = ANY(${accountIds})`.execute(ctx.db)
  return new Map(rows.map((row) => [row.account_id, row]))
}

/** Stores the preferences of an account. */
export async function savePreferenceRow(
  ctx: Context,
  accountId: number,
  terms: Pick<
    DeliveryTerms,
    'invoice_emails' | 'statement_emails' | 'attach_csv' | 'attach_ubl' | 'send_reminders'
  >,
): Promise<void> {
  const { invoice_emails, statement_emails, attach_csv, attach_ubl, send_reminders } = terms
  const values = { invoice_emails, statement_emails, attach_csv, attach_ubl, send_reminders }
  await ctx.db
    .insertInto('billing_preference')
    .values({ provider_id: ctx.provider_id, account_id: accountId, ...values })
    .onConflict((conflict) => conflict.columns(['provider_id', 'account_id']).doUpdateSet(values))
    .execute()
}

/** Stores one row for each document and recipient that has none yet, and returns the ids of the new rows. */
export async function insertDeliveries(
  ctx: Context,
  rows: readonly (Deliverable & { recipient: string })[],
): Promise<number[]> {
  if (rows.length === 0) return []
  const { rows: added } = await sql<{ id: number }>`
    INSERT INTO document_delivery (provider_id, kind, document_key, account_id, invoice_id, credit_note_id, start_date,
      end_date, recipient, created_by, time_created)
    SELECT ${ctx.provider_id}, kind, document_key, account_id, invoice_id, credit_note_id, start_date, end_date,
      recipient, ${ctx.actor.username}, ${ctx.now}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (kind text, document_key text, account_id bigint,
      invoice_id bigint, credit_note_id bigint, start_date date, end_date date, recipient text)
    ON CONFLICT (provider_id, kind, document_key, recipient) DO NOTHING
    RETURNING id`.execute(ctx.db)
  return added.map(({ id }) => id)
}

/**
 * Queues sent and failed e-mails of documents again, and returns their ids. With `recipients`, only theirs. A sent one becomes a new message; a failed
 * one keeps its message, because the mail server may have accepted it (decision 0100).
 */
export async function requeueDeliveries(
  ctx: Context,
  kind: DeliveryKind,
  documentKeys: readonly string[],
  recipients: readonly string[],
): Promise<number[]> {
  const toThem = recipients.length > 0 ? sql`recipient = ANY(${recipients})` : sql`true`
  const { rows } = await sql<{ id: number }>`
    UPDATE document_delivery SET state = 'queued', error = NULL, created_by = ${ctx.actor.username},
      send_number = send_number + CASE state WHEN 'sent' THEN 1 ELSE 0 END
    WHERE kind = ${kind} AND document_key = ANY(${documentKeys}) AND state IN ('sent', 'failed') AND ${toThem}
    RETURNING id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Returns an e-mail with a document; undefined when there is none with this id. */
export async function findDelivery(ctx: Context, id: number) {
  return ctx.db.selectFrom('document_delivery').selectAll().where('id', '=', id).executeTakeFirst()
}
export type DeliveryRow = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

/** Stores the result of an attempt to send. */
export async function settleDelivery(
  ctx: Context,
  id: number,
  result: { state: DocumentDeliveryState; message_id: string | null; error: string | null },
): Promise<void> {
  await ctx.db
    .updateTable('document_delivery')
    .set(({ eb }) => ({
      ...result,
      attempts: eb('attempts', '+', 1),
      ...(result.state === 'sent' ? { time_sent: ctx.now } : {}),
    }))
    .where('id', '=', id)
    .execute()
}

/** Filters of the list of e-mails; the moments are inclusive. */
export interface DeliveryFilter {
  account_id?: number | undefined
  invoice_id?: number | undefined
  credit_note_id?: number | undefined
  kind?: readonly DeliveryKind[] | undefined
  state?: readonly DocumentDeliveryState[] | undefined
  start_date?: Date | undefined
  end_date?: Date | undefined
}

/** Returns a page of e-mails with documents, newest first, and the total number. */
export async function listDeliveryRows(ctx: Context, filter: DeliveryFilter, page: PageRequest) {
  const { account_id, invoice_id, credit_note_id, kind, state, start_date, end_date } = filter
  const conditions = [
    atOwnBranch(ctx.actor, 'd.account_id'),
    account_id ? sql<boolean>`d.account_id = ${account_id}` : undefined,
    invoice_id ? sql<boolean>`d.invoice_id = ${invoice_id}` : undefined,
    credit_note_id ? sql<boolean>`d.credit_note_id = ${credit_note_id}` : undefined,
    kind?.length ? sql<boolean>`d.kind = ANY(${kind})` : undefined,
    state?.length ? sql<boolean>`d.state = ANY(${state})` : undefined,
    start_date && sql<boolean>`d.time_created >= ${start_date}`,
    end_date && sql<boolean>`d.time_created <= ${end_date}`,
  ].filter((condition): condition is RawBuilder<boolean> => condition !== undefined)
  let query = ctx.db
    .selectFrom('document_delivery as d')
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 'd.provider_id').onRef('a.id', '=', 'd.account_id'),
    )
    .leftJoin('invoice as i', (join) =>
      join.onRef('i.provider_id', '=', 'd.provider_id').onRef('i.id', '=', 'd.invoice_id'),
    )
    .leftJoin('credit_note as c', (join) =>
      join.onRef('c.provider_id', '=', 'd.provider_id').onRef('c.id', '=', 'd.credit_note_id'),
    )
  for (const condition of conditions) query = query.where(condition)
  const rows = query
    .selectAll('d')
    .select([
      'a.account_code',
      'a.name as account_name',
      'i.invoice_number',
      'i.migration_reference as invoice_migration_reference',
      'c.credit_note_number',
      'c.migration_reference as credit_note_migration_reference',
    ])
    .orderBy('d.id', 'desc')
  return readPage(ctx, rows, query.select('d.id'), page)
}
export type ListedDelivery = Awaited<ReturnType<typeof listDeliveryRows>>['rows'][number]
