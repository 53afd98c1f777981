import { hasPermission, isDriver, isStaff, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/**
 * Allows staff with permission to request collections, and customers with postpaid accounts, while the feature is on
 * (NAV-023, NAV-035, NAV-055).
 */
const maySee: NonNullable<PageRoute['may']> = ({ me, account_type, enabled_features }) =>
  me.kind === 'user' &&
  !isDriver(me) &&
  enabled_features.includes('collection_requests') &&
  hasPermission(me, 'API_/collection-requests:POST') &&
  (isStaff(me) ? seesUi(me, 'UI_collection_requests') : account_type === 'postpaid')

/** Pages for the list of collection requests, a single request, and recurring collections. */
export const routes: readonly PageRoute[] = [
  page('/collection-requests', () => import('./pages/RequestsPage.tsx'), { may: maySee }),
  page('/collection-requests/new', () => import('./pages/NewRequestPage.tsx'), { may: maySee }),
  page('/collection-requests/recurring', () => import('./pages/RecurringPage.tsx'), { may: maySee }),
  page('/collection-requests/recurring/$id', () => import('./pages/EditRecurringPage.tsx'), { may: maySee }),
  page('/collection-requests/$id', () => import('./pages/RequestPage.tsx'), { may: maySee }),
  page('/collection-requests/$id/edit', () => import('./pages/EditRequestPage.tsx'), { may: maySee }),
]
