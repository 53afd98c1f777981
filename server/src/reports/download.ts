import { createHash } from 'node:crypto'
import {
  download_words,
  max_rows_at_once,
  type DownloadAnswer,
  type DownloadFormat,
} from '@waybill/domain/kit/lists/download'
import { wrongState } from '@waybill/domain/kit/problem'
import { fileRequested } from '@waybill/domain/reports/events'
import { reportApi } from '@waybill/domain/reports/report-api'
import { findReport } from '@waybill/domain/reports/catalogue'
import { z } from 'zod'
import { fileLink } from '../files/index.ts'
import type { Context, ExternalContext } from '../kit/handler.ts'
import { findSame, insertFile, lockDigest, type Resource } from './generated-files-store.ts'
import { timeout_ms, TooSlow } from './run-store.ts'
import type { Sheet } from './write-sheet.ts'
import { sources, type ReadLimits } from './sources.ts'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { inThread } from '../kit/threads.ts'
import { packRows } from './packed-rows.ts'
import type * as writer from './write-sheet.ts'

/** Writes a table as CSV or XLSX. Runs in a worker thread, because many rows take long. */
const writeSheet = inThread<typeof writer.writeSheet>(
  new URL('./write-sheet.ts', import.meta.url),
  'writeSheet',
)

/** Returns the file name: 'Shipment list 2026-11-22.csv'. */
function fileNameOf(title: string, format: DownloadFormat, now: Date): string {
  return `${title.replaceAll(/[^\p{L}\p{N} -]/gu, '').trim()} ${dayOf(now)}.${format}`
}

const content_types: Readonly<Record<DownloadFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

type Download = (typeof reportApi)['download' | 'shipments' | 'invoices' | 'transactions']

/** The endpoint of each list. Its input schema encodes the stored request and decodes it again. */
export const downloads_by_resource: Readonly<Record<Resource, Download>> = {
  reports: reportApi.download,
  shipments: reportApi.shipments,
  invoices: reportApi.invoices,
  transactions: reportApi.transactions,
}

/** A file made within this time, in ms, is reused when the same file is requested again (REP-007). */
const fresh_ms = 30 * 60_000

/** Reads the rows of a list that the caller may see, within the given limits. */
export function readSheet(
  ctx: Context,
  resource: Resource,
  input: object,
  effort: ReadLimits,
): Promise<Sheet> {
  return sources[resource](ctx, input as never, effort)
}

/** Stores a table as a file and returns its URL. */
export async function storeSheet(
  ctx: ExternalContext,
  sheet: Sheet,
  format: DownloadFormat,
  days: number,
): Promise<string> {
  const { url } = await fileLink(ctx, {
    folder: 'exports',
    filename: fileNameOf(sheet.title, format, ctx.now),
    bytes: await writeSheet({ ...sheet, rows: await packRows(sheet.rows) }, format),
    content_type: content_types[format],
    days,
  })
  return url
}

/**
 * Returns a handler for a list as a file: at once for up to 5,000 rows, otherwise made in the background and e-mailed
 * (REP-003…REP-007).
 */
function download(resource: Resource) {
  return async (
    ctx: ExternalContext,
    { format = 'csv', ...input }: { format?: DownloadFormat | undefined },
  ): Promise<DownloadAnswer> => {
    const sheet = await readQuickly(ctx, resource, input)
    if (sheet?.rows.length === 0) return { count: 0 }
    if (sheet && sheet.rows.length <= max_rows_at_once)
      return { count: sheet.rows.length, url: await storeSheet(ctx, sheet, format, 1) }
    const { email } = ctx.actor
    if (email === '') throw wrongState(download_words.no_email)
    return ctx.inTransaction((inner) => queue(inner, resource, input, format, email, sheet?.rows.length ?? 0))
  }
}

/** Reads the rows, at most one more than the limit for an immediate file. Returns `null` when reading takes too long. */
async function readQuickly(ctx: ExternalContext, resource: Resource, input: object): Promise<Sheet | null> {
  try {
    return await ctx.inTransaction((inner) =>
      readSheet(inner, resource, input, { max_rows: max_rows_at_once + 1, ms: timeout_ms.waiting }),
    )
  } catch (error) {
    if (error instanceof TooSlow) return null
    throw error
  }
}

/** Queues a file. When the same file was requested recently, reuses it, and returns its URL if it is ready. */
async function queue(
  ctx: Context,
  resource: Resource,
  input: object,
  format: DownloadFormat,
  email: string,
  count: number,
): Promise<DownloadAnswer> {
  const wire = z.encode(downloads_by_resource[resource].input as z.ZodType, input) as { report?: string }
  const digest = createHash('sha256')
    .update(JSON.stringify([ctx.actor.user_id, resource, wire, format]))
    .digest('hex')
  await lockDigest(ctx, digest)
  const same = await findSame(ctx, digest, new Date(ctx.now.getTime() - fresh_ms))
  if (same?.status === 'done') return { count: same.rows ?? count, url: same.url }
  if (!same) {
    const fileId = await insertFile(ctx, {
      user_id: ctx.actor.user_id,
      resource,
      asked: wire,
      digest,
      title: titleOf(resource, wire.report),
      format,
      emails: [email],
    })
    if (fileId !== null) await ctx.emit(fileRequested, { file_id: fileId })
  }
  return { count, queued: true, email }
}

/** Returns the title of a file before its rows are read. */
export function titleOf(resource: Resource, report: string | undefined): string {
  const titles: Record<Resource, string> = {
    reports: findReport(report ?? '')?.title ?? 'Report',
    shipments: 'Shipments',
    invoices: 'Invoices',
    transactions: 'Transactions',
  }
  return titles[resource]
}

export const downloadReport = download('reports')
export const downloadShipments = download('shipments')
export const downloadInvoices = download('invoices')
export const downloadTransactions = download('transactions')
