import { toCsv } from '../../kit/csv/write-csv.ts'
import type { ExportFormat } from '../chart.ts'
import type { ExportDocument } from '../document.ts'
import type { ExportFile } from './file.ts'
import { plainFiles } from './plain.ts'
import { quickbooksFiles } from './quickbooks.ts'
import { sageFiles } from './sage.ts'
import { xeroFiles } from './xero.ts'

const formats: Readonly<Record<ExportFormat, (documents: readonly ExportDocument[]) => ExportFile[]>> = {
  csv: plainFiles,
  sage: sageFiles,
  xero: xeroFiles,
  quickbooks: quickbooksFiles,
}

/** Returns the files of an export as text. The same documents always give the same bytes. */
export function exportFiles(
  format: ExportFormat,
  documents: readonly ExportDocument[],
): { name: string; text: string; rows: number }[] {
  return formats[format](documents).map(({ name, rows }) => ({
    name,
    text: toCsv(rows),
    rows: rows.length - 1,
  }))
}
