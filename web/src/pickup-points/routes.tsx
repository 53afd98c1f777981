import { hasPermission } from '@waybill/domain/kit/actor'
import { mayEditPoints } from '@waybill/domain/pickup-points/point-access'
import { page, type PageRoute } from '../kit/url/page.ts'

const seesLocations: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  me.kind === 'user' && enabled_features.includes('locations') && hasPermission(me, 'API_/pickup-points:GET')

/** Whether the user sees stock and state of locations. */
const managesLocations: NonNullable<PageRoute['may']> = (access) =>
  seesLocations(access) &&
  mayEditPoints(access.me) === true &&
  hasPermission(access.me, 'API_/pickup-points/managed:GET')

/** The pages of lockers and counters to send from and to (NAV-024, NAV-036), and of the company's own ones. */
export const routes: readonly PageRoute[] = [
  page('/locations', () => import('./pages/LocationsPage.tsx'), { may: seesLocations }),
  page('/locations/import', () => import('./pages/PointsImportPage.tsx'), {
    may: (access) => managesLocations(access) && hasPermission(access.me, 'API_/pickup-points:POST'),
  }),
  page('/locations/$id', () => import('./pages/PointPage.tsx'), { may: managesLocations }),
]
