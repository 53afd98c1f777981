import { billingApi } from '@waybill/domain/billing/api'
import { controlsApi } from '@waybill/domain/controls/api'
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
  { key: 'controls', label: 'Controls' },
  { key: 'checks', label: 'Checks' },
] as const
export type BillingTabKey = (typeof tabs)[number]['key']

const of_reports: readonly BillingTabKey[] = ['overview', 'discrepancies', 'age-analysis']

/**
 * Returns the tabs of `/billing` for a user. Tabs made of reports need the permission to run reports; allocations,
 * controls and checks need access to their endpoints.
 */
export function billingTabsFor(me: Actor): (typeof tabs)[number][] {
  const seesReports = mayCall(me, reportApi.run)
  const seesAllocations = mayCall(me, billingApi.allocations)
  const needed: Partial<Record<BillingTabKey, boolean>> = {
    allocations: seesAllocations,
    controls: mayCall(me, controlsApi.approvals),
    checks: mayCall(me, controlsApi.checks),
  }
  return tabs.filter(({ key }) => needed[key] ?? (seesReports || !of_reports.includes(key)))
}
