import type { ReportRow } from '@waybill/domain/reports/report'
import { mapInTurns } from '../kit/load/map-in-turns.ts'

/**
 * The rows of a table as JSON in shared memory, for a thread. Copying 100,000 rows to a thread as objects would block
 * all requests for more than a second.
 */
export type PackedRows = readonly SharedArrayBuffer[]

const rows_per_part = 100

export async function packRows(rows: readonly ReportRow[]): Promise<PackedRows> {
  const starts = Array.from({ length: Math.ceil(rows.length / rows_per_part) }, (_, n) => n * rows_per_part)
  return mapInTurns(starts, (start) => sharedText(JSON.stringify(rows.slice(start, start + rows_per_part))))
}

export function unpackRows(parts: PackedRows): ReportRow[] {
  return parts.flatMap((part) => JSON.parse(Buffer.from(part).toString('utf8')) as ReportRow[])
}

function sharedText(text: string): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(Buffer.byteLength(text))
  Buffer.from(memory).write(text)
  return memory
}
