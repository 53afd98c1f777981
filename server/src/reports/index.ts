import { exceptionsApi } from '@waybill/domain/reports/exceptions'
import { minute_ms } from '@waybill/domain/kit/dates/durations'
import { reportApi } from '@waybill/domain/reports/report-api'
import { reportsApi } from '@waybill/domain/reports/api'
import { serve, serveExternal } from '../kit/handler.ts'
import { downloadInvoices, downloadReport, downloadShipments, downloadTransactions } from './download.ts'
import { changeCare, readOwners, watchExceptions } from './exceptions.ts'
import { runDueReports } from './make-file.ts'
import { readOpsDashboard, readPending } from './ops-dashboard.ts'
import { runReport } from './run-report.ts'
import { changeSaved, readReports, removeSaved, saveReport } from './saved-reports.ts'
import { providersWithReports } from './saved-store.ts'

export { makeFile } from './make-file.ts'

/** Schedules of reports and of exceptions. */
export const reportSchedules = [
  { name: 'reports', every_ms: 5 * 60_000, providers: providersWithReports, run: runDueReports },
  { name: 'exceptions', every_ms: 5 * minute_ms, run: watchExceptions },
]

export const reportRoutes = [
  serve(reportsApi.opsDashboard, readOpsDashboard),
  serve(reportsApi.pending, readPending),
  serve(exceptionsApi.care, changeCare),
  serve(exceptionsApi.owners, readOwners),
  serve(reportApi.list, readReports),
  serve(reportApi.run, runReport),
  serve(reportApi.save, saveReport),
  serve(reportApi.change, changeSaved),
  serve(reportApi.remove, removeSaved),
  serveExternal(reportApi.download, downloadReport),
  serveExternal(reportApi.shipments, downloadShipments),
  serveExternal(reportApi.invoices, downloadInvoices),
  serveExternal(reportApi.transactions, downloadTransactions),
]
