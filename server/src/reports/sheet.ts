import { Worker } from 'node:worker_threads'
import { harmless, toCsv } from '@waybill/domain/kit/csv-out'
import type { DownloadFormat } from '@waybill/domain/kit/download'
import { toRand } from '@waybill/domain/kit/money'
import { dayOf, formatSent } from '@waybill/domain/kit/wire'
import type { ReportColumn, ReportRow } from '@waybill/domain/reports/report'
import { isShipmentStatus, statusLabel } from '@waybill/domain/shipments/status'
import type { Workbook } from './xlsx-worker.ts'

/** A table to be written to a file. */
export interface Sheet {
  title: string
  columns: readonly Pick<ReportColumn, 'key' | 'title' | 'kind'>[]
  rows: readonly ReportRow[]
}

/** A table as bytes: CSV at once, XLSX in a thread of its own, because it takes long. */
export function writeSheet(sheet: Sheet, format: DownloadFormat): Promise<Buffer> | Buffer {
  return format === 'csv' ? Buffer.from(asCsv(sheet)) : asXlsx(sheet)
}

/** 'Shipment list 2026-11-22.csv'. */
export function fileNameOf(title: string, format: DownloadFormat, now: Date): string {
  return `${title.replaceAll(/[^\p{L}\p{N} -]/gu, '').trim()} ${dayOf(now)}.${format}`
}

export const content_types: Readonly<Record<DownloadFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

function asCsv({ columns, rows }: Sheet): string {
  return toCsv([
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ key, kind }) => String(plain(row[key] ?? null, kind)))),
  ])
}

/** A value as files hold it: amounts in Rand, moments in South African time, statuses in words. */
function plain(value: string | number | null, kind: ReportColumn['kind']): string | number {
  if (value === null) return ''
  if (kind === 'money') return toRand(Number(value)).toFixed(2)
  if (kind === 'moment') return formatSent(new Date(String(value))).slice(0, 16)
  if (kind === 'status') return isShipmentStatus(String(value)) ? statusLabel(String(value) as never) : value
  return value
}

const number_formats: Partial<Record<ReportColumn['kind'], string>> = {
  money: '#,##0.00',
  decimal: '0.###',
  count: '0',
  percent: '0.0',
}

function asXlsx({ title, columns, rows }: Sheet): Promise<Buffer> {
  const workbook: Workbook = {
    sheet: title.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31),
    widths: columns.map(({ title: head, kind }) => Math.max(head.length + 2, kind === 'text' ? 24 : 14)),
    rows: [
      columns.map((column) => ({ value: column.title, fontWeight: 'bold' as const })),
      ...rows.map((row) => columns.map(({ key, kind }) => cell(row[key] ?? null, kind))),
    ],
  }
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), { workerData: workbook })
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The writer of workbooks ended with ${code}.`)))
  })
}

function cell(value: string | number | null, kind: ReportColumn['kind']) {
  if (value === null || value === '') return null
  const format = number_formats[kind]
  if (format) return { value: kind === 'money' ? toRand(Number(value)) : Number(value), format }
  return harmless(String(plain(value, kind)))
}
