import { reportsApi } from '@waybill/domain/reports/api'
import { serve } from '../kit/verb.ts'
import { readOpsDashboard, readPending } from './ops-dashboard.ts'

export const reportRoutes = [
  serve(reportsApi.opsDashboard, readOpsDashboard),
  serve(reportsApi.pending, readPending),
]
