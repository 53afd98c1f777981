import { holds, isOffice, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** The ops dashboard, for the office (NAV-053). */
export const routes: readonly PageRoute[] = [
  page('/ops-dashboard', () => import('./pages/OpsDashboardPage.tsx'), {
    rail: true,
    may: ({ me, enabled_features }) =>
      isOffice(me) &&
      enabled_features.includes('ops_dashboard') &&
      seesUi(me, 'UI_ops_dashboard') &&
      holds(me, 'API_/trip-sheet:GET'),
  }),
]
