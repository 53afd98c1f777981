import { createHash } from 'node:crypto'
import type { accountingApi, AccountingExport } from '@waybill/domain/accounting/api'
import { accounting_systems, format_labels, type ExportFormat } from '@waybill/domain/accounting/chart'
import {
  Codes,
  document_kinds,
  document_labels,
  exportDocument,
  type ExportDocument,
} from '@waybill/domain/accounting/document'
import { exportFiles } from '@waybill/domain/accounting/formats/export-files'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { displayId } from '@waybill/domain/kit/texts/format'
import { nextNumber } from '../kit/document-numbers-store.ts'
import type { Context, Handler } from '../kit/handler.ts'
import { readChart } from './chart-store.ts'
import { listUnexported, readPostedRows, type FoundDocument, type Period } from './collect-store.ts'
import { findConnection } from './connection-store.ts'
import {
  exportNumbersOf,
  insertExport,
  listExportDocuments,
  listExports,
  queueDocuments,
  readExportDocuments,
  type ExportRow,
} from './export-store.ts'
import { requireAccountant } from './require-accountant.ts'

/** Maximum number of rows in one response. */
const max_rows = 1_000
/** Maximum number of documents in one batch, so that a file can be imported and made again in one request. */
const max_documents = 20_000

/** Returns the moments of a period of days; throws when it ends before it starts. */
export function periodOf({ start_date, end_date }: { start_date: string; end_date: string }): Period {
  if (end_date < start_date)
    throw invalid('The last day must not be before the first.', [
      { field: 'end_date', message: 'must not be before the first day' },
    ])
  return { from: startOfDay(start_date), until: new Date(startOfDay(end_date).getTime() + day_ms) }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const filesOf = (format: ExportFormat, documents: readonly ExportDocument[]) =>
  exportFiles(format, documents).map((file) => ({ ...file, sha256: hashOf(file.text) }))

/**
 * Exports the documents of a period that are in no batch yet (docs/domain/accounting.md#batches). The counter of batch
 * numbers stays locked until the end, so that two exports never contain the same document.
 */
export const createExport: Handler<typeof accountingApi.create> = async (ctx, input) => {
  requireAccountant(ctx)
  const { format, start_date, end_date } = input
  const period = periodOf(input)
  const number = await nextNumber(ctx, 'accounting-export')
  const found = await listUnexported(ctx, period)
  if (found.length === 0) throw await nothingToExport(ctx, period)
  if (found.length > max_documents)
    throw invalid(`This period has more than ${max_documents} documents. Choose a shorter one.`, [
      { field: 'end_date', message: 'is too far from the first day' },
    ])
  const documents = await composeDocuments(ctx, format, found)
  const id = await insertExport(
    ctx,
    {
      export_number: number,
      format,
      start_date,
      end_date,
      total: documents.reduce((sum, { kind, total }) => sum + (kind === 'invoice' ? total : 0), 0),
      files: filesOf(format, documents).map(({ name, rows, sha256 }) => ({ name, rows, sha256 })),
    },
    documents,
  )
  return presentExport(await requireExport(ctx, id))
}

async function nothingToExport(ctx: Context, period: Period): Promise<Error> {
  const numbers = await exportNumbersOf(ctx, period)
  if (numbers.length === 0) return wrongState('This period has no documents to export.')
  const names = numbers.map((number) => displayId('accounting_export', number)).join(', ')
  return wrongState(`All documents of this period are already exported: ${names}. Download them there again.`)
}

async function composeDocuments(
  ctx: Context,
  format: ExportFormat,
  found: readonly FoundDocument[],
): Promise<ExportDocument[]> {
  const codes = new Codes(await readChart(ctx), format)
  const documents: ExportDocument[] = []
  for (const kind of document_kinds) {
    const ofKind = found.filter((document) => document.kind === kind)
    const rows = await readPostedRows(
      ctx,
      kind,
      ofKind.map(({ id }) => id),
    )
    for (const { date, due_date, number, migration_reference, total, ...head } of ofKind) {
      const document = exportDocument(
        {
          ...head,
          number: nameOf({ kind, id: head.id, number, migration_reference }),
          date: dayOf(date),
          due_date: due_date ? dayOf(due_date) : '',
        },
        rows.get(head.id) ?? [],
        codes,
      )
      if (document.total !== total)
        throw wrongState(
          `The lines of ${document.number} do not add up to its total. It was taken over from another system: leave its day out.`,
        )
      documents.push(document)
    }
  }
  if (codes.missing.size > 0)
    throw invalid(
      `Enter an account code in the chart of accounts for: ${[...codes.missing].join(', ')}. Nothing was exported.`,
    )
  return documents
}

function nameOf({
  kind,
  id,
  number,
  migration_reference,
}: Pick<FoundDocument, 'kind' | 'id' | 'number' | 'migration_reference'>): string {
  if (migration_reference) return migration_reference
  if (kind === 'invoice' && number !== null) return displayId('invoice', number)
  if (kind === 'credit-note' && number !== null) return displayId('credit_note', number)
  if (kind === 'receipt' && number !== null) return displayId('payment', number)
  return `${kind === 'journal' ? 'JNL' : 'TRN'}${String(id).padStart(6, '0')}`
}

async function requireExport(ctx: Context, id: number): Promise<ExportRow> {
  const { rows } = await listExports(ctx, [id], { limit: 1, offset: 0 })
  if (!rows[0]) throw notFound('Could not find this export.')
  return rows[0]
}

function presentExport(row: ExportRow): AccountingExport {
  return { ...row, display_id: displayId('accounting_export', row.export_number), files: [...row.files] }
}

/** Lists batches, newest first. */
export const readExports: Handler<typeof accountingApi.exports> = async (ctx, input) => {
  requireAccountant(ctx)
  const { rows, total } = await listExports(ctx, input.id ? [input.id] : undefined, pageOf(input, max_rows))
  return { exports: rows.map(presentExport), count: total }
}

/** Lists the documents of a batch. */
export const readDocuments: Handler<typeof accountingApi.documents> = async (ctx, input) => {
  requireAccountant(ctx)
  await requireExport(ctx, input.export_id)
  const { rows, total } = await listExportDocuments(ctx, input.export_id, input.kind, pageOf(input, max_rows))
  return {
    documents: rows.map(({ id, kind, document_id, content, sending, external_ids, error }) => ({
      ...content,
      id,
      kind,
      document_id,
      sending,
      error,
      external_id: external_ids.join(', '),
    })),
    count: total,
  }
}

/** Makes a file of a batch again, and proves with the stored hash that it has the same bytes as the first time. */
export const readFile: Handler<typeof accountingApi.file> = async (ctx, { export_id, name }) => {
  requireAccountant(ctx)
  const batch = await requireExport(ctx, export_id)
  const stored = batch.files.find((file) => file.name === name)
  if (!stored) throw notFound('This export has no such file.')
  const made = filesOf(batch.format, await readExportDocuments(ctx, export_id)).find(
    (file) => file.name === name,
  )
  if (made?.sha256 !== stored.sha256)
    throw new Error(`The file ${name} of export ${export_id} differs from what was exported.`)
  return {
    name: `${displayId('accounting_export', batch.export_number)}-${name}`,
    text: made.text,
    sha256: made.sha256,
  }
}

/** Queues a batch for the accounting program it was made for. Documents that were sent are not sent again. */
export const sendExport: Handler<typeof accountingApi.send> = async (ctx, { export_id }) => {
  requireAccountant(ctx)
  const batch = await requireExport(ctx, export_id)
  const system = accounting_systems.find((one) => one === batch.format)
  if (!system)
    throw wrongState(`${format_labels[batch.format]} takes files only. Download them and import them there.`)
  const connection = await findConnection(ctx, system)
  if (!connection?.is_active) throw wrongState(`Connect ${format_labels[system]} first, under Connections.`)
  await queueDocuments(ctx, export_id)
  return presentExport(await requireExport(ctx, export_id))
}

/** Returns the name of a document for people, such as 'Invoice INV000123'. */
export function titleOf({ kind, number }: Pick<ExportDocument, 'kind' | 'number'>): string {
  return `${document_labels[kind]} ${number}`
}
