import { neutralised, toCsv } from '@waybill/domain/kit/csv/write-csv'
import type { DownloadFormat } from '@waybill/domain/kit/lists/download'
import { toRand } from '@waybill/domain/kit/money'
import { formatSent } from '@waybill/domain/kit/calls/wire'
import type { ReportColumn, ReportRow } from '@waybill/domain/reports/report'
import { isShipmentStatus, statusLabel } from '@waybill/domain/shipments/statuses/status'
import { unpackRows, type PackedRows } from './packed-rows.ts'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'

/** A table that can be written to a file. */
export interface Sheet {
  title: string
  columns: readonly Pick<ReportColumn, 'key' | 'title' | 'kind'>[]
  rows: readonly ReportRow[]
}

/** Converts a table to the bytes of a file. Runs in a worker thread. */
export async function writeSheet(
  { rows, ...table }: Omit<Sheet, 'rows'> & { rows: PackedRows },
  format: DownloadFormat,
): Promise<Buffer> {
  const sheet = { ...table, rows: unpackRows(rows) }
  return format === 'csv' ? Buffer.from(asCsv(sheet)) : asXlsx(sheet)
}

function asCsv({ columns, rows }: Sheet): string {
  return toCsv([
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ key, kind }) => String(plain(row[key] ?? null, kind)))),
  ])
}

/** Formats a value for a file: amounts in Rand, moments in South African time, statuses as labels. */
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

async function asXlsx({ title, columns, rows }: Sheet): Promise<Buffer> {
  const cells: SheetData = [
    columns.map((column) => ({ value: column.title, fontWeight: 'bold' as const })),
    ...rows.map((row) => columns.map(({ key, kind }) => cell(row[key] ?? null, kind))),
  ]
  return writeExcelFile(cells, {
    sheet: title.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31),
    stickyRowsCount: 1,
    columns: columns.map(({ title: head, kind }) => ({
      width: Math.max(head.length + 2, kind === 'text' ? 24 : 14),
    })),
  }).toBuffer()
}

function cell(value: string | number | null, kind: ReportColumn['kind']) {
  if (value === null || value === '') return null
  const format = number_formats[kind]
  if (format) return { value: kind === 'money' ? toRand(Number(value)) : Number(value), format }
  return neutralised(String(plain(value, kind)))
}
