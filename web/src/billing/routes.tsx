import { hasAllPermissions, hasPermission, isOffice, isStaff, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'
import { seesBilling } from './billing-access.ts'

/** Staff who see the billing of all accounts. */
const maySeeAll: NonNullable<PageRoute['may']> = (access) =>
  maySee(access) &&
  isStaff(access.me) &&
  seesUi(access.me, 'UI_billing') &&
  access.enabled_features.includes('billing')

const maySee: NonNullable<PageRoute['may']> = ({ me }) => me.kind !== 'guest' && seesBilling(me)

/**
 * Routes of billing: invoices and credit notes, for customers and under `/accounts` for staff; the billing of all
 * accounts; and the allocations of one account, the allocations import tool (NAV-012, NAV-025, NAV-026, TOOL-006).
 */
export const routes: readonly PageRoute[] = [
  ...['/billing', '/billing/$tab'].map((path) =>
    page(path, () => import('./pages/BillingPage.tsx'), { may: maySeeAll }),
  ),
  page('/payments', () => import('./pages/PaymentsPage.tsx'), { may: maySeeAll }),
  page('/accounts/$id/allocations', () => import('./pages/AccountAllocationsPage.tsx'), {
    may: (access) =>
      maySee(access) && isStaff(access.me) && hasPermission(access.me, 'API_/billing/allocations:GET'),
  }),
  page('/tools/credit-allocations-bulk-import', () => import('./pages/AllocationsImportPage.tsx'), {
    may: ({ me, enabled_features }) =>
      isOffice(me) &&
      hasAllPermissions(me, ['API_/billing/allocations:POST', 'INLINE_allocate_payments']) &&
      seesUi(me, 'UI_tools_credit_allocations_bulk_import') &&
      enabled_features.includes('tools'),
  }),
  page('/statement', () => import('./pages/StatementPage.tsx'), {
    may: (access) => maySee(access) && !isStaff(access.me),
  }),
  page('/accounts/$id/statement', () => import('./pages/StatementPage.tsx'), {
    may: (access) => maySee(access) && isStaff(access.me),
  }),
  ...['', '/accounts'].flatMap((prefix) => [
    page(`${prefix}/invoices/$id`, () => import('./pages/InvoicePage.tsx'), { may: maySee }),
    page(`${prefix}/credit-notes/$id`, () => import('./pages/CreditNotePage.tsx'), { may: maySee }),
  ]),
]
