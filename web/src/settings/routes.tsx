import { isAccountAdmin, isDriver, isStaff, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** Settings page, for account admins and staff (NAV-010, NAV-032). */
export const routes: readonly PageRoute[] = [
  page('/settings', () => import('./pages/SettingsPage.tsx'), {
    may: ({ me, enabled_features }) =>
      enabled_features.includes('settings') &&
      (isStaff(me) ? !isDriver(me) && seesUi(me, 'UI_settings') : isAccountAdmin(me)),
  }),
]
