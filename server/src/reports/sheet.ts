import type { DownloadFormat } from '@waybill/domain/kit/lists/download'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { inThread } from '../kit/threads.ts'
import type * as writer from './write-sheet.ts'

/** Writes a table as CSV or XLSX. Runs in a worker thread, because many rows take long. */
export const writeSheet = inThread<typeof writer.writeSheet>(
  new URL('./write-sheet.ts', import.meta.url),
  'writeSheet',
)

/** Returns the file name: 'Shipment list 2026-11-22.csv'. */
export function fileNameOf(title: string, format: DownloadFormat, now: Date): string {
  return `${title.replaceAll(/[^\p{L}\p{N} -]/gu, '').trim()} ${dayOf(now)}.${format}`
}

export const content_types: Readonly<Record<DownloadFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
