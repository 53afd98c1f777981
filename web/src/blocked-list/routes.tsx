import { hasPermission, isOffice, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** Route of the tool that blocks registrations, guest bookings and messages (TOOL-008). */
export const routes: readonly PageRoute[] = [
  page('/tools/blocked-list', () => import('./pages/BlockedListPage.tsx'), {
    may: ({ me, enabled_features }) =>
      isOffice(me) &&
      hasPermission(me, 'API_/blocked-list:GET') &&
      seesUi(me, 'UI_tools_blocked_list') &&
      enabled_features.includes('tools'),
  }),
]
