import { hasPermission, isDriver } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** Users who may read claims, while the company handles claims. */
const maySee: NonNullable<PageRoute['may']> = ({ me, settings }) =>
  me.kind === 'user' &&
  !isDriver(me) &&
  settings.claims_enabled !== false &&
  hasPermission(me, 'API_/claims:GET')

/** Pages: the list of claims, a new claim, and one claim (NAV-012). */
export const routes: readonly PageRoute[] = [
  page('/claims', () => import('./pages/ClaimsPage.tsx'), { may: maySee }),
  page('/claims/new', () => import('./pages/NewClaimPage.tsx'), {
    may: (access) => maySee(access) && hasPermission(access.me, 'API_/claims:POST'),
  }),
  page('/claims/$id', () => import('./pages/ClaimPage.tsx'), { may: maySee }),
]
