import { parentPort, workerData } from 'node:worker_threads'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'

/** What a workbook is made of: one sheet, its columns' widths in characters, the titles in its first row. */
export interface Workbook {
  sheet: string
  widths: number[]
  rows: SheetData
}

const { sheet, widths, rows } = workerData as Workbook
const bytes = await writeExcelFile(rows, {
  sheet,
  stickyRowsCount: 1,
  columns: widths.map((width) => ({ width })),
}).toBuffer()
parentPort?.postMessage(bytes)
