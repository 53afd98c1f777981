import type { ExportedFile } from '@waybill/domain/accounting/api'
import type { ExportFormat } from '@waybill/domain/accounting/chart'
import type { DocumentKind, ExportDocument } from '@waybill/domain/accounting/document'
import type { Cents } from '@waybill/domain/kit/money'
import { sql } from 'kysely'
import { anyOf } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'
import { readPage, type PageRequest } from '../kit/read-page.ts'
import type { Period } from './collect-store.ts'

/** Inserts a batch with its documents and returns its id. */
export async function insertExport(
  ctx: Context,
  batch: {
    export_number: number
    format: ExportFormat
    start_date: string
    end_date: string
    total: Cents
    files: readonly ExportedFile[]
  },
  documents: readonly ExportDocument[],
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('accounting_export')
    .values({
      ...batch,
      provider_id: ctx.provider_id,
      documents: documents.length,
      files: JSON.stringify(batch.files),
      created_by: ctx.actor.username,
      time_created: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    INSERT INTO accounting_export_document (provider_id, export_id, kind, document_id, content)
    SELECT ${ctx.provider_id}, ${id}, d.content ->> 'kind', (d.content ->> 'id')::bigint, d.content
    FROM jsonb_array_elements(${JSON.stringify(documents)}::jsonb) WITH ORDINALITY AS d (content, at)
    ORDER BY d.at`.execute(ctx.db)
  return id
}

/** Lists batches, newest first, with the state of their documents. */
export async function listExports(ctx: Context, ids: readonly number[] | undefined, page: PageRequest) {
  let query = ctx.db.selectFrom('accounting_export as x')
  if (ids) query = query.where('x.id', '=', anyOf(ids))
  const inState = (state: string) =>
    sql<number>`(SELECT count(*)::int FROM accounting_export_document d
      WHERE d.provider_id = x.provider_id AND d.export_id = x.id AND d.sending = ${state})`
  return readPage(
    ctx,
    query
      .selectAll('x')
      .select([inState('waiting').as('waiting'), inState('sent').as('sent'), inState('failed').as('failed')])
      .orderBy('x.id', 'desc'),
    query.select('x.id'),
    page,
  )
}
export type ExportRow = Awaited<ReturnType<typeof listExports>>['rows'][number]

/** Returns the numbers of the batches that have documents dated in a period, oldest first. */
export async function exportNumbersOf(ctx: Context, { from, until }: Period): Promise<number[]> {
  const { rows } = await sql<{ export_number: number }>`
    SELECT x.export_number FROM accounting_export x
    WHERE x.provider_id = ${ctx.provider_id}
      AND x.start_date < (${until}::timestamptz AT TIME ZONE 'Africa/Johannesburg')::date
      AND x.end_date >= (${from}::timestamptz AT TIME ZONE 'Africa/Johannesburg')::date
    ORDER BY x.export_number`.execute(ctx.db)
  return rows.map((row) => row.export_number)
}

function documentsOf(ctx: Context, exportId: number) {
  return ctx.db.selectFrom('accounting_export_document').where('export_id', '=', exportId)
}

/** Lists the documents of a batch in the order in which they were exported. */
export async function listExportDocuments(
  ctx: Context,
  exportId: number,
  kinds: readonly DocumentKind[] | undefined,
  page: PageRequest,
) {
  let query = documentsOf(ctx, exportId)
  if (kinds?.length) query = query.where('kind', '=', anyOf(kinds))
  return readPage(ctx, query.selectAll().orderBy('id'), query.select('id'), page)
}

/** Reads all documents of a batch, in order. */
export async function readExportDocuments(ctx: Context, exportId: number): Promise<ExportDocument[]> {
  const rows = await documentsOf(ctx, exportId).select('content').orderBy('id').execute()
  return rows.map(({ content }) => content)
}

/** Queues the documents of a batch that were not sent, again if they failed. */
export async function queueDocuments(ctx: Context, exportId: number): Promise<void> {
  await ctx.db
    .updateTable('accounting_export_document')
    .set({ sending: 'waiting', error: '', attempts: 0, next_attempt: ctx.now })
    .where('export_id', '=', exportId)
    .where('sending', 'in', ['', 'failed'])
    .execute()
}

/** Locks the next document that is due to be sent to a program, oldest first, and counts the attempt. */
export async function claimDocument(ctx: Context, format: ExportFormat) {
  const { rows } = await sql<{
    id: number
    content: ExportDocument
    external_ids: string[]
    attempts: number
  }>`
    UPDATE accounting_export_document SET attempts = attempts + 1, next_attempt = ${ctx.now}::timestamptz + interval '10 minutes'
    WHERE provider_id = ${ctx.provider_id} AND id = (
      SELECT d.id FROM accounting_export_document d
      JOIN accounting_export x ON x.provider_id = d.provider_id AND x.id = d.export_id
      WHERE d.provider_id = ${ctx.provider_id} AND d.sending = 'waiting' AND d.next_attempt <= ${ctx.now} AND x.format = ${format}
      ORDER BY d.id LIMIT 1 FOR UPDATE OF d SKIP LOCKED)
    RETURNING id, content, external_ids, attempts`.execute(ctx.db)
  return rows[0]
}
export type ClaimedDocument = NonNullable<Awaited<ReturnType<typeof claimDocument>>>

/** Stores how the sending of a document ended or continues. */
export async function updateDocument(
  ctx: Context,
  id: number,
  changes: {
    sending?: 'sent' | 'failed'
    external_ids?: string[]
    error?: string
    attempts?: number
    next_attempt?: Date
  },
): Promise<void> {
  await ctx.db.updateTable('accounting_export_document').set(changes).where('id', '=', id).execute()
}
