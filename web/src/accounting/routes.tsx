import { hasPermission, isOffice, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** The page of one export batch; the lists are a tab of `/billing`. */
export const routes: readonly PageRoute[] = [
  page('/billing/accounting/exports/$id', () => import('./pages/ExportPage.tsx'), {
    may: ({ me, enabled_features }) =>
      isOffice(me) &&
      seesUi(me, 'UI_billing') &&
      hasPermission(me, 'API_/billing/accounting-export:GET') &&
      enabled_features.includes('billing'),
  }),
]
