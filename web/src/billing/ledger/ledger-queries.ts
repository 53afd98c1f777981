import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'

/** The lists and balances to refresh after a transaction, invoice or allocation was written. */
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
