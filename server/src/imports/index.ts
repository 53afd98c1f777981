import { bulkUpdateApi, importApi } from '@waybill/domain/imports/api'
import { serve, serveExternal } from '../kit/handler.ts'
import { listBulk, readBulk, readBulkRows, readImportFile } from './read.ts'
import { startImport, startUpdate } from './start.ts'
import { purgeOriginals } from './purge-originals.ts'
import { cancelBulk, correctRows, runBulk, undoImport, undoUpdate } from './job-commands.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

export { audited_job } from './audited-store.ts'
export { runBulkRows } from './run-rows.ts'

/** Scheduled jobs of imports. */
export const importSchedules = [{ name: 'import-files', every_ms: day_ms, run: purgeOriginals }]

export const importRoutes = [
  serveExternal(importApi.start, startImport),
  serve(importApi.list, listBulk('shipment-import')),
  serve(importApi.detail, readBulk('shipment-import')),
  serve(importApi.rows, readBulkRows('shipment-import')),
  serve(importApi.correct, correctRows),
  serve(importApi.run, runBulk('shipment-import')),
  serve(importApi.cancel, cancelBulk('shipment-import')),
  serve(importApi.undo, undoImport),
  serve(importApi.file, readImportFile),
  serve(bulkUpdateApi.start, startUpdate),
  serve(bulkUpdateApi.list, listBulk('shipment-update')),
  serve(bulkUpdateApi.detail, readBulk('shipment-update')),
  serve(bulkUpdateApi.rows, readBulkRows('shipment-update')),
  serve(bulkUpdateApi.run, runBulk('shipment-update')),
  serve(bulkUpdateApi.cancel, cancelBulk('shipment-update')),
  serve(bulkUpdateApi.undo, undoUpdate),
]
