import { accountingApi } from '@waybill/domain/accounting/api'
import { billingApi } from '@waybill/domain/billing/api'
import { receivablesApi } from '@waybill/domain/billing/receivables-api'
import { controlsApi } from '@waybill/domain/controls/api'
import { branchLimit, type Actor } from '@waybill/domain/kit/actor'
import { settlementApi } from '@waybill/domain/payments/settlement-api'
import { reportApi } from '@waybill/domain/reports/report-api'
import { seesMonthEnd } from '../month-end/month-end-access.ts'
import { mayCall } from '../../kit/session/me.ts'

const pages = [
  { key: 'overview', label: 'Overview', tab: 'Overview' },
  { key: 'month-end', label: 'Month-end', tab: 'Month-end' },
  { key: 'invoices', label: 'Invoices', tab: 'Invoices' },
  { key: 'credit-notes', label: 'Credit notes', tab: 'Invoices' },
  { key: 'transactions', label: 'Transactions', tab: 'Invoices' },
  { key: 'payments', label: 'Payments', tab: 'Payments' },
  { key: 'imported-payments', label: 'Imported payments', tab: 'Payments' },
  { key: 'settlements', label: 'Settlements', tab: 'Payments' },
  { key: 'allocations', label: 'Allocations', tab: 'Payments' },
  { key: 'debtors', label: 'Debtors', tab: 'Debtors' },
  { key: 'age-analysis', label: 'Age analysis', tab: 'Debtors' },
  { key: 'accounting', label: 'Accounting', tab: 'Accounting' },
  { key: 'controls', label: 'Approvals', tab: 'Controls' },
  { key: 'checks', label: 'Checks', tab: 'Controls' },
  { key: 'discrepancies', label: 'Discrepancies', tab: 'Controls' },
] as const

/** One page of `/billing`; its key is the last part of the address. */
type BillingPageEntry = (typeof pages)[number]
export type BillingPageKey = BillingPageEntry['key']

/** A tab of `/billing` with one or more pages; its key is the key of the first page. */
interface BillingTab {
  key: BillingPageKey
  label: string
  pages: readonly BillingPageEntry[]
}

const of_reports: readonly BillingPageKey[] = ['overview', 'discrepancies', 'age-analysis']

/**
 * Returns the pages of `/billing` for a user. Pages made of reports need the permission to run reports; the pages
 * below need access to their endpoints, and settlements are of the whole company.
 */
export function billingPagesFor(me: Actor): readonly BillingPageEntry[] {
  const seesReports = mayCall(me, reportApi.run)
  const needed: Partial<Record<BillingPageKey, boolean>> = {
    allocations: mayCall(me, billingApi.allocations),
    settlements: mayCall(me, settlementApi.list) && branchLimit(me) === null,
    'month-end': seesMonthEnd(me),
    debtors: mayCall(me, receivablesApi.debtors),
    accounting:
      branchLimit(me) === null &&
      [accountingApi.exports, accountingApi.vatReturn, accountingApi.chart, accountingApi.connections].some(
        (one) => mayCall(me, one),
      ),
    controls: mayCall(me, controlsApi.approvals),
    checks: mayCall(me, controlsApi.checks),
  }
  return pages.filter(({ key }) => needed[key] ?? (seesReports || !of_reports.includes(key)))
}

/** Returns the tabs that hold the pages. A tab with a single page has the name of the page. */
export function billingTabsOf(allowed: readonly BillingPageEntry[]): readonly BillingTab[] {
  const tabs: { key: BillingPageKey; label: string; pages: BillingPageEntry[] }[] = []
  for (const page of allowed) {
    const last = tabs.at(-1)
    if (last?.label === page.tab) last.pages.push(page)
    else tabs.push({ key: page.key, label: page.tab, pages: [page] })
  }
  return tabs.map((tab) => ({
    ...tab,
    label: tab.pages.length === 1 ? (tab.pages[0]?.label ?? '') : tab.label,
  }))
}
