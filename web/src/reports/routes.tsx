import { hasPermission, isOffice, seesUi } from '@waybill/domain/kit/actor'
import { page, type Access, type PageRoute } from '../kit/url/page.ts'

/** Checks whether a user may open reports. Each report has further permissions (NAV-062). */
function mayReport({ me, enabled_features }: Access): boolean {
  return (
    enabled_features.includes('reports') && seesUi(me, 'UI_reports') && hasPermission(me, 'API_/reports:GET')
  )
}

/** Routes of the ops dashboard, for office staff (NAV-053), and of reports. */
export const routes: readonly PageRoute[] = [
  page('/ops-dashboard', () => import('./pages/OpsDashboardPage.tsx'), {
    rail: true,
    may: ({ me, enabled_features }) =>
      isOffice(me) &&
      enabled_features.includes('ops_dashboard') &&
      seesUi(me, 'UI_ops_dashboard') &&
      hasPermission(me, 'API_/trip-sheet:GET'),
  }),
  page('/reports', () => import('./pages/ReportsPage.tsx'), { may: mayReport }),
  page('/reports/$id', () => import('./pages/ReportPage.tsx'), { may: mayReport }),
]
