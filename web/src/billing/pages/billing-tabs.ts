import { accountingApi } from '@waybill/domain/accounting/api'
import { billingApi } from '@waybill/domain/billing/api'
import { controlsApi } from '@waybill/domain/controls/api'
import { branchLimit, type Actor } from '@waybill/domain/kit/actor'
import { settlementApi } from '@waybill/domain/payments/settlement-api'
import { reportApi } from '@waybill/domain/reports/report-api'
import { seesMonthEnd } from '../month-end/month-end-access.ts'
import { mayCall } from '../../kit/session/me.ts'

const tabs = [
  { key: 'overview', label: 'Overview' },
  { key: 'month-end', label: 'Month-end' },
  { key: 'invoices', label: 'Invoices' },
  { key: 'transactions', label: 'Transactions' },
  { key: 'credit-notes', label: 'Credit notes' },
  { key: 'payments', label: 'Payments' },
  { key: 'imported-payments', label: 'Imported payments' },
  { key: 'settlements', label: 'Settlements' },
  { key: 'allocations', label: 'Allocations' },
  { key: 'discrepancies', label: 'Discrepancies' },
  { key: 'age-analysis', label: 'Age analysis' },
  { key: 'accounting', label: 'Accounting' },
  { key: 'controls', label: 'Controls' },
  { key: 'checks', label: 'Checks' },
] as const
export type BillingTabKey = (typeof tabs)[number]['key']

const of_reports: readonly BillingTabKey[] = ['overview', 'discrepancies', 'age-analysis']

/**
 * Returns the tabs of `/billing` for a user. Tabs made of reports need the permission to run reports; the tabs below
 * need access to their endpoints, and settlements are of the whole company.
 */
export function billingTabsFor(me: Actor): (typeof tabs)[number][] {
  const seesReports = mayCall(me, reportApi.run)
  const needed: Partial<Record<BillingTabKey, boolean>> = {
    allocations: mayCall(me, billingApi.allocations),
    settlements: mayCall(me, settlementApi.list) && branchLimit(me) === null,
    'month-end': seesMonthEnd(me),
    accounting:
      branchLimit(me) === null &&
      [accountingApi.exports, accountingApi.vatReturn, accountingApi.chart, accountingApi.connections].some(
        (one) => mayCall(me, one),
      ),
    controls: mayCall(me, controlsApi.approvals),
    checks: mayCall(me, controlsApi.checks),
  }
  return tabs.filter(({ key }) => needed[key] ?? (seesReports || !of_reports.includes(key)))
}
