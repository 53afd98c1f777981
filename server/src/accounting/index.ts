import { accountingApi } from '@waybill/domain/accounting/api'
import { serve, serveExternal } from '../kit/handler.ts'
import { readAccountingChart, saveAccountingChart } from './chart.ts'
import { connectSystem, disconnectSystem, readConnections } from './connections.ts'
import { createExport, readDocuments, readExports, readFile, sendExport } from './exports.ts'
import { sendDueDocuments } from './send-documents.ts'
import { readVatReturn, readVatRows } from './vat-return.ts'

export { accounting_hosts, accountingHostsPort } from './systems/system.ts'

export const accountingRoutes = [
  serve(accountingApi.exports, readExports),
  serve(accountingApi.create, createExport),
  serve(accountingApi.documents, readDocuments),
  serve(accountingApi.file, readFile),
  serve(accountingApi.send, sendExport),
  serve(accountingApi.chart, readAccountingChart),
  serve(accountingApi.saveChart, saveAccountingChart),
  serve(accountingApi.connections, readConnections),
  serveExternal(accountingApi.connect, connectSystem),
  serve(accountingApi.disconnect, disconnectSystem),
  serve(accountingApi.vatReturn, readVatReturn),
  serve(accountingApi.vatRows, readVatRows),
]

/** Sends exported documents to the connected accounting programs. */
export const accountingSchedules = [{ name: 'accounting-send', every_ms: 10_000, run: sendDueDocuments }]
