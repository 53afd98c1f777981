import { receivablesApi } from '@waybill/domain/billing/receivables-api'
import { ledger_queries } from '../ledger/ledger-queries.ts'

/** The lists to refresh after something was allocated, credited, written off or refunded. */
export const receivables_queries = [
  ...ledger_queries,
  receivablesApi.open,
  receivablesApi.allocated,
  receivablesApi.creditable,
  receivablesApi.debtors,
] as const
