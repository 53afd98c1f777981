import { billingApi } from '@waybill/domain/billing/api'
import { branchLimit, type Actor } from '@waybill/domain/kit/actor'
import { settlementApi } from '@waybill/domain/payments/settlement-api'
import { reportApi } from '@waybill/domain/reports/report-api'
import { mayCall } from '../../kit/session/me.ts'

const tabs = [
  { key: 'overview', label: 'Overview' },
  { key: 'invoices', label: 'Invoices' },
  { key: 'transactions', label: 'Transactions' },
  { key: 'credit-notes', label: 'Credit notes' },
  { key: 'payments', label: 'Payments' },
  { key: 'imported-payments', label: 'Imported payments' },
  { key: 'settlements', label: 'Settlements' },
  { key: 'allocations', label: 'Allocations' },
  { key: 'discrepancies', label: 'Discrepancies' },
  { key: 'age-analysis', label: 'Age analysis' },
] as const
export type BillingTabKey = (typeof tabs)[number]['key']

const of_reports: readonly BillingTabKey[] = ['overview', 'discrepancies', 'age-analysis']

/**
 * Returns the tabs of `/billing` for a user. Tabs made of reports need the permission to run reports; allocations
 * and settlements need access to their endpoints, and settlements are of the whole company.
 */
export function billingTabsFor(me: Actor): (typeof tabs)[number][] {
  const seesReports = mayCall(me, reportApi.run)
  const seesAllocations = mayCall(me, billingApi.allocations)
  const seesSettlements = mayCall(me, settlementApi.list) && branchLimit(me) === null
  return tabs.filter(({ key }) => {
    if (key === 'allocations') return seesAllocations
    return key === 'settlements' ? seesSettlements : seesReports || !of_reports.includes(key)
  })
}
