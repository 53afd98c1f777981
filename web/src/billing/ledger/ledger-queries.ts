import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'

/** What is out of date once something was posted, invoiced or allocated: lists and balances. */
export const ledger_queries = [
  billingApi.balance,
  billingApi.statement,
  billingApi.transactions,
  billingApi.invoices,
  billingApi.creditNotes,
  billingApi.allocations,
  billingApi.ageing,
  accountsApi.list,
] as const
