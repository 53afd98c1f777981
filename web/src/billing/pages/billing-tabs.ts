import { accountingApi } from '@waybill/domain/accounting/api'
import { billingApi } from '@waybill/domain/billing/api'
import { branchLimit, type Actor } from '@waybill/domain/kit/actor'
import { reportApi } from '@waybill/domain/reports/report-api'
import { mayCall } from '../../kit/session/me.ts'

const tabs = [
  { key: 'overview', label: 'Overview' },
  { key: 'invoices', label: 'Invoices' },
  { key: 'transactions', label: 'Transactions' },
  { key: 'credit-notes', label: 'Credit notes' },
  { key: 'payments', label: 'Payments' },
  { key: 'imported-payments', label: 'Imported payments' },
  { key: 'allocations', label: 'Allocations' },
  { key: 'discrepancies', label: 'Discrepancies' },
  { key: 'age-analysis', label: 'Age analysis' },
  { key: 'accounting', label: 'Accounting' },
] as const
export type BillingTabKey = (typeof tabs)[number]['key']

const of_reports: readonly BillingTabKey[] = ['overview', 'discrepancies', 'age-analysis']

/**
 * Returns the tabs of `/billing` for a user. Tabs made of reports need the permission to run reports, and the
 * tabs of allocations and accounting need access to one of their endpoints.
 */
export function billingTabsFor(me: Actor): (typeof tabs)[number][] {
  const seesReports = mayCall(me, reportApi.run)
  const isShown: Partial<Record<BillingTabKey, boolean>> = {
    allocations: mayCall(me, billingApi.allocations),
    accounting:
      branchLimit(me) === null &&
      [accountingApi.exports, accountingApi.vatReturn, accountingApi.chart, accountingApi.connections].some(
        (one) => mayCall(me, one),
      ),
  }
  return tabs.filter(({ key }) => isShown[key] ?? (seesReports || !of_reports.includes(key)))
}
