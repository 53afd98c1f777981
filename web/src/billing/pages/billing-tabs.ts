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

/** The tabs of `/billing` that somebody has: those made of reports for whoever may run them. */
export function billingTabsFor(me: Actor): (typeof tabs)[number][] {
  const seesReports = mayCall(me, reportApi.run)
  const seesAllocations = mayCall(me, billingApi.allocations)
  return tabs.filter(({ key }) =>
    key === 'allocations' ? seesAllocations : seesReports || !of_reports.includes(key),
  )
}
