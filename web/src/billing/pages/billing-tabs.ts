import { billingApi } from '@waybill/domain/billing/api'
import type { Actor } from '@waybill/domain/kit/actor'
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
] as const
export type BillingTabKey = (typeof tabs)[number]['key']

const of_reports: readonly BillingTabKey[] = ['overview', 'discrepancies', 'age-analysis']

/**
 * Returns the tabs of `/billing` for a user. Tabs made of reports need the permission to run reports, and the
 * allocations tab needs access to its endpoint.
 */
export function billingTabsFor(me: Actor): (typeof tabs)[number][] {
  const seesReports = mayCall(me, reportApi.run)
  const seesAllocations = mayCall(me, billingApi.allocations)
  return tabs.filter(({ key }) =>
    key === 'allocations' ? seesAllocations : seesReports || !of_reports.includes(key),
  )
}
