import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { reportApi } from '@waybill/domain/reports/report-api'

/** What is out of date once something was posted, invoiced or allocated: lists, balances and the figures made of reports. */
export const ledger_readings = [
  billingApi.balance,
  billingApi.statement,
  billingApi.transactions,
  billingApi.invoices,
  billingApi.creditNotes,
  billingApi.allocations,
  billingApi.ageing,
  reportApi.run,
  accountsApi.list,
] as const
