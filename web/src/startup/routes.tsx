import { page, type PageRoute } from '../kit/url/page.ts'

/** The start page of customers (NAV-029). */
export const routes: readonly PageRoute[] = [
  page('/dashboard', () => import('./pages/DashboardPage.tsx'), { may: ({ me }) => me.account_id !== null }),
]
