import { hasPermission, isOffice, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'
import { maySeeAnyMap } from '@waybill/domain/maps/map-kinds'

const seesBranches: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  isOffice(me) &&
  hasPermission(me, 'API_/branches:GET') &&
  seesUi(me, 'UI_settings') &&
  enabled_features.includes('settings')

/** Maps need any one permission of a kind of map, and the feature (NAV-063). */
const seesMaps: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  maySeeAnyMap(me) === true &&
  hasPermission(me, 'API_/geofence/zones:GET') &&
  enabled_features.includes('maps')

/** The map, and the branches of the company, reached from its settings (NAV-041, ACC-026). */
export const routes: readonly PageRoute[] = [
  page('/maps', () => import('./pages/MapsPage.tsx'), { rail: true, may: seesMaps }),
  page('/maps/$kind/$id', () => import('./pages/ZonePage.tsx'), { rail: true, may: seesMaps }),
  page('/branches', () => import('./pages/BranchesPage.tsx'), { may: seesBranches }),
  page('/branches/$id', () => import('./pages/BranchPage.tsx'), { may: seesBranches }),
]
