import { hasPermission } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** The page of lockers and counters to send from and to (NAV-024, NAV-036). */
export const routes: readonly PageRoute[] = [
  page('/locations', () => import('./pages/LocationsPage.tsx'), {
    may: ({ me, enabled_features }) =>
      me.kind === 'user' &&
      enabled_features.includes('locations') &&
      hasPermission(me, 'API_/pickup-points:GET'),
  }),
]
