import { hasPermission, isOffice, isStaff } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** The office, with the permission to see all cash. */
const seesCash: NonNullable<PageRoute['may']> = ({ me }) =>
  isOffice(me) && hasPermission(me, 'API_/billing/cash:GET')

/** The office, with the permission to have a till. */
const hasTill: NonNullable<PageRoute['may']> = ({ me }) =>
  isOffice(me) && hasPermission(me, 'API_/billing/cash/tills:POST')

/** Pages: who holds cash, counts, receipts, what is owed, payouts, the own till, and reports of tills. */
export const routes: readonly PageRoute[] = [
  page('/cash', () => import('./pages/HoldersPage.tsx'), { may: seesCash }),
  page('/cash/counts', () => import('./pages/CountsPage.tsx'), { may: seesCash }),
  page('/cash/receipts', () => import('./pages/ReceiptsPage.tsx'), { may: seesCash }),
  page('/cash/owed', () => import('./pages/OwedPage.tsx'), { may: seesCash }),
  page('/cash/till', () => import('./pages/TillPage.tsx'), { may: hasTill }),
  page('/cash/till/report', () => import('./pages/TillReportPage.tsx'), { may: hasTill }),
  page('/cash/payouts', () => import('./pages/PayoutsPage.tsx'), {
    may: (access) =>
      isStaff(access.me)
        ? seesCash(access)
        : access.settings.cod_enabled === true &&
          hasPermission(access.me, 'API_/billing/cash/remittances:GET'),
  }),
]
