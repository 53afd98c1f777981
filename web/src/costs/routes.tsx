import { isOffice } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'
import { mayOpenTab, type CostTabKey } from './cost-tabs.ts'

const on = (key: CostTabKey): Omit<PageRoute, 'path' | 'load'> => ({
  may: ({ me }) => isOffice(me) && mayOpenTab(me, key),
})

/** Pages of costs and margins, statements and pay plans of drivers, and bills of partners, for staff of the office. */
export const routes: readonly PageRoute[] = [
  page('/costs', () => import('./pages/MarginPage.tsx'), on('margin')),
  page('/costs/sources', () => import('./pages/CostSourcesPage.tsx'), on('sources')),
  page('/costs/statements', () => import('./pages/StatementsPage.tsx'), on('statements')),
  page('/costs/statements/$id', () => import('./pages/StatementPage.tsx'), on('statements')),
  page('/costs/pay-plans', () => import('./pages/PayPlansPage.tsx'), on('pay-plans')),
  page('/costs/partner-bills', () => import('./pages/PartnerBillsPage.tsx'), on('partner-bills')),
  page('/costs/partner-bills/$id', () => import('./pages/PartnerBillPage.tsx'), on('partner-bills')),
]
